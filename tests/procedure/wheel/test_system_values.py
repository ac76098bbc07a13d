"""What the approved progressive system shows beside ours, and the table without its device."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.orders import REPORTS
from controller.domain.structs import replace
from controller.procedure.irregularities import catalog
from controller.view.prizes import unread
from tests.kit.evening import DEVICES
from tests.kit.mirrored import NAME, Mirrored, jackpot, released, targets
from tests.kit.progressives import Wheeled
from tests.procedure.walks.promises import watched


@pytest.fixture
def table() -> Mirrored:
    return Mirrored()


# ---- differences ----
def test_running_difference_is_told_once_with_the_newest_value(table: Mirrored) -> None:
    table.reads("100", 299_000)
    table.reads("100", 299_000)
    table.reads("100", 298_000)

    assert table.kinds() == ["meter_differs"]
    assert table.open[0].about == "Bonus Spin $1, $2,999.80 here, $2,980 there"
    assert table.shown()["Bonus Spin $1"] == 298_000


def test_meter_that_is_set_right_by_hand_ends_its_difference(table: Mirrored) -> None:
    """The system tells it by itself: nobody has to state what it shows."""
    table.reads("100", 290_000)
    assert table.kinds() == ["meter_differs"]

    table.reads("100", 299_980)

    assert table.kinds() == []
    assert table.shown()["Bonus Spin $1"] == 299_980


@pytest.mark.parametrize("answer", ["rejected", "unknown"])
def test_report_in_doubt_is_not_repeated_and_the_meter_is_read(
    table: Mirrored, answer: str
) -> None:
    """What became of it shows in the value; only what differs asks for people."""
    table.dealt("9d 9s 9c 8d 9h 8c")
    order = table.open_reports("contribute")[0]

    table.put(fact.OrderAnswered(device=NAME, boot="b", order=order.wire, answer=answer))

    assert table.kinds() == []
    assert [o for o in table.open_reports("contribute") if o.target == order.target] == []
    assert [d.text for d in unread(table.play, table.house)] == ["Read the meter: Bonus Spin $5"]
    asked = table.open_reports("read")[0]
    table.reads("500", 600_000, asked.wire)
    assert table.kinds() == ["meter_differs"]


def test_report_that_is_done_and_never_answered_is_in_doubt(table: Mirrored) -> None:
    """Its reading is lost: the meter is read."""
    table.dealt("9d 9s 9c 8d 9h 8c")
    order = table.open_reports("contribute")[0]
    table.put(fact.OrderAnswered(device=NAME, boot="b", order=order.wire, answer="done"))

    table.fire("order_unseen/contribute")

    assert "read 500" in targets(table.open_reports())
    assert table.kinds() == []


def test_value_that_comes_before_the_hit_is_answered_is_no_difference(table: Mirrored) -> None:
    """It has not been emptied there yet."""
    jackpot(table)

    table.reads("500", 600_100)

    assert table.kinds() == ["jackpot"]


def test_correction_keeps_what_the_system_has_still_to_be_told(table: Mirrored) -> None:
    table.reads("100", 290_000)
    table.dealt("9d 9s 9c 8d 9h 8c")
    differs = table.open[0]
    table.floor(cmd.Ruled(irr=differs.id, ruling="verified"))
    signed = cmd.Ruled(irr=differs.id, ruling="corrected", reason="as shown")
    table.put(replace(signed, by="L. Chen", rank="casino_supervisor"))

    table.told({"100": 290_020, "500": 600_100})

    assert table.kinds() == []


# ---- without the device ----
def test_lost_system_is_amber_and_its_meter_stated_by_a_floorperson(table: Mirrored) -> None:
    """Nothing waits for it: what it was not told is no difference, and is reported later."""
    table.put(fact.DeviceLost(device=NAME, reason="unplugged"))
    table.dealt("9d 9s 9c 8d 9h 8c")

    assert table.kinds() == ["device_lost"]
    assert catalog.hold(table.play, table.house, table.state.devices) is None
    assert table.shown() == {"Bonus Spin $1": 300_000, "Bonus Spin $5": 600_100}
    assert table.floor(cmd.MeterStated(meter="100", shown="2,999.80")).verdict == "accepted"
    assert table.kinds() == ["device_lost"]
    table.hello(NAME, NAME)
    table.told({"100": 300_000, "500": 600_100})
    assert table.kinds() == []
    assert [o.status for o in table.state.orders if o.kind in REPORTS and o.status != "done"] == []


def test_hit_that_was_stated_without_the_device_is_not_reported_when_it_comes_back(
    table: Mirrored,
) -> None:
    """People emptied the meter at the system itself."""
    table.dealt("As 9s 9c Kd 9h 8c")
    table.told({"100": 300_000, "500": 600_100})
    table.put(fact.DeviceLost(device=NAME, reason="unplugged"))
    table.spin(2, "jackpot")
    assert targets(table.open_reports()) == ["hit 500 600100 2"]

    table.floor(cmd.MeterStated(meter="500", shown="6001"))

    assert table.open_reports() == []
    assert table.play.prizes.hits[0].agreed


def test_system_out_of_service_shows_what_the_table_makes_of_its_meters(table: Mirrored) -> None:
    table.reads("100", 290_000)

    table.floor(cmd.OutOfService(device=NAME, out=True))

    assert table.shown()["Bonus Spin $1"] == 299_980
    table.floor(cmd.OutOfService(device=NAME, out=False))
    assert targets(table.open_reports()) == ["read 100", "read 500"]


def test_system_that_comes_again_and_again_is_asked_once(table: Mirrored) -> None:
    before = len(list(released(table)))
    table.hello(NAME, NAME)
    table.hello(NAME, NAME)

    assert len(list(released(table))) == before + 2


def test_system_that_says_it_was_tampered_with_is_amber(table: Mirrored) -> None:
    table.reading(fact.SystemFaulted, NAME, reason="tamper")

    assert table.kinds() == ["system_fault"]
    assert catalog.headline(table.play, table.house, table.open[0]) == "Progressive system: tamper"
    assert table.play.prizes.alone
    assert catalog.hold(table.play, table.house, table.state.devices) is None


def test_meter_that_this_table_has_not_is_told(table: Mirrored) -> None:
    table.reads("primary", 5)

    assert table.kinds() == ["unknown_event"]


def test_nothing_waits_for_the_system_after_a_restart(table: Mirrored) -> None:
    """Its events hang on no card."""
    table.put(fact.Started(devices=(*DEVICES, (NAME, NAME))))
    for name, role in DEVICES:
        table.hello(name, role)

    assert table.put(cmd.BoxSet(box=6, lit=True)).verdict == "accepted"


def test_value_of_the_system_is_taken_while_another_device_is_waited_for(table: Mirrored) -> None:
    table.put(fact.Started(devices=(*DEVICES, (NAME, NAME))))
    table.hello(NAME, NAME)

    table.reads("100", 299_000)

    assert table.state.parked == ()
    assert table.shown()["Bonus Spin $1"] == 299_000


def test_new_gaming_day_asks_the_system_for_each_meter(table: Mirrored) -> None:
    """Base + contributions - hits = meter, every day; nobody has to read it off.

    Source: console/README 6.
    """
    table.dealt("9d 9s 9c 8d 9h 8c")
    table.told({"100": 300_000, "500": 600_100})

    table.put(fact.TimerFired(timer=table.timer("day")), after_ms=24 * 3_600_000)

    assert targets(table.open_reports()) == ["read 100", "read 500"]
    assert [d.text for d in unread(table.play, table.house)] == [
        "Read the meter: Bonus Spin $1",
        "Read the meter: Bonus Spin $5",
    ]
    table.told({"100": 300_000, "500": 600_100})
    assert unread(table.play, table.house) == ()
    assert [g.base for g in table.play.prizes.gauges] == [300_000, 600_100]


@pytest.mark.parametrize(("ruling", "sent"), [("again", ["contribute 500 100"]), ("none", [])])
def test_withheld_report_is_sent_when_a_floorperson_says_so(
    table: Mirrored, ruling: str, sent: list[str]
) -> None:
    """And it alone: the report of the other meter stays as it is."""
    table.draw("9d")
    order, other = table.open_reports()
    table.put(fact.Noted(kind="order_withheld", about=order.name))
    i = next(i for i in table.open if i.kind == "order_withheld")

    table.floor(cmd.Ruled(irr=i.id, ruling=ruling, reason="as found"))

    assert targets([o for o in table.open_reports() if o.name != other.name]) == sent
    assert other in table.open_reports()


def test_without_the_device_nothing_is_reported() -> None:
    table = Wheeled()
    table.lit(2, 4)
    table.chips({2: 500, 4: 100})
    table.dealt("9d 9s 9c 8d 9h 8c")

    assert [o for o in table.state.orders if o.kind in REPORTS] == []


def test_watchers_find_nothing_in_a_reported_jackpot(table: Mirrored) -> None:
    wire = jackpot(table)
    table.reads("500", 600_100, wire, hit=True)

    assert list(watched(table)) == []
