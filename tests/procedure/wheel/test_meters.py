"""Meters across rounds: nothing is lost, nothing falls unseen, a replay comes to the same."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest

from controller.audit.watchers import Watch
from controller.domain import commands as cmd
from controller.domain import money
from controller.domain.structs import replace
from controller.domain.views.floor_view import Duty
from controller.domain.views.view import TableName
from controller.procedure.state.inputs import Amended, Edit
from controller.procedure.state.parts import meters
from controller.procedure.state.whole import State
from controller.procedure.step import Procedure
from controller.view.floor import floor_view
from controller.view.frame import Frame
from controller.view.sign import sign_view
from tests.kit.progressives import XTREME, Wheeled
from tests.procedure.walks.promises import watched

from .test_jackpot import sign
from .test_wheel_md import blackjacks


def rounds() -> Wheeled:
    """Three rounds: a plain one, a jackpot, a void one."""
    table = Wheeled(**XTREME)
    table.lit(2, 4)
    table.chips({2: 500, 4: 100})
    table.chips({4: 500}, kind="xtreme")
    for cards in ("9d 9s 9c 8d 9h 8c", "As 9s 9c Kd 9h 8c"):
        table.dealt(cards)
        if cards.startswith("As"):
            table.spin(2, "jackpot")
            sign(table)
        for box in (2, 4):
            table.put(cmd.Next(box=box, hand=1))
        table.press("act7")
        table.put(cmd.LayoutCleared(), after_ms=5000)
    table.dealt("9d 9s 9c 8d 9h 8c")
    table.floor(cmd.RoundVoided(reason="fire"), rank="casino_supervisor")
    return table


def test_contributions_stay_across_rounds_and_a_void_round_leaves_none() -> None:
    table = rounds()

    assert table.meter("500") == 500_000
    assert table.meter("100") == 299_980 + 40
    assert table.meter("primary") == 1_050_000 + 100
    assert table.play.prizes.hits[0].cents == 600_200


def test_watchers_find_nothing_in_rounds_with_prizes() -> None:
    assert list(watched(rounds())) == []


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"cents": 500_000}, "meter_out_of_account"),
        ({"cents": 500_000, "base": 500_000, "added": 0}, "meter_falls"),
    ],
)
def test_watcher_sees_a_meter_that_changes_by_itself(change: dict[str, int], says: str) -> None:
    """Base, contributions and hits make the value; it falls by a hit and nothing else.

    Source: console/README 6.
    """
    table = Wheeled()
    table.lit(2)
    table.sense(2, 500)
    table.draw("9d")
    before = table.state
    table.draw("8d")
    stamped, step = table.steps[-1]
    prizes = step.state.play.prizes
    gauges = tuple(
        msgspec.structs.replace(g, **change) if g.name == "500" else g for g in prizes.gauges
    )
    play = replace(step.state.play, prizes=replace(prizes, gauges=gauges))
    planted = replace(step, state=replace(step.state, play=play))

    found = Watch(table.house).look(1, before, stamped, planted)

    assert next(f.watcher for f in found if f.watcher.startswith("meter")) == says


def test_replay_and_snapshot_come_to_the_same_meters() -> None:
    """A snapshot keeps the meters; the inputs folded again come to the same state."""
    table = rounds()
    kept = msgspec.msgpack.decode(msgspec.msgpack.encode(table.state), type=State)
    again, state = Procedure(table.house), State()

    for stamped, _ in table.steps:
        state = again.step(state, stamped, table.vault).state

    assert state.play.prizes == table.play.prizes
    assert kept == table.state


def test_amended_box_keeps_the_contribution_once() -> None:
    table = Wheeled()
    table.lit(2, 4)
    table.chips({2: 500})
    table.draw("9d 9s 9c 8d 9h 8c")
    before = table.meter("500")

    table.put(cmd.BoxSet(box=4, lit=False))

    assert before == 600_100
    assert table.meter("500") == 600_100


def test_meter_is_corrected_by_two_people() -> None:
    table = blackjacks("9c")
    table.floor(cmd.MeterStated(meter="500", shown="6123.45"))
    i = next(i for i in table.open if i.kind == "meter_differs")
    one = cmd.Ruled(irr=i.id, ruling="verified", rank="floorperson", by="M. Okafor")
    two = cmd.Ruled(
        irr=i.id, ruling="corrected", reason="audit", rank="casino_supervisor", by="L. Brandt"
    )

    assert table.put(two).verdict == "refused"
    table.put(one)
    same = cmd.Ruled(
        irr=i.id, ruling="corrected", reason="audit", rank="casino_supervisor", by="M. Okafor"
    )
    assert table.put(same).verdict == "refused"
    assert table.put(two).verdict == "accepted"
    assert table.meter("500") == 612_345
    assert table.held == ""


OWN = {"value": "own", "approval": {"reference": "r", "date": "2026-01-01"}}
DAY_MS = 86_400_000


@pytest.mark.parametrize(("slipped", "told"), [(0, []), (250, ["meter_differs"])])
def test_own_meter_must_balance_at_the_change_of_the_gaming_day(
    slipped: int, told: list[str]
) -> None:
    """Base + contributions - hits = meter; a difference is told, ruled by two people.

    Source: console/README 6.
    """
    table = blackjacks("9c", meters=OWN)
    prizes = table.play.prizes
    off = tuple(replace(g, cents=money.text(money.exact(g.cents) + slipped)) for g in prizes.gauges)
    table.state = replace(table.state, play=replace(table.play, prizes=replace(prizes, gauges=off)))

    outcome = table.put(cmd.FloorCalled(), after_ms=DAY_MS)

    found = [r.kind for r in outcome.raised if r.kind == "meter_differs"]
    assert found == [kind for kind in told for _ in off]
    assert [meters.differs(g) for g in table.play.prizes.gauges] == [bool(told) for _ in off]
    if not told:
        assert {(g.added, g.paid) for g in table.play.prizes.gauges} == {(0, 0)}


def test_meter_of_the_approved_system_is_a_duty_until_it_was_read_today() -> None:
    table = blackjacks("9c")
    page = floor_view(table.state, table.house, FRAME).duties
    for name in ("100", "500"):
        shown = f"{int(money.exact(table.meter(name))) / 100:.2f}"
        table.floor(cmd.MeterStated(meter=name, shown=shown))
    read = floor_view(table.state, table.house, FRAME).duties
    table.put(cmd.FloorCalled(), after_ms=DAY_MS)
    again = floor_view(table.state, table.house, FRAME).duties

    def meters_due(duties: Sequence[Duty]) -> list[str]:
        return [d.text.removeprefix("Read the meter: ") for d in duties if "meter" in d.text]

    both = ["Bonus Spin $1", "Bonus Spin $5"]
    assert [meters_due(d) for d in (page, read, again)] == [both, [], both]


def test_meter_that_is_not_there_is_not_stated() -> None:
    table = blackjacks("9c")

    assert table.floor(cmd.MeterStated(meter="primary", shown="1")).verdict == "refused"


FRAME = Frame(seq=1, at=0, table=TableName(id="T1", pack="maryland"))


def test_meters_and_hits_stand_on_the_floors_page_and_meters_on_the_sign() -> None:
    table = blackjacks("9c", meter_100_initial_cents=299_940)
    table.spin(2, "jackpot")

    floor = floor_view(table.state, table.house, FRAME)
    sign = sign_view(table.state, table.house, FRAME)

    assert [(m.name, m.cents, m.locked, m.mirrored) for m in floor.meters] == [
        ("Bonus Spin $1", 100_000, True, True),
        ("Bonus Spin $5", 600_000, False, True),
    ]
    assert ("Jackpot $3,000, box 2, round 1", True) in [(d.text, d.due) for d in floor.duties]
    assert [(x.name, x.label, x.cents, x.notes[-1]) for x in sign.prizes] == [
        ("Bonus Spin $5", "jackpot", 600_000, "Shared 500/100 200/50 100/15"),
        ("Bonus Spin $1", "jackpot", 100_000, "Shared 250/100 100/20 30/3"),
    ]
    assert [a.typed for a in floor.allowed if a.slot.startswith("floor.meter")] == ["shown"] * 2


def test_corrected_deal_withdraws_a_jackpot_that_was_none_and_fills_its_meter_again() -> None:
    """Box 1 was in, not box 2: the spin had no cause, and its wager was in no deal."""
    table = blackjacks("9c", meter_100_initial_cents=299_940)
    table.spin(2, "jackpot")
    deal_ok = next(e.id for e in table.state.log if isinstance(e.input, cmd.DealOk))
    moved = (cmd.BoxSet(box=2, lit=False), cmd.BoxSet(box=1, lit=True))

    outcome = table.floor(Amended(edits=(Edit(deal_ok, "before", moved),), why="box 1"))

    assert [w.kind for w in outcome.withdrawn] == ["jackpot"]
    assert "order_without_cause" in [r.kind for r in outcome.raised]
    assert (table.meter("100"), table.play.prizes.hits) == (299_980, ())


def test_correction_keeps_what_was_added_after_the_values_were_compared() -> None:
    """The table deals on while a meter is in question: later shares are in the system too."""
    table = Wheeled()
    table.lit(2, 4)
    table.chips({2: 500})
    table.floor(cmd.MeterStated(meter="500", shown="6002.00"))
    i = table.open[0]
    table.dealt("9d 9s 9c 8d 9h 8c")

    table.put(cmd.Ruled(irr=i.id, ruling="verified", rank="floorperson", by="M. Okafor"))
    table.put(
        cmd.Ruled(
            irr=i.id, ruling="corrected", reason="audit", rank="casino_supervisor", by="L. Brandt"
        )
    )

    assert table.meter("500") == 600_300


def test_meter_that_was_hit_at_its_reset_amount_keeps_no_share() -> None:
    """A later void takes nothing out of the base of the next jackpot."""
    table = blackjacks("9c", meter_100_initial_cents=100_000, meter_100_reset_cents=100_060)
    assert table.meter("100") == 100_060

    table.spin(2, "jackpot")
    table.floor(cmd.RoundVoided(reason="fire"), rank="casino_supervisor")

    assert table.meter("100") == 100_060
