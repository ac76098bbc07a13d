"""Whose turn it is: no decision before it, and why a hand that is done has none (MA 7.e~2)."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from tests.kit.banks import page
from tests.kit.evening import Evening, house

MA, MD, NH, CA = "massachusetts", "maryland", "boston-billiard", "pure-21-5"
DECISIONS = (cmd.Hit, cmd.Double, cmd.Split, cmd.Surrender)


def dealt(pack: str, cards: str, *boxes: int) -> Evening:
    """Confirmed deal of a fresh shoe; in the game with a bank it stands at box 7."""
    e = Evening(house(pack)).opened()
    if pack == CA:
        e.put(cmd.BankSet(box=7, on=True))
    e.lit(*boxes, main=dict.fromkeys(boxes, 1000))
    e.draw(cards)
    e.press("act1")
    return e


@pytest.mark.clause("MA 7.e~2", "NH rules.8")
@pytest.mark.parametrize(
    ("pack", "clause"),
    [(MA, "MA 7.e~2"), (MD, "MD 7.H"), (NH, "NH rules.8"), (CA, "CA dealing.4.ii")],
)
def test_decision_for_a_later_box_is_refused_when_an_earlier_one_has_not_finished(
    pack: str, clause: str
) -> None:
    """Box 3 would stand on 20, and yet nothing is decided on it before box 1."""
    e = dealt(pack, "5h Kd 9c 7d Kc 8s", 1, 3)
    offered = [c.command for c in e.allowed if isinstance(c.command, DECISIONS)]

    refused = [e.put(d(box=3, hand=1)) for d in DECISIONS]

    assert {d.box for d in offered} == {1}
    assert {(o.verdict, o.clause) for o in refused} == {("refused", clause)}


def test_hand_passed_by_assumption_may_still_decide_until_the_next_card() -> None:
    """console/README 2.2: SPLIT stays open on box 1's 20 while box 3 has no card yet."""
    e = dealt(MA, "Kh 5d 9c Kd 7c 8s", 1, 3)
    assert e.offered("box1.1.split") is not None

    e.draw("2d")

    assert e.offered("box1.1.split") is None
    assert e.put(cmd.Split(box=1, hand=1)).verdict == "refused"


@pytest.mark.clause("MD 7.J.1", "MD 7.K")
@pytest.mark.parametrize(
    ("pack", "cards", "double", "clause"),
    [
        (MD, "Ah 6c Jc 9c", False, "MD 7.J.1"),
        (MA, "Ah 6c Jc 9c", False, "MA 12.a.1"),
        (NH, "Ah 6c Jc 9c", False, "NH silent.hit-on-21"),
        (MD, "5h 6c 6d 9c  2d", True, "MD 7.K"),
        (CA, "5h 6c 6d 9c  2s", True, "CA options.1.iii"),
    ],
)
def test_card_for_a_hand_that_is_done_is_refused_by_the_clause_that_ended_it(
    pack: str, cards: str, *, double: bool, clause: str
) -> None:
    """A blackjack takes none, a doubled hand no second one."""
    e = dealt(pack, cards[:11], 1)
    if double:
        e.put(cmd.Double(box=1, hand=1))
        e.draw(cards[11:])

    assert e.put(cmd.Hit(box=1, hand=1)).clause == clause


@pytest.mark.parametrize(("pack", "clause"), [(MA, "MA 7.i~5"), (MD, "MD 7.G.3")])
def test_decision_is_refused_when_the_reader_found_a_blackjack(pack: str, clause: str) -> None:
    e = dealt(pack, "5h Kc 6d Ad", 1)
    e.peek(True)

    assert {e.put(d(box=1, hand=1)).clause for d in DECISIONS} == {clause}


def asks(e: Evening, name: str) -> tuple[str, str]:
    """What the band of that menu asks; its key is the second answer."""
    shown = page(e)
    (second,) = [k for k in shown.allowed if k.slot.startswith(f"{name}.")]
    assert '"confirmed":true' in second.body
    return next((m.text, m.hint) for m in shown.menus if m.name == name)


def test_a_21_of_three_cards_is_doubled_only_when_the_player_was_asked_again() -> None:
    """NH double.1 lets any hand double: a 21 too, and nobody means it."""
    e = dealt(NH, "7h 6c 7c 9c", 1)
    e.draw("7d")
    key = next(k for k in page(e).allowed if k.label == "DOUBLE")

    unasked = e.put(cmd.Double(box=1, hand=1))

    assert asks(e, key.opens) == ("Box 1: really double?", "The hand has 21.")
    assert (unasked.verdict, unasked.clause) == ("refused", "NH double.1")
    assert e.put(cmd.Double(box=1, hand=1, confirmed=True)).verdict == "accepted"


def test_blackjack_is_surrendered_from_its_own_menu_and_never_by_habit() -> None:
    """MA 8.a excludes no hand: the page asks again, and so does the table."""
    e = dealt(MA, "Ah 5d 6c Jc 7c 9s", 1, 3)
    key = next(k for k in page(e).allowed if k.slot == "box1.5")
    assert (key.label, key.sub, key.body) == ("SURRENDER", "box 1", "")
    assert asks(e, key.opens) == ("Box 1: really surrender?", "Gives up 3 to 2.")
    unasked = e.put(cmd.Surrender(box=1, hand=1))
    assert (unasked.verdict, unasked.clause) == ("refused", "MA house.surrender-blackjack")

    e.press("box1.1.surrender")

    moved = {(p.direction, p.cents) for p in e.play.payments if (p.box, p.kind) == (1, "main")}
    assert moved == {("take", 500), ("return", 500)}


def test_blackjack_has_nothing_to_decide_any_more_once_the_next_box_has_drawn() -> None:
    e = dealt(MA, "Ah 5d 6c Jc 7c 9s", 1, 3)

    e.draw("2d")

    assert e.put(cmd.Surrender(box=1, hand=1)).verdict == "refused"
    assert e.offered("box1.1.surrender") is None


def test_doubled_blackjack_takes_its_card_and_wins_even_money() -> None:
    """NH double.1 bars no hand: the 3 to 2 is given up, one card comes, twice the ante wins."""
    e = dealt(NH, "Ah 6c Jc 9c", 1)
    key = next(k for k in page(e).allowed if k.slot == "box1.3")
    assert (key.label, key.sub, key.body) == ("DOUBLE", "box 1, $10 more", "")
    assert asks(e, key.opens) == ("Box 1: really double?", "Gives up 3 to 2.")
    unasked = e.put(cmd.Double(box=1, hand=1))
    assert (unasked.verdict, unasked.clause) == ("refused", "NH double.1")

    e.press("box1.1.double")
    e.draw("9d")
    e.press("act1")
    e.press("act7")
    e.draw("Kc")

    won = [p for p in e.play.payments if (p.box, p.kind, p.direction) == (1, "main", "pay")]
    assert [(p.odds, p.cents) for p in won] == [("1:1", 2000)]
