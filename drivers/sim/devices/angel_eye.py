"""An Angel Eye II-EX shoe, written from the public notes on its interface.

Locked by its key it tells each card that leaves (`d`); in its game it deals baccarat and ends the
game itself. Each event goes out three times, 50 ms apart. The bytes are made here and not by the
driver's encoder.
"""

from __future__ import annotations

from collections import deque
from functools import reduce
from operator import xor
from random import Random
from typing import Literal

from drivers.sim.line import Knob, Line
from drivers.sim.physical.pieces import COVER, CannotBe, CardLeft, CardReturned, Happening, Piece
from drivers.sim.physical.world import World

COPY_GAP_S, ANSWER_S = 0.05, 0.05
RANK = {rank: number for number, rank in enumerate("A23456789TJQK", 1)}
SUIT = {"d": 0b001, "c": 0b010, "s": 0b011, "h": 0b100}
Scheme = Literal["1-9", "0-9", "0-F"]
NUMBERS: dict[Scheme, str] = {"1-9": "123456789", "0-9": "0123456789", "0-F": "0123456789ABCDEF"}
HANDS = ((0, 1), (1, 1), (0, 2), (1, 2))
"""Player and Banker take turns: two cards each."""


def framed(seq: bytes, code: str, payload: bytes = b"") -> bytes:
    """An event as it stands on the wire, with its check sum."""
    body = seq + code.encode() + payload + b"\x03"
    return b"\x05" + body + b"%02X" % reduce(xor, body)


class AngelEye:
    # ---- state ----
    def __init__(
        self,
        world: World,
        rng: Random,
        *,
        mode: Literal["locked", "game"] = "locked",
        copies: int = 3,
        scheme: Scheme = "1-9",
        sums_with_stx: bool = True,
    ) -> None:
        self.line = Line()
        self.locked = mode == "locked"
        self.copies, self.sums_with_stx = copies, sums_with_stx
        self.commands: list[bytes] = []
        """What the host has sent, whole."""
        self._numbers, self._at = NUMBERS[scheme], 0
        self._rng = rng
        self._queue: deque[tuple[float, bytes]] = deque()
        self._part = b""
        self._index = self._in_hand = 0
        self._unread = self._spoil = self._busy = 0
        self._lost_events = 0
        world.watch(self._sense)
        self._power_up()

    def tick(self, now_s: float) -> None:
        self.line.now_s = now_s
        while self.line.powered and self._queue and self._queue[0][0] <= now_s:
            self.line.send(self._queue.popleft()[1])

    def due_s(self) -> float | None:
        due = [self.line.due_s(), self._queue[0][0] if self._queue else None]
        return min((at for at in due if at is not None), default=None)

    def _power_up(self) -> None:
        self._at = 0
        self._say("S")
        self._say("P")

    def _sense(self, what: Happening) -> None:
        if not self.line.powered:
            return
        if isinstance(what, CardLeft):
            self._left(what.pieces[0])
        elif isinstance(what, CardReturned):
            self._say("E", bytes([0xC4]))

    def _left(self, piece: Piece) -> None:
        if piece.code == COVER:
            self._say("C")
            return
        if piece.strange:
            self._say("E", bytes([0xC6]))
            return
        face = 0x80
        if self._unread:
            self._unread -= 1
            self._say("E", bytes([0xC1]))
        elif piece.code:
            face |= SUIT[piece.code[1]] << 4 | RANK[piece.code[0]]
        if self.locked:
            self._say("d", bytes([0x80 | self._index % 11, face]))
            self._index += 1
            return
        target, place = HANDS[self._in_hand]
        self._say("D", bytes([0x80 | target << 4 | place, face]))
        self._in_hand = (self._in_hand + 1) % len(HANDS)
        if not self._in_hand:
            self._say("G", bytes([0x90]))

    # ---- the wire ----
    def _say(self, code: str, payload: bytes = b"") -> None:
        seq = self._numbers[self._at % len(self._numbers)]
        if code != "S":
            self._at += 1
        self.send_event(seq, code, payload)

    def send_event(self, seq: str, code: str, payload: bytes = b"") -> None:
        """Send the copies of an event, spoilt as the knobs say."""
        frame = framed(seq.encode(), code, payload)
        if self._lost_events:
            self._lost_events -= 1
            return
        at = max(self.line.now_s, self._queue[-1][0] + COPY_GAP_S if self._queue else 0.0)
        for copy in range(self.copies):
            sent = frame
            if copy < self._spoil:
                where = self._rng.randrange(len(frame))
                bit = 1 << self._rng.randrange(8)
                sent = frame[:where] + bytes([frame[where] ^ bit]) + frame[where + 1 :]
            self._queue.append((at + copy * COPY_GAP_S, sent))
        self._spoil = 0
        self.line.wake()

    def feed(self, data: bytes) -> None:
        self._part += data
        while len(self._part) >= 10:
            start = self._part.find(b"\x02")
            if start < 0:
                self._part = b""
                return
            command, self._part = self._part[start : start + 10], self._part[start + 10 :]
            if len(command) == 10:
                self._obey(command)

    def take(self) -> bytes:
        return self.line.take()

    def _obey(self, command: bytes) -> None:
        self.commands.append(command)
        total = 0
        for byte in command[0 if self.sums_with_stx else 1 : 8]:
            total ^= byte
        if self._busy:
            self._busy -= 1
            answer = b"\x15\x21"
        elif command[7] != 0x03:
            answer = b"\x15\x03"
        elif command[8:] != b"%02X" % total:
            answer = b"\x15\x02"
        elif command[1:3] != b"OP":
            answer = b"\x15\x13"
        elif command[3:5] not in (b"LK", b"EC", b"GP"):
            answer = b"\x15\x14"
        else:
            answer = b"\x06"
            if command[3:5] == b"LK":
                self.locked = command[5:7] == b"02"
        self._queue.append((self.line.now_s + ANSWER_S, answer))
        self.line.wake()

    # ---- faults ----
    def pull(self, knob: str, value: Knob = None) -> None:
        """Pull a knob of the line, or one of its own.

        `unread` (n cards), `spoil` (n copies of the next event), `lose` (n events),
        `busy` (n commands), `key` (bool: locked), `noise` (n bytes), `reboot`, `power` (bool).
        """
        if self.line.pull(knob, value):
            return
        match knob:
            case "unread":
                self._unread = int(value or 1)
            case "spoil":
                self._spoil = int(value or 1)
            case "lose":
                self._lost_events = int(value or 1)
            case "busy":
                self._busy = int(value or 1)
            case "key":
                self.locked = bool(value)
                self._say("L", bytes([0x80 | self.locked]))
            case "noise":
                self.line.send(self._rng.randbytes(int(value or 1)))
            case "reboot" | "power":
                self.line.powered = knob == "reboot" or bool(value)
                self._queue.clear()
                if self.line.powered:
                    self._power_up()
            case _:
                raise CannotBe(f"this shoe has no knob {knob}")
