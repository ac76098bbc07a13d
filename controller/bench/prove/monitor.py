"""The live frames of one device, for a person's eyes: it is greeted and never acknowledged.

What a card could be read from is masked, its length and kind too. With `faces` the events of a test
deck are shown: only a device that keeps nothing for a table is looked at in this way.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from drivers.bench.talk import Talk
from drivers.bench.watched import Watched
from drivers.errors import DriverError, LinkLost, Refused
from drivers.link.tap import Tap
from drivers.number import counted
from drivers.tablelink.messages import wire
from drivers.tablelink.messages.events import BODIES, Code
from drivers.tablelink.messages.masked import Masked

from .opened import Bench

PING_S, AGAIN_S = 1.0, 1.0


class Monitor:
    """`say` gets each line; the ring of the last frames goes to `log`, or is said, at each loss."""

    def __init__(
        self, bench: Bench, say: Callable[[str], None], *, log: Path | None, faces: bool
    ) -> None:
        self._bench, self._say, self._log, self._faces = bench, say, log, faces
        self._watched = Watched(tell=self._tell)
        self.losses = 0

    async def run(self, seconds: float | None, stop: asyncio.Event | None = None) -> int:
        """How often it was lost. Raises: DriverError when it was never there, Refused."""
        looking = asyncio.ensure_future(self._keep_looking())
        stopped = asyncio.ensure_future((stop or asyncio.Event()).wait())
        try:
            await asyncio.wait(
                (looking, stopped), timeout=seconds, return_when=asyncio.FIRST_COMPLETED
            )
            if looking.done():
                looking.result()
        finally:
            for task in (looking, stopped):
                task.cancel()
            await asyncio.gather(looking, stopped, return_exceptions=True)
        counts = ", ".join(f"{name} {count}" for name, count in self._watched.counts)
        self._say(f"{counts}, losses {self.losses}")
        return self.losses

    async def _keep_looking(self) -> None:
        """For ever. Raises: DriverError when it was never there, Refused."""
        await self._look(first=True)
        while True:
            await asyncio.sleep(AGAIN_S)
            with suppress(DriverError):
                await self._look(first=False)

    async def _look(self, *, first: bool) -> None:
        """Until it is lost. Raises: DriverError when it does not answer."""
        link = Tap(await self._bench.open(), self._watched.passed)
        async with Talk(link) as talk:
            hello = await talk.hello()
            kept = hello.last_event - hello.acked + sum(one.count for one in hello.carried)
            if first and self._faces and kept:
                raise Refused(
                    f"it keeps {counted(kept, 'event')} for its table: what it keeps stays masked"
                )
            talk.say(wire.HelloAck(wire.VERSION, hello.boot, 1, "bench"))
            try:
                await self._listen(talk)
            except LinkLost as lost:
                self._lost(lost.reason)

    async def _listen(self, talk: Talk) -> None:
        """Raises: LinkLost."""
        token = 0
        while True:
            token += 1
            with suppress(TimeoutError):
                async with asyncio.timeout(PING_S):
                    while True:
                        event = await talk.want(wire.Event, PING_S * 2)
                        if self._faces:
                            self._say(_face(event))
            talk.say(wire.Ping(token))
            if talk.lost:
                raise LinkLost(talk.lost)

    def _tell(self, frame: Masked) -> None:
        self._say(frame.text)

    def _lost(self, reason: str) -> None:
        self.losses += 1
        lines = (f"lost: {reason}. The last frames:", *self._watched.ring.lines())
        if self._log is None:
            for line in lines:
                self._say(f"    {line}")
            return
        self._say(f"lost: {reason}")
        with self._log.open("a", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in lines)


def _face(event: wire.Event) -> str:
    """What an event of a test deck says."""
    name = Code(event.code).name if event.code in BODIES else f"code {event.code:02x}"
    body = event.body.decode("ascii", "replace") if event.code == Code.CARD_DRAWN else ""
    return f"             EVENT {event.n} says {name} {body}".rstrip()
