"""The same proofs behind the drivers of vendors: what they cannot tell is not asked of them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from controller.bench.prove.hands import Simulated
from controller.bench.prove.opened import Bench
from controller.bench.prove.proof import Asked, What, prove
from drivers.bench.decks import in_order
from drivers.bench.found import Outcome
from drivers.sim.devices.angel_eye import AngelEye
from drivers.sim.devices.bee_tek import BeeTek
from drivers.sim.devices.slingshot import Slingshot
from drivers.sim.hosting.client import WorldClient
from drivers.sim.hosting.memory import MemoryHost
from drivers.sim.rig import Rig

BUILD: dict[str, Callable[[Rig], Any]] = {
    "angel-eye": lambda rig: AngelEye(rig.world, rig.world.rng),
    "bee-tek": lambda rig: BeeTek(rig.world, rig.world.rng),
    "cammegh-slingshot": lambda rig: Slingshot(rig.world.rng),
}
DECK = in_order(1)


@asynccontextmanager
async def vendor(driver: str) -> Any:
    rig = Rig(1, shoe_lockable=False)  # its own shoe, with no host, would shut the gate
    sim = BUILD[driver](rig)
    host = MemoryHost(rig.world, {"device": sim})
    try:
        yield Bench("sim:device", Slowly(WorldClient.at_hand(rig)), host), sim
    finally:
        host.close()


class Slowly(Simulated):
    """At a person's pace: these shoes number nothing."""

    async def draw(self, cards: int) -> None:
        for _ in range(cards):
            await super().draw(1)
            await asyncio.sleep(1.5)


def failed(outcome: Outcome) -> set[str]:
    return {one.sentence for one in outcome.failed}


@pytest.mark.parametrize("driver", ["angel-eye", "bee-tek"])
async def test_known_deck_passes_in_a_vendors_shoe_and_a_card_not_read_is_named(
    driver: str,
) -> None:
    asked = Asked("shoe", deck=DECK, driver=driver)
    async with vendor(driver) as (bench, sim):
        sound = await prove(bench, asked)
        sim.pull("unread", 1)
        spoiled = await prove(bench, asked)

    assert failed(sound) == set()
    assert sound.counters == ()
    assert failed(spoiled) == {"deck.unread"}, spoiled.failed


async def test_wheel_of_a_vendor_is_spun_by_the_bench() -> None:
    what: What = "wheel"
    async with vendor("cammegh-slingshot") as (bench, sim):
        outcome = await prove(bench, Asked(what, count=2, driver="cammegh-slingshot"))

    assert sim.games == 2
    assert "wheel.done" not in failed(outcome), outcome.failed
