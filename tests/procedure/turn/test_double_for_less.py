"""What a double adds: in full unless a chip for less is tapped (MA 9.a~2)."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from tests.kit.evening import Evening, house
from tests.kit.shown import labels, page


def deciding(pack: str, cents: int | None) -> Evening:
    """Box 2 has 11, box 3 waits; the dealer shows a 6."""
    at = Evening(house(pack)).opened()
    if at.house.pack.deal.bank.value == "player_dealer":
        at.put(cmd.BankSet(box=7, on=True))
    at.lit(2, 3, main={2: cents} if cents else {})
    at.draw("5h 8s 6d 6c 4s 9d")
    at.press("act1")
    return at


@pytest.mark.parametrize(
    ("pack", "cents", "full", "less"),
    [
        ("massachusetts-bonus-spin", 2000, "box 2, $20 more", ["$10", "$5", "$2.50", "$1"]),
        ("maryland", 2000, "box 2, $20 more", ["$10", "$5", "$2.50", "$1"]),
        ("boston-billiard", 1000, "box 2, $10 more", ["$5"]),
    ],
)
def test_chips_for_less_stand_beside_a_counted_double(
    pack: str, cents: int, full: str, less: list[str]
) -> None:
    """What the pack allows below the full amount; none where the wager was not counted."""
    at, open_ = deciding(pack, cents), deciding(pack, None)

    assert labels(at, "less") == less
    assert [a.opens for a in page(at).allowed if a.label == "LESS"] == ["less"]
    assert [a.sub for a in page(at).allowed if a.label == "DOUBLE"] == [full]
    assert labels(open_, "less") == []


@pytest.mark.clause("MA 9.a~2")
def test_double_is_in_full_or_for_less_and_never_for_more() -> None:
    """$25 on an original wager of $20 is refused; $12 and $20 are accepted."""
    found = []
    for cents in (2500, 1200, 2000, None):
        at = deciding("massachusetts-bonus-spin", 2000)
        verdict = at.put(cmd.Double(box=2, hand=1, cents=cents)).verdict
        found.append((verdict, at.play.hands[0].double_cents))

    assert found == [
        ("refused", None),
        ("accepted", 1200),
        ("accepted", 2000),
        ("accepted", 2000),
    ]


def test_tapped_chip_is_what_the_settlement_pays() -> None:
    at = deciding("massachusetts-bonus-spin", 2000)

    at.press("less.1")
    at.draw("9h")
    at.press("act1")
    at.press("act7")
    at.draw("Kd")

    assert at.play.hands[0].double_cents == 1000
    assert [(p.direction, p.cents) for p in at.play.payments if p.box == 2] == [("pay", 3000)]


def test_double_of_an_uncounted_wager_stays_open() -> None:
    """Nobody counted: the settlement says the odds."""
    at = deciding("massachusetts-bonus-spin", None)

    at.put(cmd.Double(box=2, hand=1))

    assert at.play.hands[0].double_cents is None
