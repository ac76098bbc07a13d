"""Rounds as the floor reads them: the loop that answers devices never waits for one."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from controller.audit.explain import RECENT
from controller.daemon.history import KEPT, History
from controller.domain.views.floor_view import RoundLine, Step
from controller.journal.read import Reader
from controller.table.actor import Table
from tests.kit.wires.patience import PATIENCE_S

from .tabletop import a_tabletop


def history(path: Path, *, open_round: int, seq: int = 100) -> History:
    play = SimpleNamespace(number=open_round)
    current = SimpleNamespace(seq=seq, state=SimpleNamespace(play=play))
    return History(path, cast("Table", SimpleNamespace(current=current)))


def test_loop_goes_on_while_a_round_is_read(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A round is folded again to be shown: with a long evening behind it that takes a second."""
    asyncio.run(recorded(tmp_path))
    goes_on = threading.Event()

    def slow(reader: Reader, number: int) -> tuple[Step, ...]:
        assert goes_on.wait(PATIENCE_S), "the loop waits for the round"
        return ()

    monkeypatch.setattr("controller.daemon.history.round_steps", slow)

    async def two_readers() -> None:
        rounds = history(tmp_path / "journal.db", open_round=3)
        asked = [asyncio.create_task(rounds.steps(number)) for number in (1, 2)]
        await asyncio.sleep(0.05)
        goes_on.set()
        assert await asyncio.gather(*asked) == [(), ()]

    asyncio.run(two_readers())


def test_closed_rounds_are_read_once_the_open_one_after_each_change(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Two people who look at two rounds do not have both read again at each card."""
    asyncio.run(recorded(tmp_path))
    read: list[int] = []

    def counts(reader: Reader, number: int) -> tuple[Step, ...]:
        read.append(number)
        return ()

    monkeypatch.setattr("controller.daemon.history.round_steps", counts)

    async def looked_at(rounds: History, *numbers: int) -> list[int]:
        read.clear()
        for number in numbers:
            await rounds.steps(number)
        return list(read)

    async def go() -> None:
        rounds = history(tmp_path / "journal.db", open_round=50)
        assert await looked_at(rounds, 1, 2, 1, 2) == [1, 2]
        assert await looked_at(rounds, 50, 50) == [50]
        rounds._table = history(tmp_path, open_round=50, seq=101)._table
        assert await looked_at(rounds, 50, 1, 2) == [50]
        many = range(3, 3 + KEPT)
        assert await looked_at(rounds, *many) == list(many)
        assert await looked_at(rounds, 1) == [1]

    asyncio.run(go())


def test_next_round_has_only_itself_and_the_one_that_closed_read(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The loop waits for it: ten rounds read at each new one are ten times the pause."""
    asyncio.run(recorded(tmp_path))
    read: list[int] = []

    def counts(reader: Reader, n: int = RECENT) -> tuple[RoundLine, ...]:
        read.append(n)
        newest = rounds._table.current.state.play.number
        return tuple(
            RoundLine(no=no, at=0, text="", note="", state="open" if no == newest else "settled")
            for no in range(newest, max(0, newest - n), -1)
        )

    monkeypatch.setattr("controller.daemon.history.recent_rounds", counts)
    rounds = history(tmp_path / "journal.db", open_round=20)

    async def lines_of(open_round: int) -> list[tuple[int, str]]:
        rounds._table = history(tmp_path, open_round=open_round)._table
        return [(line.no, line.state) for line in rounds.rounds()]

    def whole(newest: int) -> list[tuple[int, str]]:
        older = [(no, "settled") for no in range(newest - 1, newest - RECENT, -1)]
        return [(newest, "open"), *older]

    for number in (20, 21, 22, 25):
        assert asyncio.run(lines_of(number)) == whole(number)
    assert read == [RECENT, 2, 2, RECENT]


async def recorded(folder: Path) -> None:
    async with a_tabletop(folder, wait_s=0):
        pass
