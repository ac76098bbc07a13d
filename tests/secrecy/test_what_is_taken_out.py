"""What is taken out of a record in mid-round is the same for every card that lies face down.

Printed rows, found rows, a copy's size, the word of an export, and the rows of software, clock and
evidence themselves: their text, their number and their size.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.bench.simulated.virtual_time import run_virtual
from controller.cli import run
from controller.domain import facts as fact
from controller.journal.backup import backup
from controller.journal.read import open_reader

from .round import Round, hidden_of, plan_of
from .stage import Stage, a_scene

SEEDS = (0, 2)
"""A round without trouble; one with a card drawn in error that nobody saw."""
OF_ITSELF = (
    fact.ClockRead(synchronised=False, offset_us=3, error_us=2_000_000),
    fact.ClockStepped(due=1_800_000_000_000_000, found=1_800_000_007_000_000),
    fact.SoftwareFound(software="4711", now="0.2.0 (1f03)"),
    fact.Exported(who="A", reason="b", what="round 1", first=1, last=9, sha256="0" * 64),
    fact.DayHeld(day="2026-11-27", who="A", reason="b"),
    fact.CardKeysDestroyed(who="A", files=((1, "2026-11-27"),)),
    fact.SignInTried(name="nobody", right=False, place="own"),
)
Out = pytest.CaptureFixture[str]


def recorded(stage: Stage, seed: int, variant: int) -> Path:
    """The journal of a round that stands before the turn, with what the table said of itself."""

    async def play() -> Path:
        plan = plan_of(seed)
        async with a_scene(stage, "/events/dealer", seed * 100 + variant) as scene:
            await Round(scene, plan, hidden_of(plan, variant)).play()
            for item in OF_ITSELF:
                await scene.table.daemon.table.put("table", item)
        return scene.folder / "journal.db"

    return run_virtual(play())


def taken_out(journal: Path, capsys: Out) -> list[object]:
    said: list[object] = []
    for action in (
        ("show",),
        ("find", "--kind", "Card"),
        ("find", "--box", "1"),
        ("find", "--at", "03:00"),
        ("export", "--round", "1", "--reason", "box 4", "--who", "A", "-o", str(journal) + ".zip"),
    ):
        said.append(run(["journal", action[0], str(journal), *action[1:]]))
        said.append(capsys.readouterr().out)
    copy, report = backup(journal, journal.with_name("copy.db"))
    said += [copy.stat().st_size, report.rows, report.signed]
    with open_reader(journal) as reader:
        said.append([(row.kind, len(row.payload)) for row in reader.rows()])
    return said


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_taken_out_tells_no_hidden_card(stage: Stage, capsys: Out, seed: int) -> None:
    """Source: controller/README 1.2."""
    one, other = (taken_out(recorded(stage, seed, v), capsys) for v in (0, 3))

    assert one == other
    assert "Exported" in str(one[1])
