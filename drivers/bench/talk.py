"""A host that says exactly what it is told to say, and hears everything: tablelink without a table.

It never acknowledges an event, so nothing that a device keeps for its table is lost by a look.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Self, TypeVar

from drivers.errors import FrameError, LinkLost, Timeout
from drivers.frame import RESYNC, Deframer, encode_frame
from drivers.link import Link
from drivers.tablelink.messages import wire

M = TypeVar("M", bound=wire.Message)
ANSWER_S = 2.0
KEPT = 1000


class Talk:
    """`async with Talk(link) as talk`; times are the loop's."""

    def __init__(self, link: Link) -> None:
        self._link, self._deframer = link, Deframer()
        self.heard: deque[tuple[float, wire.Message]] = deque(maxlen=KEPT)
        self.strange = 0
        """Whole frames that were no message."""
        self.lost = ""
        self._news = asyncio.Event()

    async def __aenter__(self) -> Self:
        self._task = asyncio.ensure_future(self._listen())
        self.raw(RESYNC)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        self._link.close()
        await self._link.wait_closed()

    @property
    def bad(self) -> int:
        return self._deframer.counts.bad

    async def _listen(self) -> None:
        try:
            while True:
                for body in self._deframer.feed(await self._link.read()):
                    try:
                        message = wire.decode(body)
                    except FrameError:
                        self.strange += 1
                    else:
                        self.heard.append((asyncio.get_running_loop().time(), message))
                self._news.set()
        except LinkLost as lost:
            self.lost = lost.reason
            self._news.set()

    def raw(self, data: bytes) -> None:
        """Raises: LinkLost."""
        self._link.write(data)

    def say(self, *messages: wire.Message) -> None:
        """Raises: LinkLost."""
        for message in messages:
            self.raw(encode_frame(wire.encode(message)))

    def clear(self) -> None:
        self.heard.clear()

    async def want(
        self,
        kind: type[M],
        within_s: float = ANSWER_S,
        fits: Callable[[M], bool] = lambda _: True,
    ) -> M:
        """The next message of a kind; others are passed over. Raises: Timeout, LinkLost."""
        try:
            async with asyncio.timeout(within_s):
                while True:
                    while self.heard:
                        _, message = self.heard.popleft()
                        if isinstance(message, kind) and fits(message):
                            return message
                    if self.lost:
                        raise LinkLost(self.lost)
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            raise Timeout(kind.__name__, within_s) from None

    async def quiet(self, seconds: float) -> list[wire.Message]:
        """Everything heard in that time."""
        self.clear()
        await asyncio.sleep(seconds)
        return [message for _, message in self.heard]

    async def hello(self, within_s: float = 3.0) -> wire.Hello:
        """Ask who is there; changes nothing. Raises: Timeout, LinkLost."""
        self.clear()
        self.say(wire.HelloRequest())
        return await self.want(wire.Hello, within_s)

    async def greet(self, table: str = "bench") -> wire.Hello:
        """Ask and greet: the device then obeys. Raises: Timeout, LinkLost."""
        hello = await self.hello()
        self.say(wire.HelloAck(wire.VERSION, hello.boot, 1, table))
        await self.ping(1)
        return hello

    async def ping(self, token: int, within_s: float = ANSWER_S) -> wire.Pong:
        self.say(wire.Ping(token))
        return await self.want(wire.Pong, within_s, lambda pong: pong.token == token)
