"""What is left: refusals and guards that no situation at the table needs a story for."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.sealed import Sealed, Slot
from controller.domain.structs import replace
from controller.procedure.guide.levels import levels
from controller.procedure.reducers.play import decisions as play_reducers
from controller.procedure.state import follow_ups
from controller.procedure.state.context import CannotOpen, faces
from controller.procedure.state.play import Irregularity
from controller.procedure.state.whole import State
from controller.table.vault import RecordVault, TableVault
from tests.kit.evening import Evening


def dealt(cards: str, *boxes: int) -> Evening:
    evening = Evening().opened().lit(*boxes)
    evening.draw(cards)
    evening.press("act1")
    return evening


@pytest.mark.parametrize(
    ("command", "clause"),
    [
        (cmd.BoxSet(box=9, lit=True), "MA house.seats"),
        (cmd.WagerSet(box=9, kind="main", on=True), "MA house.seats"),
        (cmd.WagerSet(box=1, kind="lucky", on=True), "MA 5.a"),
        (cmd.DealOk(), "MA house.order-of-steps"),
        (cmd.BurnReported(made=True), "MA house.order-of-steps"),
        (cmd.Turned(), "MA house.order-of-steps"),
    ],
)
def test_command_that_cannot_be_is_refused_while_bets_are_open(
    command: cmd.Command, clause: str
) -> None:
    evening = Evening().opened().lit(1)

    refused = evening.put(command)

    assert (refused.verdict, refused.clause) == ("refused", clause)


def test_deal_ok_names_its_boxes() -> None:
    evening = Evening().opened().lit(1, 3)
    evening.draw("5h 9d 7s 4h 3c 8d")

    other = evening.put(cmd.DealOk(boxes=(1,)))
    skipped = evening.put(cmd.BoxSkipped(box=5, deal_pass=1))

    assert other.clause == "MA house.deal-ok"
    assert skipped.clause == "MA 15.h"


@pytest.mark.clause("MA house.card-not-read")
def test_deal_ok_waits_for_an_up_card_that_was_not_read() -> None:
    evening = Evening().opened().lit(1)
    evening.draw("5h")
    evening.unread()
    evening.answer("down", "YES")
    evening.rule("play_on")
    evening.draw("4h 8d")

    assert evening.put(cmd.DealOk()).clause == "MA house.card-not-read"
    evening.floor(cmd.CardEntered(card=evening.play.dealt[1].id, face="7s"))

    assert evening.press("act1").verdict == "accepted"


@pytest.mark.clause("MA house.card-not-read")
def test_nothing_is_opened_while_a_card_of_the_deal_was_not_read() -> None:
    evening = Evening().opened().lit(1)
    evening.draw("5h 7s")
    evening.unread()
    evening.answer("down", "YES")
    evening.rule("play_on")
    evening.draw("8d")

    outcome = evening.press("act1")

    assert evening.held == "cannot_open"
    assert outcome.exposed == ()
    assert evening.play.hands == ()


def test_ruling_that_amends_checks_rank_and_facts_like_any_other() -> None:
    evening = dealt("5h 9d 7s 4h 3c 8d", 1, 3)
    evening.peek(True)
    name = evening.open[0].id

    early = evening.rule("correct_cards")
    low = evening.floor(cmd.Ruled(irr=name, ruling="correct_cards"), rank="dealer")
    gone = evening.floor(cmd.Ruled(irr="1/reader_used/1", ruling="correct_cards"))

    assert [o.verdict for o in (early, low, gone)] == ["refused"] * 3


def test_seen_wager_in_mid_round_is_late() -> None:
    evening = dealt("5h 9d 7s 4h 3c 8d", 1, 3)

    outcome = evening.reading(fact.WagerSensed, "wheel", box=1, on=True)

    assert [r.kind for r in outcome.raised] == ["wager_late"]


def test_card_held_back_in_the_deal_is_the_next_of_the_deal() -> None:
    evening = Evening().opened().lit(1, 3)
    evening.draw("5h")
    evening.put(fact.Noted(kind="events_lost", about="shoe"))
    evening.draw("9d")
    evening.rule("as_they_lie", reason="counted")
    evening.answer("seen", "NOT SEEN")

    evening.rule("next_card")
    evening.draw("7s 4h 3c 8d")
    evening.press("act1")

    assert evening.hand(3) == ["9d", "3c"]


def test_card_held_back_that_the_dealer_cannot_use_goes_to_the_rack() -> None:
    evening = dealt("9h 7s 9d 2d", 1)
    evening.press("act7")
    evening.put(fact.Noted(kind="events_lost", about="shoe"))
    evening.draw("Kc")
    evening.rule("as_they_lie", reason="counted")
    state, play = evening.state, evening.play
    dealer = (*play.dealer, Slot(1, evening.blank, "8h"))
    evening.state = replace(state, play=replace(play, dealer=dealer))
    racked = evening.play.racked
    evening.answer("seen", "NOT SEEN")

    evening.rule("next_card")

    assert evening.play.racked == racked + 1


def test_follow_ups_that_do_not_end_are_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """At most 8 follow-ups in a step (controller/README 2)."""
    evening = dealt("5h 9d 7s 4h 3c 8d", 1, 3)

    def endless(c: object, *_: object) -> None:
        for _again in range(9):
            c.follow(follow_ups.Shoe.ROUND_OVER)  # type: ignore[attr-defined]

    monkeypatch.setattr(play_reducers, "give", endless)

    assert evening.draw("2c").verdict == "fault"


def test_card_that_lies_face_down_has_no_face() -> None:
    with pytest.raises(ValueError, match="no face"):
        faces((Slot(1, Evening.blank, None),))


def test_reading_of_an_unknown_boot_begins_with_its_first_number() -> None:
    evening = dealt("5h 9d 7s 4h 3c 8d", 1, 3)

    first = evening.put(fact.UnknownEvent(device="wheel", boot="fresh", n=1, mac=b"x", code=9))

    assert [r.kind for r in first.raised] == ["unknown_event"]


def test_levels_follow_the_hold_and_the_armed_seat() -> None:
    evening = Evening().opened().lit(2, bonus_spin={2: None})
    evening.draw("As 9s Kd Kc")
    evening.press("act1")
    evening.press("act7")
    waiting = levels(evening.state, evening.house)
    evening.put(fact.Noted(kind="events_lost", about="shoe"))

    assert waiting.wheel_armed == 2
    assert levels(evening.state, evening.house).lamp == "stop"


def test_wheel_out_of_service_during_its_fault_leaves_the_fault_to_be_ruled() -> None:
    evening = Evening().opened().lit(2, bonus_spin={2: None})
    evening.draw("As 9s Kd Kc")
    evening.press("act1")
    evening.press("act7")
    wire = evening.reading(fact.SeatButtonPressed, "wheel", box=2).orders[0].wire
    evening.reading(fact.SpinFaulted, "wheel", order=wire, reason="stuck")

    evening.floor(cmd.OutOfService(device="wheel", out=True))

    assert evening.held == "spin_fault"
    assert evening.rule("again", rank="casino_supervisor").text == "The wheel is out of service"
    evening.rule("none", rank="casino_supervisor", reason="stuck")
    assert evening.held == ""
    assert evening.paid()[2, "bonus_spin"][0] == "void"
    assert evening.put(cmd.LayoutCleared(), after_ms=5000).verdict == "accepted"


def test_wheel_out_of_service_while_it_turns_leaves_the_spin_to_be_read() -> None:
    evening = Evening().opened().lit(2, bonus_spin={2: None})
    evening.draw("As 9s Kd Kc")
    evening.press("act1")
    evening.press("act7")
    evening.reading(fact.SeatButtonPressed, "wheel", box=2)

    evening.floor(cmd.OutOfService(device="wheel", out=True))

    assert evening.held == "spin_fault"
    assert (2, "bonus_spin") not in evening.paid()
    evening.rule("counts", rank="casino_supervisor", reason="50")
    assert evening.play.wheel == "locked"
    assert evening.paid()[2, "bonus_spin"][0] == "pay"


def test_layout_is_cleared_by_the_next_key_and_not_by_its_bounce() -> None:
    evening = dealt("9h 7s 9d Kd", 1)
    evening.press("act7")

    bounce = evening.put(cmd.KeyPressed(key="next"), after_ms=300)
    cleared = evening.put(cmd.KeyPressed(key="next"), after_ms=4000)

    assert bounce.verdict == "refused"
    assert cleared.verdict == "accepted"
    assert evening.play.number == 2


def test_late_match_is_settled_by_its_ruling_once() -> None:
    evening = Evening().opened().lit(1, 3, match={3: 500})
    evening.draw("5h 9d 9s 4h 9c 8s")
    evening.press("act1")
    evening.draw("6c")

    evening.rule("settle_late", rank="dealer")

    assert [p.cents for p in evening.play.payments if p.kind == "match"] == [4000]
    assert not evening.open


def test_fault_of_an_input_outside_the_round_leaves_only_its_card_to_clear() -> None:
    evening = dealt("5h 9d 7s 4h 3c 8d", 1, 3)
    fault = Irregularity("9/controller_fault/0", "controller_fault", card=Slot(9, Evening.blank))
    state = evening.state
    evening.state = replace(state, play=replace(state.play, irregularities=(fault,)))
    drawn, racked = evening.play.drawn, evening.play.racked

    evening.rule("strike_out")

    assert evening.held == ""
    assert (evening.play.drawn, evening.play.racked) == (drawn + 1, racked + 1)


def test_hand_of_a_box_that_is_not_there_cannot_be_ruled_dead() -> None:
    evening = dealt("5h 9d 7s 4h 3c 8d", 1, 3)
    asked = Irregularity("9/hand_with_one_card/1", "hand_with_one_card", box=6, hand=1)
    state = evening.state
    evening.state = replace(state, play=replace(state.play, irregularities=(asked,)))

    evening.put(cmd.Ruled(irr=asked.id, ruling="hand_dead"))

    assert not any(h.dead for h in evening.play.hands)
    assert evening.faults == []


def test_late_match_of_a_split_box_goes_by_its_first_two_cards() -> None:
    evening = Evening().opened().lit(1, 3, match={3: 500})
    evening.draw("5h 8h 8c 6d 8d 7c")
    evening.press("act1")
    evening.draw("2c")
    evening.press("act1")
    evening.press("act4")
    evening.draw("5c")

    evening.put(cmd.MatchDone())

    assert evening.hand(3, 1) == ["8h", "5c"]
    assert evening.paid()[3, "match"] == ("pay", "8:1")


@pytest.mark.clause("MA house.card-not-read")
def test_card_not_read_for_a_hand_cannot_be_left_down() -> None:
    evening = dealt("2c 9s Kh 8d", 3)
    evening.unread()

    assert evening.rule("play_on").verdict == "refused"


class OneShut(TableVault):
    """Its key opens every seal but one."""

    shut = 0

    def open(self, card: int, seal: Sealed) -> tuple[str, bytes]:
        if card == self.shut:
            raise CannotOpen(card)
        return super().open(card, seal)


def test_replay_fails_to_open_the_same_card_as_the_table_did() -> None:
    """What was opened before the seal that stays shut is on the record (controller/README 1.5)."""
    vault = OneShut(bytes(32))
    evening = Evening(vault=vault).opened().lit(1, 3)
    evening.draw("5h 9d 7s 4h 3c 8d")
    vault.shut = evening.play.dealt[3].id
    evening.press("act1")
    assert evening.held == "cannot_open"

    again, rows = State(), RecordVault()
    for stamped, step in evening.steps:
        rows.learn(step.outcome.exposed, step.outcome.answers)
        again = evening.procedure.step(again, stamped, rows).state

    assert again == evening.state
    assert evening.open[0].about == str(vault.shut)
