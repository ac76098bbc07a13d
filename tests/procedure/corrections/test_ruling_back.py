"""A ruling that was not meant is taken back until something has followed it."""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.structs import replace
from tests.kit.evening import Evening, house
from tests.kit.shown import floor_page, page


def ruled() -> Evening:
    """Box 2 was to act; a card was not read, and the floor says that none left the shoe."""
    e = Evening(house("massachusetts")).opened().lit(2, 5)
    e.draw("8c 9c 6d 4c 9h 9d")
    e.put(cmd.DealOk(boxes=(2, 5)))
    e.unread()
    assert e.held == "card_not_read"
    e.rule("no_card")
    assert not e.held
    return e


def back(e: Evening, rank: str = "floorperson") -> cmd.RulingTakenBack:
    irr = next(i for i in e.play.irregularities if i.kind == "card_not_read")
    return cmd.RulingTakenBack(irr=irr.id)


def test_ruling_is_taken_back_and_its_hold_stands_again() -> None:
    e = ruled()
    assert floor_page(e).take_back

    outcome = e.floor(back(e))

    assert outcome.verdict == "accepted", outcome
    assert e.held == "card_not_read"
    assert page(e).hold is not None
    assert not floor_page(e).take_back
    assert e.rule("no_card").verdict == "accepted"
    assert not e.held


def test_nothing_is_taken_back_once_a_card_or_a_press_has_followed() -> None:
    drawn, pressed = ruled(), ruled()
    drawn.draw("2c")
    pressed.put(cmd.Next(box=2, hand=1))

    for e in (drawn, pressed):
        assert not floor_page(e).take_back
        assert e.floor(back(e)).verdict == "refused"


def test_a_sign_in_leaves_it_open() -> None:
    e = ruled()
    e.put(fact.SignInTried(name="Bo Lind", right=True, rank="casino_supervisor"))

    assert floor_page(e).take_back
    assert e.floor(back(e)).verdict == "accepted"


def test_a_pause_or_a_notice_leaves_it_open_and_the_dealer_has_no_part_in_it() -> None:
    e = ruled()
    e.floor(cmd.Paused(reason="dispute"))

    assert e.put(back(e)).verdict == "refused"
    assert e.floor(back(e)).verdict == "accepted"
    assert e.held == "card_not_read"
    assert e.play.pause.since


def test_what_a_supervisor_ruled_no_floorperson_takes_back() -> None:
    e = Evening(house("massachusetts")).opened().lit(2, 5)
    e.draw("8c 9c 6d 4c 9h 9d")
    e.put(cmd.DealOk(boxes=(2, 5)))
    e.unread()
    e.rule("no_card", rank="casino_supervisor")

    assert not floor_page(e, "floorperson").take_back
    assert e.floor(back(e)).verdict == "refused"
    assert e.floor(back(e), rank="casino_supervisor").verdict == "accepted"


def test_bust_that_was_told_before_a_void_counts_again_once_the_void_is_taken_back() -> None:
    e = Evening(house("boston-billiard")).opened().lit(2, 5)
    e.draw("9d 8c 7d 7c 9h Kd")
    e.put(cmd.DealOk(boxes=(2, 5)))
    e.draw("Kh")
    assert page(e).next_step.hint.startswith("Box 2: TAKE")
    e.put(cmd.LastCard(what="shown", card=e.play.dealer[1].id))
    irr = e.play.irregularities[-1].id
    e.floor(cmd.FactAnswered(irr=irr, question="who", answer="PLAYERS"), rank="casino_supervisor")
    void = cmd.Ruled(irr=irr, ruling="all_hands_dead", reason="seen")
    assert e.floor(void, rank="casino_supervisor").verdict == "accepted"

    e.floor(cmd.RulingTakenBack(irr=irr), rank="casino_supervisor")
    e.floor(replace(void, ruling="play_on"), rank="casino_supervisor")

    assert page(e).next_step.hint == "The settlement is taken back. Box 2: TAKE."
