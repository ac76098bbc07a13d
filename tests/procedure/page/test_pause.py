"""PAUSE: from any state, no card while it runs, and play goes on (console/README 3)."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.procedure.guide.levels import levels
from controller.procedure.irregularities import catalog
from controller.procedure.reducers.opening import pause
from controller.rules.pack import names
from controller.view import sign_view, surveillance_view
from controller.view.surveillance import happened
from tests.kit.evening import Evening, house
from tests.kit.shown import floor_page, frame, page, told

HOUSE = ("MA house.pause", "MD house.pause", "NH house.pause", "CA house.pause")


def dealt() -> Evening:
    e = Evening(house("massachusetts")).opened().lit(2, 5)
    e.draw("8c 9c 6d 4c 9h 9d")
    e.put(cmd.DealOk(boxes=(2, 5)))
    return e


def paused(
    e: Evening, reason: cmd.PauseReason = "dispute", box: int = 0, note: str = ""
) -> Evening:
    outcome = e.floor(cmd.Paused(reason=reason, box=box, note=note))
    assert outcome.verdict == "accepted", outcome
    return e


@pytest.mark.clause(*HOUSE)
@pytest.mark.parametrize("pack", names())
def test_floor_pauses_from_any_state_and_resumes_where_it_stood(pack: str) -> None:
    e = Evening(house(pack)).opened()
    lines = []
    for _ in range(2):
        before = e.play
        paused(e, "medical")
        lines.append(page(e).next_step.text)
        assert e.floor(cmd.Resumed()).verdict == "accepted"
        assert e.play == before
        e.lit(2)

    assert lines == ["Paused. Cards as they lie."] * 2


@pytest.mark.clause(*HOUSE)
def test_only_the_floor_pauses_and_only_with_a_reason_of_the_list() -> None:
    e = dealt()

    dealer = e.put(cmd.Paused(reason="dispute"))
    other = e.floor(cmd.Paused(reason="other"))
    no_box = e.floor(cmd.Paused(reason="dispute", box=8))
    resumed = e.floor(cmd.Resumed())

    assert {o.verdict for o in (dealer, other, no_box, resumed)} == {"refused"}
    assert (resumed.clause, other.text) == ("MA house.pause", "A reason is required")
    assert not e.play.pause.since


@pytest.mark.clause(*HOUSE)
def test_no_card_and_no_press_while_it_runs() -> None:
    e = paused(dealt(), "fill")

    press = e.put(cmd.Next(box=2, hand=1))
    card = e.draw("5c")

    assert (press.verdict, press.clause) == ("refused", "MA house.pause")
    assert [r.kind for r in card.raised] == ["drawn_while_held"]
    assert catalog.headline(e.play, e.house, e.asked) == "Card drawn while paused"
    assert e.hand(2) == ["8c", "4c"]


def test_cards_that_are_due_are_not_asked_for_and_no_draw_is_slow_afterwards() -> None:
    e = Evening(house("massachusetts")).opened().lit(2, 5)
    e.draw("8c")
    paused(e, "security")

    e.fire("deal_gap", after_ms=4_000)
    e.floor(cmd.Resumed(), rank="floorperson")
    e.put(cmd.MenuAsked(), after_ms=60_000)
    paused(e, "security")
    e.put(cmd.PauseSeen(by="K. Hill", rank=cmd.SURVEILLANCE, where="surveillance"), after_ms=90_000)
    e.floor(cmd.Resumed())
    e.draw("9c")

    assert not e.open


def test_settled_layout_is_not_cleared_by_a_card_that_comes_meanwhile() -> None:
    e = dealt()
    e.put(cmd.Next(box=2, hand=1))
    e.put(cmd.Next(box=5, hand=1))
    e.put(cmd.Turned(), after_ms=3_000)
    e.draw("5d")
    assert e.play.round == "settled"
    paused(e, "colour_change")

    e.draw("3c", after_ms=9_000)
    cleared = e.put(cmd.LayoutCleared())

    assert (e.play.round, cleared.verdict) == ("settled", "refused")


@pytest.mark.clause(*HOUSE)
def test_the_dealer_reads_no_reason_and_the_floor_all_of_it() -> None:
    e = paused(dealt(), "dispute", 5, "says he waved before the card")

    dealers = repr(page(e))
    pausing = floor_page(e).pausing

    assert "ispute" not in dealers
    assert "waved" not in dealers
    assert page(e).pause is not None
    assert page(e).next_step.hint == "The floor resumes. Then: next card → box 2"
    assert (pausing.reason, pausing.box, pausing.note) == (
        "Dispute",
        5,
        "says he waved before the card",
    )
    assert [key.name for key in pausing.reasons if key.chosen] == ["dispute"]
    assert [key.label for key in pausing.boxes if key.chosen] == ["5"]


@pytest.mark.clause(*HOUSE)
def test_it_has_a_signal_of_its_own_and_the_lamp_of_a_stop() -> None:
    e = paused(dealt())

    assert page(e).signal == "pause"
    assert levels(e.state, e.house).lamp == "stop"
    sign = sign_view(e.state, e.house, frame(e))
    assert sign.state == "Please wait"
    assert sign.held


def test_reason_box_and_note_change_while_it_runs_and_each_is_told() -> None:
    e = paused(dealt())
    since = e.play.pause.since
    first = told(e).text

    paused(e, "medical", 5, "a glass of water")
    second = told(e).text
    e.floor(cmd.Resumed(), rank="floorperson")

    assert e.steps[-1][0].seq - 2 == e.steps[-3][0].seq
    assert first == "Paused: dispute, by M. Okafor, floorperson"
    assert second == "Pause is about medical, box 5: a glass of water, by M. Okafor, floorperson"
    assert told(e).text == "Resumed after 0:02, by M. Okafor, floorperson"
    assert since


def test_surveillance_is_told_acknowledges_and_may_do_nothing_else() -> None:
    e = dealt()
    before = e.state
    paused(e, "camera", 2)
    lines = [line.text for line in happened(before, e.state, e.house, e.mono)]
    seen = cmd.PauseSeen(by="K. Hill", rank=cmd.SURVEILLANCE, where="surveillance")
    resume = cmd.Resumed(by="K. Hill", rank=cmd.SURVEILLANCE, where="surveillance")

    view = surveillance_view(e.state, e.house, frame(e), ())
    resumed, told_once, again = e.put(resume), e.put(seen), e.put(seen)

    assert lines == ["Paused: camera, box 2"]
    assert view.paused is not None
    assert view.paused.body
    assert (resumed.verdict, told_once.verdict, again.verdict) == (
        "refused",
        "accepted",
        "refused",
    )
    assert floor_page(e).pausing.seen_by == "K. Hill"


def test_supervisor_is_called_when_it_lasts() -> None:
    e = paused(dealt())

    e.fire("pause", after_ms=int(pause.LASTS_S) * 1000)

    assert floor_page(e).pausing.called == "casino_supervisor"


@pytest.mark.clause(*HOUSE)
def test_dispute_becomes_a_ruling_that_holds_the_table() -> None:
    e = paused(dealt(), "dispute", 5)

    e.floor(cmd.Resumed(ruling=True))

    assert catalog.headline(e.play, e.house, e.asked) == "Dispute, box 5"
    assert e.held == "free_ruling"
    assert page(e).hold is not None
    assert page(e).call is None, "the dealer has not called, and takes nothing back"
    assert e.rule("seen").verdict == "refused", "no clause: a reason is required"
    e.rule("seen", reason="the card stands, camera seen")
    assert not e.held


def test_a_red_hold_stays_what_it_is_beside_a_pause() -> None:
    e = dealt()
    e.unread()
    paused(e, "cards")

    assert page(e).signal == "stop"
    e.rule("no_card")
    assert page(e).signal == "pause"
    e.floor(cmd.Resumed())
    assert page(e).signal == "go"


def test_table_that_is_closed_is_not_paused_any_more() -> None:
    e = Evening(house("massachusetts")).opened()
    paused(e, "security")

    assert e.floor(cmd.TableClosed()).verdict == "accepted"
    assert not e.play.pause.since


def test_correction_of_the_round_keeps_the_pause() -> None:
    """An amended fold takes the pause again with the clock of its own row."""
    e = dealt()
    e.draw("5c")
    paused(e, "dispute", 2)
    since = e.play.pause.since
    e.floor(cmd.Reported(what="unwanted_card", box=2, hand=1))

    outcome = e.rule("in_error", reason="waved")

    assert outcome.verdict == "accepted", outcome
    assert e.play.pause.since == since
    assert page(e).signal in ("pause", "stop")


@pytest.mark.parametrize(("cards", "waits"), [("", False), ("8c", True), ("8c 9c 6d", True)])
def test_wait_for_the_next_card_begins_anew_where_one_is_due(cards: str, *, waits: bool) -> None:
    """Not before the first card of the deal, and not behind the last one."""
    e = Evening(house("massachusetts")).later()
    e.put(cmd.BoxSet(box=5, lit=True))
    e.draw(cards)
    paused(e, "security")
    stopped = e.timer("deal_gap")

    e.floor(cmd.Resumed(), rank="floorperson")

    assert stopped == ""
    assert bool(e.timer("deal_gap")) is waits


def test_no_card_is_waited_for_behind_the_last_one_of_the_deal() -> None:
    e = Evening(house("massachusetts")).opened().lit(2, 5)
    e.draw("8c 9c 6d 4c 9h 9d")
    assert e.play.round == "deal_out"
    paused(e, "security")

    e.floor(cmd.Resumed(), rank="floorperson")

    assert e.timer("deal_gap") == ""
