"""A hand that may double again keeps line, keys and rail until it is finished.

Source: console/README 2.2.
"""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.procedure.guide.next_step import next_step
from controller.procedure.queries import target
from tests.kit.evening import Evening, house

PACKS = {"boston-billiard": 500, "pure-21-5": 1000}
FULL = {"boston-billiard": 500, "pure-21-5": 2000}
MOST = {"boston-billiard": 2, "pure-21-5": 3}


def doubled(pack: str, card: str, *boxes: int) -> Evening:
    """The first box doubles on a pair of twos and gets `card`; the others hold 9."""
    cents = PACKS[pack]
    e = Evening(house(pack)).opened()
    if e.house.pack.deal.bank.value == "player_dealer":
        e.put(cmd.BankSet(box=7, on=True))
    e.lit(*boxes, main=dict.fromkeys(boxes, cents))
    others = len(boxes) - 1
    e.draw("2c", *["5d", "5s", "5h"][:others], "8d", "2h", *["4d", "4s", "4h"][:others], "9d")
    e.press("act1")
    e.put(cmd.Double(box=boxes[0], hand=1, cents=cents))
    e.draw(card)
    return e


def told_in_full(item: object, cents: int) -> bool:
    """WAS DOUBLE, of the amounts that the page asks the full one."""
    return isinstance(item, cmd.LastCard) and item.what == "double" and item.cents in (None, cents)


def now(e: Evening) -> tuple[int, int]:
    hand = target.hand(e.play, e.house)
    assert hand is not None
    return hand.box, hand.number


@pytest.mark.parametrize("pack", PACKS)
@pytest.mark.parametrize("card", ["3c", "7c", "Ad"])
def test_hand_keeps_its_keys_after_the_double_card(pack: str, card: str) -> None:
    """Also on a total that stands by assumption elsewhere: nothing is assumed of it."""
    e = doubled(pack, card, 1, 2)

    assert now(e) == (1, 1)
    assert next_step(e.state, e.house).text.startswith("Box 1: ")
    assert type(e.offered("act1").command) is cmd.Next  # type: ignore[union-attr]
    assert e.offered("act1").command.box == 1  # type: ignore[union-attr]
    assert e.offered("act3").command.box == 1  # type: ignore[union-attr]
    assert e.put(cmd.Hit(box=1, hand=1)).verdict == "refused"
    assert e.put(cmd.Turned()).verdict == "refused"


@pytest.mark.parametrize("pack", PACKS)
def test_last_double_leaves_no_further_one(pack: str) -> None:
    """NH double.4, CA options.3.ii, 3.iii: as many as the text has; rescue or stand remain."""
    e = doubled(pack, "2d", 1, 2)
    for card in ["2s", "3c"][: MOST[pack] - 1]:
        assert now(e) == (1, 1)
        assert e.press("act3").verdict == "accepted"
        e.draw(card)

    assert e.play.hands[0].doubles == MOST[pack]
    assert e.put(cmd.Double(box=1, hand=1)).verdict == "refused"
    if pack == "pure-21-5":
        assert next_step(e.state, e.house).text == "Box 1: 11. Rescue, or NEXT"
        e.press("act1")
    assert now(e) == (2, 1)


def test_card_behind_a_hand_that_may_only_be_rescued_is_the_next_hands() -> None:
    """CA options.3.iii: no double is asked for that it could not have had; that one was box 2's."""
    e = doubled("pure-21-5", "2d", 1, 2)
    for card in ("2s", "3c"):
        e.press("act3")
        e.draw(card)
    e.draw("6c")

    assert e.hand(2) == ["5d", "4d", "6c"]
    assert e.open == ()
    e.put(cmd.LastCard(what="double"))
    assert [h.doubles for h in e.play.hands] == [3, 1]
    assert e.put(cmd.Rescue(box=1, hand=1)).verdict == "refused"


@pytest.mark.parametrize("pack", PACKS)
def test_bust_by_the_double_card_leaves_nothing_to_choose(pack: str) -> None:
    e = doubled(pack, "Kc", 1, 2)
    e.press("act3")
    e.draw("Ks")

    assert now(e) == (2, 1)


@pytest.mark.parametrize("pack", PACKS)
def test_card_for_the_next_hand_says_that_it_stood(pack: str) -> None:
    e = doubled(pack, "3c", 1, 2, 3)
    e.draw("6c")

    assert e.hand(2) == ["5d", "4d", "6c"]
    assert e.play.hands[0].done
    assert e.open == ()


@pytest.mark.parametrize("pack", PACKS)
@pytest.mark.parametrize("boxes", [(1, 2), (1,)])
def test_further_double_told_late_is_undone_until_the_next_card(
    pack: str, boxes: tuple[int, ...]
) -> None:
    """With its stake to the hand that drew, at the last box too; UNDO takes it back."""
    e = doubled(pack, "3c", *boxes)
    e.draw("6c")
    assert e.held == ""
    slot = next(c.slot for c in e.allowed if told_in_full(c.command, FULL[pack]))
    assert e.press(slot).verdict == "accepted"
    hand = e.play.hands[0]
    assert [s.face for s in hand.cards] == ["2c", "2h", "3c", "6c"]
    before = PACKS[pack]
    added = 2 * before if pack == "boston-billiard" else 3 * before
    assert (hand.doubles, hand.double_cents) == (2, added)

    assert e.press("undo").verdict == "accepted"
    assert e.play.hands[0].doubles == 1
    assert [s.face for s in e.play.hands[0].cards] == ["2c", "2h", "3c"]


@pytest.mark.clause("NH double.1")
@pytest.mark.parametrize(
    "before", [cmd.Hit(box=1, hand=1, confirmed=True), cmd.Double(box=1, hand=1)]
)
def test_double_on_21_that_is_told_late_asks_nobody_again(before: cmd.Decision) -> None:
    """The card is out: whether the player was sure is no question any more."""
    e = Evening(house("boston-billiard")).opened().lit(1, 2, main={1: 500, 2: 500})
    e.draw("5c", "5d", "8d", "6h", "4d", "9d")
    e.press("act1")
    if isinstance(before, cmd.Hit):
        e.draw("Jc")
        e.put(before)
    else:
        e.put(before)
        e.draw("Jc")
    assert e.hand(1) == ["5c", "6h", "Jc"]
    e.draw("2c")

    slot = next(c.slot for c in e.allowed if told_in_full(c.command, 500))
    assert e.press(slot).verdict == "accepted"

    hand = e.play.hands[0]
    assert [s.face for s in hand.cards] == ["5c", "6h", "Jc", "2c"]
    assert hand.doubles == 1 + isinstance(before, cmd.Double)


def test_double_of_the_hand_that_has_the_card_is_told_beside_it() -> None:
    e = doubled("pure-21-5", "3c", 1, 2)
    e.draw("6c")

    assert e.press("last.double_own").verdict == "accepted"

    assert [h.doubles for h in e.play.hands] == [1, 1]
    assert e.hand(2) == ["5d", "4d", "6c"]


def test_rescue_of_a_hand_that_may_double_again_ends_it() -> None:
    """CA options.3.iv: the last part goes back, and the next hand is asked."""
    e = doubled("pure-21-5", "3c", 1, 2)

    assert e.put(cmd.Rescue(box=1, hand=1)).verdict == "accepted"

    assert now(e) == (2, 1)
    assert e.put(cmd.Double(box=1, hand=1)).verdict == "refused"


@pytest.mark.parametrize("pack", ["massachusetts", "massachusetts-bonus-spin", "maryland"])
def test_text_with_one_double_goes_on_at_once(pack: str) -> None:
    e = Evening(house(pack)).opened().lit(1, 2, main={1: 1000, 2: 1000})
    e.draw("2c 5d 8d 3h 4d 9d")
    e.press("act1")
    e.put(cmd.Double(box=1, hand=1, cents=1000))
    e.draw("4c")

    assert now(e) == (2, 1)
