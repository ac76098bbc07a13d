"""The rail keypad: a press is a press once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec
import pytest

from drivers.errors import LinkLost
from drivers.event import DeviceUp
from drivers.keypad import Keypad, Settings
from drivers.link.memory import MemoryLink
from drivers.reading import KeyPressed
from tests.kit.wires.rig import Recorder

pytestmark = pytest.mark.proves("keypad", "keys", link="wire")

UP = "0000000000000000"
ENTER, PLUS, MINUS, STAR = (f"0000{usage:02x}0000000000" for usage in (0x58, 0x57, 0x56, 0x55))
ROLL_OVER = "0000010101010101"


@asynccontextmanager
async def keypad(recorder: Recorder, settings: Settings | None = None) -> AsyncIterator[MemoryLink]:
    near, far = MemoryLink.pair()
    driver = Keypad(near, settings or Settings(), recorder.emit, recorder.recorded, name="keypad")
    running = asyncio.ensure_future(driver.run())
    await asyncio.sleep(0.5)
    yield far
    await asyncio.sleep(0.1)
    far.close()
    with pytest.raises(LinkLost):
        await running


def pressed(recorder: Recorder) -> list[str]:
    return [press.key for press in recorder.of(KeyPressed)]


async def type_in(far: MemoryLink, *reports: str) -> None:
    for report in reports:
        far.write(bytes.fromhex(report))
        await asyncio.sleep(0.01)


async def test_the_four_rail_keys_are_next_last_card_turned_and_floor() -> None:
    """console/README 2: four keys found by touch, read by the daemon."""
    recorder = Recorder()
    async with keypad(recorder) as far:
        await type_in(far, ENTER, UP, PLUS, UP, MINUS, UP, STAR, UP)

    assert isinstance(recorder.got[0], DeviceUp)
    assert pressed(recorder) == ["next", "last_card", "turned", "floor"]


async def test_held_key_does_not_repeat() -> None:
    """console/README 2: three quick NEXT are three presses; a held one is one."""
    recorder = Recorder()
    async with keypad(recorder) as far:
        await type_in(far, ENTER, ENTER, ENTER, UP, ENTER, UP)

    assert pressed(recorder) == ["next", "next"]


async def test_second_key_pressed_while_the_first_is_held_is_a_press() -> None:
    """HID boot report: up to six keys at once."""
    recorder = Recorder()
    async with keypad(recorder) as far:
        await type_in(far, ENTER, "0000585700000000", PLUS, UP)

    assert pressed(recorder) == ["next", "last_card"]


async def test_roll_over_says_nothing() -> None:
    """Golden vector kp_rollover: discard, and keep what was held."""
    recorder = Recorder()
    async with keypad(recorder) as far:
        await type_in(far, ENTER, ROLL_OVER, ENTER, UP)

    assert pressed(recorder) == ["next"]


async def test_reports_come_in_pieces_of_any_size() -> None:
    """A link knows nothing of reports."""
    recorder = Recorder()
    async with keypad(recorder) as far:
        for byte in bytes.fromhex(ENTER + UP + STAR + UP):
            far.write(bytes([byte]))
            await asyncio.sleep(0)
        far.write(bytes.fromhex(ENTER + UP + ENTER + UP))

    assert pressed(recorder) == ["next", "floor", "next", "next"]


async def test_key_held_while_the_keypad_enumerates_is_no_press() -> None:
    """A re-enumeration discards held keys."""
    recorder = Recorder()
    near, far = MemoryLink.pair()
    driver = Keypad(near, Settings(), recorder.emit, recorder.recorded, name="keypad")
    running = asyncio.ensure_future(driver.run())
    await type_in(far, ENTER)
    await asyncio.sleep(1)
    await type_in(far, ENTER, UP, ENTER, UP)
    far.close()
    with pytest.raises(LinkLost):
        await running

    assert pressed(recorder) == ["next"]


async def test_keys_are_what_the_settings_say() -> None:
    """Mapped in devices.toml by the printed name."""
    recorder = Recorder()
    settings = msgspec.convert({"next": "0", "floor": "9"}, Settings)
    async with keypad(recorder, settings) as far:
        await type_in(far, "0000620000000000", UP, "0000610000000000", UP, ENTER, UP)

    assert pressed(recorder) == ["next", "floor"]


@pytest.mark.parametrize(
    ("settings", "said"),
    [({"next": "Space"}, "no key 'Space'"), ({"next": "+"}, "key '\\+' is next already")],
)
def test_impossible_mapping_is_refused(settings: dict[str, str], said: str) -> None:
    """An option nobody can press stops the start."""
    with pytest.raises(msgspec.ValidationError, match=said):
        msgspec.convert(settings, Settings)


async def test_keypad_is_up_when_that_is_on_the_record() -> None:
    """1.1: said again each second; presses of that time are not acted on late."""
    recorder = Recorder()
    recorder.mode = "fail"
    near, far = MemoryLink.pair()
    driver = Keypad(near, Settings(), recorder.emit, recorder.recorded, name="keypad")
    running = asyncio.ensure_future(driver.run())
    await asyncio.sleep(2.5)
    await type_in(far, ENTER, UP)
    recorder.mode = "record"
    await asyncio.sleep(2)
    await type_in(far, STAR, UP)
    far.close()
    with pytest.raises(LinkLost):
        await running

    assert len(recorder.of(DeviceUp)) == 4
    assert pressed(recorder) == ["floor"]


async def test_press_that_is_not_recorded_is_counted_and_gone() -> None:
    """A press is not kept: the dealer presses again."""
    recorder = Recorder()
    near, far = MemoryLink.pair()
    driver = Keypad(near, Settings(), recorder.emit, recorder.recorded, name="keypad")
    running = asyncio.ensure_future(driver.run())
    await asyncio.sleep(0.5)
    recorder.mode = "fail"
    await type_in(far, ENTER, UP)
    recorder.mode = "record"
    await type_in(far, ENTER, UP)
    far.close()
    with pytest.raises(LinkLost):
        await running

    assert len(pressed(recorder)) == 2
    assert driver.counters.not_recorded == 1
