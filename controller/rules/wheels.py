"""Whether the sections of the house's wheel are those of the paytables that it plays.

Where the text prints the paytables, a section that is not in them could never be paid, and one
that is missing could never come; which sections it has is the only thing the house could add.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from controller.domain.money import dollars
from controller.rules.pack.sections.wheel import Line

from .decisions import No
from .pack import Pack
from .settlement.progressive import metered, paytable


def offered(pack: Pack) -> bool:
    return pack.wheel.bonus_spin.value != "off" or pack.wheel.xtreme.value


def two_spins_of_a_box(pack: Pack) -> bool:
    """Whether a box may have two wagers that spin, so that its number does not say for which."""
    return pack.wheel.xtreme.value and pack.wheel.xtreme_model.value == "each"


def jackpots(pack: Pack) -> bool:
    """Whether a spin may win a meter or the prize that stands for one."""
    return pack.wheel.wheel_table.value == "paytables" and offered(pack)


def why_not_system(pack: Pack, system: str, seats: Collection[int]) -> No | None:
    """Whether the approved system is there, and a device of it at each box."""
    if not offered(pack):
        return None
    wheel = pack.wheel
    if wheel.progressive_system.value and not system.strip():
        return No(wheel.progressive_system.clause, "No progressive system is configured")
    missing = {*range(1, pack.deal.boxes.number + 1)} - {*seats}
    if wheel.seat_devices.value and missing:
        return No(wheel.seat_devices.clause, f"Box {min(missing)} has no wagering device")
    return None


def why_not_mirrored(pack: Pack) -> No | None:
    """Whether the table has meters that an approved system owns."""
    leaf = pack.wheel.meters
    if leaf.value == "own":
        return No(leaf.clause, "The meters are the table's own")
    if not jackpots(pack) or not metered(pack):
        return No(leaf.clause, "This table has no progressive meters")
    return None


class Section(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def cents(self) -> int: ...


def printed(pack: Pack) -> tuple[Line, ...]:
    """The symbols of the paytables chosen, each once."""
    wheel = pack.wheel
    spun = wheel.bonus_spin_on_meters
    lines = [x for cents in wheel.bonus_spin_cents.value if spun for x in paytable(pack, cents)]
    lines += xtreme_lines(pack) if wheel.xtreme.value else ()
    return tuple({line.symbol: line for line in reversed(lines)}.values())[::-1]


def xtreme_lines(pack: Pack) -> tuple[Line, ...]:
    """The lines of the Xtreme paytable in use; a text that prints none has no such section."""
    wheel = pack.wheel
    return wheel.xtreme_lines.value if wheel.xtreme_paytable.value != "none" else ()


def jackpot(pack: Pack, kind: str, wager_cents: int, symbol: str) -> str | None:
    """The meter that this symbol empties, empty for a fixed prize; None = no jackpot."""
    xtreme = kind == "xtreme"
    lines = xtreme_lines(pack) if xtreme else paytable(pack, wager_cents)
    line = next(line for line in lines if line.symbol == symbol)
    if line.share != "jackpot":
        return line.share or None
    return str(wager_cents) if str(wager_cents) in metered(pack) else ""


def jackpot_clause(pack: Pack, kind: str, wager_cents: int, symbol: str) -> str:
    """Under which it is ruled: of a meter the moment of its value, of a fixed prize its line."""
    if kind == "xtreme":
        return pack.wheel.xtreme_value_at.clause
    if jackpot(pack, kind, wager_cents, symbol):
        return pack.wheel.meter_value_at.clause
    lines = paytable(pack, wager_cents)
    return next(line.clause for line in lines if line.symbol == symbol)


def meters_at_stake(pack: Pack, kind: str, wager_cents: int) -> frozenset[str]:
    """The meters that a spin for this wager may empty."""
    xtreme = kind == "xtreme"
    lines = pack.wheel.xtreme_lines.value if xtreme else paytable(pack, wager_cents)
    found = {jackpot(pack, kind, wager_cents, line.symbol) for line in lines if line.share}
    return frozenset(name for name in found if name)


def why_not_result(
    pack: Pack, kind: str, wager_cents: int | None, symbol: str, community: str | None = None
) -> No | None:
    """Whether a wager of this kind and amount is paid by that symbol.

    `community` None = nobody else is paid by this spin.
    """
    wheel = pack.wheel
    xtreme = kind == "xtreme"
    lines = wheel.xtreme_lines.value if xtreme else paytable(pack, wager_cents or 0)
    if all(line.symbol != symbol for line in lines):
        leaf = wheel.xtreme_lines if xtreme else wheel.spin_prize
        return No(leaf.clause, f"{symbol!r} is not in the paytable")
    if not xtreme or community is None:
        return None
    if all(line.symbol != community for line in wheel.xtreme_community.value):
        return No(wheel.xtreme_community.clause, f"{community!r} is not in the table")
    return None


def why_not_sections(pack: Pack, sections: Collection[Section]) -> No | None:
    """Compare names and cents of the wheel with the paytables chosen; another wheel is free."""
    wheel = pack.wheel
    if wheel.wheel_table.value != "paytables" or wheel.bonus_spin.value == "off":
        return None
    stakes = wheel.bonus_spin_cents.value
    printed = [line for cents in stakes for line in paytable(pack, cents)]
    return _why_not_same(sections, printed, wheel.wheel_table.clause)


def why_not_rings(
    pack: Pack, prizes: Collection[Section], community: Collection[Section]
) -> tuple[str, No] | None:
    """The same for Xtreme 16: which of the two rings is wrong, and why."""
    wheel = pack.wheel
    if not wheel.xtreme.value:
        return None
    lines = wheel.xtreme_lines
    if no := _why_not_same(prizes, lines.value, lines.clause):
        return "xtreme", no
    if wheel.xtreme_model.value != "hot_spot":
        return None
    shared = wheel.xtreme_community
    no = _why_not_same(community, shared.value, shared.clause, of_each=True)
    return ("community", no) if no else None


def _why_not_same(
    sections: Collection[Section], lines: Collection[Line], clause: str, *, of_each: bool = False
) -> No | None:
    """Names and cents; `of_each` = what each of the others gets."""
    printed = {line.symbol: line for line in lines}
    for section in sections:
        line = printed.get(section.name)
        if line is None:
            return No(clause, f"{section.name!r} is in no paytable chosen")
        cents = line.each_cents if of_each else line.cents
        if cents != section.cents:
            return No(line.clause, f"{section.name!r} pays {dollars(cents)}")
    names = {section.name for section in sections}
    missing = next((line for line in printed.values() if line.symbol not in names), None)
    return No(missing.clause, f"{missing.symbol!r} is missing") if missing else None
