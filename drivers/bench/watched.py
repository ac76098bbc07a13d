"""What passes over the link of a device on the bench, counted and timed."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from drivers.errors import FrameError
from drivers.frame import Deframer
from drivers.link.tap import Direction
from drivers.tablelink.messages import wire
from drivers.tablelink.messages.masked import Masked, Ring

KEPT_REPLIES = 100_000
OPEN = 256
"""So many questions are remembered until they are answered."""


class Watched:
    """All that passed over the links of one device. Units: milliseconds."""

    def __init__(
        self, *, tablelink: bool = True, tell: Callable[[Masked], None] | None = None
    ) -> None:
        self.ring = Ring(tablelink=tablelink)
        self.replies_ms: deque[float] = deque(maxlen=KEPT_REPLIES)
        self.pongs_ms: deque[float] = deque(maxlen=KEPT_REPLIES)
        self.frames_in = self.frames_out = self.resent = self.lost_pings = 0
        self._tell, self._tablelink = tell, tablelink
        self._in, self._out = Deframer(), Deframer()
        self._asked: dict[tuple[str, int], float] = {}

    @property
    def bad(self) -> int:
        return self._in.counts.bad

    @property
    def counts(self) -> tuple[tuple[str, int], ...]:
        return (
            ("frames from the device", self.frames_in),
            ("frames to the device", self.frames_out),
            ("bad frames", self.bad),
            ("events sent again", self.resent),
        )

    def fresh(self) -> None:
        """Another link: what was asked on the one before is answered no more."""
        self._asked.clear()
        self._in, self._out = Deframer(self._in.counts), Deframer(self._out.counts)

    def passed(self, at: float, way: Direction, data: bytes) -> None:
        new = self.ring.take(at, way, data)
        if self._tell is not None:
            for one in new:
                self._tell(one)
        if not self._tablelink:
            self.frames_in += way == "<"
            self.frames_out += way == ">"
            return
        for body in (self._in if way == "<" else self._out).feed(data):
            self._count(at, way, body)

    def _count(self, at: float, way: Direction, body: bytes) -> None:
        self.frames_in += way == "<"
        self.frames_out += way == ">"
        try:
            message = wire.decode(body)
        except FrameError:
            return
        match message:
            case wire.Command() if way == ">":
                self._ask(("command", message.id), at)
            case wire.CommandReply() if way == "<":
                self._answer(("command", message.id), at, self.replies_ms)
            case wire.Ping() if way == ">":
                self._ask(("ping", message.token), at)
            case wire.Pong() if way == "<":
                self._answer(("ping", message.token), at, self.pongs_ms)
            case wire.Event() if way == "<":
                self.resent += bool(message.flags & wire.RESENT)
            case _:
                pass

    def _ask(self, what: tuple[str, int], at: float) -> None:
        self._asked.setdefault(what, at)
        while len(self._asked) > OPEN:
            self.lost_pings += next(iter(self._asked))[0] == "ping"
            del self._asked[next(iter(self._asked))]

    def _answer(self, what: tuple[str, int], at: float, into: deque[float]) -> None:
        began = self._asked.pop(what, None)
        if began is not None:
            into.append((at - began) * 1000)
