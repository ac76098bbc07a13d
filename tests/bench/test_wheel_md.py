"""Maryland's Bonus Spin through the devices: sensors, lock-out, seat button, wheel, meters."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from controller.bench.automatic import opening, shoe_work
from controller.bench.automatic.pace import PRESS_S
from controller.bench.simulated import setup
from controller.bench.simulated.table import BenchTable, bench_table
from controller.domain.views.view import DealerView
from controller.journal.verify import verify
from controller.procedure.state.parts import meters
from controller.procedure.state.play import Play
from drivers.sim.physical.world import HOLE, UP
from tests.bench.books import books_of
from tests.kit.progressives import OPTIONS

CARDS = "As 9d 9c Kd 7c 8c"
"""Boxes 2, 4, up card; boxes 2, 4, hole card: a blackjack on box 2."""


def options() -> dict[str, Any]:
    return {"order": "right_to_left", **OPTIONS}


async def chips_down(table: BenchTable) -> None:
    post = table.dealer.post
    for box in (2, 4):
        await post.screen.press("BoxSet", box=box, lit=True)
    await table.world.set_progressive(2, 500)
    await table.world.set_progressive(4, 100)
    await post.screen.until("the chips on their sensors", lambda v: _marked(v) == [2, 4] or None)


def _marked(view: DealerView) -> list[int]:
    return [b.no for b in view.boxes if any(w.kind == "bonus_spin" for w in b.wagers)]


def play(table: BenchTable) -> Play:
    return table.daemon.table.current.state.play


def value(table: BenchTable, name: str) -> object:
    gauges = meters.gauges(play(table).prizes, table.daemon.house.pack)
    return next(g.cents for g in gauges if g.name == name)


async def test_bonus_spin_at_its_turn_pays_spinner_and_other_bettor_and_survives_a_restart(
    tmp_path: Path,
) -> None:
    """MD 2.B.7, 7.H.1.a, 12.D: by the devices' own events; the record folds to the same meters."""
    wheel = setup.printed_wheel("maryland", options())
    async with bench_table(
        tmp_path, seed=3, pack="maryland", options=options(), wheel=wheel
    ) as table:
        post = table.dealer.post
        await opening.open_table(post)
        await table.dealer.shoe()
        await shoe_work.burn(post)
        await table.world.mischief.arrange(CARDS.split())
        await table.world.mischief.rig_wheel("200/50")
        await chips_down(table)
        for place in ("box 2.1", "box 4.1", UP, "box 2.1", "box 4.1", HOLE):
            await post.draw(place)
        locked = (await table.world.look()).shown["wheel"]
        await post.screen.press("DealOk", boxes=[2, 4])
        await post.screen.until("the spin", lambda v: v.next_step.text == "Box 2: spin" or None)
        await post.pace.rest(PRESS_S)
        await table.world.press_seat(2)
        paid = "Pay box 2 $200, box 4 $20."
        await post.screen.until("the prizes", lambda v: v.next_step.hint == paid or None, 60.0)
        before = play(table).prizes
        await table.stop()
        await table.start()
        after = play(table).prizes
        sums = value(table, "500"), value(table, "100")
    assert "locked" in locked
    assert before == after
    assert sums == (600_100, 300_000)
    assert verify(table.journal).fault is None
    assert books_of(table.journal).differences == []
