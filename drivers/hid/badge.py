"""Badge readers: what types as a keyboard, and point-of-sale scanners; both say a number.

A number is input, not proof of more than that the badge was there: it can be copied. `prefix` keeps
badges apart from other codes. Characters that come further apart than 0.3 s belong to different
badges; a person who types is not taken for one. Verified on hardware: not yet.
Sources: USB HID POS usage tables; HID 1.11 appendix B.1.
"""

from __future__ import annotations

import asyncio

from msgspec import Struct

from drivers.driver import Counters, Emit, Recorded, say_up
from drivers.event import Identity
from drivers.link import Link
from drivers.link.until import read_until
from drivers.reading import BadgeRead, Concealed

from .pos import Scans
from .typed import END, Typed

GAP_S = 0.3
PART_S = 0.5
LONGEST = 64
IDLE_S = 3600.0
HONEYWELL_ON = b"\xfe\x01"
"""Feature report 254: only then reports are sent; others do not mind."""


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    prefix: str = ""
    """Of a badge, as the reader sends it; other codes are no badges."""
    least: int = 4
    """Characters of a number without its prefix."""

    def __post_init__(self) -> None:
        """Raises: ValueError."""
        if not 1 <= self.least <= LONGEST:
            raise ValueError(f"least: from 1 to {LONGEST}")


class BadgeReader:
    """Role `badge`. What it understands is the device's own affair."""

    model = ""

    def __init__(
        self,
        link: Link,
        settings: Settings,
        emit: Emit,
        recorded: Recorded,  # noqa: ARG002 - a reader keeps no events
        *,
        name: str,
        counters: Counters | None = None,
    ) -> None:
        self._link, self._settings, self._emit, self._name = link, settings, emit, name
        self.counters = counters if counters is not None else Counters()

    async def run(self) -> None:
        """Raises: LinkLost, Faulted."""
        identity = Identity(role="badge", model=self.model)
        await say_up(self._emit, self.counters, self._name, identity)
        self._begin()
        while True:
            data, _ = await read_until(self._link, asyncio.get_running_loop().time() + self._due())
            for text in self._heard(data) if data else self._quiet():
                self._say(text)

    def _begin(self) -> None:
        """What the device must be told first."""

    def _due(self) -> float:
        """Seconds until the silence says something."""
        raise NotImplementedError

    def _heard(self, data: bytes) -> list[str]:
        raise NotImplementedError

    def _quiet(self) -> list[str]:
        return []

    def _say(self, text: str) -> None:
        number = text.removeprefix(self._settings.prefix)
        fits = text.startswith(self._settings.prefix) and number.isprintable()
        if not fits or not self._settings.least <= len(number) <= LONGEST:
            self.counters.messages_bad += 1
            return
        self.counters.frames_in += 1
        read = BadgeRead(device=self._name, number=Concealed(number.encode()))
        self._emit(read).add_done_callback(self._said)

    def _said(self, said: asyncio.Future[None]) -> None:
        """A badge that did nothing is held there again."""
        if not said.cancelled() and said.exception() is not None:
            self.counters.not_recorded += 1


class Wedge(BadgeReader):
    model = "HID keyboard"

    def __init__(self, *args: object, **more: object) -> None:
        super().__init__(*args, **more)  # type: ignore[arg-type]
        self._typed, self._text, self._late = Typed(), "", False

    def _due(self) -> float:
        return GAP_S if self._text else IDLE_S

    def _heard(self, data: bytes) -> list[str]:
        *whole, self._text = (self._text + self._typed.feed(data)).split(END)
        self.counters.frames_bad = self._typed.roll_overs
        if len(self._text) > LONGEST + len(self._settings.prefix):
            self._text = ""
            self.counters.frames_bad += 1
        return [text for text in whole if text]

    def _quiet(self) -> list[str]:
        """No end came: half a number is none, and a person types so slowly."""
        self.counters.frames_bad += bool(self._text)
        self._text = ""
        return []


class PosScanner(BadgeReader):
    model = "HID POS scanner"

    def __init__(self, *args: object, **more: object) -> None:
        super().__init__(*args, **more)  # type: ignore[arg-type]
        self._scans = Scans()

    def _begin(self) -> None:
        self._link.write(HONEYWELL_ON)

    def _due(self) -> float:
        return PART_S if self._scans.open else IDLE_S

    def _heard(self, data: bytes) -> list[str]:
        found = self._scans.feed(data)
        self.counters.frames_bad = self._scans.bad
        return found

    def _quiet(self) -> list[str]:
        self._scans.forget()
        self.counters.frames_bad = self._scans.bad
        return []
