"""Hand and voice that differ (NH play.18; CA dealing.3.iv)."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from tests.kit.evening import Evening, house
from tests.kit.shown import floor_page, told


def deciding(pack: str) -> Evening:
    """Box 2 has 15, box 3 waits; the dealer shows a 6, which asks for no check."""
    at = Evening(house(pack)).opened()
    if at.play.bank is None and at.house.pack.deal.bank.value == "player_dealer":
        at.put(cmd.BankSet(box=7, on=True))
    at.lit(2, 3)
    at.draw("9h 8s 6d 6c 4s 9d")
    at.press("act1")
    return at


@pytest.mark.clause("NH play.18")
def test_hand_signal_is_the_decision_where_the_voice_differs() -> None:
    """Says hit, waves over 15: the hand stands, the voice is on the record."""
    at = deciding("boston-billiard")

    outcome = at.floor(cmd.Signalled(box=2, hand=1, shown="stand", spoken="hit"))

    assert outcome.verdict == "accepted"
    assert [h.done for h in at.play.hands] == [True, False]
    assert told(at).text == "Box 2: hand stand, voice hit, by M. Okafor, floorperson"
    assert told(at).clause == "NH play.18"


@pytest.mark.clause("NH play.18")
def test_card_drawn_on_the_voice_was_drawn_in_error() -> None:
    """The card is out already: the hand keeps its 15 and stands, the card is offered as seen."""
    at = deciding("boston-billiard")
    at.draw("3h")

    outcome = at.floor(cmd.Signalled(box=2, hand=1, shown="stand", spoken="hit", drawn=True))

    assert outcome.verdict == "accepted"
    assert at.hand(2) == ["9h", "6c"]
    assert at.play.hands[0].done
    assert [(i.kind, i.card and i.card.face) for i in at.open] == [
        ("card_drawn_in_error_seen", "3h")
    ]


def test_signal_of_a_hit_leaves_the_next_card_to_the_hand() -> None:
    """Waves for a card, says stand: the card that comes is that hand's."""
    at = deciding("boston-billiard")

    at.floor(cmd.Signalled(box=2, hand=1, shown="hit", spoken="stand"))
    at.draw("2h")

    assert at.hand(2) == ["9h", "6c", "2h"]


def test_no_other_hand_and_no_other_card_is_touched() -> None:
    """A hand out of its turn waits; a card of the first two was not drawn on a word."""
    at = deciding("boston-billiard")

    early = at.floor(cmd.Signalled(box=3, hand=1, shown="stand", spoken="hit"))
    dealt = at.floor(cmd.Signalled(box=2, hand=1, shown="stand", spoken="hit", drawn=True))

    assert [early.verdict, dealt.verdict] == ["refused", "refused"]


def test_floor_enters_both_signals() -> None:
    """Three keys of the floor's page: either way round, and with the card out."""
    at = deciding("boston-billiard")
    before = [a.label for a in floor_page(at).allowed if a.slot.startswith("floor.signal")]
    at.draw("3h")
    after = [a.slot for a in floor_page(at).allowed if a.slot.startswith("floor.signal")]

    assert before == ["STAND BY HAND", "HIT BY HAND"]
    assert "floor.signal.drawn" in after


def test_voice_alone_is_asked_again_where_only_signals_count_the_same() -> None:
    """Where the text ranks neither, a difference decides nothing."""
    at = deciding("massachusetts-bonus-spin")

    outcome = at.floor(cmd.Signalled(box=2, hand=1, shown="stand", spoken="hit"))

    assert (outcome.verdict, outcome.text) == ("refused", "Hand and voice differ: ask again")


def test_card_of_a_double_was_not_drawn_on_a_word() -> None:
    """The double has called for it."""
    at = deciding("boston-billiard")
    at.put(cmd.Double(box=2, hand=1))
    at.draw("3h")

    offered = [a.slot for a in floor_page(at).allowed]
    said = at.floor(cmd.Signalled(box=2, hand=1, shown="stand", spoken="hit", drawn=True))

    assert "floor.signal.drawn" not in offered
    assert said.verdict == "refused"


def test_card_on_a_word_says_that_the_hand_before_it_has_done_with_its_double() -> None:
    """Box 2 may double again when the card for box 3 comes: it stands, then box 3 does."""
    at = deciding("pure-21-5")
    at.put(cmd.Double(box=2, hand=1))
    at.draw("2h 3h")
    assert [len(h.cards) for h in at.play.hands] == [3, 3]

    outcome = at.floor(cmd.Signalled(box=3, hand=1, shown="stand", spoken="hit", drawn=True))

    assert outcome.verdict == "accepted"
    assert [(h.done, len(h.cards)) for h in at.play.hands] == [(True, 3), (True, 2)]


def test_card_that_the_shoe_did_not_read_is_no_card_on_a_word() -> None:
    """What a person keyed in its place is put right by CORRECT CARDS: the key is not offered."""
    at = deciding("boston-billiard")
    at.unread()
    at.floor(cmd.Ruled(irr=at.asked.id, ruling="enter_card", reason="3h"))
    assert at.hand(2)[-1] == "3h"

    assert all(a.slot != "floor.signal.drawn" for a in floor_page(at).allowed)
