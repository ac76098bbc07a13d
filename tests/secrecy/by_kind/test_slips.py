"""Slips of the deal: no true hole card is told, and the right correction is offered.

Source: console/README 1.1.
"""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from controller.bench.simulated.virtual_time import run_virtual
from tests.long_runs import in_the_suite
from tests.secrecy.ears import STREAMS, Heard, difference, rows
from tests.secrecy.people import finish
from tests.secrecy.stage import Stage, a_scene

from .slips import IN_THE_SUITE, Slip, deal, offered, slips

HOLES = ("As", "9d")
EVERY = tuple(slips())
FEW = sum(len(slip.real) in IN_THE_SUITE for slip in EVERY)


def played(stage: Stage, slip: Slip, hole: str) -> tuple[list[Heard], list[str]]:
    async def play() -> tuple[list[Heard], list[str]]:
        stream = STREAMS[len(slip.name) % len(STREAMS)]
        async with a_scene(stage, stream, 1) as scene:
            table = scene.table
            await deal(scene, slip, hole)
            assert table.view.round.phase in {"deal", "deal_ok"}, table.view.round

            for command, field, value in slip.cure:
                more = {"deal_pass": slip.skipped[1]} if slip.skipped else {}
                entry = offered(scene, command, field, value, **more)
                assert entry is not None, (command, value, table.view.allowed)
                said = await table.tap(entry)
                assert said.verdict == "accepted", said
                await asyncio.sleep(1)
            if again := offered(scene, "BoxesConfirmed", "boxes", list(table.state.play.boxes)):
                await table.tap(again)  # the deal was in doubt
            assert f"Up {slip.up[0]}" in table.view.next_step.text, table.view.next_step
            scene.stop()
            await table.press("act1")
            await asyncio.sleep(1)
            await finish(table, Random(slip.name))
            paid = {p.box for p in table.state.play.payments if p.kind == "main"}
            assert paid == set(slip.real), paid
        assert scene.stopped_s is not None
        return scene.ears.heard, rows(scene.folder / "journal.db", scene.stopped_s)

    return run_virtual(play())


@pytest.mark.slow
@pytest.mark.parametrize("slip", in_the_suite(FEW, EVERY), ids=lambda slip: slip.name)
def test_slip_tells_no_hole_card_and_is_cured_by_what_the_page_offers(
    stage: Stage, slip: Slip
) -> None:
    """console/README 1.1: before a correct DEAL OK nothing depends on the true hole card."""
    one, other = (played(stage, slip, hole) for hole in HOLES)

    assert difference(one[0], other[0]) is None, difference(one[0], other[0])
    assert one[1] == other[1]
