"""Xtreme 16 at the table: known at the reveal, one report pays hot spot and others (MD 12.E)."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.procedure.guide.levels import levels
from tests.kit.progressives import XTREME, Wheeled
from tests.kit.stakes import moved

from .test_jackpot import sign


def sixteen(cards: str = "9d 9s 8s 8d 6h 7c 7s 7h 8c Kc", **options: object) -> Wheeled:
    """Boxes 3, 4, 5 with $5 on Xtreme 16, box 6 without; nobody has a blackjack."""
    table = Wheeled(**(XTREME | options))
    table.lit(3, 4, 5, 6)
    table.chips({3: 500, 4: 500, 5: 500}, kind="xtreme")
    table.dealt(cards)
    return table


def revealed(table: Wheeled) -> Wheeled:
    if table.play.round == "peek_due":
        table.peek(False)
    while table.play.round == "deciding":
        hand = next(h for h in table.play.hands if not h.done)
        table.put(cmd.Next(box=hand.box, hand=hand.number))
        assert table.mono < 10**7
    table.press("act7")
    return table


@pytest.mark.clause("MD 6.G.3")
@pytest.mark.parametrize(
    ("cards", "drawn", "spins"),
    [
        ("9d 9s 8s 8d 6h 7c 7s 7h 8c Qc", "2c", 1),
        ("9d 9s 8s 8d Qc 7c 7s 7h 8c 6h", "2c", 1),
        ("9d 9s 8s 8d 9c 7c 7s 7h 8c 7d", "3c", 0),
        ("9d 9s 8s 8d 6h 7c 7s 7h 8c 5c", "Kc", 0),
    ],
)
def test_xtreme_is_triggered_at_the_reveal_by_a_six_and_a_ten_value(
    cards: str, drawn: str, spins: int
) -> None:
    table = sixteen(cards)
    assert not list(table.play.spins)

    revealed(table)
    before = [o for o in table.state.orders if o.kind == "spin"]
    table.draw(drawn)

    assert table.play.round == "settled"
    assert before == []
    assert len([o for o in table.state.orders if o.kind == "spin"]) == spins
    assert [s.kind for s in table.play.spins] == ["xtreme"] * spins


def test_nothing_moves_for_xtreme_before_the_hole_card_is_turned() -> None:
    """MD 6.G.3: up 6; with any hole card levels, orders and payments are the same."""
    seen: set[object] = set()
    for hole in ("Kc", "5c"):
        table = sixteen(f"9d 9s 8s 8d 6h 7c 7s 7h 8c {hole}")
        state, house = table.state, table.house
        seen.add((levels(state, house), state.orders, table.play.spins, table.play.payments))

    assert len(seen) == 1


@pytest.mark.clause("MD 12.E.2", "MD 12.E.5.a", "MD 12.E.6.a.iii")
def test_hot_spot_gets_the_prize_and_the_other_bettors_the_community_amount() -> None:
    table = revealed(sixteen())
    table.draw("2c")

    table.rests("350", box=3, community="75")

    assert table.won() == [
        (3, "xtreme", "pay", 35_000),
        (5, "xtreme", "pay", 7500),
        (4, "xtreme", "pay", 7500),
    ]
    assert moved(table, 4, "xtreme") == [("pay", 7500), ("take", 500)]
    assert table.put(cmd.LayoutCleared(), after_ms=5000).verdict == "accepted"


@pytest.mark.clause("MD 12.E.6")
@pytest.mark.parametrize(
    "report",
    [
        {"section": "350", "box": 3, "community": "60"},
        {"section": "999", "box": 3, "community": "75"},
        {"section": "350", "box": 6, "community": "75"},
    ],
)
def test_report_that_does_not_fit_pays_nothing_and_calls_the_floor(report: dict[str, str]) -> None:
    """A community symbol, a prize, or a hot spot that cannot be."""
    table = revealed(sixteen())
    table.draw("2c")

    table.rests(**report)

    assert table.held == "spin_fault"
    assert table.won() == []


@pytest.mark.clause("MD 12.E.1.a", "MD 12.E.4")
def test_primary_jackpot_empties_its_meter_and_the_next_starts_from_the_reset_amount() -> None:
    """MD 12.E.4: 10,500.00 with three wagers' shares, then 10,000.50 with one."""
    table = revealed(sixteen(xtreme_primary_initial_cents=1_049_850))
    table.draw("2c")

    table.rests("primary", box=3, community="25")
    sign(table)

    assert table.play.prizes.hits[0].cents == 1_050_000
    assert table.play.prizes.hits[0].cards == ("6h", "Kc")
    assert table.meter("primary") == 1_000_000
    assert table.meter("secondary") == 500_075
    table.put(cmd.LayoutCleared(), after_ms=5000)
    for box in (4, 5):
        table.sense(box, 500, on=False, kind="xtreme")
    table.dealt("9d 9s 8s 8d 6h 7c 7s 7h 8c Kc")
    revealed(table)
    table.draw("2c")
    table.rests("primary", box=3)
    assert table.play.prizes.hits[0].cents == 1_000_050


@pytest.mark.clause("MD 12.E.3.a")
def test_each_wager_adds_to_both_meters() -> None:
    """MD 12.E.3.a: four $5 wagers at 1/10 and 1/20."""
    table = Wheeled(**(XTREME | {"xtreme_primary_initial_cents": 1_000_000}))
    table.lit(1, 2, 3, 4)
    table.chips({1: 500, 2: 500, 3: 500, 4: 500}, kind="xtreme")

    table.draw("9d")

    assert (table.meter("primary"), table.meter("secondary")) == (1_000_200, 500_100)


def test_each_bettor_spins_where_the_house_plays_it_so() -> None:
    table = revealed(
        sixteen(
            xtreme_model={"value": "each", "approval": {"reference": "r", "date": "2026-01-01"}}
        )
    )
    table.draw("2c")

    table.spin(5, "200")
    table.spin(4, "250")
    table.spin(3, "1000")

    assert [row[0] for row in table.won()] == [5, 4, 3]
