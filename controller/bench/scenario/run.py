"""Play scenarios, each at a table of its own, and look at the record that is left.

After the steps the record must verify, replay outcome for outcome, satisfy the watchers, hold no
controller fault, and pay every round of `play` as the rules alone pay it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from msgspec import Struct

from controller.audit.fold import Folder, house_in
from controller.bench import setup
from controller.bench.dealer import Dealt
from controller.bench.screen import Disagreement, told_by
from controller.bench.table import bench_table
from controller.domain.view import DealerView
from controller.domain.wagers import Payment
from controller.errors import TableError
from controller.journal.read import open_reader
from controller.journal.verify import verify
from controller.procedure.state import State
from controller.procedure.step import Procedure
from controller.procedure.watchers import Watch
from controller.rules.pack import apply_options
from controller.rules.pack import load as load_pack
from controller.table.recovery import FIRST_INPUT, inputs
from drivers.sim.pieces import CannotBe

from .file import Scenario, Step
from .guests import seated
from .stage import Stage

SPEED = 8.0
WRONG = (Disagreement, CannotBe, ConnectionError, LookupError, ValueError, TypeError, TableError)
"""What a step may end with; anything else is a fault of the bench."""

Tell = Callable[[str], None]


class Result(Struct, frozen=True):
    scenario: str
    verdict: Literal["passed", "failed", "skipped"]
    why: str = ""
    """The first failure, several lines."""


def _silent(_: str) -> None:
    return


async def play_scenarios(
    scenarios: Iterable[Scenario],
    told: Callable[[Result], None] = lambda _: None,
    narrate: Tell = _silent,
) -> list[Result]:
    results = []
    for scenario in scenarios:
        with TemporaryDirectory(prefix="scenario-") as folder:
            results.append(await play_scenario(scenario, Path(folder), narrate))
        told(results[-1])
    return results


async def play_scenario(scenario: Scenario, folder: Path, narrate: Tell = _silent) -> Result:
    """`folder` keeps the record. Exceptions that are no fault of the scenario pass."""
    if scenario.skip:
        return Result(scenario.id, "skipped", scenario.skip)
    narrate(f"{scenario.id}: {scenario.name}")
    try:
        journal, dealt, why = await _played(scenario, folder, narrate)
        why = why or record(journal, dealt)
    except WRONG as error:
        why = f"no table: {error}"
    if why:
        return Result(scenario.id, "failed", f"{scenario.file}, {scenario.id}: {why}")
    return Result(scenario.id, "passed")


async def _played(scenario: Scenario, folder: Path, narrate: Tell) -> tuple[Path, list[Dealt], str]:
    given = scenario.given
    pack = load_pack(scenario.pack)
    options = {**setup.choices(pack), **given.options}
    pack = apply_options(pack, options)
    wheeled = pack.wheel.bonus_spin.value != "off"
    opening = bench_table(
        folder,
        seed=given.seed,
        pack=scenario.pack,
        options={**options, "decks": int(pack.cards.decks.value)},
        wheel=(given.wheel or setup.SECTIONS) if wheeled else {},
        without={*given.without, *setup.missing(pack)},
        players=seated(given, pack),
        speed=SPEED,
        shuffle_s=given.shuffle_s,
        cover=given.cover,
        on_hold=_held,
    )
    async with opening as table:
        why = await _steps(scenario, Stage(table, given), narrate)
        return table.journal, table.dealer.rounds, why


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
            return "\n  ".join(
                (f"step {step.number} ({_said(step)})", *map(str, why), f"then {line}")
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


def record(journal: Path, dealt: Iterable[Dealt]) -> str:
    """Return the first thing that is wrong with the record; empty = nothing is."""
    if (fault := verify(journal).fault) is not None:
        return f"the record: row {fault.seq}: {fault.what}"
    paid: dict[int, tuple[Payment, ...]] = {}
    with open_reader(journal) as reader:
        house = house_in(reader)
        folder, watch = Folder(Procedure(house), State()), Watch(house)
        for row, recorded in inputs(reader, FIRST_INPUT):
            turn = folder.step(row, recorded)
            if recorded.outcome.verdict == "fault":
                return f"the record: row {row.seq} {row.kind}: controller fault"
            if not turn.same:
                return f"the record: row {row.seq} {row.kind} comes out otherwise when replayed"
            for finding in watch.look(turn.row, turn.before, turn.stamped, turn.step):
                return f"the record: {finding}"
            if turn.step.boundary is not None:
                paid[turn.before.play.number] = turn.before.play.payments
        paid[folder.state.play.number] = folder.state.play.payments
    for one in dealt:
        number = one.notes.number
        if _movements(paid.get(number, ())) != _movements(one.account):
            return f"the record: round {number} was not paid as its cards are settled"
    return ""


def _movements(payments: Iterable[Payment]) -> Counter[tuple[object, ...]]:
    return Counter((p.box, p.kind, p.hand, p.direction, p.odds, p.cents) for p in payments)
