"""The device of the approved progressive system: told once, its values shown, paid and compared."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.structs import replace
from controller.procedure.irregularities import catalog
from controller.procedure.state.inputs import Amended, Edit
from tests.kit.mirrored import NAME, Mirrored, jackpot, released, targets


@pytest.fixture
def table() -> Mirrored:
    return Mirrored()


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


def test_stakes_that_nothing_decides_any_more_are_taken_back(table: Mirrored) -> None:
    """Nobody knows which chips lay there in time, so the floor closes the wagers.

    Source: console/README 2.4.
    """
    table.draw("9d")
    table.put(fact.LevelLate(device="wheel", level="locked", value=1, late=True))

    table.floor(cmd.OutOfService(device="wheel", out=True))

    assert targets(table.open_reports("withdraw")) == ["withdraw 500 100 2", "withdraw 100 20 4"]


def test_first_card_that_was_burned_takes_its_contributions_back(table: Mirrored) -> None:
    """No deal had begun after all."""
    table.dealt("9d 9s 9c 8d 9h 8c")
    for box in (2, 4):
        table.put(cmd.Next(box=box, hand=1))
    table.press("act7")
    table.put(cmd.LayoutCleared(), after_ms=5000)
    table.draw("9d")

    table.put(cmd.BurnReported(made=True))

    assert targets(table.open_reports("withdraw")) == ["withdraw 500 100 2", "withdraw 100 20 4"]


def test_system_answers_also_while_the_controller_stands_aside(table: Mirrored) -> None:
    """A report is not left open for ever."""
    table.hello(NAME, NAME)
    table.floor(cmd.StoodAside(aside=True, lamp=True, reason="audit"), rank="casino_supervisor")
    assert table.play.manual.aside_since

    table.told({"100": 299_980, "500": 600_000})

    assert table.open_reports() == []


def test_value_that_comes_while_a_report_is_on_its_way_is_no_difference(table: Mirrored) -> None:
    table.draw("9d")
    table.reads("500", 600_000)

    assert table.kinds() == []
    assert table.shown()["Bonus Spin $5"] == 600_000


# ---- jackpots ----
def test_hit_is_reported_at_the_spin_and_agreed_by_the_system(table: Mirrored) -> None:
    wire = jackpot(table)
    assert targets(table.open_reports()) == ["hit 500 600100 2"]
    assert not table.play.prizes.hits[0].agreed

    table.reads("500", 600_100, wire, hit=True)
    table.reads("500", 500_000)

    assert table.play.prizes.hits[0].agreed
    assert table.kinds() == ["jackpot"]
    assert table.shown()["Bonus Spin $5"] == 500_000


def test_another_value_of_the_hit_holds_the_payment_and_not_the_table(table: Mirrored) -> None:
    """console/README 5: a difference holds the payment; two people sign the system's value."""
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
