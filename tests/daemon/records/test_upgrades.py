"""Evenings of three earlier versions, each of another behaviour, taken over by the present code.

Never an older round, never two of one number; what comes out differently is named at its row.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Literal

import pytest

from controller.cli import run
from controller.domain import commands as cmd
from controller.journal.read import open_reader
from controller.journal.verify import verify
from controller.table.record import SOFTWARE
from controller.table.recovery import recover
from drivers.sim.rig import Rig
from tests.daemon.tabletop import Tabletop, a_tabletop
from tests.speed.shoes import Shoes

from . import earlier

Where = Literal["mid-round", "between rounds", "closed"]
WHERE: tuple[Where, ...] = ("mid-round", "between rounds", "closed")
Planted = Callable[[], AbstractContextManager[None]]
PLANTED: dict[str, tuple[Planted, str]] = {
    "burn": (earlier.burn_of_two, "CardDrawn"),
    "settlement": (earlier.paid_twice, "Turned"),
    "refusal": (earlier.other_words, "ShuffleAsked"),
}
"""What the earlier version did otherwise, and at which input it shows."""
DAY_ROWS = 60_000


async def an_evening(folder: Path, rig: Rig, what: str, where: Where) -> int:
    """Written by that version; return the number of the round that stands there."""
    planted, _ = PLANTED[what]
    with planted():
        async with a_tabletop(folder, rig, software=earlier.version("0.0.9")) as table:
            await table.open_with_a_full_shoe()
            if what == "burn":
                await table.draw("burn")
                await table.hands.pick_up("burn")
            if where != "mid-round" or what != "burn":
                await table.play_a_round()
                await table.press("act1")
            if where == "mid-round":
                await a_round_to_its_settlement(table)
            if where == "closed":
                said = await table.floor(cmd.TableClosed(reason="over"), "casino_supervisor")
                assert said.verdict == "accepted", said
            return table.state.play.number


async def a_round_to_its_settlement(table: Tabletop) -> None:
    await table.deal("8c", "9d", "7d", "Qc", "9c", "Kd")
    refused = await table.floor(cmd.ShuffleAsked(), "dealer")
    assert refused.verdict == "refused"
    await table.stand_all()
    await table.turn()
    assert table.phase == "settled"


def first_of(folder: Path, kind: str) -> int:
    """The row in the last round at which the version shows."""
    with open_reader(folder / "journal.db") as reader:
        found = [row.seq for row in reader.rows() if row.kind == kind]
    return found[0] if kind == "CardDrawn" else found[-1]


@pytest.mark.parametrize("where", WHERE)
@pytest.mark.parametrize("what", PLANTED)
async def test_evening_of_another_version_is_taken_over_where_it_stands(
    tmp_path: Path, what: str, where: Where
) -> None:
    """Closed rounds are never decided again, a difference is named at its row.

    Source: controller/README 6.
    """
    rig = Rig(1)
    number = await an_evening(tmp_path, rig, what, where)
    due = first_of(tmp_path, PLANTED[what][1])

    async with a_tabletop(tmp_path, rig) as table:
        play = table.state.play
        held = [(i.kind, i.about) for i in play.irregularities if i.status == "raised"]
        kinds = [kind for kind, _ in held]
        assert play.number == number
        assert "other_software" in kinds
        told = [line.no for line in table.daemon.door.rounds()]
        assert len(told) == len(set(told))
        assert max(told) == number
        if where == "mid-round":
            assert ("alignment_required", f"row {due} {PLANTED[what][1]}") in held
            await finish(table)
        else:
            assert "alignment_required" not in kinds
        after = [line.no for line in table.daemon.door.rounds()]
    assert len(after) == len(set(after))
    assert min(set(after) - set(told), default=number + 1) == number + 1
    assert verify(tmp_path / "journal.db").fault is None


async def finish(table: Tabletop) -> None:
    """A person looks, voids the round; two people accept the version."""
    for held in table.state.play.irregularities:
        if held.kind == "alignment_required" and held.status == "raised":
            looked = cmd.Ruled(irr=held.id, ruling="as_they_lie", reason="looked at")
            assert (await table.floor(looked)).verdict == "accepted"
    void = await table.floor(cmd.RoundVoided(reason="other version"), "casino_supervisor")
    assert void.verdict in ("accepted", "refused"), void
    waits = next(i.id for i in table.state.play.irregularities if i.kind == "other_software")
    for by, rank, ruling in (
        ("A", "floorperson", "verified"),
        ("B", "casino_supervisor", "accepted"),
    ):
        said = await table.floor(cmd.Ruled(irr=waits, ruling=ruling), rank, by=by)
        assert said.verdict == "accepted", said


async def test_every_difference_in_closed_rounds_is_listed_by_replay(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """They are history: listed for who asks, decided by nobody."""
    await an_evening(tmp_path, Rig(1), "settlement", "closed")
    path = str(tmp_path / "journal.db")

    assert run(["journal", "replay", path, "--all"]) == 1
    told = capsys.readouterr().out
    assert f"row {first_of(tmp_path, 'Turned')}" in told
    assert "where the table stands" in told


async def test_row_of_software_is_no_input_to_any_reader(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rig = Rig(1)
    await an_evening(tmp_path, rig, "refusal", "between rounds")
    async with a_tabletop(tmp_path, rig):
        pass
    path = str(tmp_path / "journal.db")
    with open_reader(tmp_path / "journal.db") as reader:
        assert reader.last(SOFTWARE) is not None

    for command in (
        ["hand", path, "1"],
        ["show", path, "--last", "9"],
        ["find", path, "--box", "1"],
    ):
        assert run(["journal", *command]) == 0, command
    assert run(["journal", "replay", path, "--all"]) == 0
    assert run(["journal", "hand", path]) == 0
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize("planted", [nullcontext, earlier.paid_twice, earlier.burn_of_two])
def test_start_on_a_day_of_another_version_takes_less_than_a_second(
    tmp_path: Path, planted: Planted
) -> None:
    """60,000 rows, whatever the version that wrote them decided otherwise."""
    with planted():
        on = Shoes(4, filler=DAY_ROWS - 300)
        while on.filler + on.seq < DAY_ROWS - 100:
            on.deal_round()
        on.card(after_ms=6000)
    on.write(tmp_path / "day.journal")

    with open_reader(tmp_path / "day.journal") as reader:
        began = time.process_time()
        found = recover(reader)
        took = time.process_time() - began

    assert found.state.play.number == on.play.number
    assert took < 1
