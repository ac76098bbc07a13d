"""What goes to a device, to a log or into a text is the same for any two cards."""

from __future__ import annotations

import asyncio

import pytest
from structlog.testing import capture_logs

from drivers.errors import DriverError
from drivers.frame import encode_frame
from drivers.link.memory import MemoryLink
from drivers.tablelink import session
from drivers.tablelink.messages import wire
from drivers.tablelink.messages.events import Code
from drivers.tablelink.settings import TablelinkSettings
from drivers.tablelink.shoe_scanner import ShoeScanner
from tests.kit.wires.rig import BOOT, NEXT_BOOT, Recorder, card, hello

FACES = (b"As", b"Th", b"7d")


async def evening(face: bytes) -> tuple[list[tuple[float, bytes]], str]:
    """Everything the driver sends, when, and everything it says, for one hidden card."""
    near, far = MemoryLink.pair()
    recorder = Recorder()
    driver = ShoeScanner(near, TablelinkSettings(), recorder.emit, recorder.recorded, name="shoe")
    sent: list[tuple[float, bytes]] = []
    loop = asyncio.get_running_loop()
    start = loop.time()

    async def listen() -> None:
        try:
            while True:
                data = await far.read()
                sent.append((round(loop.time() - start, 6), data))
        except DriverError:
            return

    def play(*messages: wire.Message) -> None:
        for message in messages:
            far.write(encode_frame(wire.encode(message)))

    with capture_logs() as logged:
        tasks = [asyncio.ensure_future(driver.run()), asyncio.ensure_future(listen())]
        await asyncio.sleep(0.1)
        play(hello("shoe_scanner"))
        await asyncio.sleep(0.1)
        play(card(1, face), card(1, face, flags=wire.RESENT), card(3, face))
        far.write(encode_frame(wire.encode(card(2, face)))[:-3] + b"\x00")
        play(card(2, face), wire.Event(BOOT, 3, 9, Code.CARD_DRAWN, 0, face[:1]))
        play(wire.Event(BOOT, 4, 9, 0x7E, wire.CRITICAL, face), card(1, face, boot=NEXT_BOOT))
        await asyncio.sleep(15)
        far.close()
        ends = await asyncio.gather(*tasks, return_exceptions=True)
    told = f"{recorder.got} {driver.counters} {ends} {[repr(e) for e in ends]} {logged}"
    return sent, told


@pytest.fixture(autouse=True)
def _one_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A greeting tells the time: the same in both evenings."""
    monkeypatch.setattr(session, "wall_ms", lambda: 1_800_000_000_000)


@pytest.mark.parametrize("face", FACES[1:])
async def test_no_byte_text_or_moment_depends_on_a_hidden_card(face: bytes) -> None:
    """1.2: bytes to the device, their times, readings, counters, errors and logs."""
    one, other = await evening(FACES[0]), await evening(face)

    assert one == other
    assert "CardDrawn" in one[1]
    for shown in FACES:
        assert shown.decode() not in one[1]
