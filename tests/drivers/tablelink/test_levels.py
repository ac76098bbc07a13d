"""Levels are asserted until the device says the same, and again when it no longer does."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from drivers.event import LevelLate
from drivers.tablelink.messages import wire
from tests.kit.wires.rig import NEXT_BOOT, greeted, hello

LEVELS: list[tuple[str, str, tuple[Any, ...], wire.LevelName, int]] = [
    ("card_reader", "be_free", (True,), wire.LevelName.FREE, 1),
    ("shoe_scanner", "be_locked", (True,), wire.LevelName.LOCKED, 1),
    ("shoe_scanner", "show_lamp", ("look",), wire.LevelName.LAMP, 1),
    ("wheel", "be_locked", (True,), wire.LevelName.LOCKED, 1),
    ("wheel", "be_armed", (5,), wire.LevelName.ARMED, 5),
]


@pytest.mark.parametrize(("role", "verb", "args", "name", "value"), LEVELS)
async def test_level_is_sent_until_it_is_confirmed(
    role: str, verb: str, args: tuple[Any, ...], name: wire.LevelName, value: int
) -> None:
    """controller/README 2: a level keeps asserting, and says what is late."""
    async with greeted(role) as rig:
        getattr(rig.driver, verb)(*args)
        sent = [await rig.far.want(wire.Level) for _ in range(3)]
        late = rig.counters.unconfirmed
        rig.far.send(wire.LevelState(name, value, 1))
        await asyncio.sleep(0.1)
        getattr(rig.driver, verb)(*args)
        after = await rig.far.quiet(5)

        assert sent == [wire.Level(name, value)] * 3
        assert late == (name.name.lower(),)
        assert (after, rig.counters.unconfirmed) == ([], ())


async def test_level_that_is_not_confirmed_is_said_once_and_so_is_its_end() -> None:
    async with greeted("wheel") as rig:
        rig.driver.be_locked(True)
        await asyncio.sleep(2)
        early = rig.recorder.of(LevelLate)
        await asyncio.sleep(4)
        late = [(x.level, x.value, x.late) for x in rig.recorder.of(LevelLate)]
        rig.far.send(wire.LevelState(wire.LevelName.LOCKED, 1, 1))
        await asyncio.sleep(1)

        assert early == []
        assert late == [("locked", 1, True)]
        assert [x.late for x in rig.recorder.of(LevelLate)] == [True, False]


async def test_level_that_changed_by_itself_is_asserted_again() -> None:
    """controller/README 2: levels keep asserting."""
    async with greeted("shoe_scanner") as rig:
        rig.driver.be_locked(True)
        rig.far.send(wire.LevelState(wire.LevelName.LOCKED, 1, 1))
        await rig.far.quiet(1)
        rig.far.send(wire.LevelState(wire.LevelName.LOCKED, 0, 2))

        assert await rig.far.want(wire.Level) == wire.Level(wire.LevelName.LOCKED, 1)


async def test_levels_are_sent_again_after_a_restart() -> None:
    """controller/README 2: nothing is taken for granted after a hello."""
    async with greeted("wheel") as rig:
        rig.driver.be_locked(True)
        await rig.far.want(wire.Level)
        rig.far.send(wire.LevelState(wire.LevelName.LOCKED, 1, 1))
        await asyncio.sleep(0.1)
        rig.far.boot = NEXT_BOOT
        rig.far.send(hello("wheel", boot=NEXT_BOOT))

        assert await rig.far.want(wire.Level) == wire.Level(wire.LevelName.LOCKED, 1)


async def test_level_that_the_device_does_not_have_is_not_sent() -> None:
    """drivers/README: what a device cannot do is guided instead of gated."""
    async with greeted("shoe_scanner", capabilities=("lamp",)) as rig:
        rig.driver.be_locked(True)

        assert await rig.far.quiet(5) == []
        assert rig.counters.unconfirmed == ()
