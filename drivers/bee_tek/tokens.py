"""The text of a Bee-Tek shoe; no I/O.

A token is `[MODE]<BODY>` or `<W0xNN>`, with or without spaces and line ends around it. There is no
checksum, number or acknowledgement, so bytes are never guessed: a byte outside of ASCII ends what
was begun. Order is everything in a deal: a card that was not read is a card in its place.
Source: public monitors of this shoe; no vendor text was found.
"""

from __future__ import annotations

import re

from msgspec import Struct

LONGEST = 96
TOKEN = re.compile(rb"\[([^\]<>\[]*)\]<([^<>\[\]]*)>|<(W0x[0-9A-Fa-f]+)>")
MODES = ("game", "manual burn cards", "gamealarm")
RANK_SUIT = re.compile(r"(10|[2-9TJQKA])([CDHS])")
SUIT_RANK = re.compile(r"([CDHS])(10|[2-9TJQKA])")
BARE = re.compile(rb"(?:10|[2-9TJQKA])[CDHS]", re.IGNORECASE)
OPENS = b"[<"
ECHO_S = 0.5


class Card(Struct, frozen=True):
    """`code` is rank and suit, `Th`; empty = it passed and was not read."""

    code: str
    mode: str
    raw: bytes

    def __repr__(self) -> str:
        return "Card(<concealed>)"


class Alarm(Struct, frozen=True):
    text: str
    mode: str
    raw: bytes

    @property
    def of_a_card(self) -> bool:
        """It says that a card was not read."""
        low = self.text.lower()
        return "e3" in low or "card not read" in low


class Warned(Struct, frozen=True):
    code: str
    raw: bytes


class Broken(Struct, frozen=True):
    """Something was begun and did not end as a token: it may have been a card."""

    raw: bytes

    def __repr__(self) -> str:
        return "Broken(<concealed>)"


Item = Card | Alarm | Warned | Broken


class Tokens:
    """`bare`: take a line that is a code alone for a card; only where no brackets ever come."""

    def __init__(self, *, bare: bool = False, suit_first: bool = False) -> None:
        self._bare, self._suit_first = bare, suit_first
        self._part = b""
        self._brackets = False
        self._echo, self._echo_until = "", 0.0
        self.noise = 0
        """Units: bytes."""

    @property
    def partial(self) -> bool:
        return bool(self._part)

    def feed(self, data: bytes, now: float) -> list[Item]:
        found: list[Item] = []
        for byte in data:
            found += self._byte(byte, now)
        return found

    def give_up(self) -> list[Item]:
        """What was begun does not go on."""
        return self._break()

    def _byte(self, byte: int, now: float) -> list[Item]:
        if byte in b"\r\n":
            return self._line_ends()
        if not 0x20 <= byte <= 0x7E:
            self.noise += 1
            return self._break()
        char = bytes([byte])
        if not self._in_token():
            return self._outside(char, now)
        # A token inside another: the first one was cut.
        again = char == b"[" or (char == b"<" and b"<" in self._part)
        found = self._break() if again else []
        self._part += char
        if char == b">":
            return [*found, *self._ends(now)]
        if len(self._part) > LONGEST:
            return [*found, *self._break()]
        return found

    def _in_token(self) -> bool:
        return self._part[:1] in (b"[", b"<")

    def _outside(self, char: bytes, now: float) -> list[Item]:
        """Between tokens: spaces, an echo of the card before, or a bare code."""
        if char in (b"[", b"<"):
            found = self._word_ends()
            self._part = char
            return found
        if char == b" ":
            return self._word_ends()
        self._part += char
        if self._is_echo(now):
            self._echo, self._part = "", b""
        elif len(self._part) > LONGEST:
            return self._break()
        return []

    def _is_echo(self, now: float) -> bool:
        if not self._echo or now > self._echo_until:
            return False
        said = self._part.decode().upper()
        return BARE.fullmatch(self._part) is not None and _named(said, RANK_SUIT) == self._echo

    def _line_ends(self) -> list[Item]:
        return self._break() if self._in_token() else self._word_ends()

    def _word_ends(self) -> list[Item]:
        """A word outside of brackets: a card only where the settings say so."""
        word, self._part = self._part, b""
        if not word:
            return []
        if self._bare and not self._brackets and BARE.fullmatch(word):
            return [Card(self._code(word.decode().upper()), "", word)]
        self.noise += len(word)
        return []

    def _ends(self, now: float) -> list[Item]:
        whole, self._part = self._part, b""
        token = TOKEN.fullmatch(whole)
        if token is None:
            self.noise += len(whole)
            return [Broken(whole)]
        self._brackets = True
        if token[3]:
            return [Warned(token[3].decode()[3:], whole)]
        return self._of_body(token[1].decode().strip(), token[2].decode(), whole, now)

    def _of_body(self, mode: str, body: str, raw: bytes, now: float) -> list[Item]:
        kind, colon, rest = body.partition(":")
        match kind.lower():
            case "card" if colon:
                code = self._code(rest.strip().upper())
                self._echo, self._echo_until = code, now + ECHO_S
                return [Card(code, mode, raw)]
            case "game" if not colon:
                return [Card("", mode, raw)]
            case "alarm" if colon:
                return [Alarm(rest, mode, raw)]
        self.noise += len(raw)
        return [Broken(raw)]

    def _code(self, said: str) -> str:
        return _named(said, RANK_SUIT) or (_named(said, SUIT_RANK) if self._suit_first else "")

    def _break(self) -> list[Item]:
        part, self._part = self._part, b""
        self.noise += len(part)
        return [Broken(part)] if part[:1] in (b"[", b"<") else []


def _named(said: str, form: re.Pattern[str]) -> str:
    """As a card is written here, `Th`; empty when it is none."""
    found = form.fullmatch(said)
    if found is None:
        return ""
    rank, suit = found.groups() if form is RANK_SUIT else found.groups()[::-1]
    return ("T" if rank == "10" else rank) + suit.lower()
