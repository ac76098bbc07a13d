"""The wall clock is set while a table runs, or before it starts (console/README 6)."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from controller.daemon.beside import HOUR_S, Beside
from controller.daemon.clock import kernel_clock
from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.journal.read import open_reader
from controller.procedure.state.parts.day import gaming_day
from drivers.sim.rig import Rig

from .tabletop import Tabletop, a_tabletop, now, rows

HOUR, DAY = 3600, 86_400
STEPS = {
    "six hours on": 6 * HOUR,
    "twelve hours back": -12 * HOUR,
    "two days on": 2 * DAY,
    "56 years back": -56 * 365 * DAY,
}


class Wall:
    """A wall clock that somebody sets."""

    def __init__(self) -> None:
        self.off = 0.0

    def __call__(self) -> float:
        return now() + self.off


@pytest.fixture
def wall() -> Wall:
    return Wall()


def asked(table: Tabletop) -> list[tuple[str, str]]:
    held = table.state.play.irregularities
    return [(i.kind, i.about) for i in held if i.status == "raised"]


async def seen(table: Tabletop) -> None:
    for held in table.state.play.irregularities:
        if held.status == "raised":
            said = await table.floor(cmd.Ruled(irr=held.id, ruling="seen", reason="looked"))
            assert said.verdict == "accepted", said


@pytest.mark.parametrize("step_s", STEPS.values(), ids=STEPS)
@pytest.mark.parametrize("in_round", [True, False], ids=["in a round", "between rounds"])
async def test_clock_that_is_set_is_one_row_and_moves_nothing(
    tmp_path: Path, wall: Wall, step_s: float, *, in_round: bool
) -> None:
    """A row, an amber with both times; order by sequence, no timer moves, the day stays."""
    async with a_tabletop(tmp_path, now=wall) as table:
        await table.open_with_a_full_shoe()
        if in_round:
            await table.deal("8c", "9d", "7d", "Qc", "9c", "Kd")
        day, timers = table.state.play.day.date, table.state.play.timers
        wall.off = step_s
        await asyncio.sleep(10)
        await table.floor(cmd.FloorCalled(), "dealer")

        kinds = [kind for kind, _ in asked(table)]
        assert kinds == ["clock_stepped", "free_ruling"]
        about = asked(table)[0][1]
        assert ("forward" if step_s > 0 else "back") in about
        assert about.count(":") >= 4
        assert table.daemon.door.view().hold is None
        assert table.state.play.day.date == day
        ours = [t for t in timers if not t.id.startswith("day/")]
        assert [t for t in table.state.play.timers if not t.id.startswith("day/")][: len(ours)] == (
            ours
        )
        if in_round:
            await table.turn()
            assert table.phase == "settled"

    told = list(rows(tmp_path))
    assert [r.stamped.seq for r in told] == sorted(r.stamped.seq for r in told)
    assert [r.stamped.mono for r in told] == sorted(r.stamped.mono for r in told)
    steps = [r.stamped.input for r in told if isinstance(r.stamped.input, fact.ClockStepped)]
    assert [round((s.found - s.due) / 1e6) for s in steps] == [step_s]


async def test_day_follows_a_clock_that_somebody_has_looked_at_and_never_goes_back(
    tmp_path: Path, wall: Wall
) -> None:
    async with a_tabletop(tmp_path, now=wall) as table:
        await table.open_table()
        day = table.state.play.day.date
        wall.off = 2 * DAY
        await table.floor(cmd.FloorCalled(), "dealer")
        assert table.state.play.day.date == day
        await seen(table)
        two_later = gaming_day(int(wall() * 1e6), "06:00", "America/New_York")
        assert table.state.play.day.date == two_later > day

        wall.off = 0.0
        await table.floor(cmd.FloorCalled(), "dealer")
        await seen(table)
        assert table.state.play.day.date == two_later


async def test_slow_correction_and_a_summer_time_are_no_step(tmp_path: Path, wall: Wall) -> None:
    """The end of summer time moves no UTC; a correction is followed."""
    async with a_tabletop(tmp_path, now=wall) as table:
        for _ in range(20):
            await asyncio.sleep(600)
            wall.off += 0.25
            await table.floor(cmd.FloorCalled(), "dealer")
        assert "clock_stepped" not in [kind for kind, _ in asked(table)]


@pytest.mark.parametrize("start", ["01:30", "01:00", "06:00"])
def test_gaming_day_does_not_come_back_when_summer_time_ends(start: str) -> None:
    """At 06:00 UTC of 2026-11-01 New York counts the hour from one to two once more."""
    from controller.procedure.reducers.opening import checklist_lines
    from tests.kit.evening import Evening, house

    evening = Evening(house("massachusetts-bonus-spin"))
    days = []
    begin = 1_793_505_600_000_000  # 2026-11-01 04:00 UTC, midnight there
    context = evening.procedure._fold.context
    from controller.domain.structs import replace

    context.house = replace(context.house, gaming_day_start=start, timezone="America/New_York")
    play = evening.play
    for minutes in range(0, 8 * 60, 10):
        context.begin(play, 1, 0, begin + minutes * 60_000_000, fact.Started())
        checklist_lines.note_date(context)
        play = context.play
        days.append(play.day.date)
    assert days == sorted(days)
    assert len(set(days)) == 2


async def test_start_before_the_last_row_holds_until_somebody_says_what_time_it_is(
    tmp_path: Path, wall: Wall
) -> None:
    rig = Rig(1)
    async with a_tabletop(tmp_path, rig, now=wall) as table:
        await table.open_table()
        day = table.state.play.day.date

    wall.off = -12 * HOUR
    async with a_tabletop(tmp_path, rig, now=wall) as table:
        assert [kind for kind, _ in asked(table)] == ["clock_behind"]
        hold = table.daemon.door.view().hold
        assert hold is not None
        assert hold.headline == "Stop. Clock. Floor."
        assert table.state.play.day.date == day
        no_reason = cmd.Ruled(irr=table.state.play.irregularities[-1].id, ruling="seen")
        assert (await table.floor(no_reason)).verdict == "refused"
        await seen(table)
        assert table.daemon.door.view().hold is None


async def test_clock_that_was_set_while_nothing_could_be_recorded_is_told_afterwards(
    tmp_path: Path, wall: Wall
) -> None:
    async with a_tabletop(tmp_path, now=wall) as table:
        await table.open_table()
        path = tmp_path / "journal.db"
        path.rename(tmp_path / "elsewhere")
        await table.floor(cmd.FloorCalled(), "dealer")
        wall.off = 6 * HOUR
        await asyncio.sleep(3)
        (tmp_path / "elsewhere").rename(path)
        await asyncio.sleep(3)
        await table.floor(cmd.FloorCalled(), "dealer")

        assert "clock_stepped" in [kind for kind, _ in asked(table)]


async def test_clock_is_read_once_an_hour_and_shown_when_it_may_be_a_second_wrong(
    tmp_path: Path,
) -> None:
    """Also recorded: exports are compared with video."""
    says = [fact.ClockRead(synchronised=True, offset_us=40, error_us=9_000)]
    beside = Beside(clock=lambda: says[-1])
    async with a_tabletop(tmp_path, beside=beside) as table:
        assert not any("Clock" in d.text for d in table.daemon.door.floor_view().duties)
        says.append(fact.ClockRead(synchronised=False, offset_us=0, error_us=16_000_000))
        await asyncio.sleep(HOUR_S)
        told = [d.text for d in table.daemon.door.floor_view().duties]
        assert "Clock not synchronised: up to 16.0 s wrong" in told

    with open_reader(tmp_path / "journal.db") as reader:
        assert [row.kind for row in reader.rows()].count("ClockRead") == 2


def test_kernel_says_what_its_clock_is_worth() -> None:
    said = kernel_clock()

    assert said is not None
    assert said.error_us >= 0
    assert abs(said.offset_us) < HOUR * 1_000_000
