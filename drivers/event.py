"""What a device says: one struct for each, as its driver reads it and as the record keeps it.

The procedure's fact of the same name adds what the table knows of it; a card or an answer is in
none of them (`reading.EventReading`).
"""

from __future__ import annotations

from msgspec import Struct


class Said(Struct, frozen=True, kw_only=True):
    """Base of everything that a device says."""

    device: str


class Event(Said, frozen=True, kw_only=True):
    """A numbered event that its device keeps until it is acknowledged."""

    boot: str
    n: int
    mac: bytes = b""
    """Keyed over the event's own bytes, at the table's door; a driver has no key."""
    at: int = 0
    """When it happened by the device's own clock, UTC in ms; 0 = not known."""


# ---- shoe scanner ----
class CardDrawn(Event, frozen=True, kw_only=True):
    """Its card comes beside it: two characters, `As` or `Th`."""


class CardNotRead(Event, frozen=True, kw_only=True):
    """A card left the shoe and the scanner could not tell which."""

    foreign: bool = False
    """It bears another back or the mark of another set; nothing else is told of it."""


class CardPushedBack(Event, frozen=True, kw_only=True):
    """The last card went back into the mouth of the shoe."""


class CoverCardSeen(Event, frozen=True, kw_only=True):
    pass


class ShoeLoaded(Event, frozen=True, kw_only=True):
    """The shoe's gate closed on a full load."""


class ShoeOpened(Event, frozen=True, kw_only=True):
    pass


class RestCounted(Event, frozen=True, kw_only=True):
    """The cards left at the end of the shoe were run out and counted."""

    cards: int


# ---- card reader ----
class Peeked(Event, frozen=True, kw_only=True):
    """The reader's answer comes beside it: `yes` where the hole card makes a blackjack, or `no`."""


class ReaderFaulted(Event, frozen=True, kw_only=True):
    reason: str


# ---- shuffler ----
class ShuffleDone(Event, frozen=True, kw_only=True):
    order: int
    cards: int


class ShuffleFaulted(Event, frozen=True, kw_only=True):
    order: int
    reason: str
    """`jam`, `stopped`, `count`, `door`."""
    cards: int = 0


class CardsTakenIn(Event, frozen=True, kw_only=True):
    """A continuous shuffler has taken in and counted cards that were put back."""

    cards: int


# ---- wheel ----
class SeatButtonPressed(Event, frozen=True, kw_only=True):
    box: int


class WagerSensed(Event, frozen=True, kw_only=True):
    box: int
    on: bool
    cents: int = 0
    """0 = the sensor knows one amount only."""
    kind: str = "bonus_spin"
    """`bonus_spin` or `xtreme`."""


class SpinDone(Event, frozen=True, kw_only=True):
    order: int
    section: str
    turns: int | None = None
    """Whole turns; None = it does not count them."""
    direction: str = ""
    """`clockwise` or `anticlockwise`; empty = it does not tell."""
    box: int = 0
    """The seat of the hot spot, where the system names one."""
    community: str = ""
    """The symbol that pays the others, where a second ring has it."""
    wager: str = ""
    """The wager that it spun for, `bonus_spin` or `xtreme`; empty = it does not tell."""


class SpinFaulted(Event, frozen=True, kw_only=True):
    order: int
    reason: str


# ---- approved progressive system ----
class MeterRead(Event, frozen=True, kw_only=True):
    """What a meter of the system stands at; with `hit`, what a jackpot has emptied it of."""

    order: int
    """The report that it answers; 0 = it tells of itself."""
    meter: str
    cents: int
    """Rounded down, as the system shows it."""
    number: int
    """How often this meter has moved in its life."""
    hit: bool = False


class SystemFaulted(Event, frozen=True, kw_only=True):
    reason: str
    """`memory`, `link`, `door`, `tamper`."""


# ---- any device ----
class UnknownEvent(Event, frozen=True, kw_only=True):
    """An event that this version cannot name: acknowledged, recorded, raised."""

    code: int
    critical: bool = False
    text: str = ""
    """What its driver can say of it, in people's words. Critical with words holds the table."""


class EventsOverrun(Event, frozen=True, kw_only=True):
    """The device lost this many events."""

    lost: int


# ---- the link, not numbered ----
class Notice(Said, frozen=True, kw_only=True):
    """Not numbered, not kept."""


class Identity(Struct, frozen=True, omit_defaults=True):
    role: str
    vendor: str = ""
    model: str = ""
    serial: str = ""
    firmware: str = ""
    firmware_hash: str = ""
    """In hex; a house may hold it against a list of what is approved."""
    simulated: bool = False
    capabilities: tuple[str, ...] = ()


class DeviceUp(Notice, frozen=True, kw_only=True):
    """A hello: who it is and where its counters stand."""

    boot: str
    identity: Identity
    last_event: int
    """Number of the newest event of this boot."""
    acked: int
    """Highest event number of this boot that the device saw acknowledged."""
    accepted: int = 0
    """Highest order id that the device accepted."""
    carried: int = 0
    """Unacknowledged events of earlier boots that it still holds."""
    moved: int = 0
    """Lifetime counter of the mechanism: cards out, shuffles, spins."""
    reset_cause: str = ""
    """Why it started: `power`, `watchdog`, `brownout`, `update`, `request`."""


class DeviceLost(Notice, frozen=True, kw_only=True):
    reason: str
    counted: tuple[tuple[str, int], ...] = ()
    """Its counters and its telemetry as they stood, by name."""


class LevelLate(Notice, frozen=True, kw_only=True):
    """What was to be kept so is not confirmed; not `late` = it is now, or is not asked any more."""

    level: str
    value: int
    late: bool = True


class OrderAnswered(Notice, frozen=True, kw_only=True):
    """What the device says of an order.

    `accepted`; `rejected` with its reason (`busy` after ten seconds of it); `running` or `done`
    (the reason is its result) after a query; `unknown`: somebody has to look.
    """

    boot: str
    order: int
    answer: str
    reason: str = ""
