"""Events kept by devices over a restart, and a shoe that had no power.

Source: console/README 2.4, controller/README 2.
"""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure.state import ledger
from tests.kit.evening import DEVICES, Evening


def restart(evening: Evening, **kept: int) -> None:
    """The daemon comes up; every device says hello, some with events of before."""
    evening.put(fact.Started(devices=DEVICES))
    for name, role in DEVICES:
        evening.hello(name, role, last_event=evening.boot_n.get(name, 0) + kept.get(name, 0))


def dealt(cards: str = "9c 9s Kh 8d", *boxes: int) -> Evening:
    evening = Evening().opened().lit(*(boxes or (3,)))
    evening.draw(cards)
    evening.press("act1")
    return evening


def test_nothing_enters_before_every_device_was_heard() -> None:
    evening = dealt("5c 9s Kh 8d")
    evening.put(fact.Started(devices=DEVICES))

    parked = evening.draw("2c")
    refused = evening.put(cmd.Next(box=3, hand=1))
    assert (parked.verdict, refused.verdict) == ("parked", "refused")
    assert refused.clause == "MA house.device-lost"
    for name, role in DEVICES:
        evening.hello(name, role)

    assert evening.state.parked == ()
    assert evening.hand(3) == ["5c", "Kh", "2c"]


def test_device_out_of_service_is_not_waited_for() -> None:
    evening = dealt("5c 9s Kh 8d")
    evening.put(fact.Started(devices=DEVICES))
    for name, role in DEVICES[:3]:
        evening.hello(name, role)
    assert ledger.unheard(evening.state)

    evening.floor(cmd.OutOfService(device="wheel", out=True))

    assert not ledger.unheard(evening.state)


@pytest.mark.clause("MA house.controller")
def test_backlogs_of_two_devices_wait_for_the_floorperson() -> None:
    evening = dealt("5c 9s Kh 8d")
    restart(evening, shoe=1, wheel=1)
    evening.draw("2c")
    evening.reading(fact.UnknownEvent, "wheel", code=99)

    assert evening.held == "backlog_order"
    assert evening.hand(3) == ["5c", "Kh"]
    unseen = evening.floor(cmd.BacklogConfirmed(irr=evening.open[0].id))
    evening.rule("continue")

    assert unseen.verdict == "refused", "no page offers it beside the ruling"
    assert evening.hand(3) == ["5c", "Kh", "2c"]
    assert evening.held == ""
    assert [i.kind for i in evening.open] == ["unknown_event"]


def test_backlog_of_one_device_enters_in_order_by_itself() -> None:
    evening = dealt("2c 9s 3h 8d")
    restart(evening, shoe=2)

    evening.draw("2d 4d")

    assert evening.hand(3) == ["2c", "3h", "2d", "4d"]


def test_kept_card_of_the_next_round_closes_the_settled_one() -> None:
    evening = dealt("Kc 9s Kh 8d")
    evening.press("act7")
    restart(evening, shoe=1)

    evening.draw("2c", after_ms=9000)

    assert evening.play.number == 2
    assert evening.play.round == "dealing"


def test_events_of_an_earlier_boot_are_delivered_first() -> None:
    evening = dealt("2c 9s 3h 8d")
    n = evening.boot_n["shoe"]
    evening.put(fact.DeviceLost(device="shoe", reason="read"))
    evening.put(fact.Started(devices=DEVICES))
    for name, role in DEVICES[1:]:
        evening.hello(name, role)
    evening.hello("shoe", "shoe_scanner", boot="c", last_event=0, carried=1)
    assert ledger.unheard(evening.state)

    evening.put(fact.CardDrawn(device="shoe", boot="b", n=n + 1, mac=b"k", card=evening.seal("2d")))

    assert not ledger.unheard(evening.state)
    assert evening.hand(3) == ["2c", "3h", "2d"]
    assert ledger.recorded(evening.state, "shoe", "b") == n + 1
    assert ledger.recorded(evening.state, "nobody", "b") == 0


# ---- a shoe that had no power ----
def reboot_in_the_deal(evening: Evening, *, carried: int = 0) -> None:
    evening.hello("shoe", "shoe_scanner", boot="c", last_event=0, carried=carried, moved=3)


def test_shoe_that_lost_its_power_asks_what_left_it_meanwhile() -> None:
    """Equal counters prove nothing: it counted nothing (console/README 2.4)."""
    evening = Evening().opened().lit(1, 2)
    evening.draw("8c 9d")

    reboot_in_the_deal(evening)

    assert evening.held == "events_lost"
    evening.answer("drawn_off", "0")
    evening.rule("counts")
    assert evening.held == ""


@pytest.mark.clause("MA house.card-not-read")
def test_card_drawn_while_the_shoe_was_off_is_read_out_and_takes_its_place() -> None:
    evening = Evening().opened().lit(1, 2)
    evening.draw("8c 9d")
    reboot_in_the_deal(evening)
    evening.answer("drawn_off", "1")
    evening.rule("counts")

    evening.answer("down", "NO")
    evening.rule("enter_card", reason="Qc")

    assert evening.held == ""
    assert (len(evening.play.dealt), evening.play.drawn) == (3, 4)


def test_two_cards_drawn_while_the_shoe_was_off_are_asked_for_one_by_one() -> None:
    """Each has a number of its own, in the order in which they left the shoe."""
    evening = Evening().opened().lit(1, 2)
    evening.draw("8c 9d")
    reboot_in_the_deal(evening)
    evening.answer("drawn_off", "2")
    evening.rule("counts")
    row = evening.seq << 8

    asked = [i.card.id - row for i in evening.open if i.kind == "card_not_read" and i.card]
    for face in ("Qc", "Kd"):
        evening.answer("down", "NO")
        evening.rule("enter_card", reason=face)

    assert asked == [1, 2]
    assert evening.held == ""
    assert (len(evening.play.dealt), evening.play.drawn) == (4, 5)
    assert evening.play.entered == ((row + 1, "Qc"), (row + 2, "Kd"))


def test_event_carried_over_that_was_on_the_record_is_waited_for_no_longer() -> None:
    """Its acknowledgement was lost with the power: a repeat delivers it."""
    evening = Evening().opened().lit(1, 2)
    evening.draw("8c 9d")
    kept = evening.steps[-1][0].input
    reboot_in_the_deal(evening, carried=1)
    assert evening.held == ""

    outcome = evening.put(kept)

    assert outcome.verdict == "accepted"
    assert [r.kind for r in outcome.raised] == ["events_lost"]
    assert evening.play.drawn == 3


def test_first_card_after_a_restart_opens_the_next_round() -> None:
    """The clock stood still while the daemon was down, so it is not taken for an overdraw."""
    evening = Evening().opened().lit(3)
    evening.draw("9c 9s Kh 8d")
    evening.press("act1")
    evening.press("act7")
    assert evening.play.round == "settled"

    evening.put(fact.Started(devices=DEVICES), after_ms=100)
    for name, role in DEVICES:
        evening.hello(name, role, after_ms=100)
    evening.draw("5c", after_ms=100)

    assert (evening.play.round, len(evening.play.dealt)) == ("dealing", 1)
