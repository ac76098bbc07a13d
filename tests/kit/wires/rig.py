"""A scripted far end and a table that records or does not, for tests of one driver."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from drivers.driver import Counters
from drivers.errors import DriverError, NotRecorded
from drivers.event import CardDrawn, Event, Said
from drivers.frame import Deframer, encode_frame
from drivers.link.memory import MemoryLink
from drivers.reading import EventReading, Reading, open_concealed, said
from drivers.tablelink.card_reader import CardReader
from drivers.tablelink.messages import wire
from drivers.tablelink.messages.events import Code, pack_body
from drivers.tablelink.progressive import Progressive
from drivers.tablelink.settings import TablelinkSettings
from drivers.tablelink.shoe_scanner import ShoeScanner
from drivers.tablelink.shuffler import Shuffler
from drivers.tablelink.wheel import Wheel

BOOT, NEXT_BOOT = "0011223344556677" + "01000000", "8899aabbccddeeff" + "02000000"
M = TypeVar("M", bound=wire.Message)
S = TypeVar("S", bound=Said)
DEVICES: dict[str, Any] = {
    "card_reader": CardReader,
    "shuffler": Shuffler,
    "shoe_scanner": ShoeScanner,
    "wheel": Wheel,
    "progressive": Progressive,
}


class Recorder:
    """The table's side of `emit`: what it got, and what is on the record."""

    def __init__(self) -> None:
        self.got: list[Reading] = []
        self.open: list[asyncio.Future[None]] = []
        self.high: dict[str, int] = {}
        self.mode = "record"
        """`record` at once, `hold` until `release`, or `fail`."""

    def emit(self, reading: Reading) -> asyncio.Future[None]:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.got.append(reading)
        if self.mode == "record":
            self._record(reading, future)
        elif self.mode == "fail":
            future.set_exception(NotRecorded())
        else:
            future.add_done_callback(lambda done: self._held_done(reading, done))
            self.open.append(future)
        return future

    def _record(self, reading: Reading, future: asyncio.Future[None]) -> None:
        self._count(reading)
        future.set_result(None)

    def _held_done(self, reading: Reading, done: asyncio.Future[None]) -> None:
        if done.exception() is None:
            self._count(reading)

    def _count(self, reading: Reading) -> None:
        if isinstance(reading, EventReading):
            event = reading.event
            self.high[event.boot] = max(self.high.get(event.boot, 0), event.n)

    def release(self, *, recorded: bool = True) -> None:
        for future in self.open:
            if recorded:
                future.set_result(None)
            else:
                future.set_exception(NotRecorded())
        self.open.clear()

    def recorded(self, boot: str) -> int:
        return self.high.get(boot, 0)

    def of(self, kind: type[S]) -> list[S]:
        return [one for reading in self.got if isinstance(one := said(reading), kind)]

    def events(self, *kinds: type[Event]) -> list[EventReading]:
        """With what they conceal."""
        found = (one for one in self.got if isinstance(one, EventReading))
        return [one for one in found if not kinds or isinstance(one.event, kinds)]

    @property
    def numbers(self) -> list[int]:
        return [event.n for event in self.of(Event)]


class Far:
    """The device's end, played by a test; it answers pings unless it is mute."""

    def __init__(self, link: MemoryLink) -> None:
        self.link, self.mute, self.boot = link, False, BOOT
        self.heard: list[wire.Message] = []
        self._news = asyncio.Event()
        self._deframer = Deframer()
        self.task = asyncio.ensure_future(self._listen())

    async def _listen(self) -> None:
        try:
            while True:
                for body in self._deframer.feed(await self.link.read()):
                    self._hear(wire.decode(body))
        except DriverError:
            return

    def _hear(self, message: wire.Message) -> None:
        if isinstance(message, wire.Ping):
            if not self.mute:
                self.send(wire.Pong(message.token, self.boot, 0, 0, 0))
            return
        self.heard.append(message)
        self._news.set()

    def send(self, *messages: wire.Message) -> None:
        for message in messages:
            self.link.write(encode_frame(wire.encode(message)))

    async def want(self, kind: type[M], within_s: float = 5.0) -> M:
        """Take the next message of a kind; those before it are passed over."""
        async with asyncio.timeout(within_s):
            while True:
                while self.heard:
                    message = self.heard.pop(0)
                    if isinstance(message, kind):
                        return message
                self._news.clear()
                await self._news.wait()

    async def quiet(self, seconds: float) -> list[wire.Message]:
        """Everything heard in that time, pings aside."""
        self.heard.clear()
        await asyncio.sleep(seconds)
        return list(self.heard)

    async def greet(self, role: str, **fields: Any) -> wire.HelloAck:
        await self.want(wire.HelloRequest)
        self.boot = fields.get("boot", self.boot)
        self.send(hello(role, **{"boot": self.boot, **fields}))
        return await self.want(wire.HelloAck)


def hello(role: str, **fields: Any) -> wire.Hello:
    whole: dict[str, Any] = {
        "role": role,
        "vendor": "Acme",
        "model": "T1",
        "serial": "S-1",
        "firmware": "1.0",
        "boot": BOOT,
        "capabilities": ("free", "locked", "lamp", "armed"),
    }
    return wire.Hello(**{**whole, **fields})


def event(n: int, code: Code | int, *, boot: str = BOOT, flags: int = 0, **body: Any) -> wire.Event:
    packed = pack_body(code, **body) if isinstance(code, Code) else b""
    return wire.Event(boot, n, 1000 * n, code, flags, packed)


def card(n: int, face: bytes = b"As", *, boot: str = BOOT, flags: int = 0) -> wire.Event:
    return event(n, Code.CARD_DRAWN, boot=boot, flags=flags, card=face)


def faces(recorder: Recorder) -> list[bytes]:
    return [open_concealed(one.secret) for one in recorder.events(CardDrawn)]


class Rig:
    def __init__(self, role: str, recorder: Recorder, **settings: Any) -> None:
        self.role, self.recorder = role, recorder
        self.near, far = MemoryLink.pair()
        self.far = Far(far)
        self.counters = Counters()
        self.driver = DEVICES[role](
            self.near,
            TablelinkSettings(**settings),
            recorder.emit,
            recorder.recorded,
            name=role,
            counters=self.counters,
        )
        self.running = asyncio.ensure_future(self.driver.run())

    async def ends(self, within_s: float = 60.0) -> str:
        """The error with which the driver ends."""
        async with asyncio.timeout(within_s):
            try:
                await self.running
            except DriverError as error:
                return str(error)
        raise AssertionError("the driver ended without an error")


@asynccontextmanager
async def driving(
    role: str, recorder: Recorder | None = None, **settings: Any
) -> AsyncIterator[Rig]:
    """Run one driver against a scripted far end."""
    rig = Rig(role, recorder or Recorder(), **settings)
    try:
        yield rig
    finally:
        rig.near.close()
        await asyncio.gather(rig.running, rig.far.task, return_exceptions=True)


@asynccontextmanager
async def greeted(
    role: str,
    recorder: Recorder | None = None,
    *,
    settings: dict[str, Any] | None = None,
    **fields: Any,
) -> AsyncIterator[Rig]:
    """The same, with the hello behind it."""
    async with driving(role, recorder, **(settings or {})) as rig:
        await rig.far.greet(role, **fields)
        yield rig
