"""Open orders of one device: each carried out at most once, under an id that the device remembers.

Whatever was sent before, an order is first asked for by its id. Only *never seen*, under the boot
in which the order was made, sends it, and the same id is sent again until the device has answered.
Everything else is said to the table, and a person looks.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from drivers.driver import Counters, Emit, WireOrder
from drivers.errors import NotRecorded
from drivers.event import OrderAnswered
from drivers.tablelink.messages.verbs import Verb, of_report, of_spin
from drivers.tablelink.messages.wire import (
    ANY,
    PRECONDITION,
    Answer,
    Command,
    CommandQuery,
    CommandReply,
    CommandState,
    Hello,
    Message,
    OrderState,
    Progress,
)

REPORTS = {
    "contribute": Verb.CONTRIBUTE,
    "withdraw": Verb.WITHDRAW,
    "hit": Verb.HIT,
    "read": Verb.READ,
}
"""They move nothing, and are as true after a restart of the device: sent under any boot."""
VERBS = {"shuffle": Verb.SHUFFLE, "spin": Verb.SPIN, **REPORTS}
WAGER = "wager"
"""The capability of a wheel that is told which wager a spin is for."""
Said = Literal["accepted", "rejected", "running", "done", "unknown"]


class _Open(Struct, eq=False):
    """An order and how far it came on this link."""

    order: WireOrder
    phase: Literal["ask", "send", "run", "settled"] = "ask"
    since: float = 0.0
    """Loop time since which the device owes an answer."""
    again: float = 0.0
    deadline: float = 0.0
    progress: float = 0.0
    """Loop time at which it said last that it moves."""
    state: int = ANY
    overtaken: bool = False
    """Its state moved on between the question and the command."""
    excuse: str = ""
    """What the device said to the last message instead of yes or no: `busy`, `precondition`."""


class Orders:
    """Units: `again_s` seconds between repeats, `patience_s` until the device is at fault.

    A movement says each second that it goes on: `progress_s` without that is a fault, and so is one
    that takes longer than `movement_s`, whatever deadline the device gave.
    """

    def __init__(
        self,
        name: str,
        emit: Emit,
        *,
        send: Callable[[Message], None],
        high: Callable[[str], int],
        counters: Counters,
        again_s: float,
        patience_s: float,
        progress_s: float,
        movement_s: float,
    ) -> None:
        self._name, self._emit, self._send, self._high = name, emit, send, high
        self._progress_s, self._movement_s = progress_s, movement_s
        self._counters, self._again_s, self._patience_s = counters, again_s, patience_s
        self._open: dict[int, _Open] = {}
        self._ticked = 0.0
        self._boot, self._names_wager = "", False
        self.failure: BaseException | None = None

    def want(self, orders: tuple[WireOrder, ...], now: float) -> None:
        """Take the complete set of open orders."""
        known = self._open
        self._open = {o.id: known.get(o.id) or _Open(o) for o in orders}
        for item in self._open.values():
            if item.order.id not in known:
                self._ask(item, now)

    def greet(self, hello: Hello, now: float) -> None:
        """Ask for every open order: the device, or what it knows, may be another."""
        self._boot, self._names_wager = hello.boot, WAGER in hello.capabilities
        for item in self._open.values():
            self._ask(item, now)

    def leave(self) -> None:
        """Send nothing until the next hello."""
        self._boot = ""

    def replied(self, reply: CommandReply, now: float) -> None:
        item = self._open.get(reply.id)
        if item is None or item.phase != "send":
            return
        if reply.answer == Answer.ACCEPTED:
            self._runs(item, now, reply.ms / 1000)
            self._say(item, "accepted")
        elif reply.answer == Answer.BUSY:
            item.excuse = "busy"
            item.again = now + min(max(reply.ms, 1), 1000) / 1000
        elif reply.answer == Answer.REJECTED and reply.reason == PRECONDITION:
            item.phase = "ask"
            if not item.overtaken:
                # A level of the same moment: ask at once, but not in a circle.
                item.overtaken = True
                self._repeat(item, now)
            item.excuse = PRECONDITION
        else:
            self._settle(item, "rejected", reply.reason or f"answer {reply.answer}")

    def stated(self, told: CommandState, now: float) -> None:
        item = self._open.get(told.id)
        if item is None or item.phase != "ask":
            return
        fresh = item.order.boot == self._boot or item.order.kind in REPORTS
        mine = told.status == OrderState.NEVER_SEEN and fresh
        if mine and self._mistakable(item.order):
            self._settle(item, "rejected", "it cannot tell which wager a spin is for")
        elif mine:
            item.phase, item.state = "send", told.state
            self._repeat(item, now)
        elif told.status == OrderState.NEVER_SEEN:
            self._settle(item, "unknown", "made under another boot")
        elif told.status == OrderState.RUNNING:
            self._runs(item, now, told.ms / 1000)
            self._say(item, "running")
        elif told.status in {OrderState.DONE, OrderState.FAILED}:
            self._ended(item, told, now)
        elif told.status == OrderState.REJECTED:
            self._settle(item, "rejected", told.result)
        else:
            self._settle(item, "unknown", "the device does not know")

    def progressed(self, progress: Progress, now: float) -> None:
        item = self._open.get(progress.id)
        if item is not None:
            item.progress = now
            self._counters.progress = (progress.done, progress.of)

    def finished(self, order: int) -> None:
        """The device's own event says how the order ended."""
        if order in self._open:
            self._open[order].phase = "settled"

    def tick(self, now: float, *, heard: bool = True) -> None:
        """`heard`: the device speaks; one that is silent altogether is the session's to judge."""
        self._ticked = now
        for item in tuple(self._open.values()):
            if item.phase == "run" and now >= item.deadline:
                self._settle(item, "unknown", "deadline passed")
            elif item.phase == "run" and heard and now >= self._silent_at(item):
                self._settle(item, "unknown", f"no sign of progress for {self._progress_s:g} s")
            elif item.phase in {"ask", "send"} and now >= item.since + self._patience_s:
                given_up: Said = "rejected" if item.excuse else "unknown"
                self._settle(item, given_up, item.excuse or "no answer")
            elif item.phase in {"ask", "send"} and now >= item.again:
                self._repeat(item, now)

    def due(self) -> float:
        """Loop time of the next thing to do."""
        times = [
            self._ends_at(item)
            if item.phase == "run"
            else min(item.again, item.since + self._patience_s)
            for item in self._open.values()
            if item.phase != "settled"
        ]
        return min(times, default=float("inf"))

    def _ask(self, item: _Open, now: float) -> None:
        item.phase, item.since = "ask", now
        self._repeat(item, now)

    def _repeat(self, item: _Open, now: float) -> None:
        item.again, item.excuse = now + self._again_s, ""
        if not self._boot:
            item.since = now
        elif item.phase == "ask":
            self._send(CommandQuery(item.order.id))
        else:
            order, args = item.order, self._arguments(item.order)
            self._send(Command(order.id, self._boot, item.state, ANY, VERBS[order.kind], args))

    def _arguments(self, order: WireOrder) -> bytes:
        if order.kind in REPORTS:
            return of_report(order.meter, order.cents, order.target)
        said = self._names_wager and order.kind == "spin"
        return of_spin(order.target, order.wager if said else "")

    def _mistakable(self, order: WireOrder) -> bool:
        """Told the box alone, the device would spin for the box's other wager."""
        return order.wager == "xtreme" and order.target != 0 and not self._names_wager

    def _runs(self, item: _Open, now: float, seconds: float) -> None:
        item.phase, item.deadline = "run", now + min(seconds, self._movement_s)
        item.progress = now
        self._counters.progress = (0, 0)

    def _ends_at(self, item: _Open) -> float:
        silent_at = self._silent_at(item)
        return min(item.deadline, silent_at) if silent_at > self._ticked else item.deadline

    def _silent_at(self, item: _Open) -> float:
        """When it counts as stopped; a report moves nothing and says no progress."""
        moves = item.order.kind not in REPORTS
        return item.progress + self._progress_s if moves else float("inf")

    def _ended(self, item: _Open, told: CommandState, now: float) -> None:
        """Its event tells the table; only when that is long recorded, the answer must."""
        if told.event <= self._high(self._boot):
            self._settle(item, "done", told.result)
        else:
            self._runs(item, now, self._patience_s)

    def _settle(self, item: _Open, answer: Said, reason: str) -> None:
        item.phase = "settled"
        self._say(item, answer, reason)

    def _say(self, item: _Open, answer: Said, reason: str = "") -> None:
        order, boot = item.order.id, self._boot
        said = OrderAnswered(
            device=self._name, boot=boot, order=order, answer=answer, reason=reason
        )
        future = self._emit(said)
        future.add_done_callback(lambda done: self._said(item, done))

    def _said(self, item: _Open, said: asyncio.Future[None]) -> None:
        """Ask once more when the answer did not come on the record."""
        if said.cancelled() or said.exception() is None:
            return
        if not isinstance(said.exception(), NotRecorded):
            self.failure = said.exception()
        now = said.get_loop().time()
        item.phase, item.since, item.again = "ask", now, now + self._again_s
