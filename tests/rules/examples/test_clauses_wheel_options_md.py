"""Maryland's wheels: the house's sections and the pack's tables are those printed, or refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.config import load, pack_of
from controller.domain.settled import Spin
from controller.domain.wagers import Wager
from controller.errors import ConfigError, PackError
from controller.rules import pack as packs
from controller.rules.placing import why_not_place
from controller.rules.settlement import settle
from controller.rules.settlement.progressive import paytable
from tests.layout import ROOT

from .clause_cases import MD, case, pack, played, said

SINGLES = {
    "A": "1000 350 120 50 33 20 10",
    "B": "1000 350 120 50 33 15 10",
    "C": "5000 2500 850 250 165 100 70 60 50 40",
    "D": "5000 600 750 250 115 75 70 60 50 40",
}
SLICES = {
    "A": "250/100 100/20 30/3",
    "B": "250/100 100/20 30/3",
    "C": "750/100 200/50 150/15",
    "D": "500/100 200/50 100/15",
}
CHOSEN = {
    "A": 'paytable_100 = "A"\nprize_a_cents = 100000',
    "B": 'paytable_100 = "B"\nmeter_100_rate = "1/5"\n'
    "meter_100_initial_cents = 100000\nmeter_100_reset_cents = 100000",
    "C": 'paytable_500 = "C"\nprize_c_cents = 500000',
    "D": 'paytable_500 = "D"\nmeter_500_rate = "1/5"\n'
    "meter_500_initial_cents = 500000\nmeter_500_reset_cents = 500000",
}
XTREME: dict[str, object] = {
    "xtreme": True,
    "xtreme_primary_rate": "1/10",
    "xtreme_primary_initial_cents": 1_000_000,
    "xtreme_primary_reset_cents": 1_000_000,
    "xtreme_secondary_rate": "1/20",
    "xtreme_secondary_initial_cents": 500_000,
    "xtreme_secondary_reset_cents": 500_000,
}


def wheel(table: str) -> list[str]:
    """The symbols printed."""
    return ["jackpot", *SINGLES[table].split(), *SLICES[table].split()]


def devices(folder: Path, table: str, symbols: list[str]) -> Path:
    """The example's devices.toml at a Maryland table with that paytable and those sections."""
    text = (ROOT / "devices.toml").read_text()
    rules, end = text.index("[rules]"), text.index("# Consoles are")
    found = [
        f'{{ name = "{s}", cents = {100 * int(s.split("/")[0])}, weight = 1 }}'
        if s != "jackpot"
        else '{ name = "jackpot", cents = 0, weight = 1 }'
        for s in symbols
    ]
    top = text[:rules].replace("[table]\n", "[table]\ntax_form_from = 120000\n")
    options = f'order = "right_to_left"\nbonus_spin = "progressive"\n{CHOSEN[table]}'
    text = (
        f'{top}[rules]\npack = "{MD}"\n[rules.options]\n{options}\n'
        f'[wheel]\nsystem = "PTG 7"\nseats = [1, 2, 3, 4, 5, 6, 7]\n'
        f"sections = [{', '.join(found)}]\n{text[end:]}"
    )
    file = folder / "devices.toml"
    file.write_text(text)
    return file


WHEELS = [
    case("MD 12.D.1", "A", 100),
    case("MD 12.D.2", "B", 100),
    case("MD 12.D.3", "C", 500),
    case("MD 12.D.4", "D", 500),
]


@pytest.mark.parametrize(("table", "stake"), WHEELS)
def test_a_wheel_loads_with_exactly_the_symbols_of_its_paytable(
    table: str, stake: int, tmp_path: Path
) -> None:
    """One jackpot, the dollar symbols, the slices; an extra $999 or another amount is refused."""
    text = pack_of(load(devices(tmp_path, table, wheel(table))))
    lines = paytable(text, stake)

    alone = sorted(x.cents // 100 for x in lines if not x.each_cents and not x.share)
    assert alone == sorted(map(int, SINGLES[table].split()))
    assert [x.symbol for x in lines if x.share] == ["jackpot"]
    with pytest.raises(ConfigError, match=r"\$\.wheel: '999' is in no paytable chosen"):
        pack_of(load(devices(tmp_path, table, [*wheel(table), "999"])))
    file = devices(tmp_path, table, wheel(table))
    file.write_text(file.read_text().replace('"50", cents = 5000', '"50", cents = 5500'))
    with pytest.raises(ConfigError, match=r"'50' pays \$50 \(MD 12.D"):
        pack_of(load(file))


MISSING = [
    case("MD 12.D.9.a", "A", "30/3"),
    case("MD 12.D.9.b", "B", "30/3"),
    case("MD 12.D.10.a", "C", "150/15"),
    case("MD 12.D.10.b", "D", "100/15"),
]


@pytest.mark.parametrize(("table", "gone"), MISSING)
def test_a_wheel_without_a_community_slice_is_refused(
    table: str, gone: str, tmp_path: Path
) -> None:
    """The missing slice is named; the table's three slices carry both printed amounts."""
    file = devices(tmp_path, table, [s for s in wheel(table) if s != gone])

    with pytest.raises(ConfigError, match=rf"\$\.wheel: '{gone}' is missing \(MD 12.D"):
        pack_of(load(file))
    text = pack_of(load(devices(tmp_path, table, wheel(table))))
    lines = paytable(text, 100 if table in "AB" else 500)
    pairs = [f"{x.cents // 100}/{x.each_cents // 100}" for x in lines if x.each_cents]
    assert pairs == SLICES[table].split()


@pytest.mark.clause("MD 12.D.8.b")
def test_the_community_slices_belong_to_the_chosen_paytable(tmp_path: Path) -> None:
    """B is chosen for $1: with the slices of D the wheel is refused, with its own it loads."""
    mixed = ["jackpot", *SINGLES["B"].split(), *SLICES["D"].split()]

    with pytest.raises(ConfigError, match=r"'500/100' is in no paytable chosen"):
        pack_of(load(devices(tmp_path, "B", mixed)))
    assert pack_of(load(devices(tmp_path, "B", wheel("B")))).wheel.paytable_100.value == "B"


PRINTED = [
    ("paytable_a", "MD 12.D.1.h", "MD 12.D.1"),
    ("paytable_b", "MD 12.D.2.h", "MD 12.D.2"),
    ("paytable_c", "MD 12.D.3.h", "MD 12.D.3"),
    ("paytable_d", "MD 12.D.4.h", "MD 12.D.4"),
    case("MD 12.E.1", "xtreme_lines", "MD 12.E.1.j", "MD 12.E.1"),
    case("MD 12.E.6.a", "xtreme_community", "MD 12.E.6.a.viii", "MD 12.E.6.a"),
]


def edited(old: str, new: str) -> str:
    text = packs.read(MD)
    assert text.count(old) == 1
    return text.replace(old, new)


@pytest.mark.parametrize(("key", "line", "clause"), PRINTED)
def test_a_pack_with_a_symbol_that_is_not_printed_is_refused(
    key: str, line: str, clause: str
) -> None:
    """$999, or $60 among the community symbols: the clause and its amounts are named."""
    pays = "cents = 0, each_cents = 6000" if key == "xtreme_community" else "cents = 99900"
    more = f'{key} = {{ value = [{{ symbol = "x", {pays}, clause = "{line}" }}, '

    with pytest.raises(PackError, match=rf"\$\.wheel\.{key}\.value.*\({clause}\)"):
        packs.parse(edited(f"{key} = {{ value = [", more), "packs/maryland.toml")


@pytest.mark.clause("MD 12.E.6.a")
def test_the_eight_community_symbols_of_xtreme_16_load() -> None:
    """One amount each, for every other wager."""
    symbols = [line.each_cents // 100 for line in pack(MD, **XTREME).wheel.xtreme_community.value]

    assert symbols == [150, 100, 75, 50, 40, 35, 30, 25]


@pytest.mark.clause("MD 12.E.1")
def test_xtreme_16_has_its_eight_symbols_and_two_jackpots_on_two_meters() -> None:
    """What is loaded is what is paid; two jackpots on one meter do not load."""
    text = pack(MD, **XTREME)
    lines = text.wheel.xtreme_lines.value

    assert [x.cents // 100 for x in lines if not x.share] == [
        *(1000, 600, 500, 400),
        *(350, 300, 250, 200),
    ]
    assert [(x.symbol, x.share) for x in lines if x.share] == [
        ("primary", "primary"),
        ("secondary", "secondary"),
    ]
    with pytest.raises(PackError, match=r"xtreme_lines.*2 of each \(MD 12.E.1\)"):
        packs.parse(edited('share = "secondary"', 'share = "primary"'), "packs/maryland.toml")


@pytest.mark.clause("MD 12.E")
def test_xtreme_16_takes_five_dollars_only() -> None:
    """With $1 among its amounts the pack does not load; $5 is placed and $1 is refused."""
    amounts = "xtreme_cents = { value = [500]"
    with pytest.raises(PackError, match=r"xtreme_cents.*500 \(MD 12.E\)"):
        packs.parse(edited(amounts, amounts.replace("[500]", "[100, 500]")), "packs/maryland.toml")
    beside = [Wager(2, "A", "main", 1000)]

    no = why_not_place(pack(MD, **XTREME), Wager(2, "A", "xtreme", 100), beside)

    assert no is not None
    assert no.clause == "MD 12.E"
    assert why_not_place(pack(MD, **XTREME), Wager(2, "A", "xtreme", 500), beside) is None


CHOICES = [
    ("A", "20", "pay 20"),
    ("A", "15", "hold ?"),
    ("B", "15", "pay 15"),
    ("B", "20", "hold ?"),
]


@pytest.mark.clause("MD 12.D")
@pytest.mark.parametrize(("table", "section", "expected"), CHOICES)
def test_the_paytable_chosen_is_the_one_that_pays(
    table: str, section: str, expected: str, tmp_path: Path
) -> None:
    """$15 is in B and $20 in A: what the other table has is held."""
    text = pack_of(load(devices(tmp_path, table, wheel(table))))
    given = played("9c 8d", "3 $10 bonus$1: Ah Kd", spins=(Spin(3, section),))

    found = [p for p in settle(text, given) if p.kind == "bonus_spin"]

    assert [said(p) for p in found if p.direction in {"pay", "hold"}] == [
        f"3 bonus_spin {expected}"
    ]


@pytest.mark.clause("MD 12.D")
def test_bonus_spin_without_a_paytable_is_refused() -> None:
    """One of A to D must be named."""
    with pytest.raises(PackError, match=r"A paytable must be named.*\(MD 12.D\)"):
        pack(MD, bonus_spin="progressive")
