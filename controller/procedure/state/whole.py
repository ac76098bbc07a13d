"""The one frozen state: the play, folded again by an amendment, and the ledger, which never is.

Source: controller/README 2.
"""

from __future__ import annotations

from msgspec import Struct

from controller.domain.orders import Order

from .inputs import Input, Outcome, Stamped
from .play import Play


class Entry(Struct, frozen=True):
    """One input of the open round as the fold takes it, and the play before it."""

    id: int
    mono: int
    at: int
    input: Input
    before: Play
    refused: bool = False
    waited: bool = False
    """Folded while devices had still to be heard, or kept until then: no line was shown."""


class Told(Struct, frozen=True):
    """A report of a card that was booked, and the round before it: UNDO puts that back."""

    row: int
    item: Input
    play: Play
    log: tuple[Entry, ...]


class Numbers(Struct, frozen=True, array_like=True):
    """Event numbers of one boot of a device."""

    boot: str
    last: int = 0
    macs: tuple[tuple[int, bytes], ...] = ()
    """Keyed macs of the last readings, to compare a repeat with."""


class Unit(Struct, frozen=True, array_like=True):
    """A unit that stood in this device's place before, as it left."""

    serial: str
    boots: tuple[Numbers, ...] = ()
    moved: int = 0
    accepted: int = 0


class Device(Struct, frozen=True):
    """What the ledger holds of one device."""

    name: str
    role: str
    boots: tuple[Numbers, ...] = ()
    """Newest first; the one before it for events that a device carried over a restart."""
    up: bool = False
    heard: bool = False
    """Said hello since the daemon started."""
    pending_to: int = 0
    """Backlog: readings of this boot up to this number still have to come."""
    serial: str = ""
    moved: int = 0
    carried: int = 0
    """Events of an earlier boot that it still has to deliver."""
    carried_n: int = 0
    """The last of them that was on the record already."""
    unpowered: bool = False
    """It had no power and so counted nothing: what left it meanwhile is asked."""
    out_of_service: bool = False
    accepted: int = 0
    """Highest order id that this unit has accepted, here or at another table."""
    elsewhere: tuple[tuple[str, int], ...] = ()
    """Of a unit that came new: boots whose events below a number are of another table."""
    units: tuple[Unit, ...] = ()
    """Units that stood in its place before, newest first."""

    @property
    def boot(self) -> str:
        return self.boots[0].boot if self.boots else ""

    @property
    def last(self) -> int:
        return self.boots[0].last if self.boots else 0


class Request(Struct, frozen=True, array_like=True):
    """The answer to a tap, kept so that a double tap acts once."""

    rid: str
    verdict: str
    clause: str
    text: str


class State(Struct, frozen=True):
    play: Play = Play()
    log: tuple[Entry, ...] = ()
    devices: tuple[Device, ...] = ()
    requests: tuple[Request, ...] = ()
    orders: tuple[Order, ...] = ()
    seen: tuple[tuple[int, str], ...] = ()
    epoch: int = 1
    parked: tuple[Stamped, ...] = ()
    """Readings recorded after an outage, before every device has been heard."""
    told: tuple[Told, ...] = ()
    """Reports of this round that may still be taken back, the newest last."""


class Step(Struct, frozen=True):
    state: State
    outcome: Outcome
    boundary: State | None = None
    """The state between two rounds, when this input closed one: what a snapshot is taken of."""
