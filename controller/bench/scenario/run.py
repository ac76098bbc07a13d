"""Play scenarios, each at a table of its own, and look at the record that is left."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Literal

from msgspec import Struct

from controller.bench.automatic.dealer import Dealt
from controller.bench.consoles.screen import Disagreement, told_by
from controller.bench.simulated import setup
from controller.bench.simulated.in_memory import passing_folder
from controller.bench.simulated.table import BenchTable, bench_table
from controller.bench.simulated.trouble import Trouble
from controller.bench.simulated.virtual_time import run_virtual
from controller.domain.views.view import DealerView
from controller.errors import TableError
from controller.rules.pack import apply_options
from controller.rules.pack import load as load_pack
from drivers.sim.physical.pieces import CannotBe

from . import record
from .file import Scenario, Step
from .guests import seated
from .stage import Stage

SPEED = 8.0
WRONG = (Disagreement, CannotBe, ConnectionError, LookupError, ValueError, TypeError, TableError)
"""What a step may end with; anything else is a fault of the bench."""

Tell = Callable[[str], None]


class Ruling(Struct, frozen=True, order=True):
    pack: str
    kind: str
    ruling: str


class Result(Struct, frozen=True):
    scenario: str
    verdict: Literal["passed", "failed", "skipped"]
    why: str = ""
    """The first failure, several lines."""
    ruled: tuple[Ruling, ...] = ()
    """What was ruled and accepted on the way."""


def _silent(_: str) -> None:
    return


def play_scenarios(
    scenarios: Iterable[Scenario],
    told: Callable[[Result], None] = lambda _: None,
    narrate: Tell = _silent,
) -> list[Result]:
    """Each on a clock of its own: what one takes is not the next one's time of day."""
    results = []
    for scenario in scenarios:
        with passing_folder("scenario-") as folder:
            results.append(run_virtual(play_scenario(scenario, Path(folder), narrate)))
        told(results[-1])
    return results


async def play_scenario(scenario: Scenario, folder: Path, narrate: Tell = _silent) -> Result:
    """`folder` keeps the record. Exceptions that are no fault of the scenario pass."""
    if scenario.skip:
        return Result(scenario.id, "skipped", scenario.skip)
    narrate(f"{scenario.id}: {scenario.name}")
    try:
        with Trouble() as trouble:
            journal, dealt, why = await _played(scenario, folder, narrate, trouble)
            found = record.look(journal, dealt, trouble)
    except WRONG as error:
        why = f"no table: {error}"
        found = record.Record()
    if why := why or found.wrong:
        return Result(scenario.id, "failed", f"{scenario.file}, {scenario.id}: {why}")
    ruled = tuple(Ruling(scenario.pack, *one) for one in found.ruled)
    return Result(scenario.id, "passed", ruled=ruled)


async def _played(
    scenario: Scenario, folder: Path, narrate: Tell, trouble: Trouble
) -> tuple[Path, list[Dealt], str]:
    given = scenario.given
    async with opened(scenario, folder) as table:
        why = await _steps(scenario, Stage(table, given, trouble), narrate)
        return table.journal, table.dealer.rounds, why


def opened(scenario: Scenario, folder: Path) -> AbstractAsyncContextManager[BenchTable]:
    """The table of a scenario, before anybody has done anything."""
    given = scenario.given
    pack = load_pack(scenario.pack)
    options = {**setup.choices(pack), **given.options}
    pack = apply_options(pack, options)
    printed = setup.printed_wheel(scenario.pack, options) if pack.wheel.bonus_spin_on_meters else {}
    sections = printed or setup.SECTIONS
    return bench_table(
        folder,
        seed=given.seed,
        pack=scenario.pack,
        options={**options, "decks": int(pack.cards.decks.value)},
        wheel={} if pack.wheel.bonus_spin.value == "off" else given.wheel or sections,
        without={*given.without, *setup.missing(pack)},
        players=seated(given, pack),
        speed=SPEED,
        shuffle_s=given.shuffle_s,
        proving_s=1 if any(step.key == "damage_record" for step in scenario.steps) else None,
        cover=given.cover,
        on_hold=_held,
    )


async def _steps(scenario: Scenario, stage: Stage, narrate: Tell) -> str:
    try:
        await stage.set_up()
    except WRONG as error:
        return f"given: {error}"
    for step in scenario.steps:
        why: tuple[object, ...]
        try:
            why = await stage.step(step)
        except WRONG as error:
            why = (str(error) or type(error).__name__,)
        line = told_by(stage.table.daemon.door.view())
        narrate(f"  {step.number:>3} {_said(step)}  ->  {line}")
        if why:
            at = f", line {step.line}" if step.line else ""
            return "\n  ".join(
                (f"step {step.number} ({_said(step)}){at}", *map(str, why), f"then {line}")
            )
    return ""


def _said(step: Step) -> str:
    act = "" if not step.key else step.key if step.value is True else f"{step.key} {step.value!r}"
    until = f"until {step.until}" if step.until else ""
    who = "" if step.rank == "dealer" else step.rank
    return " ".join(filter(None, (who, act, until, step.note and f"# {step.note}"))) or "look"


async def _held(view: DealerView) -> None:
    """Whoever does what the page says stops at a hold. Raises: Disagreement."""
    raise Disagreement(f"the table holds: {view.hold.headline if view.hold else ''}")
