"""Orders in doubt, rejected, done, and the shuffler that jams (MA 15.j, controller/README 2)."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.structs import replace
from controller.domain.views.view import Device
from controller.procedure.state.inputs import Outcome
from controller.procedure.state.play import Irregularity
from controller.view.devices import devices
from tests.kit.banks import FRAME
from tests.kit.evening import Evening


def in_the_strip(evening: Evening) -> list[tuple[str, bool]]:
    """Each device as the pages show it, both being there."""
    there = (Device(role="shuffler"), Device(role="wheel"))
    frame = replace(FRAME, devices=there)
    return [(d.role, d.good) for d in devices(evening.state, frame)]


def shuffling() -> Evening:
    evening = Evening()
    evening.open_table()
    evening.put(cmd.ShuffleAsked())
    return evening


# ---- shuffler (MA 15.j) ----
@pytest.mark.clause("MA 15.j")
def test_jammed_shuffler_needs_a_complete_shuffle() -> None:
    """MA 15.j: the partial shuffle is invalid, loading is refused."""
    evening = shuffling()
    wire = evening.state.orders[-1].wire
    evening.reading(fact.ShuffleFaulted, "shuffler", order=wire, reason="jam")
    assert evening.held == "shuffler_fault"
    assert evening.play.cut == "none"
    assert evening.put(cmd.CutPlaced()).verdict == "refused"
    loaded = evening.reading(fact.ShoeLoaded, "shoe")
    assert [r.kind for r in loaded.raised] == ["shoe_opened"]
    assert (evening.play.shoe, evening.play.loaded) == ("empty", 0)

    outcome = evening.rule("again")

    assert [o.kind for o in outcome.orders] == ["shuffle"]
    assert outcome.orders[0].wire != wire
    evening.reading(fact.ShuffleDone, "shuffler", order=outcome.orders[0].wire, cards=288)
    assert str(evening.play.cut) == "cover_due"


def test_shuffler_out_of_service_may_come_back_and_shuffle() -> None:
    evening = shuffling()
    wire = evening.state.orders[-1].wire
    evening.reading(fact.ShuffleFaulted, "shuffler", order=wire, reason="jam")
    evening.rule("out_of_service")

    evening.floor(cmd.OutOfService(device="shuffler", out=False))

    assert evening.press("act1").verdict == "accepted"
    assert evening.play.shuffle == "running"


# ---- orders ----
def test_answer_of_an_order_settles_its_own_doubt_alone() -> None:
    """What is in doubt about another order, or told of this one otherwise, stays open."""
    evening = shuffling()
    own = evening.state.orders[-1]
    asked = (
        Irregularity("1/order_in_doubt/1", "order_in_doubt", ref=own.name),
        Irregularity("1/order_in_doubt/2", "order_in_doubt", ref="9/spin/3"),
        Irregularity("1/cover_card_late/3", "cover_card_late", ref=own.name),
        Irregularity("1/order_in_doubt/4", "order_in_doubt", ref=own.name, status="withdrawn"),
    )
    play = replace(evening.play, irregularities=asked)
    evening.state = replace(evening.state, play=play)

    evening.reading(fact.ShuffleDone, "shuffler", order=own.wire, cards=288)

    now = evening.play.irregularities
    assert now == (replace(asked[0], status="closed", ruling="done"), *asked[1:])


@pytest.mark.clause("MA house.controller")
def test_done_of_another_order_is_a_movement_without_cause() -> None:
    evening = shuffling()

    outcome = evening.reading(fact.ShuffleDone, "shuffler", order=77, cards=288)

    assert [r.kind for r in outcome.raised] == ["order_without_cause"]
    assert evening.play.shuffle == "running"
    assert evening.rule("none", reason="test run").verdict == "accepted"
    assert evening.play.shuffle == "running"


@pytest.mark.parametrize(("answer", "status"), [("accepted", "accepted"), ("running", "accepted")])
def test_order_follows_what_the_device_says_of_it(answer: str, status: str) -> None:
    evening = shuffling()
    wire = evening.state.orders[-1].wire

    said(evening, wire, answer)

    assert evening.state.orders[-1].status == status


def said(evening: Evening, wire: int, answer: str, reason: str = "") -> Outcome:
    return evening.put(
        fact.OrderAnswered(device="shuffler", boot="b", order=wire, answer=answer, reason=reason)
    )


def test_rejected_order_is_a_fault_of_the_device() -> None:
    evening = shuffling()

    said(evening, evening.state.orders[-1].wire, "rejected", "door open")

    assert evening.held == "shuffler_fault"
    assert evening.open[0].about == "door open"


def test_answer_to_an_order_that_is_over_changes_nothing() -> None:
    evening = shuffling()

    assert said(evening, 77, "never_seen").raised == ()
    assert said(evening, evening.state.orders[-1].wire, "done").raised == ()


@pytest.mark.clause("MA house.controller")
@pytest.mark.parametrize("ruling", ["counts", "again", "none"])
def test_shuffle_in_doubt_is_looked_at_and_ruled(ruling: str) -> None:
    """controller/README 2: unknown under another boot: a person looks."""
    evening = shuffling()
    wire = evening.state.orders[-1].wire
    said(evening, wire, "unknown")
    said(evening, wire, "unknown")
    assert [i.kind for i in evening.open] == ["order_in_doubt"]
    assert in_the_strip(evening) == [("shuffler", False), ("wheel", True)]
    assert evening.rule(ruling, reason="50").verdict == "refused"
    evening.answer("looked", "YES" if ruling == "counts" else "NO")

    outcome = evening.rule(ruling, reason="50")

    assert outcome.verdict == "accepted"
    assert evening.held in ("", "shuffler_fault")
    if ruling == "counts":
        assert evening.play.cut == "cover_due"
    elif ruling == "again":
        assert outcome.orders[0].wire != wire
    else:
        assert outcome.orders == ()
        assert evening.play.shuffle == "faulted"
        assert evening.offered("act1") is not None


def spin_in_doubt() -> tuple[Evening, int]:
    evening = Evening().opened().lit(2, bonus_spin={2: None})
    evening.draw("As 9s Kd Kc")
    evening.press("act1")
    evening.press("act7")
    wire = evening.reading(fact.SeatButtonPressed, "wheel", box=2).orders[0].wire
    evening.put(fact.OrderAnswered(device="wheel", boot="b", order=wire, answer="unknown"))
    return evening, wire


@pytest.mark.clause("MA house.controller")
@pytest.mark.parametrize("ruling", ["counts", "again", "none"])
def test_spin_in_doubt_turns_at_most_once_more(ruling: str) -> None:
    evening, wire = spin_in_doubt()
    assert evening.held == "order_in_doubt"
    evening.answer("looked", "YES" if ruling == "counts" else "NO")

    rank = "casino_supervisor" if ruling == "none" else "floorperson"
    outcome = evening.rule(ruling, rank=rank, reason="50")

    assert outcome.verdict == "accepted"
    spins = [o for _, s in evening.steps for o in s.outcome.orders if o.kind == "spin"]
    assert len(spins) == (2 if ruling == "again" else 1)
    assert len({o.wire for o in spins}) == len(spins)
    late = evening.reading(fact.SpinDone, "wheel", order=wire, section="500")
    assert [r.kind for r in late.raised] == ["order_without_cause"]
    paid = [p.cents for p in evening.play.payments if p.kind == "bonus_spin"]
    assert 50000 not in paid


def test_counted_spin_needs_a_section_of_the_table() -> None:
    evening, _ = spin_in_doubt()
    evening.answer("looked", "YES")

    assert evening.rule("counts", reason="777").clause == "MA house.wheel-table"


def test_spin_that_reports_while_it_is_in_doubt_answers_the_doubt() -> None:
    evening, wire = spin_in_doubt()

    evening.reading(fact.SpinDone, "wheel", order=wire, section="50")

    assert evening.held == ""
    assert evening.play.spins[0].status == "rested"


def test_shuffle_of_a_table_that_was_closed_counts_for_nothing() -> None:
    """Closing takes the cards out of the shuffler; what it says afterwards has no cause."""
    evening = shuffling()
    wire = evening.state.orders[-1].wire
    evening.floor(cmd.TableClosed(reason="break"))
    evening.floor(cmd.DecksCounted(cards=288, seal="S-12"))
    evening.open_table()

    evening.reading(fact.ShuffleDone, "shuffler", order=wire, cards=288)

    assert evening.held == "order_without_cause"
    assert evening.play.cut == "none"


def test_order_is_never_sent_under_the_boot_of_another_release() -> None:
    evening = shuffling()

    order = evening.state.orders[-1]

    assert order.boot == "b"
    assert order.wire == (1 << 48) | (evening.seq << 8) | 1


def fire(evening: Evening) -> None:
    for timer in evening.play.timers:
        evening.put(fact.TimerFired(timer=timer.id))


def test_order_that_is_done_without_a_result_is_looked_at() -> None:
    """The device forgot its event: nobody waits for ever."""
    evening = shuffling()
    wire = evening.state.orders[-1].wire
    evening.put(fact.OrderAnswered(device="shuffler", boot="b", order=wire, answer="done"))
    assert evening.held == ""

    fire(evening)

    assert evening.held == "order_in_doubt"


def test_result_that_follows_its_answer_leaves_no_doubt() -> None:
    """The event comes right after."""
    evening = shuffling()
    wire = evening.state.orders[-1].wire
    evening.put(fact.OrderAnswered(device="shuffler", boot="b", order=wire, answer="done"))
    cards = evening.house.shoe_cards
    evening.reading(fact.ShuffleDone, "shuffler", order=wire, cards=cards)

    fire(evening)

    assert evening.held == ""
    assert evening.play.shuffle == "done"
