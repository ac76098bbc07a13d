"""A Cammegh Slingshot 2 on its port 1, written from the maker's guide and from captures.

It plays a game when it is asked (`*u 1`) or by itself (mode without bit 2), says where it is each
half second, and answers commands 60 to 240 ms later, between its lines of status. The bytes are
made here and not by the driver's encoder: two programs agree with the document, not each other.
"""

from __future__ import annotations

import re
from collections import deque
from random import Random

from drivers.sim.line import Knob, Line
from drivers.sim.physical.pieces import CannotBe

STATUS_EVERY_S = 0.5
CLOSED, IDLE_OPEN, PLACE, RIM, NO_MORE, SHOWS = 6, 1, 2, 3, 4, 5
LASTS_S = {IDLE_OPEN: (9.0, 9.0), PLACE: (7.0, 11.0), RIM: (2.5, 4.0), NO_MORE: (26.0, 43.0)}
SHOWS_S = 5.5
USER_STARTS, NO_NUMBER_ALONE, AUTO_STATUS, FAULT_LINES, BONUS = 2, 16, 128, 256, 32768
POCKETS = (" 0", *(f"{n:2}" for n in range(1, 37)))
DOUBLE_ZERO = "00"


class Slingshot:
    # ---- state ----
    def __init__(
        self, rng: Random, *, mode: int = 1159, pockets: int = 37, firmware: str = "V2.50"
    ) -> None:
        self.line = Line()
        self.mode, self.firmware = mode, firmware
        self.pockets = POCKETS if pockets == 37 else (*POCKETS, DOUBLE_ZERO)
        self.state, self.spin, self.number, self.warning = IDLE_OPEN, 1, "  ", 0
        self.speed, self.direction = 160, 0
        self.games = 0
        """Games that were started, in its life."""
        self.next_numbers: deque[str] = deque()
        """Where the ball is to fall next; empty = by chance."""
        self._rng = rng
        self._until: float | None = None if mode & USER_STARTS else LASTS_S[IDLE_OPEN][0]
        self._status_at = 0.0
        self._replies: deque[tuple[float, bytes]] = deque()
        self._part = b""
        self._launches = 0
        self._deaf_starts = self._misfires = self._tears = self._lost_lines = 0
        self._relaunch = False

    def tick(self, now_s: float) -> None:
        self.line.now_s = now_s
        if not self.line.powered:
            return
        while self._replies and self._replies[0][0] <= now_s:
            self._out(self._replies.popleft()[1])
        if self._until is not None and now_s >= self._until:
            self._move_on()
        if self.mode & AUTO_STATUS and now_s >= self._status_at:
            self._say_status()

    def due_s(self) -> float | None:
        due = [self.line.due_s(), self._until]
        due.append(self._replies[0][0] if self._replies else None)
        due.append(self._status_at if self.mode & AUTO_STATUS else None)
        return min((at for at in due if at is not None), default=None)

    def _enter(self, state: int) -> None:
        before, self.state = self.state, state
        if state == PLACE:
            self.spin = self.spin % 256 + 1
            self._launches = 1
        low, high = LASTS_S.get(state, (SHOWS_S, SHOWS_S))
        waits = state == CLOSED or (state == IDLE_OPEN and self.mode & USER_STARTS)
        self._until = None if waits else self.line.now_s + self._rng.uniform(low, high)
        if state == SHOWS:
            self._fall()
        if state != before:
            self._say_status()

    def _fall(self) -> None:
        self.number = (
            self.next_numbers.popleft() if self.next_numbers else self._rng.choice(self.pockets)
        )
        if not self.mode & NO_NUMBER_ALONE:
            self._out(self.number.encode() + b"\r\n")

    def _move_on(self) -> None:
        if self.state == PLACE and self._misfires:
            self._misfires -= 1
            self.warning = 8
            self._enter(PLACE)
            return
        if self.state in (RIM, NO_MORE) and self._relaunch:
            self._relaunch = False
            self._enter(PLACE)
            return
        self.warning = 0
        following = {IDLE_OPEN: PLACE, PLACE: RIM, RIM: NO_MORE, NO_MORE: SHOWS, SHOWS: IDLE_OPEN}
        self._enter(following[self.state])

    # ---- replies ----
    def feed(self, data: bytes) -> None:
        *lines, self._part = re.split(rb"[\r\n]", self._part + data)
        for line in lines:
            if line.startswith(b"*"):
                self._obey(line.decode("ascii", "replace")[1:])

    def take(self) -> bytes:
        return self.line.take()

    def _obey(self, text: str) -> None:
        letter, _, rest = text.partition(" ")
        idle = self.state == CLOSED
        match letter:
            case "X":
                self._say_status()
            case "u":
                self._start_game()
            case "S":
                self._reply(f"*S {self.firmware}")
            case "V":
                self._reply("*V Slingshot 2 simulated")
            case "K":
                self._reply("*K CAM" if self.state != IDLE_OPEN else "*K OK")
                if self.state == IDLE_OPEN:
                    self.games += 1
                    self._enter(PLACE)
            case "O":
                self._reply(f"*O {self.state} 1 60 {self.mode}")
            case "o":
                self.mode = int(rest) if idle and rest.isdecimal() else self.mode
                self._reply(f"*o {rest}" if idle else "*o BUSY")
            case "R":
                self.warning = 0
                self._reply("*R OK")
                self._enter(IDLE_OPEN)
            case "P":
                self._reply("*P OK")
                self._enter(IDLE_OPEN if rest == "1" else CLOSED)
            case "F":
                self._reply("*F 0" if idle else "*F BUSY")
            case "T":
                self._reply("*T h 60" if rest == "H" else "*T OK")
            case _:
                self._reply(f"*{letter} NO")

    def _start_game(self) -> None:
        if self._deaf_starts:
            self._deaf_starts -= 1
        elif self.state != IDLE_OPEN or not self.mode & USER_STARTS:
            self._reply("*u NO")
        else:
            self.games += 1
            self._reply("*u OK")
            self._enter(PLACE)

    def _reply(self, text: str) -> None:
        at = self.line.now_s + self._rng.uniform(0.06, 0.24)
        self._replies.append((max(at, self._replies[-1][0] if self._replies else 0), _ended(text)))
        self.line.wake()

    def _say_status(self) -> None:
        self._status_at = self.line.now_s + STATUS_EVERY_S
        text = f"*X;{self.state};{self.spin:03d};{self.number};{self.warning:X}"
        self._out(_ended(f"{text};{self.speed:03d};{self.direction}"))

    def _out(self, data: bytes) -> None:
        if self._lost_lines:
            self._lost_lines -= 1
        elif self._tears:
            self._tears -= 1
            cut = self._rng.randrange(1, len(data))
            self.line.send(data[:cut] if self._rng.random() < 0.5 else data[cut:])
        else:
            self.line.send(data)

    # ---- faults ----
    def pull(self, knob: str, value: Knob = None) -> None:
        """Pull a knob of the line, or one of its own.

        `deaf` (n starts are not heard), `misfire` (n), `relaunch` (void, and played again),
        `warning` (hex digit), `tear` (n lines), `lose` (n lines), `stop`, `power` (bool),
        `number` (the next one), `mode` (n).
        """
        if self.line.pull(knob, value):
            return
        match knob:
            case "deaf":
                self._deaf_starts = int(value or 1)
            case "misfire":
                self._misfires = int(value or 1)
            case "relaunch":
                self._relaunch = True
            case "warning":
                self.warning = int(str(value or "0"), 16)
                self._say_status()
            case "tear":
                self._tears = int(value or 1)
            case "lose":
                self._lost_lines = int(value or 1)
            case "stop":
                self._enter(CLOSED)
            case "number":
                self.next_numbers.append(f"{value!s:>2}")
            case "mode":
                self.mode = int(value or 0)
            case "power":
                self.line.powered = bool(value)
                self.spin, self.number, self.warning = 0, "  ", 0
                self._enter(IDLE_OPEN)
            case _:
                raise CannotBe(f"this wheel has no knob {knob}")


def _ended(text: str) -> bytes:
    return text.encode("ascii") + b"\r\n"
