"""The Angel Eye II-EX shoe as a shoe scanner: it listens, and by default sends nothing.

RS-232, 4800 8N1 (some units 9600), three wires: with a straight cable pins 8 and 9 of the shoe must
stay open. Also behind a device server, `tcp:HOST:4001`. Frames: `frames`. Each event comes three
times; it is never acknowledged and never kept, so a loss is asked of people. Kept locked by its key
it tells every card that leaves it (`d`), with no rule of baccarat applied; in a game it tells `D`.
Both are the next card here. The two commands that move a card to another game are never sent.
Faults: a card not read, pulled back, of another set; a gap in the numbers; the same frame late.
Verified on hardware: not yet.
"""

from __future__ import annotations

import asyncio
from typing import Literal

from msgspec import Struct

from drivers.driver import Counters, Emit, LampShows, Recorded
from drivers.errors import Faulted, LinkLost
from drivers.event import (
    CardDrawn,
    CardNotRead,
    CoverCardSeen,
    EventsOverrun,
    Identity,
    UnknownEvent,
)
from drivers.link import Link
from drivers.unkept import Unkept

from .copies import Copies, Numbers
from .frames import (
    Answered,
    Bcc,
    Decoder,
    Event,
    Item,
    Odd,
    card_of,
    encode_command,
    index_of,
    target_of,
)

PLAYER, BANKER = 0, 1
TOGETHER_S = 1.0
ERRORS = {
    2: "a card beyond the rules of baccarat: is it in its game mode?",
    3: "a button was mishandled",
    4: "a card was pulled back at the mouth",
    5: "a card was pulled back on its way out",
    6: "a card of another set",
    7: "drawing took too long",
}
"""What it says of an error; 1, a card that cannot be read, is a reading of its own."""
OF_A_CARD = (2, 4, 5, 6)
ANSWER_S, AGAIN_S, TRIES = 3.0, 0.5, 6
SPOILT, SUM_WRONG, BUSY = (0x01, 0x03), 0x02, (0x21, 0x22)


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    idle_s: float = 1.0
    """A frame that is begun and not ended for so long is dropped."""
    keep_locked: bool = False
    """Send the lock at each connection. Only one program may write to the shoe."""
    bcc: Literal["auto", "with_stx", "without_stx"] = "auto"
    """How the sum of a command is counted; auto tries both, with the lock, which fails safe."""


class AngelEyeShoe:
    """Role `shoe_scanner`."""

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
        self._link, self._settings = link, settings
        self.counters = counters if counters is not None else Counters()
        self._kept = Unkept(name, emit, self.counters)
        self._decoder = Decoder()
        self._copies, self._numbers = _copies(self.counters), Numbers()
        self._unread_at = self._error_at = -TOGETHER_S
        self._form: Bcc = "with_stx" if settings.bcc == "auto" else settings.bcc
        self._tries, self._due = 0, float("inf")
        self._failure: Exception | None = None
        self.locked: bool | None = None
        """As it says; None = it has not said."""

    # ---- verbs ----
    def be_locked(self, locked: bool) -> None:
        """Its lock is its way of dealing, not a gate of ours: people hold their hands."""

    def show_lamp(self, lamp: LampShows) -> None:
        """It has no lamp of ours."""

    # ---- the loop ----
    async def run(self) -> None:
        """Raises: LinkLost, Faulted, Refused."""
        self._say_up()
        if self._settings.keep_locked:
            self._due = self._now()
        try:
            while True:
                self._tick(self._now())
                self._kept.raise_failure()
                if self._failure is not None:
                    raise self._failure
                data = await self._read()
                items = self._decoder.feed(data) if data else []
                self._take(items, self._now())
        finally:
            self._kept.close()

    async def _read(self) -> bytes:
        wait = self._settings.idle_s if self._decoder.partial else 0.25
        try:
            async with asyncio.timeout(wait):
                return await self._link.read()
        except TimeoutError:
            if self._decoder.partial:
                self.counters.frames_bad += 1
                self._take(self._decoder.give_up(), self._now())
            return b""

    def _say_up(self) -> None:
        """Nothing asks it who it is, and it is silent while nothing moves: an open port is up."""
        self._kept.up(Identity(role="shoe_scanner", vendor="Angel", model="Angel Eye II-EX"))

    def _take(self, items: list[Item], now: float) -> None:
        self.counters.telemetry["noise_bytes"] = self._decoder.noise
        for item in items:
            self.counters.frames_in += 1
            match item:
                case Event():
                    self._heard(item, now)
                case Odd():
                    self._look("an event that this shoe does not have", item.raw, critical=True)
                case Answered():
                    self._answered(item.nak, now)
                case _:
                    self.counters.messages_bad += 1

    # ---- copies and numbers ----
    def _heard(self, event: Event, now: float) -> None:
        match self._copies.take(event.raw, now):
            case "copy":
                self.counters.duplicates += 1
                return
            case "late":
                again = "the same event again, late: was a card drawn?"
                self._look(again, event.raw, critical=True)
                return
        self.counters.telemetry["copies_missing"] = self._copies.missing
        if event.code == "S":
            self._restarted()
            return
        lost = self._numbers.take(event.seq)
        if lost is None:
            self._look("two events under one number", event.raw)
        elif lost:
            self._kept.say(EventsOverrun, event.raw, lost=lost)
        self._act(event, now)

    def _restarted(self) -> None:
        """It was without power: nobody knows what left it meanwhile."""
        self._numbers.forget()
        self._kept.restart()
        self._say_up()

    # ---- what it says ----
    def _act(self, event: Event, now: float) -> None:
        match event.code:
            case "D":
                self._game_card(event, now)
            case "d":
                self._card(event, now)
            case "C":
                self._kept.say(CoverCardSeen, event.raw)
            case "E":
                self._error(event, now)
            case "L":
                self._lock_turned(event)
            case "R":
                self._look("it tells a card of the game before again", event.raw)
            case "M":
                self._look("a preset was changed at the shoe", event.raw)
            case _:
                pass  # stand-by, a result of baccarat, an error cancelled

    def _game_card(self, event: Event, now: float) -> None:
        of_a_hand = target_of(event.payload) in (PLAYER, BANKER)
        if of_a_hand and (not 1 <= index_of(event.payload) <= 3 or not card_of(event.payload)):
            self._look("a card without a place or a face", event.raw, critical=True)
            return
        self._card(event, now)

    def _card(self, event: Event, now: float) -> None:
        card = card_of(event.payload)
        if card:
            self._kept.say(CardDrawn, event.raw, secret=card.encode())
        else:
            self._unread(event.raw, now, error=False)

    def _unread(self, raw: bytes, now: float, *, error: bool) -> None:
        """The event without a face and the error for it are one card."""
        other = self._unread_at if error else self._error_at
        if error:
            self._error_at = now
        else:
            self._unread_at = now
        if now - other < TOGETHER_S:
            self._unread_at = self._error_at = -TOGETHER_S
            return
        self._kept.say(CardNotRead, raw)

    def _error(self, event: Event, now: float) -> None:
        code = event.payload[0] & 0b11_1111
        if code == 1:
            self._unread(event.raw, now, error=True)
            return
        text = ERRORS.get(code, f"error {code}")
        self._look(text, event.raw, critical=code in OF_A_CARD)

    def _lock_turned(self, event: Event) -> None:
        self.locked = bool(event.payload[0] & 1)
        if not self.locked:
            self._look("unlocked by its key: it now plays baccarat", event.raw)

    def _look(self, text: str, raw: bytes, *, critical: bool = False) -> None:
        self._kept.say(UnknownEvent, raw, code=0, critical=critical, text=text)

    # ---- the one command ----
    def _tick(self, now: float) -> None:
        if now < self._due:
            return
        if self._tries >= TRIES:
            self._failure = Faulted("it does not take the lock: locked by its key?")
            return
        self._tries += 1
        self._due = now + ANSWER_S
        self._decoder.asked = True
        try:
            self._link.write(encode_command("LK", "02", self._form))
        except LinkLost as lost:
            self._failure = lost
        else:
            self.counters.frames_out += 1

    def _answered(self, nak: int, now: float) -> None:
        if not nak:
            self._due, self._tries, self.locked = float("inf"), 0, True
        elif nak == SUM_WRONG and self._settings.bcc == "auto":
            self._form = "without_stx" if self._form == "with_stx" else "with_stx"
            self._due = now
        elif nak in BUSY or nak in SPOILT or nak == SUM_WRONG:
            self._due = now + AGAIN_S
        else:
            self._failure = Faulted(f"it refuses the lock (answer {nak:02X})")

    def _now(self) -> float:
        return asyncio.get_running_loop().time()


def _copies(counters: Counters) -> Copies:
    """Those of the link before, where there was one."""
    if not isinstance(counters.memory, Copies):
        counters.memory = Copies()
    return counters.memory
