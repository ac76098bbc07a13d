"""Everything that leaves the process while a table plays, with the virtual time at which it does.

Views and pages of the consoles, bytes on the links to the devices, what the devices' lamps show,
log lines, and the rows of the journal with seals, macs, keys and hashes masked (their lengths not).
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec
import structlog
from msgspec import Struct
from starlette.types import ASGIApp, Message

from controller.console.app import console_app
from controller.console.sign_in.people import People
from controller.daemon.door import Door
from controller.journal.read import open_reader
from controller.table.recovery import inputs
from drivers.link import Link, Opener
from drivers.sim.physical.world import World

Heard = tuple[float, str, str]
"""Virtual second, where, what."""
STREAMS = (
    "/events/dealer",
    "/events/dealer?size=small",
    "/events/floor",
    "/events/floor?page=irregularity",
    "/events/sign",
)
DISK = re.compile(r"\d+(\.\d+)? ?% free|free[^<]*\d+%")


class Ears:
    def __init__(self, world: World) -> None:
        self._world, self._shown = world, dict[str, str]()
        self._loop = asyncio.get_running_loop()
        self.heard: list[Heard] = []
        self._tasks: list[asyncio.Task[None]] = []
        self.deaf = False

    def hear(self, where: str, what: str) -> None:
        if not self.deaf:
            self.heard.append((round(self._loop.time(), 6), where, what))

    # ---- the links to the devices ----
    def opener(self, open_link: Opener) -> Opener:
        async def opened(port: str) -> Link:
            link = await open_link(port)
            return Overheard(link, lambda data: self.hear(port, data.hex()))

        return opened

    # ---- consoles and lamps ----
    def listen(self, door: Door, stream: str, people: Path) -> None:
        """Follow the views of all consoles, and one of their streams as a browser gets it."""
        app = console_app(door, People(people), now=lambda: round(self._loop.time() * 1000))
        self._tasks.append(asyncio.create_task(self._views(door), name="views"))
        self._tasks.append(asyncio.create_task(self._stream(app, stream), name="stream"))

    async def _views(self, door: Door) -> None:
        changes = door.subscribe()
        while True:
            for name in ("view", "floor_view", "sign_view", "surveillance_view"):
                self.hear(name, repr(getattr(door, name)()))
            if self._shown != self._world.shown:
                self._shown = dict(self._world.shown)
                self.hear("lamps", repr(self._shown))
            with suppress(StopAsyncIteration):
                await anext(changes)

    async def _stream(self, app: ASGIApp, path: str) -> None:
        async def send(message: Message) -> None:
            body = message.get("body", b"")
            if body:
                self.hear(path, DISK.sub("disk", bytes(body).decode()))

        await browser(app, path, send)

    async def close(self) -> None:
        """Hang up; the library's own watcher of a server's end goes too."""
        watchers = [t for t in asyncio.all_tasks() if "_shutdown_watcher" in repr(t.get_coro())]
        for task in (*self._tasks, *watchers):
            task.cancel()
        await asyncio.gather(*self._tasks, *watchers, return_exceptions=True)


class Overheard:
    """A link whose written bytes are overheard."""

    def __init__(self, link: Link, hear: Callable[[bytes], None]) -> None:
        self._link, self._hear = link, hear
        self.read, self.close, self.wait_closed = link.read, link.close, link.wait_closed

    def write(self, data: bytes) -> None:
        self._hear(data)
        self._link.write(data)


async def browser(
    app: ASGIApp, path: str, send: Callable[[Message], Any], cookie: str = ""
) -> None:
    """One GET that goes on until it is cancelled."""
    where, _, query = path.partition("?")
    asked = False

    async def receive() -> Message:
        nonlocal asked
        if asked:
            await asyncio.Event().wait()
        asked = True
        return {"type": "http.request", "body": b"", "more_body": False}

    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET",
        "scheme": "http", "path": where, "raw_path": where.encode(), "root_path": "",
        "query_string": query.encode(), "client": ("127.0.0.1", 1), "server": ("localhost", 80),
        "headers": [(b"host", b"localhost"), (b"cookie", cookie.encode())],
    }  # fmt: skip
    await app(scope, receive, send)


@contextmanager
def log_lines(hear: Callable[[str, str], None]) -> Iterator[None]:
    """Every log call, its values included."""

    def keep(_: Any, name: str, event: structlog.typing.EventDict) -> str:
        hear("log", f"{name} {sorted(event.items())}")
        raise structlog.DropEvent

    before = structlog.get_config()
    structlog.configure(processors=[keep], cache_logger_on_first_use=False)
    try:
        yield
    finally:
        structlog.configure(**before)


# ---- the journal ----
def rows(journal: Path, until_s: float) -> list[str]:
    """Rows up to a virtual second, with what is sealed, keyed or hashed masked."""
    found = []
    with open_reader(journal) as reader:
        for row, recorded in inputs(reader, 3):
            if row.at_us > until_s * 1e6:
                break
            told = msgspec.to_builtins(recorded, builtin_types=(bytes,))
            found.append(
                f"{row.seq} {row.at_us} {row.source} {row.kind} {len(row.payload)} {masked(told)}"
            )
    return found


def masked(value: Any) -> Any:
    if isinstance(value, bytes):
        return f"<{len(value)} bytes>"
    if isinstance(value, dict):
        return {k: masked(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [masked(v) for v in value]
    return value


def in_order(heard: list[Heard]) -> list[Heard]:
    """By time and place. Of the views of one place at one instant only the newest is shown."""
    kept: list[Heard] = []
    for one in sorted(heard, key=lambda h: h[:2]):
        view = one[1].endswith("view") or "event: view" in one[2]
        if view and kept and kept[-1][:2] == one[:2] and len(kept[-1][2]) > 200:
            kept.pop()
        kept.append(one)
    return kept


class Difference(Struct, frozen=True):
    at_s: float
    where: str
    one: str
    other: str


def difference(one: list[Heard], other: list[Heard]) -> Difference | None:
    """The first thing that one run told otherwise than the other.

    What goes to different places at the same instant has no order: the journal's thread is real.
    """
    one, other = in_order(one), in_order(other)
    for a, b in zip(one, other, strict=False):
        if a != b:
            return Difference(a[0], a[1], *_around(a, b))
    if len(one) != len(other):
        longer = one if len(one) > len(other) else other
        at = longer[min(len(one), len(other))]
        return Difference(at[0], at[1], f"{len(one)} messages", f"{len(other)} messages")
    return None


def _around(a: Heard, b: Heard) -> tuple[str, str]:
    if a[:2] != b[:2]:
        return f"{a[0]} {a[1]}", f"{b[0]} {b[1]}"
    same = next((i for i, (x, y) in enumerate(zip(a[2], b[2], strict=False)) if x != y), 0)
    return a[2][max(0, same - 200) : same + 200], b[2][max(0, same - 200) : same + 200]
