"""The firmware to begin with: its frames are the golden ones, no power cut loses a card."""

from __future__ import annotations

import ast
import asyncio
import os
import pty
import shutil
import subprocess
import termios
import tty
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from drivers.driver import Backoff, Counters, Driver, supervise
from drivers.event import CardDrawn, DeviceUp, EventsOverrun, Peeked
from drivers.link import Link, open_port
from drivers.tablelink.card_reader import CardReader
from drivers.tablelink.settings import TablelinkSettings
from drivers.tablelink.shoe_scanner import ShoeScanner
from tests.kit.wires.hostile import KINDS, HostileLink
from tests.kit.wires.patience import PATIENCE_S
from tests.kit.wires.table import Journal

from .reference import FIRMWARE, Powered, firmware

VECTORS = msgspec.json.decode(
    (Path(__file__).parents[1] / "vectors" / "tablelink.json").read_bytes()
)
DECK = [rank + suit for suit in "shdc" for rank in "A23456789JQK"]


# ---- by itself ----
def test_firmware_imports_nothing_of_ours_and_is_short() -> None:
    tree = ast.parse(FIRMWARE.read_text())
    imported = [n for n in ast.walk(tree) if isinstance(n, ast.Import | ast.ImportFrom)]

    assert [a.name for i in imported if isinstance(i, ast.Import) for a in i.names] == ["struct"]
    assert not [n for n in imported if isinstance(n, ast.ImportFrom)]
    assert len(FIRMWARE.read_text().splitlines()) <= 350


@pytest.mark.parametrize("vector", VECTORS, ids=lambda v: v["name"])
def test_its_frames_are_the_golden_ones(vector: dict[str, Any]) -> None:
    module, golden = firmware(), bytes.fromhex(vector["frame"])
    whole = module.uncobs(golden[:-1])
    message = whole[:-4]

    assert module.crc32(message) == int.from_bytes(whole[-4:], "little")
    assert module.frame(message) == golden


@pytest.mark.parametrize("size", [1, 252, 253, 254, 255, 400])
@pytest.mark.parametrize("byte", [0, 7])
def test_runs_of_any_length_are_framed_and_read_by_the_host(size: int, byte: int) -> None:
    """PROTOCOL 8.1: a last run of 254 may have a 01 behind it or none."""
    from drivers.frame import Deframer

    module = firmware()
    message = bytes([byte]) * size + b"x"

    assert Deframer().feed(module.frame(message)) == [message]
    assert module.uncobs(module.cobs(message)) == message


# ---- with the host's drivers ----
class Table:
    def __init__(self, role: str, kind: str = "perfect", seed: int = 1) -> None:
        self.rng = Random(f"{role}/{kind}/{seed}")
        self.board = Powered(role)
        self.journal = Journal(self.rng, fails=0.1)
        self.links: list[HostileLink] = []
        self.driver: Any = None
        kinds: dict[str, Any] = {"Shoe": ShoeScanner, "Reader": CardReader}
        self.counters = Counters()

        async def opened() -> Link:
            inner = await self.board.open()
            if kind == "perfect":
                return inner
            self.links.append(HostileLink(inner, kind, self.rng))
            return self.links[-1]

        def build(link: Link) -> Driver:
            driver: Driver = kinds[role](
                *(link, TablelinkSettings(), self.journal.emit, self.journal.recorded),
                name="device",
                counters=self.counters,
            )
            return driver

        self.task = asyncio.ensure_future(
            supervise(
                *("device", opened, build, self.journal.emit),
                attach=lambda driver: setattr(self, "driver", driver),
                backoff=Backoff(first=0.1, most=1.0),
            )
        )

    async def close(self) -> None:
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)
        for link in self.links:
            link.close()
        await self.board.close()
        await asyncio.sleep(2)

    @property
    def cards(self) -> list[str]:
        return [card.decode() for card in self.journal.secrets(CardDrawn)]


@asynccontextmanager
async def table(*args: Any) -> AsyncIterator[Table]:
    it = Table(*args)
    try:
        await asyncio.sleep(2)
        yield it
    finally:
        await it.close()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(2))
async def test_every_card_is_told_once_and_in_order_over_power_cuts(kind: str, seed: int) -> None:
    async with table("Shoe", kind, seed) as t:
        drawn: list[str] = []
        for _ in range(60):
            await asyncio.sleep(t.rng.random() * 0.6)
            card = t.rng.choice(DECK)
            if t.board.device.draw(card):
                drawn.append(card)
            if t.rng.random() < 0.15:
                t.board.cut()
        async with asyncio.timeout(600):
            while len(t.cards) < len(drawn):
                await asyncio.sleep(1)

        assert t.cards == drawn
        assert t.journal.wrong == []
        assert t.board.store.moved == len(drawn)


async def test_gate_is_locked_and_opens_by_itself_when_the_host_is_gone() -> None:
    async with table("Shoe") as t:
        t.driver.be_locked(True)
        await asyncio.sleep(1)
        assert not t.board.device.draw("As")
        t.task.cancel()
        await asyncio.sleep(5)

        assert t.board.device.draw("As")


async def test_full_memory_shuts_the_gate_and_loses_nothing() -> None:
    async with table("Shoe") as t:
        t.task.cancel()
        await asyncio.sleep(1)
        drawn = sum(t.board.device.draw("As") for _ in range(100))

        assert drawn == 63
        assert t.board.store.lost == 0
        t.board.device.cover_card()
        assert t.board.store.lost == 1


async def test_lost_events_are_told() -> None:
    async with table("Shoe") as t:
        t.board.store.lost = 2
        await asyncio.sleep(2)

        assert [e.lost for e in t.journal.of(EventsOverrun)] == [2]


async def test_reader_keeps_its_answer_inside_until_it_is_free() -> None:
    async with table("Reader") as t:
        t.driver.be_free(False)
        t.board.device.peek(True)
        await asyncio.sleep(3)
        assert t.journal.of(Peeked) == []
        t.driver.be_free(True)
        await asyncio.sleep(2)

        assert t.journal.secrets(Peeked) == [b"yes"]


async def test_message_that_is_cut_short_is_dropped_whole() -> None:
    async with table("Shoe") as t:
        for op in (0x03, 0x04, 0x05, 0x08, 0x11, 0x20, 0x23, 0x30, 0xE0):
            for size in range(20):
                t.board.device.take(bytes([op]) + bytes(size))

        assert t.board.device.draw("As")


async def test_forget_makes_it_as_from_the_factory() -> None:
    async with table("Shoe") as t:
        t.board.device.draw("As")
        await asyncio.sleep(3)
        (up,) = t.journal.of(DeviceUp)
        device = t.board.device
        device.take(bytes([5]) + bytes.fromhex(up.boot) + b"\x05REF-1")

        assert (t.board.store.moved, device.number, device.cause) == (0, 0, "request")


# ---- over a pty ----
def test_board_on_a_real_terminal_is_served() -> None:
    async def main() -> list[str]:
        master, slave = pty.openpty()
        path = os.ttyname(slave)
        tty.setraw(slave, termios.TCSANOW)
        os.set_blocking(master, False)
        loop = asyncio.get_running_loop()
        board = Powered("Shoe")
        device = board.device
        loop.add_reader(master, lambda: device.feed(os.read(master, 4096)))
        journal = Journal(Random(1), fails=0.0)
        driver = ShoeScanner(
            await open_port(f"serial:{path}"),
            TablelinkSettings(),
            journal.emit,
            journal.recorded,
            name="shoe",
        )
        running = asyncio.ensure_future(driver.run())
        for task in board.tasks:
            task.cancel()
        try:
            for turn in range(150):
                device.tick()
                if device.out:
                    os.write(master, bytes(device.out))
                    device.out = bytearray()
                if turn in (40, 60, 80):
                    device.draw(DECK[turn // 2])
                if turn in (42, 81):
                    board.cut()
                await asyncio.sleep(0.02)
        finally:
            loop.remove_reader(master)
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
            driver._session._link.close()
            await driver._session._link.wait_closed()
            os.close(master)
            os.close(slave)
            await board.close()
        return [card.decode() for card in journal.secrets(CardDrawn)]

    assert asyncio.run(main()) == [DECK[20], DECK[30], DECK[40]]


# ---- under MicroPython ----
WEB = Path(__file__).parents[1] / "micropython"
HOW = "npm ci --prefix tests/drivers/micropython, or apt-get install micropython"


def micropython() -> list[str]:
    """A MicroPython of this machine, or its WebAssembly build on node; else the test is skipped."""
    if (found := shutil.which("micropython")) is not None:
        return [found, "go.py"]
    if (node := shutil.which("node")) is None or not (WEB / "node_modules").is_dir():
        pytest.skip(f"MicroPython is not installed: {HOW}")
    return [node, str(WEB / "run.mjs"), "."]


def test_micropython_runs_it(tmp_path: Path) -> None:
    """Its frames, its queue and its states under the language that it is written for."""
    command = micropython()
    shutil.copy(FIRMWARE, tmp_path)
    (tmp_path / "go.py").write_text(MICRO)
    frames = {v["name"]: v["frame"].replace(" ", "") for v in VECTORS}
    (tmp_path / "words").write_text("\n".join(f"{name} {frame}" for name, frame in frames.items()))
    said = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )

    assert said.stdout.strip().endswith(f"{len(frames)} vectors, ok"), said.stdout + said.stderr


MICRO = """
import struct
import tablelink_device as t
from binascii import unhexlify

now = [0]


def device(kind):
    return kind(t.Store(), "SH-0007", lambda n: bytes(range(n)), lambda: now[0])


def said(one):
    out, one.out = bytes(one.out), bytearray()
    frames = [t.uncobs(part)[:-4] for part in out.split(b"\\0") if part]
    return [f for f in frames]


def greeted(one):
    one.obey(3, b"\\x01" + one.boot + bytes(17))
    return one


# every golden frame: made and read alike, and none of them upsets a device
count = 0
for line in open("words").read().split("\\n"):
    golden = unhexlify(line.split()[1])
    whole = t.uncobs(golden[:-1])
    assert t.frame(whole[:-4]) == golden, line
    assert t.crc32(whole[:-4]) == struct.unpack("<I", whole[-4:])[0], line
    for kind in (t.Shoe, t.Reader):
        one = device(kind)
        for at in range(len(golden)):
            one.feed(golden[at : at + 1])
        one.feed(golden[: len(golden) // 2] + golden)
    count += 1

# greeting: HELLO each 500 ms, no event before HELLO_ACK, everything at once behind it
shoe = device(t.Shoe)
assert shoe.draw("As") and shoe.draw("")
for _ in range(12):
    now[0] += 100
    shoe.tick()
heard = said(shoe)
assert len(heard) >= 2 and all(f[0] == t.HELLO for f in heard), heard
greeted(shoe)
events = [f for f in said(shoe) if f[0] == t.EVENT]
assert [f[25] for f in events] == [0x10, 0x11], events
assert [struct.unpack("<I", f[13:17])[0] for f in events] == [1, 2]

# kept until acknowledged, sent again with its flag, then gone
for _ in range(30):
    now[0] += 100
    shoe.tick()
again = [f for f in said(shoe) if f[0] == t.EVENT]
assert again and all(f[26] & t.AGAIN for f in again)
shoe.obey(t.EVENT_ACK, shoe.boot + struct.pack("<I", 1))
assert len(shoe.store.kept) == 1
shoe.obey(t.EVENT_ACK, shoe.boot + struct.pack("<I", 9))
assert not shoe.store.kept

# a full memory shuts the gate and loses nothing; another start keeps the old boot's events
drawn = sum(1 for _ in range(100) if shoe.draw("2c"))
assert drawn == 63 and shoe.store.lost == 0, drawn
old = shoe.boot
shoe.start("power")
assert shoe.boot != old and shoe.store.kept[0][0] == old

# a lock holds, and opens by itself when the host is gone
shoe = greeted(device(t.Shoe))
shoe.obey(t.LEVEL, bytes([t.LOCKED]) + struct.pack("<I", 1))
assert not shoe.draw("As")
now[0] += 4000
shoe.tick()
assert shoe.draw("As")

# a reader keeps its answer inside until it is free
reader = greeted(device(t.Reader))
reader.obey(t.LEVEL, bytes([t.FREE]) + struct.pack("<I", 0))
reader.peek(True)
reader.tick()
assert not [f for f in said(reader) if f[0] == t.EVENT]
reader.obey(t.LEVEL, bytes([t.FREE]) + struct.pack("<I", 1))
reader.tick()
assert [f[25] for f in said(reader) if f[0] == t.EVENT] == [0x20]
print(count, "vectors, ok")
"""
