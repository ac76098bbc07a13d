"""The Bee-Tek shoe as a shoe scanner. It only talks: nothing is ever sent.

RS-232 through a USB adapter, 9600 8N1, no flow control. Tokens of text: `tokens`. It has no
identity, heartbeat, number, acknowledgement or checksum: silence is normal, and what is lost is
lost. Turn its key to diagnosis and choose Manual Burn Cards: then it applies no rule of a game.
Cut card, door and empty shoe are not told: the dealer enters them.
Faults: a card not read, an alarm, a token that was cut (a card may be missing).
Verified on hardware: not yet.
"""

from __future__ import annotations

import asyncio

from msgspec import Struct

from drivers.driver import Counters, Emit, LampShows, Recorded
from drivers.event import CardDrawn, CardNotRead, Identity, UnknownEvent
from drivers.link import Link
from drivers.unkept import Unkept

from .tokens import Alarm, Broken, Card, Item, Tokens, Warned

TOGETHER_S = 1.0
"""A failure and its alarm within this time tell of one card."""
AT_ONCE_S = 0.15
"""Nobody draws two cards so fast."""


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    idle_s: float = 1.0
    """A token that is begun and not ended for so long is dropped."""
    accept_bare_codes: bool = False
    """Take `QH` alone on a line for a card, where no brackets ever come."""
    suit_first: bool = False
    """Take `H3` for a card too."""


class BeeTekShoe:
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
        self._tokens = Tokens(bare=settings.accept_bare_codes, suit_first=settings.suit_first)
        self._failed_at = self._alarmed_at = self._broken_at = -TOGETHER_S
        self._last: tuple[str, float] = "", -1.0
        self._mode = ""

    def be_locked(self, locked: bool) -> None:
        """It cannot be locked: people hold their hands."""

    def show_lamp(self, lamp: LampShows) -> None:
        """It has no lamp."""

    async def run(self) -> None:
        """Raises: LinkLost, Faulted, Refused."""
        self._kept.up(Identity(role="shoe_scanner", vendor="Bee-Tek", model="Bee-Tek shoe"))
        try:
            while True:
                self._kept.raise_failure()
                for item in await self._read():
                    self.counters.frames_in += 1
                    self._take(item, asyncio.get_running_loop().time())
                self.counters.telemetry["noise_bytes"] = self._tokens.noise
        finally:
            self._kept.close()

    async def _read(self) -> list[Item]:
        try:
            async with asyncio.timeout(self._settings.idle_s):
                data = await self._link.read()
        except TimeoutError:
            return self._tokens.give_up()
        return self._tokens.feed(data, asyncio.get_running_loop().time())

    def _take(self, item: Item, now: float) -> None:
        match item:
            case Card():
                self._mode_is(item.mode, item.raw)
                self._card(item, now)
            case Alarm() if item.of_a_card:
                self._not_read(item.raw, now, alarm=True)
            case Alarm():
                self._look(f"alarm {item.text}"[:60], item.raw)
            case Warned():
                self._look(f"warning {item.code}"[:60], item.raw)
            case Broken():
                self._broken(item, now)

    def _card(self, card: Card, now: float) -> None:
        if not card.code:
            self._not_read(card.raw, now, alarm=False)
            return
        last, self._last = self._last, (card.code, now)
        self._kept.say(CardDrawn, card.raw, secret=card.code.encode())
        if last[0] == card.code and now - last[1] < AT_ONCE_S:
            self._look("one card told twice at once: count the cards", card.raw, critical=True)

    def _not_read(self, raw: bytes, now: float, *, alarm: bool) -> None:
        other = self._failed_at if alarm else self._alarmed_at
        if alarm:
            self._alarmed_at = now
        else:
            self._failed_at = now
        if now - other < TOGETHER_S:
            self._failed_at = self._alarmed_at = -TOGETHER_S
            return
        self._kept.say(CardNotRead, raw)

    def _broken(self, item: Broken, now: float) -> None:
        """One damaged byte may tear a token in two: that is told once."""
        self.counters.frames_bad += 1
        before, self._broken_at = self._broken_at, now
        if now - before >= TOGETHER_S:
            self._look("damaged text: a card may be missing", item.raw, critical=True)

    def _mode_is(self, mode: str, raw: bytes) -> None:
        before, self._mode = self._mode, mode.lower() or self._mode
        if before and self._mode != before:
            self._look(f"its mode is {self._mode} now"[:60], raw)

    def _look(self, text: str, raw: bytes, *, critical: bool = False) -> None:
        self._kept.say(UnknownEvent, raw, code=0, critical=critical, text=text)
