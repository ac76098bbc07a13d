"""Another unit in a device's place: one from another table, one that comes back (issue 14, 1.3)."""

from __future__ import annotations

from typing import Any

import pytest

from controller.domain import facts as fact
from controller.procedure.state import ledger
from controller.procedure.state.inputs import Outcome
from tests.kit.evening import Evening

ELSEWHERE = 9 << 48 | 4711 << 8 | 1


def unit(evening: Evening, serial: str, **said: Any) -> Outcome:
    """The shoe says hello under this serial number."""
    n = evening.boot_n.get("shoe", 0)
    whole = {"boot": "b", "last_event": n, "acked": n, **said}
    identity = fact.Identity(role="shoe_scanner", serial=serial)
    return evening.put(fact.DeviceUp(device="shoe", identity=identity, **whole))


def card(evening: Evening, n: int, face: str, *, boot: str = "x") -> Outcome:
    mac = f"{boot}{n}".encode()
    return evening.put(
        fact.CardDrawn(device="shoe", boot=boot, n=n, mac=mac, card=evening.seal(face))
    )


def dealt() -> Evening:
    evening = Evening().opened().lit(3)
    unit(evening, "S1")
    evening.draw("9c 9s 3h 8d")
    evening.press("act1")
    return evening


def kinds(outcome: Outcome) -> list[str]:
    return [raised.kind for raised in outcome.raised]


@pytest.mark.clause("MA house.controller")
def test_unit_that_the_record_never_saw_is_inspected_and_accepted() -> None:
    """Its counters are of another table: they contradict nothing."""
    evening = dealt()

    outcome = unit(evening, "S2", boot="x", last_event=9, acked=9, moved=4711, accepted=ELSEWHERE)

    assert kinds(outcome) == ["new_unit", "events_lost"]
    assert evening.held == "new_unit"
    assert evening.rule("inspected", reason="seal 17, test deck read").verdict == "accepted"


def test_ids_of_orders_begin_above_those_that_a_unit_accepted_elsewhere() -> None:
    """Below them it would answer that it may have moved: every order would be in doubt."""
    for ruling in ("inspected", "out_of_service"):
        evening = dealt()
        unit(evening, "S2", boot="x", last_event=0, acked=0, accepted=ELSEWHERE)

        evening.rule(ruling, reason="inspected")

        assert ledger.wire_base(evening.state, 1) > ELSEWHERE
        again = unit(evening, "S2", boot="x", last_event=0, acked=0, accepted=ELSEWHERE)
        assert kinds(again) == []


def test_device_ahead_of_a_new_record_gets_ids_above_its_own_too() -> None:
    evening = Evening().opened().lit(3)
    unit(evening, "S1", accepted=ELSEWHERE)
    assert evening.held == "alignment_required"

    evening.rule("as_they_lie", reason="used before")

    assert ledger.wire_base(evening.state, 1) > ELSEWHERE


def test_what_a_new_unit_kept_of_another_table_is_recorded_and_not_played() -> None:
    evening = dealt()
    unit(evening, "S2", boot="x", last_event=3, acked=1, carried=2)

    for n, boot in ((6, "w"), (7, "w"), (2, "x"), (3, "x")):
        assert [d.name for d in ledger.unheard(evening.state)] == ["shoe"]
        assert card(evening, n, "As", boot=boot).verdict == "accepted"

    assert evening.hand(3) == ["9c", "3h"]
    assert not ledger.unheard(evening.state)
    assert ledger.recorded(evening.state, "shoe", "x") == 3
    evening.rule("inspected", reason="ok")
    evening.answer("drawn_off", "0")
    evening.rule("counts")
    card(evening, 4, "2d")
    assert evening.hand(3) == ["9c", "3h", "2d"]


def test_unit_that_comes_back_is_compared_with_what_it_said_last() -> None:
    evening = dealt()
    n = evening.boot_n["shoe"]
    unit(evening, "S2", boot="x", last_event=0, acked=0)

    back = unit(evening, "S1", last_event=n, acked=n)
    assert kinds(back) == ["new_unit", "events_lost"]
    evening.put(fact.DeviceLost(device="shoe", reason="unplugged"))
    used = unit(evening, "S1", last_event=n + 2, acked=n + 2)

    assert kinds(used) == ["alignment_required"]


def test_two_units_that_take_turns_for_ever_keep_the_ledger_small() -> None:
    evening = dealt()
    for turn in range(40):
        unit(evening, f"U{turn}", boot=f"t{turn}", last_event=0, acked=0)

    (shoe,) = (d for d in evening.state.devices if d.name == "shoe")
    assert len(shoe.units) <= 8


def test_unit_that_kept_many_boots_of_another_table_keeps_the_ledger_small() -> None:
    """Each boot is counted from where it was left; the oldest are forgotten."""
    evening = dealt()
    unit(evening, "S2", boot="x", last_event=1, acked=0, carried=6)

    for n in range(6):
        assert card(evening, 5, "As", boot=f"w{n}").verdict == "accepted"

    (shoe,) = (d for d in evening.state.devices if d.name == "shoe")
    assert [boot for boot, _ in shoe.elsewhere] == ["w3", "w4", "w5"]
    assert len(shoe.boots) == ledger.BOOTS
    assert evening.hand(3) == ["9c", "3h"]
