"""Bonus Spin of Maryland: paytables A to D, community pay, meters, in the ledger's examples."""

from __future__ import annotations

from typing import Any

import pytest

from controller.domain.settled import Meter, PlayedRound, Spin
from controller.domain.wagers import Wager
from controller.rules.pack import Pack
from controller.rules.settlement import run_progressive, settle
from controller.rules.settlement.progressive import contribute
from tests.rules.examples.clause_cases import MD, case, pack, played, said

PRIZE = 2_100_000
TABLES: dict[str, dict[str, object]] = {
    "A": {"paytable_100": "A", "prize_a_cents": PRIZE},
    "B": {
        "paytable_100": "B",
        "meter_100_rate": "1/5",
        "meter_100_initial_cents": 100_000,
        "meter_100_reset_cents": 100_000,
    },
    "C": {"paytable_500": "C", "prize_c_cents": PRIZE},
    "D": {
        "paytable_500": "D",
        "meter_500_rate": "1/5",
        "meter_500_initial_cents": 500_000,
        "meter_500_reset_cents": 500_000,
    },
}
STAKE = {"A": 100, "B": 100, "C": 500, "D": 500}
METER = {"B": "100", "D": "500"}


def wheel(*tables: str) -> Pack:
    options: dict[str, object] = {"bonus_spin": "progressive"}
    for table in tables:
        options |= TABLES[table]
    return pack(MD, **options)


def spun(
    table: str, section: str, others: tuple[int, ...] = (), *, seat: int = 3, **given: Any
) -> PlayedRound:
    """A round in which `seat` has a blackjack and the wheel reports the section."""
    stake = STAKE[table] // 100
    boxes = [f"{seat} $10 bonus${stake}: Ah Kd"]
    boxes += [f"{box} $10 bonus${stake}: Kh 8d" for box in others]
    boxes += ["5 $10: Kc 8h"]
    return played("9c 8d", " | ".join(boxes), spins=(Spin(seat, section),), **given)


def prizes(text: Pack, played_round: PlayedRound) -> list[str]:
    """What the wheel pays, without the stakes."""
    kinds = ("bonus_spin", "community")
    found = settle(text, played_round)
    return sorted(said(p) for p in found if p.kind in kinds and p.direction in {"pay", "hold"})


SINGLES = {
    "A": "1000 350 120 50 33 20 10",
    "B": "1000 350 120 50 33 15 10",
    "C": "5000 2500 850 250 165 100 70 60 50 40",
    "D": "5000 600 750 250 115 75 70 60 50 40",
}
LETTERS = {
    "A": "bcdefgh",
    "B": "bcdefgh",
    "C": ["b", "c", "d", "e", "f", "g", "h", "i", "j", "j-2"],
    "D": "bcdefghijk",
}
SYMBOLS = [
    case(f"MD 12.D.{number}.{letter}", table, amount)
    for number, table in enumerate("ABCD", 1)
    for letter, amount in zip(LETTERS[table], SINGLES[table].split(), strict=True)
]


@pytest.mark.parametrize(("table", "amount"), SYMBOLS)
def test_a_symbol_pays_its_printed_amount_to_the_spinner_alone(table: str, amount: str) -> None:
    """Seat 3 has the wager and a Blackjack; no other seat is paid for that spin."""
    text = wheel(table)

    found = prizes(text, spun(table, amount, (4, 6)))

    assert found == [f"3 bonus_spin pay {amount}"]


@pytest.mark.parametrize(("table", "amount"), SYMBOLS)
def test_a_symbol_names_the_clause_of_its_line(
    request: pytest.FixtureRequest, table: str, amount: str
) -> None:
    """The payment cites the printed line."""
    marks = request.node.get_closest_marker("clause")

    found = settle(wheel(table), spun(table, amount))

    cited = [p.clause for p in found if p.kind == "bonus_spin" and p.direction == "pay"]
    assert cited == [marks.args[0]]


SLICES = [
    case("MD 12.D.9.a.i", "A", "250/100", "250", "100"),
    case("MD 12.D.9.a.ii", "A", "100/20", "100", "20"),
    case("MD 12.D.9.a.iii", "A", "30/3", "30", "3"),
    case("MD 12.D.9.b.i", "B", "250/100", "250", "100"),
    case("MD 12.D.9.b.ii", "B", "100/20", "100", "20"),
    case("MD 12.D.9.b.iii", "B", "30/3", "30", "3"),
    case("MD 12.D.10.a.i", "C", "750/100", "750", "100"),
    case("MD 12.D.10.a.ii", "C", "200/50", "200", "50"),
    case("MD 12.D.10.a.iii", "C", "150/15", "150", "15"),
    case("MD 12.D.10.b.i", "D", "500/100", "500", "100"),
    case("MD 12.D.10.b.ii", "D", "200/50", "200", "50"),
    case("MD 12.D.10.b.iii", "D", "100/15", "100", "15"),
    case("MD 12.D.9", "A", "250/100", "250", "100"),
    case("MD 12.D.10", "C", "750/100", "750", "100"),
]


@pytest.mark.parametrize(("table", "section", "spinner", "each"), SLICES)
def test_a_community_slice_pays_the_spinner_and_every_other_wager(
    table: str, section: str, spinner: str, each: str
) -> None:
    """Seats 2, 4, 6 have the wager, seat 5 has none, seat 2 spins."""
    found = prizes(wheel(table), spun(table, section, (4, 6), seat=2))

    assert found == [
        f"2 bonus_spin pay {spinner}",
        f"4 community pay {each}",
        f"6 community pay {each}",
    ]


@pytest.mark.clause("MD 12.D.8.a")
def test_a_receiver_is_paid_by_the_size_of_his_own_wager() -> None:
    """Seat 2 ($5) lands on 750/100: seat 4 ($5) gets $100, seat 6 ($1) the same tier, $100."""
    boxes = "2 $10 bonus$5: Ah Kd | 4 $10 bonus$5: Kh 8d | 6 $10 bonus$1: Kc 8h | 7 $10: Ks 8s"
    text = wheel("A", "C")

    found = prizes(text, played("9c 8d", boxes, spins=(Spin(2, "750/100"),)))
    third = prizes(text, played("9c 8d", boxes, spins=(Spin(2, "150/15"),)))

    assert found == ["2 bonus_spin pay 750", "4 community pay 100", "6 community pay 100"]
    assert third == ["2 bonus_spin pay 150", "4 community pay 15", "6 community pay 3"]


@pytest.mark.clause("MD 12.D.8")
def test_without_a_community_slice_no_other_seat_is_paid() -> None:
    """A single amount is the spinner's."""
    assert prizes(wheel("A"), spun("A", "120", (4, 6))) == ["3 bonus_spin pay 120"]


JACKPOTS = [
    case("MD 12.D.2.a", "B", "6432.1", 100_000),
    case("MD 12.D.4.a", "D", "6432.1", 500_000),
]


@pytest.mark.parametrize(("table", "pays", "reset"), JACKPOTS)
def test_a_progressive_jackpot_pays_the_meter_and_resets_it(
    table: str, pays: str, reset: int
) -> None:
    """Meter $6,432.10 when the seat's turn comes: that is paid, and the meter reads the reset."""
    text = wheel(table)
    given = spun(table, "jackpot", meters=(Meter(METER[table], 643_210),))

    run = run_progressive(text, given, {hand.box: hand.cards for hand in given.hands})

    assert prizes(text, given) == [f"3 bonus_spin pay {pays}"]
    assert Meter(METER[table], reset) in run.meters


FIXED_PRIZES = [case("MD 12.D.1.a", "A", "jackpot"), case("MD 12.D.3.a", "C", "jackpot")]


@pytest.mark.parametrize(("table", "section"), FIXED_PRIZES)
def test_a_fixed_prize_is_due_and_no_meter_moves(table: str, section: str) -> None:
    """The recorded value of the prize is due; nothing is reset."""
    text = wheel(table)
    given = spun(table, section, meters=(Meter("100", 123), Meter("500", 456)))

    run = run_progressive(text, given, {hand.box: hand.cards for hand in given.hands})

    assert prizes(text, given) == ["3 bonus_spin pay 21000"]
    assert {Meter("100", 123), Meter("500", 456)} <= set(run.meters)


@pytest.mark.clause("MD 12.D.5")
def test_the_wheel_pays_what_it_shows_and_nothing_when_it_shows_nothing() -> None:
    """$120 is $120; a section that is in no paytable, or none, is held for a person."""
    assert prizes(wheel("A"), spun("A", "120")) == ["3 bonus_spin pay 120"]
    assert prizes(wheel("A"), spun("A", "999")) == ["3 bonus_spin hold ?"]
    assert prizes(wheel("A"), spun("A", "")) == ["3 bonus_spin hold ?"]


@pytest.mark.clause("MD 6.G.2")
def test_a_blackjack_without_the_wager_has_no_spin() -> None:
    """The trigger is a Blackjack with the wager, nothing else."""
    boxes = "2 $10: Ac Jd | 3 $10 bonus$1: 9h 8c"

    assert prizes(wheel("A"), played("9c 8d", boxes)) == []
    assert prizes(wheel("A"), played("9c 8d", "2 $10 bonus$1: Ac Jd")) == ["2 bonus_spin hold ?"]


TURNS = [
    case("MD 12.D.7", "9c 8d", ["3000", "1000"]),
    case("MD 12.D.7", "Kc 8d", ["1000", "3000"]),
]


@pytest.mark.parametrize("reported", [(2, 6), (6, 2)])
@pytest.mark.parametrize(("dealer", "paid"), TURNS)
def test_a_second_jackpot_of_the_round_is_paid_the_reset_value(
    dealer: str, paid: list[str], reported: tuple[int, int]
) -> None:
    """Meter $3,000: a nine up, seat 2 has its turn first; a king up, seat 6 is settled first."""
    given = played(
        dealer,
        "2 $10 bonus$1: Ah Kd | 6 $10 bonus$1: As Kc",
        spins=tuple(Spin(seat, "jackpot") for seat in reported),
        meters=(Meter("100", 300_000),),
    )

    found = prizes(wheel("B"), given)

    assert sorted(found) == [f"2 bonus_spin pay {paid[0]}", f"6 bonus_spin pay {paid[1]}"]


@pytest.mark.clause("MD 12.D.6.a")
def test_each_accepted_wager_adds_its_rate_to_the_meter() -> None:
    """Rate 0.20, meter $1,000.00, three $1 wagers: $1,000.60."""
    wagers = [Wager(box, "", "bonus_spin", 100) for box in (1, 2, 3)]

    assert Meter("100", 100_060) in contribute(wheel("B"), (Meter("100", 100_000),), wagers)
