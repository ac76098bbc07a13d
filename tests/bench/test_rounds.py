"""Whole evenings at a simulated table: money, record and presses."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from controller.bench.automatic.dealer import Dealt
from controller.bench.automatic.players import Habits
from controller.bench.demo import faults
from controller.bench.simulated.table import BenchTable, bench_table
from controller.cli.demo import SEED
from controller.domain import commands as cmd
from controller.journal.verify import verify
from controller.procedure.irregularities import catalog
from tests.bench.books import books_of, movements
from tests.long_runs import in_the_suite

ROUNDS = 38
EVENINGS = {
    14: Habits(seats=(3, 7), comes_or_goes=0.2, changes_marks=0.3, raises=0.2),
    15: Habits(seats=(7, 7), bonus=1.0, match=1.0, insures=1.0),
    11: Habits(),
    12: Habits(seats=(6, 7), bonus=0.9, match=0.5),
    13: Habits(seats=(1, 3), insures=0.8),
}
"""190 rounds, 76 of them in the suite: seed of the cards and players, and how they play."""


@pytest.mark.slow
@pytest.mark.parametrize("seed", in_the_suite(2, EVENINGS))
async def test_evening_settles_to_the_cent_and_replays_to_the_same_state(
    seed: int, tmp_path: Path
) -> None:
    """Every round pays what the rules pay for the cards that lie there; the record folds again."""
    async with bench_table(tmp_path, seed=seed, habits=EVENINGS[seed], speed=4.0) as table:
        await table.dealer.play(ROUNDS)
        dealt = table.dealer.rounds
        daemon = table.daemon
    books = books_of(table.journal)
    assert books.differences == []
    assert books.state == daemon.table.current.state
    assert [movements(paid) for paid in books.rounds] == [movements(d.account) for d in dealt]
    assert verify(table.journal).fault is None
    assert table.screen.refusals == []
    print(told(seed, dealt))


def told(seed: int, dealt: list[Dealt]) -> str:
    notes = [d.notes for d in dealt]
    hands = [hand for n in notes for hand in n.hands]
    return (
        f"evening {seed}: {len(dealt)} rounds, {sum(n.cards for n in notes)} cards, "
        f"{sum(n.presses for n in notes) / len(notes):.1f} presses a round, "
        f"{sum(h.split for h in hands)} split hands, {sum(h.doubled for h in hands)} doubled, "
        f"{sum(len(n.insured) for n in notes)} insured, {sum(len(n.spins) for n in notes)} spins"
    )


TYPICAL = (
    "Kd 9h 7c Ac 3s 5h Kc Qs"  # boxes 1..7, up card
    " 8d 5s 4h 7d 9d 4d 9s 5c"  # boxes 1..7, hole card
    " 3c 9c Kh 2h Qh 8h 4s"  # 2: 14 hits; 3 doubles; 4: soft 18 hits; 5: 12, 14 hit; 6: 9 hits
)


async def test_typical_round_of_seven_boxes_needs_at_most_seven_presses(tmp_path: Path) -> None:
    """Stands from hard 18 and hits cost nothing; a match, a double, two stands on 17.

    Source: console/README 2.
    """
    same = Habits(seats=(7, 7), comes_or_goes=0, raises=0, changes_marks=0, match=0.2)
    async with bench_table(tmp_path, seed=6, habits=same) as table:
        await table.dealer.play(1)
        await table.world.mischief.arrange(TYPICAL.split())
        await table.dealer.play(2)
        round_ = table.dealer.rounds[-1].notes
    marks = [box for box, bet in round_.bets.items() if bet.match]
    doubled = [hand.box for hand in round_.hands if hand.doubled]
    print(f"{len(round_.bets)} boxes, {round_.cards} cards: {round_.presses} presses")
    assert (len(round_.bets), bool(marks), doubled) == (7, True, [3])
    assert round_.presses <= 7


async def test_dealer_waits_while_the_table_is_held(tmp_path: Path) -> None:
    """No card is drawn into a hold; a shoe that comes back unchanged releases the table."""
    async with bench_table(tmp_path, seed=2) as table:
        await table.dealer.play(1)
        dealing = asyncio.create_task(table.dealer.play(2))
        await asyncio.sleep(10)
        before = table.dealer.post.cards
        table.rig.pull("shoe", "plugged", False)
        await asyncio.sleep(30)
        assert (await table.screen.view()).hold is not None
        assert table.dealer.post.cards <= before + 1
        table.rig.pull("shoe", "plugged", True)
        await dealing
    assert len(table.dealer.rounds) == 2


@pytest.mark.parametrize(
    "name", ["shoe-unplugged", "shoe-rebooted", "shoe-noise", "reader-mute", "wheel-unplugged"]
)
async def test_evening_goes_on_when_a_fault_is_mended(name: str, tmp_path: Path) -> None:
    """drivers/README: lost is a normal state; what the step does not need does not hold it."""
    async with bench_table(tmp_path, seed=43) as table:
        await table.dealer.play(1)
        dealing = asyncio.create_task(table.dealer.play(3))
        await asyncio.sleep(25)
        await faults.pull(table.world, faults.FAULTS[name])
        await asyncio.sleep(20)
        await faults.mend(table.world, faults.FAULTS[name])
        while not dealing.done():
            await _nothing_left_the_shoe(table)
            await asyncio.sleep(1)
        await dealing
    books = books_of(table.journal)
    assert books.differences == []
    assert len(books.rounds) == 3


async def _nothing_left_the_shoe(table: BenchTable) -> None:
    """The floorperson answers for a shoe that had no power: the dealer had waited."""
    for i in catalog.open_ones(table.daemon.table.current.state.play):
        if i.kind == "events_lost":
            said = cmd.FactAnswered(irr=i.id, question="drawn_off", answer="0")
            await table.floor(said)
            await table.floor(cmd.Ruled(irr=i.id, ruling="counts"))


async def test_default_seed_shows_insurance_and_the_wheel_in_round_two(tmp_path: Path) -> None:
    """The demo promises it in its help; nothing is arranged for it."""
    async with bench_table(tmp_path, seed=SEED, speed=4.0) as table:
        await table.dealer.play(2)
        notes = table.dealer.rounds[1].notes
    assert notes.insured
    assert notes.spins
