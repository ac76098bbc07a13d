"""The lines of a Cammegh wheel, in both directions; no I/O.

A line is `*`, a letter and fields, ended by CR, LF or both; the winning number alone has no `*`.
There is no checksum: what does not fit its form exactly is dropped and counted. A line that is
glued to the end of a torn one begins at the last `*`.
Source: Slingshot 2 developer guide V2.07; Mercury 360 integration guide 1051-INT-02-L.
"""

from __future__ import annotations

import re

from msgspec import Struct

LONGEST = 128
NUMBERS = frozenset({"00", *(str(number) for number in range(37))})
"""Every pocket of a wheel with two zeros."""
STATUS = re.compile(
    rb"\*X;([1-7]);(\d{3});( {2}|[ \d]?\d);([0-9A-F]);(\d{3});([01])"
    rb"(?:;([0-9A-F]{4});([0-9A-F]{2});([?01]);([0-9A-F]{5}|\?{5});([ \d]\d|\?\?))?"
)
BONUS = re.compile(rb"\*Y;(\d);(\d{3})(?:;(\d\d))?|\*Y:(\d):(\d{3})")
ALONE = re.compile(rb"[ \d]\d")
REPLY = re.compile(rb"\*([A-Za-z])(?: ([ -~]*))?")


class Extended(Struct, frozen=True):
    """What a Mercury adds to its status."""

    flags: int
    ball_turns: int
    ball_direction: str
    ball_time: str
    pocket: str


class Status(Struct, frozen=True):
    """`*X`: where the wheel is. Before state 5 the number is that of the game before."""

    state: int
    """1 before a game, 2 bets open, 3 ball in the rim, 4 no more bets, 5 winning number, 6 idle."""
    spin: int
    """1 to 256, counted from power-on, at each entry of state 2."""
    number: str
    """`0` to `36`, `00`; empty before the first."""
    warning: int
    """1 no ball, 2 ball and rotor turn the same way, 4 works, 8 launch failed; a sum."""
    speed: int
    """Units: rotor turns a minute, times ten."""
    direction: int
    more: Extended | None = None


class Alone(Struct, frozen=True):
    """The winning number on a line of its own, just before the first line of state 5."""

    number: str


class Bonus(Struct, frozen=True):
    """A random number of the licensed bonus option. Never used: nobody can verify it."""

    n: int
    value: int
    days_left: int | None = None
    mercury: bool = False


class Reply(Struct, frozen=True):
    """Any other line: a command, or the answer to one, by its letter."""

    letter: str
    text: str = ""


Line = Status | Alone | Bonus | Reply


def decode(line: bytes) -> Line | None:
    """What a line says, without its end; None = it fits no form."""
    if (found := STATUS.fullmatch(line)) is not None:
        return _status(found)
    if ALONE.fullmatch(line):
        number = _number(line)
        return Alone(number) if number in NUMBERS else None
    if (found := BONUS.fullmatch(line)) is not None:
        return _bonus(found)
    if line.startswith((b"*X;", b"*Y")):
        return None
    if (found := REPLY.fullmatch(line)) is not None:
        return Reply(found[1].decode(), (found[2] or b"").decode())
    return None


def _status(found: re.Match[bytes]) -> Status | None:
    number, spin = _number(found[3]), int(found[2])
    if (number and number not in NUMBERS) or spin > 256:
        return None
    more = None
    if found[7] is not None:
        pocket = found[11].decode()
        way, ball = found[9].decode(), found[10].decode()
        more = Extended(int(found[7], 16), int(found[8], 16), way, ball, pocket)
    return Status(
        state=int(found[1]),
        spin=spin,
        number=number,
        warning=int(found[4], 16),
        speed=int(found[5]),
        direction=int(found[6]),
        more=more,
    )


def _number(field: bytes) -> str:
    """`00` is a pocket of its own; ` 9`, `09` and `9` are the same one."""
    text = field.decode().strip()
    return text if text in ("", "00") else str(int(text))


def _bonus(found: re.Match[bytes]) -> Bonus:
    if found[4] is not None:
        return Bonus(int(found[4]), int(found[5]), mercury=True)
    return Bonus(int(found[1]), int(found[2]), int(found[3]) if found[3] else None)


def encode(line: Line) -> bytes:
    """The line with its end, as the wheel sends it."""
    match line:
        case Status():
            text = f"*X;{line.state};{line.spin:03};{line.number:>2};{line.warning:X}"
            text += f";{line.speed:03};{line.direction}"
            if (more := line.more) is not None:
                text += f";{more.flags:04X};{more.ball_turns:02X};{more.ball_direction}"
                text += f";{more.ball_time};{more.pocket}"
        case Alone():
            text = f"{line.number:>2}"
        case Bonus():
            mark = ":" if line.mercury else ";"
            text = f"*Y{mark}{line.n}{mark}{line.value:03}"
            text += "" if line.days_left is None else f";{line.days_left:02}"
        case Reply():
            text = f"*{line.letter} {line.text}" if line.text else f"*{line.letter}"
    return text.encode() + b"\r\n"


class Lines:
    """Turn chunks of any size into lines; `bad` counts what was torn off."""

    def __init__(self) -> None:
        self.bad = 0
        self._part = b""
        self._skipping = False

    def feed(self, data: bytes) -> list[bytes]:
        *whole, self._part = re.split(rb"[\r\n]", self._part + data)
        lines = [line for piece in whole if (line := self._line(piece))]
        if len(self._part) > LONGEST:
            self._part, self._skipping = b"", True
            self.bad += 1
        return lines

    def _line(self, piece: bytes) -> bytes:
        if self._skipping or len(piece) > LONGEST:
            self.bad += not self._skipping
            self._skipping = False
            return b""
        at = piece.rfind(b"*")
        if at > 0:
            self.bad += 1
        return piece[max(0, at) :]
