"""The daemon is killed at seeded moments of rounds; nothing is lost, nothing moves twice."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from statistics import median

import pytest

from tests.acceptance.child import Bench, a_bench

from .evening import Evening
from .record import read_evening, rounds

ROUNDS = (
    {(1, "main", "return"), (4, "main", "pay")},
    {(1, "main", "pay"), (4, "main", "pay"), (4, "bonus_spin", "pay")},
    {(1, "main", "take"), (4, "main", "take")},
)
CLOSES_BY_ITSELF = {
    "card_not_due", "whose_card", "cards_due", "wager_late", "wrong_button", "backlog_order",
    "device_lost", "cover_card_early",
}  # fmt: skip
ALIKE = "unshuffled_run"
"""From the second shoe on: the harness arranges each as the one before, and the table tells it."""


class Killer:
    """Kill and start again, so many times, at moments that the seed names."""

    def __init__(self, bench: Bench, kills: int, seed: int) -> None:
        self._bench, self.left = bench, kills
        self._rng = Random(f"{seed}/kills")
        self._next = self._rng.randint(1, 8)
        self._task: asyncio.Task[None] | None = None
        self.moments: list[str] = []

    def moment(self, name: str) -> None:
        """Told before each act; the kill comes while it is done, or a little later."""
        self._next -= 1
        if self._next > 0 or not self.left or (self._task and not self._task.done()):
            return
        self.left -= 1
        self._next = self._rng.randint(2, 9)
        self.moments.append(name)
        wait_s = self._rng.choice((0.0, 0.002, 0.01, 0.03, 0.1))
        down_s = self._rng.choice((0.0, 0.0, 0.3))
        self._task = asyncio.create_task(self._kill(wait_s, down_s))

    async def _kill(self, wait_s: float, down_s: float) -> None:
        await asyncio.sleep(wait_s)
        await self._bench.child.kill()
        await asyncio.sleep(down_s)
        await self._bench.child.start()

    async def rest(self) -> None:
        if self._task is not None:
            await self._task


@pytest.mark.slow
def test_nothing_is_lost_and_nothing_moves_twice_when_the_daemon_is_killed(
    tmp_path: Path, request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]
) -> None:
    """Kill -9 in mid-round, over ptys and USB, while cards are drawn.

    Source: controller/README 1.1, 1.5, 1.8.
    """
    kills = int(request.config.getoption("--kills", default=8))
    seed = int(request.config.getoption("--crash-seed", default=1))

    evening, killer, recoveries = asyncio.run(_play(tmp_path, kills, seed))

    found, played = read_evening(tmp_path), rounds(tmp_path)
    with capsys.disabled():
        print(f"\n{kills} kills in {evening.rounds} rounds, {evening.shuffles} shuffles, ", end="")
        print(f"{evening.spins} spins; first full view after {median(recoveries):.1f} s ", end="")
        print(f"(median, at most {max(recoveries):.1f} s, Python's start included)")
        print(f"killed at: {', '.join(killer.moments)}")
        print(f"raised: {dict(found.irregularities)}; floor: {evening.confirmed}")
    assert list(found.cards) == evening.drawn
    assert (found.repeated, found.out_of_order) == (0, 0)
    assert found.moved["wheel"] == found.orders["spin"] == found.done["SpinDone"] == evening.spins
    assert found.moved["shuffler"] == found.orders["shuffle"] == evening.shuffles
    assert played == [*ROUNDS] * evening.shuffles
    assert len(played) == evening.rounds
    assert found.verdicts["fault"] == 0
    assert not found.irregularities.keys() - {*CLOSES_BY_ITSELF, ALIKE}, found.irregularities


async def _play(folder: Path, kills: int, seed: int) -> tuple[Evening, Killer, list[float]]:
    async with a_bench(folder, seed) as bench:
        killer = Killer(bench, kills, seed)
        evening = Evening(bench, killer.moment)
        await evening.open_table()
        while killer.left or not evening.rounds:
            await evening.a_shoe()
        await killer.rest()
        await bench.child.kill()
        await bench.child.start()
        await evening.until("a shuffle", lambda page: page.offers("ShuffleAsked") is not None)
        return evening, killer, bench.child.recoveries
