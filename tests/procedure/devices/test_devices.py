"""Devices lost, put out of service, restarted, contradicting the record.

Source: console/README 2.4, controller/README 2.
"""

from __future__ import annotations

from typing import Any

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure.state.inputs import Outcome
from tests.kit.evening import Evening


def lose(evening: Evening, name: str) -> Outcome:
    return evening.put(fact.DeviceLost(device=name, reason="read"))


def dealt(cards: str = "9c 9s Kh 8d", *boxes: int) -> Evening:
    evening = Evening().opened().lit(*(boxes or (3,)))
    evening.draw(cards)
    evening.press("act1")
    return evening


# ---- lost: red only when needed ----
@pytest.mark.clause("MA house.device-lost")
@pytest.mark.parametrize(
    ("name", "held"), [("shoe", True), ("reader", False), ("wheel", False), ("shuffler", False)]
)
def test_lost_device_holds_only_when_the_present_or_next_step_needs_it(
    name: str, held: bool
) -> None:
    evening = dealt()

    assert [r.kind for r in lose(evening, name).raised] == ["device_lost"]
    assert (evening.held == "device_lost") == held


@pytest.mark.clause("MA house.device-lost")
def test_lost_reader_lets_the_deal_go_on_and_holds_at_the_peek() -> None:
    """Cards of the deal go on being booked: only the peek needs the reader."""
    evening = Evening().opened().lit(3)
    lose(evening, "reader")

    evening.draw("9c Ks Kh 8d")
    assert evening.held == ""
    evening.press("act1")
    assert evening.held == "device_lost"
    evening.hello("reader", "card_reader")

    assert evening.held == ""


@pytest.mark.clause("MA house.device-lost")
def test_lost_reader_holds_while_a_peek_is_due() -> None:
    peek = dealt("9c Ks Kh 8d")
    low = dealt("9c 2s Kh 8d")
    for evening in (peek, low):
        lose(evening, "reader")

    assert (peek.held, low.held) == ("device_lost", "")


@pytest.mark.clause("MA house.device-lost")
def test_lost_wheel_holds_before_the_deal_of_bonus_wagers_and_not_in_it() -> None:
    """The lock-out at the first card needs it; a card that is out goes on being booked."""
    before = Evening().opened().lit(3, bonus_spin={3: None})
    within = Evening().opened().lit(3, bonus_spin={3: None})
    within.draw("9c")
    for evening in (before, within):
        lose(evening, "wheel")

    assert (before.held, within.held) == ("device_lost", "")


@pytest.mark.clause("MA house.device-lost")
def test_lost_shuffler_holds_at_the_shuffle_only() -> None:
    evening = Evening().opened()
    lose(evening, "shuffler")
    assert evening.held == ""
    evening.reading(fact.CoverCardSeen, "shoe")
    evening.reading(fact.RestCounted, "shoe", cards=287)

    assert evening.play.shoe == "empty"
    assert evening.held == "device_lost"


def test_lost_device_is_raised_once_and_closes_with_its_hello() -> None:
    evening = dealt()
    lose(evening, "shoe")
    lose(evening, "shoe")
    assert len(evening.open) == 1

    evening.hello("shoe", "shoe_scanner")

    assert not evening.open


def test_lost_reader_is_put_out_of_service_by_its_ruling() -> None:
    evening = dealt("9c Ks Kh 8d")
    lose(evening, "reader")

    evening.answer("lamp", "NO")
    evening.rule("out_of_service")

    assert evening.held == ""
    assert evening.play.variant == "hole_card"
    assert next(d for d in evening.state.devices if d.name == "reader").out_of_service
    assert evening.play.round in ("deciding", "turn_due")


@pytest.mark.parametrize("name", ["shoe", "wheel"])
def test_device_out_of_service_is_not_told_as_lost_again(name: str) -> None:
    """Its cable may be pulled and put back: a person has answered for it already."""
    evening = Evening().opened().lit(3)
    evening.floor(cmd.OutOfService(device=name, out=True, reason="cable"))
    asked = evening.open

    lose(evening, name)

    assert evening.open == asked
    assert "device_lost" not in [i.kind for i in evening.open]


def test_service_is_a_floorpersons_and_of_a_known_device() -> None:
    evening = dealt()

    assert evening.put(cmd.OutOfService(device="reader", out=True)).verdict == "refused"
    assert evening.floor(cmd.OutOfService(device="camera", out=True)).verdict == "refused"


# ---- numbered readings ----
def test_repeated_reading_is_dropped_and_writes_no_row() -> None:
    evening = dealt()
    last = evening.steps[-2][0].input
    seq = evening.seq

    again = evening.put(last)

    assert again.verdict == "dropped"
    assert evening.seq == seq


@pytest.mark.clause("MA house.controller")
@pytest.mark.parametrize(
    "change", [{"mac": b"other"}, {"n": 40}, {"n": 1, "mac": b"?"}, {"boot": "new", "n": 2}]
)
def test_reading_that_contradicts_the_record_holds_and_moves_nothing(
    change: dict[str, Any],
) -> None:
    evening = dealt()
    said: dict[str, Any] = {"device": "shoe", "boot": "b", "n": evening.boot_n["shoe"], "mac": b""}

    outcome = evening.put(fact.CardDrawn(**{**said, **change}, card=evening.blank))

    assert [r.kind for r in outcome.raised] == ["device_contradicts_itself"]
    assert evening.held == "device_contradicts_itself"
    assert evening.hand(3) == ["9c", "Kh"]
    assert evening.rule("as_they_lie", reason="counted the layout").verdict == "accepted"


def test_contradicting_card_clears_no_settled_layout() -> None:
    evening = dealt("Kc 9s Kh 8d")
    evening.press("act7")

    evening.put(fact.CardDrawn(device="shoe", boot="b", n=90, card=evening.blank), after_ms=5000)

    assert evening.play.round == "settled"
    assert evening.steps[-1][1].boundary is None


def test_device_that_restarted_counts_from_one_again() -> None:
    evening = dealt()

    evening.hello("shoe", "shoe_scanner", boot="c", last_event=0)
    evening.put(fact.CardDrawn(device="shoe", boot="c", n=1, mac=b"x", card=evening.seal("2h")))

    assert evening.hand(3) == ["9c", "Kh"] or len(evening.hand(3)) == 3
    assert evening.state.devices[0].boot == "c"


def test_device_ahead_of_the_record_goes_on_from_its_own_number() -> None:
    """What it was told is recorded does not come again: nobody waits for it.

    Source: controller/README 2, journal/FORMAT.
    """
    evening = dealt("9c 7s 4h 8d")
    evening.hello("shoe", "shoe_scanner", acked=20, last_event=20, moved=30)
    assert evening.held == "alignment_required"
    assert evening.rule("as_they_lie", reason="an older copy").verdict == "accepted"

    evening.put(fact.CardDrawn(device="shoe", boot="b", n=21, mac=b"x", card=evening.seal("2h")))
    evening.hello("shoe", "shoe_scanner", acked=21, last_event=21, moved=31)

    assert evening.hand(3) == ["9c", "4h", "2h"]
    assert evening.open == ()


@pytest.mark.clause("MA house.controller")
@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ({"acked": 99}, "alignment_required"),
        ({"accepted": 1 << 50}, "alignment_required"),
        ({"last_event": 1}, "device_contradicts_itself"),
        ({"moved": 99}, "events_lost"),
    ],
)
def test_hello_that_contradicts_the_record_holds(said: dict[str, int], kind: str) -> None:
    evening = dealt()
    evening.hello("shoe", "shoe_scanner", moved=5)

    outcome = evening.hello("shoe", "shoe_scanner", **{"moved": 5, **said})

    assert [r.kind for r in outcome.raised] == [kind]
    assert evening.held == kind


def test_alignment_starts_a_new_epoch_of_order_ids() -> None:
    evening = dealt()
    evening.hello("shoe", "shoe_scanner", acked=99)

    evening.rule("as_they_lie", reason="new shoe scanner board")

    assert evening.state.epoch == 2


def test_events_that_a_device_lost_and_unknown_ones_are_named() -> None:
    evening = dealt()

    lost = evening.reading(fact.EventsOverrun, "shoe", lost=2)
    unknown = evening.reading(fact.UnknownEvent, "wheel", code=99)

    assert [r.kind for r in (*lost.raised, *unknown.raised)] == ["events_lost", "unknown_event"]
    assert evening.held == "events_lost"
