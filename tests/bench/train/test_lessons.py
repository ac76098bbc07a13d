"""The product's lessons, passed by what their files do and failed by what a trainee does wrong."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from controller.bench.scenario.file import Scenario
from controller.bench.simulated.virtual_time import run_virtual
from controller.bench.train.judge import dealt, handed_over, par
from controller.bench.train.table import Done, Lesson, lesson
from controller.cli.train import chosen

Trainee = Callable[[Lesson], Awaitable[None]]
PACKS = ("massachusetts", "maryland")
SHORT_S = 20


def taught(scenario: Scenario, folder: Path, trainee: Trainee) -> Done:
    """The lesson, with somebody at the table who does so."""

    async def taking() -> Done:
        after = handed_over(scenario)
        async with lesson(scenario, after, needs, folder) as own:
            running = asyncio.create_task(own.run())
            trying = asyncio.ensure_future(trainee(own))
            done = await own.ended()
            for task in (running, trying):
                task.cancel()
            await asyncio.wait({running, trying})
            return done

    assert scenario.lesson is not None
    scenario = replace(scenario, lesson=replace(scenario.lesson, seconds=SHORT_S))
    needs = par(scenario, handed_over(scenario))
    return run_virtual(taking())


async def as_the_file_does(own: Lesson) -> None:
    steps = own.scenario.steps
    await dealt(own.scenario, own.stage, handed_over(own.scenario), len(steps))


async def nothing(_: Lesson) -> None:
    await asyncio.sleep(0)


async def a_card_too_many(own: Lesson) -> None:
    """Drawn and laid aside, whatever the page says."""
    for _ in range(3):
        await own.table.world.draw("aside")
        await asyncio.sleep(1.0)


@pytest.mark.parametrize("pack", PACKS)
def test_course_has_ten_holds_and_fifteen_slips(pack: str) -> None:
    assert len(chosen([], pack, "")) == 25


@pytest.mark.parametrize("scenario", chosen([], "massachusetts", ""), ids=lambda one: one.id)
def test_lesson_is_passed_by_what_its_file_does(scenario: Scenario, tmp_path: Path) -> None:
    done = taught(scenario, tmp_path, as_the_file_does)

    assert (done.verdict, done.why) == ("passed", "")
    assert done.presses + done.touches > 0 or "cutting card" in scenario.name


@pytest.mark.parametrize("scenario", chosen([], "maryland", ""), ids=lambda one: one.id)
def test_lesson_is_failed_by_who_does_nothing(scenario: Scenario, tmp_path: Path) -> None:
    done = taught(scenario, tmp_path, nothing)

    assert (done.verdict, done.why) == ("failed", "The time is over")


@pytest.mark.parametrize("scenario", chosen([], "massachusetts", ""), ids=lambda one: one.id)
def test_lesson_is_failed_by_cards_that_nobody_asked_for(
    scenario: Scenario, tmp_path: Path
) -> None:
    done = taught(scenario, tmp_path, a_card_too_many)

    assert done.verdict == "failed"
