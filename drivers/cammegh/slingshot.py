"""The Cammegh Slingshot 2 as a prize wheel, on its port 1.

Wire format: Slingshot 2 developer guide V2.07; RS-232, 9600 8N1, no flow control, lines of ASCII
without a checksum (`lines`). A result counts when it is proven (`results`); a game is started at
most once for an order (`spins`). It cannot lock wagers, has no seat buttons, and keeps nothing.
`*K` starts a game in some modes and is never sent; nothing that writes its memory is.
Faults, text of SPIN_FAULTED: those of `spins` and `results`. Verified on hardware: not yet; its
lines are as captured from firmware 2.50.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from drivers.driver import Counters, Emit, Recorded, WireOrder
from drivers.errors import LinkLost
from drivers.event import Identity, OrderAnswered, SpinDone, SpinFaulted
from drivers.link import Link
from drivers.link.until import read_until
from drivers.unkept import Unkept

from .lines import NUMBERS, Alone, Line, Lines, Reply, Status, decode
from .results import Result, Results, Withheld
from .spins import Said, Spins, Times

ASK_STATUS, ASK_VERSION, ASK_MODE = b"*X\r\n", b"*S\r\n", b"*O\r\n"
START, RESET = b"*u 1\r\n", b"*R\r\n"
QUESTIONS = (("S", ASK_VERSION), ("O", ASK_MODE))
USER_STARTS = 2
"""Bit of the mode: a game begins when it is asked for, not by itself."""
QUIET_S, ANSWER_S = 0.75, 2.0


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """What devices.toml says of it: `sections` gives each pocket its section of the wheel."""

    pockets: Literal[37, 38] = 38
    sections: dict[str, str] = {}
    """Pocket to section; empty = a pocket is its own section."""
    suspect_s: float = 2.0
    lost_s: float = 5.0
    times: Times = Times()

    def __post_init__(self) -> None:
        """Raises: ValueError when a pocket has no section, or there is no such pocket."""
        wanted = pockets(self.pockets)
        if self.sections and self.sections.keys() != wanted:
            odd = sorted(self.sections.keys() ^ wanted)
            raise ValueError(f"sections: each pocket once, not so: {', '.join(odd)}")


def pockets(count: int) -> frozenset[str]:
    return NUMBERS if count == 38 else NUMBERS - {"00"}


class SlingshotWheel:
    """Role `wheel`."""

    def __init__(
        self,
        link: Link,
        settings: Settings,
        emit: Emit,
        recorded: Recorded,  # noqa: ARG002 - it keeps nothing
        *,
        name: str,
        counters: Counters | None = None,
    ) -> None:
        self._link, self._settings, self._name = link, settings, name
        self.counters = counters if counters is not None else Counters()
        self._kept = Unkept(name, emit, self.counters)
        self._lines, self._results = Lines(), Results()
        self._spins = Spins(
            self._kept.boot,
            settings.times,
            start=self._start,
            reset=lambda: self._send(RESET),
            say=self._say,
        )
        self._pockets: frozenset[str] = pockets(settings.pockets)
        self._sections: Mapping[str, str] = settings.sections
        self._up = False
        self._firmware = ""
        self._asked = list(QUESTIONS)
        self._waits_for, self._asked_at = "", 0.0
        self._heard_at = self._polled_at = 0.0
        self._lost: LinkLost | None = None

    # ---- verbs ----
    def be_locked(self, locked: bool) -> None:
        """It takes no wagers, so it locks none: people watch them."""

    def be_armed(self, box: int) -> None:
        """It has no seat buttons: the dealer asks for the spin."""

    def want(self, orders: tuple[WireOrder, ...]) -> None:
        """The complete set of open orders; one spin at a time."""
        self._spins.want(orders, self._now())
        if self._up:
            self._tick(self._now())

    # ---- the loop ----
    async def run(self) -> None:
        """Raises: LinkLost, Faulted, Refused."""
        self._heard_at = self._asked_at = self._now()
        try:
            while True:
                self._tick(self._now())
                self._kept.raise_failure()
                if self._lost is not None:
                    raise self._lost
                self._receive(await self._read(), self._now())
        finally:
            self._kept.close()

    async def _read(self) -> bytes:
        data, late = await read_until(self._link, self._now() + 0.25)
        self._heard_at += late
        return data

    def _receive(self, data: bytes, now: float) -> None:
        bad = self._lines.bad
        for raw in self._lines.feed(data):
            line = decode(raw)
            if line is None or (isinstance(line, Alone | Status) and self._strange(line)):
                self._lines.bad += 1
                self._results.torn()
            else:
                self.counters.frames_in += 1
                self._take(line, raw, now)
        self.counters.frames_bad += self._lines.bad - bad

    def _strange(self, line: Alone | Status) -> bool:
        """A pocket that this wheel lacks, or a state of another model."""
        state = line.state if isinstance(line, Status) else 1
        return state > 6 or bool(line.number and line.number not in self._pockets)

    def _take(self, line: Line, raw: bytes, now: float) -> None:
        match line:
            case Status():
                self._heard_at = now
                self._say_up(now)
                void = self._spins.take(line, now)
                if void:
                    self._fault(void, raw)
                verdict = self._results.take(line, now)
                if isinstance(verdict, Result):
                    self._result(verdict, raw)
                elif isinstance(verdict, Withheld):
                    self._fault(verdict.why, raw)
            case Alone():
                self._results.alone(line.number, now)
            case Reply():
                self._answered(line, now)
            case _:
                pass

    # ---- who is there ----
    def _say_up(self, now: float) -> None:
        """At the first line of status, once it has been asked who it is or has not answered."""
        if self._up or (self._asked and now < self._asked_at + 2 * ANSWER_S):
            return
        self._up = True
        self._kept.up(
            Identity(role="wheel", vendor="Cammegh", model="Slingshot 2", firmware=self._firmware)
        )

    def _answered(self, reply: Reply, now: float) -> None:
        if reply.letter == "u":
            self._spins.answered(reply.text, now)
        elif reply.letter == "S" and reply.text.startswith("V"):
            self._firmware = reply.text[:20] if reply.text.isprintable() else ""
        elif reply.letter == "O":
            self._mode(reply.text)
        if reply.letter == self._waits_for:
            self._waits_for = ""

    def _mode(self, text: str) -> None:
        """`state protocol games-an-hour mode`."""
        fields = text.split()
        if len(fields) == 4 and all(field.isdecimal() for field in fields):
            plays_alone = not int(fields[3]) & USER_STARTS
            self._spins.refuses = "its mode starts games by itself" if plays_alone else ""

    # ---- spins ----
    def _start(self) -> None:
        self._results.begin()
        self._send(START)

    def _result(self, result: Result, raw: bytes) -> None:
        self._say_up(float("inf"))
        order = self._spins.order
        section = self._sections.get(result.number, result.number)
        self._kept.say(SpinDone, raw, order=order.id if order else 0, section=section)
        if order is not None:
            self._spins.ended()

    def _fault(self, why: str, raw: bytes) -> None:
        """Of an order it is told; of a game that nobody here asked for only what was taken."""
        self._say_up(float("inf"))
        order = self._spins.order
        if order is None and why != "number changed":
            self.counters.messages_bad += 1
            return
        self._results.begin()
        self._kept.say(SpinFaulted, raw, order=order.id if order else 0, reason=why)
        if order is not None:
            self._spins.ended()

    def _say(self, order: int, answer: Said, reason: str) -> None:
        said = OrderAnswered(
            device=self._name, boot=self._kept.boot, order=order, answer=answer, reason=reason
        )
        self._kept.emit(said)

    # ---- time ----
    def _tick(self, now: float) -> None:
        silence = now - self._heard_at
        suspect = silence >= self._settings.suspect_s
        self.counters.suspects += suspect and not self.counters.suspect
        self.counters.suspect = suspect
        if silence >= self._settings.lost_s:
            self._lost = self._lost or LinkLost(f"silent for {self._settings.lost_s:g} s")
            return
        if silence >= QUIET_S and now >= self._polled_at + QUIET_S:
            self._polled_at = now
            self._send(ASK_STATUS)
        self._ask(now)
        if self._up and (why := self._spins.tick(now)):
            self._fault(why, b"")

    def _ask(self, now: float) -> None:
        """One question at a time; one without an answer is passed over."""
        if self._waits_for and now < self._asked_at + ANSWER_S:
            return
        if self._asked:
            self._waits_for, question = self._asked.pop(0)
            self._asked_at = now
            self._send(question)

    def _send(self, data: bytes) -> None:
        try:
            self._link.write(data)
        except LinkLost as lost:
            self._lost = self._lost or lost
        else:
            self.counters.frames_out += 1

    def _now(self) -> float:
        return asyncio.get_running_loop().time()
