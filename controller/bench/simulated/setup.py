"""The files of a bench table in a folder of its own: devices.toml, keys, people.

The wheel is an example of ours: its sections pay multiples of a $5 wager, each as likely as the
others.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from controller import config
from controller.journal.keys import new_keys
from controller.rules.pack import Pack, apply_options, load, open_questions
from controller.rules.pack.leaf import Choice
from controller.rules.settlement.progressive import initial_meters, metered, paytable, reset
from controller.rules.wheels import jackpots, printed, why_not_mirrored
from drivers.sim.build import Build
from drivers.sim.devices.progressive import Starts
from drivers.sim.physical.rotor import Sections

SECTIONS = {name: 500 * int(name) for name in ("2", "3", "4", "5", "6", "8", "10", "20")}
"""Symbol on the wheel to cents."""
DEVICES = {
    "reader": ("card_reader", "tablelink"),
    "shuffler": ("shuffler", "tablelink"),
    "shoe": ("shoe_scanner", "tablelink"),
    "wheel": ("wheel", "tablelink"),
    "keypad": ("keys", "keypad"),
    "progressive": ("progressive", "tablelink"),
}
"""Name to role and driver."""
LEAST_CENTS, MOST_CENTS = 100, 10_000_000
"""Limits where the house must choose some."""
TAX_FORM_FROM = 120_000
SYSTEM = ('system = "BENCH-PTG"', "seats = [1, 2, 3, 4, 5, 6, 7]")
"""What stands for the approved system of a table with progressive meters."""
OPTIONS: dict[str, str | int | bool] = {
    "variant": "hole_card_reader",
    "decks": 6,
    "main_min_cents": 1500,
    "main_max_cents": 100000,
    "match_max_cents": 10000,
}
METERED: dict[str, str | int | bool] = {
    "order": "right_to_left",
    "bonus_spin": "progressive",
    "paytable_100": "B",
    "meter_100_rate": "1/5",
    "meter_100_initial_cents": 100_000,
    "meter_100_reset_cents": 100_000,
    "paytable_500": "D",
    "meter_500_rate": "1/5",
    "meter_500_initial_cents": 500_000,
    "meter_500_reset_cents": 500_000,
}
"""What a house may choose: both wagers of the Bonus Spin, their meters the approved system's."""

TOP = """\
# Written by the bench: a simulated table.
[table]
asset_number = "BENCH-1"
location = "Bench"
gaming_day_start = "06:00"
timezone = "America/New_York"
shoe_side = "left"
{form}
[rules]
pack = {pack}

[console]
host = "127.0.0.1"
port = {port}

[journal]
path = "journal.db"
keys = "keys"

[people]
path = "people.json"
"""


def write(
    folder: Path,
    ports: Mapping[str, str],
    *,
    pack: str = "massachusetts-bonus-spin",
    console_port: int = 8021,
    options: Mapping[str, Any] | None = None,
    wheel: Mapping[str, int] | None = None,
) -> config.Config:
    """Write what a table needs and load it; keys that are there already are kept.

    `wheel` = its sections, symbol to cents; empty = the table has none.
    """
    folder.mkdir(parents=True, exist_ok=True)
    chosen = OPTIONS if options is None else options
    progressive = chosen.get("bonus_spin") == "progressive"
    form = f"tax_form_from = {TAX_FORM_FROM}\n" if progressive else ""
    top = TOP.format(pack=json.dumps(pack), port=console_port, form=form)
    parts = [top, "[rules.options]"]
    parts += [f"{name} = {_toml(value)}" for name, value in chosen.items()]
    sections = [
        f"  {{ name = {json.dumps(name)}, cents = {cents}, weight = 1 }},"
        for name, cents in (SECTIONS if wheel is None else wheel).items()
    ]
    if sections:
        system = SYSTEM if progressive else ()
        parts += ["", "[wheel]", *system, "names_wager = true", "sections = [", *sections, "]"]
        parts += _rings(pack) if chosen.get("xtreme") else ()
    for name, (role, driver) in DEVICES.items():
        if name in ports:
            parts += ["", "[[device]]", f'name = "{name}"', f'role = "{role}"']
            parts += [f'driver = "{driver}"', f"port = {json.dumps(ports[name])}"]
    file = folder / "devices.toml"
    file.write_text("\n".join(parts) + "\n", encoding="utf-8")
    if not (folder / "keys").exists():
        new_keys(folder / "keys")
    return config.load(file)


def _rings(pack: str) -> list[str]:
    """Both rings of Xtreme 16 as the text prints them."""
    wheel = load(pack).wheel
    prizes = {x.symbol: x.cents for x in wheel.xtreme_lines.value}
    others = {x.symbol: x.each_cents for x in wheel.xtreme_community.value}
    return [
        f"{name} = [{', '.join(_toml({'name': n, 'cents': c, 'weight': 1}) for n, c in ring)}]"
        for name, ring in (("xtreme", prizes.items()), ("community", others.items()))
    ]


def _toml(value: Any) -> str:
    """A value, or one with its approval."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_toml(one)}" for key, one in value.items()) + " }"
    return json.dumps(value)


def printed_wheel(pack: str, options: Mapping[str, Any]) -> dict[str, int]:
    """The sections of a wheel whose paytables the text prints, symbol to cents."""
    spun = apply_options(load(pack), {**options, "xtreme": False})
    return {line.symbol: line.cents for line in printed(spun)}


def rings(pack: str, options: Mapping[str, Any]) -> tuple[Sections, ...]:
    """Of Xtreme 16: the prizes, and what the others share; none where it is not offered."""
    wheel = load(pack).wheel
    both = (wheel.xtreme_lines.value, wheel.xtreme_community.value)
    return tuple(tuple((x.symbol, 1.0) for x in ring) for ring in both if options.get("xtreme"))


def tables(pack: str, options: Mapping[str, Any]) -> dict[int, tuple[str, ...]]:
    """Of a wheel whose paytables the text prints: the symbols of each wager's own."""
    spun = apply_options(load(pack), options)
    amounts = spun.wheel.bonus_spin_cents.value if jackpots(spun) else ()
    return {cents: tuple(x.symbol for x in paytable(spun, cents)) for cents in amounts}


def meters(pack: str, options: Mapping[str, Any]) -> dict[str, Starts]:
    """What the approved system's meters start at; empty = the table has none of its meters."""
    chosen = apply_options(load(pack), options)
    if why_not_mirrored(chosen):
        return {}
    names, at = metered(chosen), {m.name: m.cents for m in initial_meters(chosen)}
    return {name: Starts(int(at[name]), reset(chosen, name)) for name in names}


def build(pack: str, options: Mapping[str, Any], sections: Mapping[str, int]) -> Build:
    """Devices that are set as the house deals."""
    by = apply_options(load(pack), options).shuffle
    return Build(
        decks=int(options.get("decks", 6)),
        batches=by.batches.value,
        loads_shoe=by.loads_shoe.value and by.cut_after_automated.value == "none",
        endless=by.continuous_device.value == "on",
        sections=tuple((name, 1.0) for name in sections),
        rings=rings(pack, options),
        tables=tables(pack, options),
        meters=meters(pack, options),
    )


def choices(pack: Pack) -> dict[str, str | int | bool]:
    """Options for what the house must choose: wide limits and the first that is allowed."""
    found: dict[str, str | int | bool] = {}
    for path in open_questions(pack):
        section, _, key = path.partition(".")
        leaf = getattr(getattr(pack, section), key)
        if key.endswith("_min_cents"):
            found[key] = max(leaf.least, LEAST_CENTS)
        elif key.endswith("_max_cents"):
            found[key] = min(leaf.most, MOST_CENTS)
        elif isinstance(leaf, Choice) and section != "wheel":
            found[key] = leaf.allow[0]
    return found


def missing(pack: Pack) -> set[str]:
    """The devices that this way of dealing does without."""
    unused = {
        "wheel": pack.wheel.bonus_spin.value == "off",
        "reader": pack.deal.variant.value != "hole_card_reader",
    }
    return {name for name, is_unused in unused.items() if is_unused}
