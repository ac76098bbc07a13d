"""The device of the approved progressive system: told once, its values shown, paid and compared."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.orders import REPORTS, Order
from controller.procedure.inputs import Amended, Edit
from controller.procedure.irregularities import catalog
from controller.procedure.state import State
from controller.procedure.view.prizes import meters
from controller.procedure.watchers import Watch

from .evening import DEVICES
from .progressives import Wheeled

NAME = "progressive"


class Mirrored(Wheeled):
    """A table whose approved system answers when it is told to."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.put(fact.Started(devices=(*DEVICES, (NAME, NAME))))
        for name, role in (*DEVICES, (NAME, NAME)):
            self.hello(name, role)
        self.told({"100": 299_980, "500": 600_000})
        self.lit(2, 4)
        self.chips({2: 500, 4: 100})

    def open_reports(self, kind: str = "") -> list[Order]:
        kinds = [kind] if kind else REPORTS
        return [
            o for o in self.state.orders if o.kind in kinds and o.status in ("open", "accepted")
        ]

    def reads(self, meter: str, cents: int, order: int = 0, *, hit: bool = False) -> None:
        self.reading(
            *(fact.MeterRead, NAME), order=order, meter=meter, cents=cents, number=1, hit=hit
        )

    def told(self, shows: dict[str, int]) -> None:
        """The system answers what is open, each with what its meter shows."""
        for order in self.open_reports():
            meter = order.target.split()[0]
            self.reads(meter, shows[meter], order.wire, hit=order.kind == "hit")

    def shown(self) -> dict[str, int]:
        return {m.name: m.cents for m in meters(self.play, self.house)}

    def kinds(self) -> list[str]:
        return [i.kind for i in self.open]


@pytest.fixture
def table() -> Mirrored:
    return Mirrored()


def targets(orders: list[Order]) -> list[str]:
    return [f"{o.kind} {o.target}" for o in orders]


def released(table: Mirrored) -> Iterator[Order]:
    for _, step in table.steps:
        yield from (o for o in step.outcome.orders if o.kind in REPORTS)


# ---- reports ----
def test_each_meter_is_asked_for_when_the_system_comes(table: Mirrored) -> None:
    """Its values are known before anything is wagered, and the day's account is made."""
    assert targets(list(released(table))) == ["read 100", "read 500"]
    assert table.shown() == {"Bonus Spin $1": 299_980, "Bonus Spin $5": 600_000}
    assert table.kinds() == []


def test_contributions_are_reported_once_at_the_lock_out(table: Mirrored) -> None:
    """MD 2.B.7: what each meter gets, exactly, in one order."""
    table.draw("9d")

    assert targets(table.open_reports()) == ["contribute 500 100", "contribute 100 20"]
    table.draw("9s 9c 8d 9h 8c")
    table.told({"100": 300_000, "500": 600_100})
    assert table.open_reports() == []
    assert table.kinds() == []
    assert table.shown() == {"Bonus Spin $1": 300_000, "Bonus Spin $5": 600_100}


def test_void_round_takes_its_contributions_back_box_by_box(table: Mirrored) -> None:
    table.dealt("9d 9s 9c 8d 9h 8c")
    table.told({"100": 300_000, "500": 600_100})

    table.floor(cmd.RoundVoided(reason="fire"), rank="casino_supervisor")

    assert targets(table.open_reports()) == ["withdraw 500 100 2", "withdraw 100 20 4"]
    table.told({"100": 299_980, "500": 600_000})
    assert table.kinds() == []


def test_value_that_comes_while_a_report_is_on_its_way_is_no_difference(table: Mirrored) -> None:
    table.draw("9d")
    table.reads("500", 600_000)

    assert table.kinds() == []
    assert table.shown()["Bonus Spin $5"] == 600_000


# ---- jackpots ----
def jackpot(table: Mirrored) -> int:
    """Box 2 wins the $5 meter; the wire id of the report of its hit."""
    table.dealt("As 9s 9c Kd 9h 8c")
    table.told({"100": 300_000, "500": 600_100})
    table.spin(2, "jackpot")
    return table.open_reports("hit")[0].wire


def test_hit_is_reported_at_the_spin_and_agreed_by_the_system(table: Mirrored) -> None:
    wire = jackpot(table)
    assert targets(table.open_reports()) == ["hit 500 600100"]
    assert not table.play.prizes.hits[0].agreed

    table.reads("500", 600_100, wire, hit=True)
    table.reads("500", 500_000)

    assert table.play.prizes.hits[0].agreed
    assert table.kinds() == ["jackpot"]
    assert table.shown()["Bonus Spin $5"] == 500_000


def test_another_value_of_the_hit_holds_the_payment_and_not_the_table(table: Mirrored) -> None:
    """TABLE 5: a difference holds the payment; two people sign the system's value."""
    wire = jackpot(table)

    table.reads("500", 600_350, wire, hit=True)

    assert table.kinds() == ["jackpot", "meter_differs"]
    assert catalog.hold(table.play, table.house, table.state.devices) is None
    assert not table.play.prizes.hits[0].agreed
    differs = next(i for i in table.open if i.kind == "meter_differs")
    table.floor(cmd.Ruled(irr=differs.id, ruling="verified"))
    signed = cmd.Ruled(irr=differs.id, ruling="corrected", reason="as shown")
    table.put(replace(signed, by="L. Chen", rank="casino_supervisor"))
    assert (table.play.prizes.hits[0].cents, table.play.prizes.hits[0].agreed) == (600_350, True)


def test_fold_reports_a_hit_no_second_time(table: Mirrored) -> None:
    """The order is named by the entry that wants it: folded again it is the same."""
    wire = jackpot(table)
    table.reads("500", 600_100, wire, hit=True)
    before = list(released(table))
    deal_ok = next(e.id for e in table.state.log if isinstance(e.input, cmd.DealOk))
    edit = Edit(deal_ok, "before", (fact.Noted(kind="late_report"),))

    outcome = table.floor(Amended(edits=(edit,), why="counted late"))

    assert outcome.verdict == "accepted"
    assert list(released(table)) == before
    assert table.open_reports() == []
    assert table.play.prizes.hits[0].agreed


# ---- differences ----
def test_running_difference_is_told_once_with_the_newest_value(table: Mirrored) -> None:
    table.reads("100", 299_000)
    table.reads("100", 299_000)
    table.reads("100", 298_000)

    assert table.kinds() == ["meter_differs"]
    assert table.open[0].about == "Bonus Spin $1, $2,999.80 here, $2,980 there"
    assert table.shown()["Bonus Spin $1"] == 298_000


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
    asked = table.open_reports("read")[0]
    table.reads("500", 600_000, asked.wire)
    assert table.kinds() == ["meter_differs"]


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
    assert targets(table.open_reports()) == ["hit 500 600100"]

    table.floor(cmd.MeterStated(meter="500", shown="6001"))

    assert table.open_reports() == []
    assert table.play.prizes.hits[0].agreed


def test_system_that_says_it_was_tampered_with_is_amber(table: Mirrored) -> None:
    table.reading(fact.SystemFaulted, NAME, reason="tamper")

    assert table.kinds() == ["device_lost"]
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


def test_without_the_device_nothing_is_reported() -> None:
    table = Wheeled()
    table.lit(2, 4)
    table.chips({2: 500, 4: 100})
    table.dealt("9d 9s 9c 8d 9h 8c")

    assert [o for o in table.state.orders if o.kind in REPORTS] == []


def test_watchers_find_nothing_in_a_reported_jackpot(table: Mirrored) -> None:
    wire = jackpot(table)
    table.reads("500", 600_100, wire, hit=True)
    watch, before = Watch(table.house), State()

    found = []
    for row, (stamped, step) in enumerate(table.steps):
        found += watch.look(row, before, stamped, step)
        before = step.state

    assert found == []
