"""What devices, timers and the daemon say: facts are never refused.

A reading names itself by (device, boot, n); `mac` is keyed over its raw bytes, made at the door.
Faces never travel here: a card is `Sealed`.
"""

from __future__ import annotations

from msgspec import Struct

from .sealed import Sealed


class Fact(Struct, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Base of everything that is true whether it was due or not."""


class Reading(Fact, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """A numbered event of one device, retained there until it is acknowledged."""

    device: str
    boot: str
    n: int
    mac: bytes = b""
    at: int = 0
    """When it happened by the device's own clock, UTC in ms; 0 = not known."""


# ---- shoe scanner ----
class CardDrawn(Reading, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    card: Sealed
    how: str = "due"
    """Set by an amendment only: `due`, `error`, `error_seen` or `face_up`, as a person said; or
    `pushed_back`, as the shoe said."""


class CardNotRead(Reading, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """A card left the shoe and the scanner could not tell which."""

    foreign: bool = False
    """It bears another back or the mark of another set; nothing else is told of it."""


class CardPushedBack(Reading, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The last card went back into the mouth of the shoe."""


class CoverCardSeen(Reading, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    pass


class ShoeLoaded(Reading, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The shoe's gate closed on a full load."""


class ShoeOpened(Reading, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    pass


class RestCounted(Reading, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The cards left at the end of the shoe were run out and counted."""

    cards: int


# ---- card reader ----
class Peeked(Reading, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    blackjack: bool


class ReaderFaulted(Reading, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    reason: str


# ---- shuffler ----
class ShuffleDone(Reading, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    order: int
    cards: int


class ShuffleFaulted(Reading, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    order: int
    reason: str
    """`jam`, `stopped`, `count`, `door`."""
    cards: int = 0


class CardsTakenIn(Reading, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """A device that shuffles without end has taken in and counted cards that were put back."""

    cards: int


# ---- wheel ----
class SeatButtonPressed(Reading, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    box: int


class WagerSensed(Reading, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    box: int
    on: bool
    cents: int = 0
    """0 = the sensor knows one amount only."""
    kind: str = "bonus_spin"
    """`bonus_spin` or `xtreme`."""


class SpinDone(Reading, frozen=True, tag=True, kw_only=True, omit_defaults=True):
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


class SpinFaulted(Reading, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    order: int
    reason: str


# ---- approved progressive system ----
class MeterRead(Reading, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """What a meter of the system stands at; with `hit`, what a jackpot has emptied it of."""

    order: int
    """The report that it answers; 0 = it tells of itself."""
    meter: str
    cents: int
    """Rounded down, as the system shows it."""
    number: int
    """How often this meter has moved in its life."""
    hit: bool = False


class SystemFaulted(Reading, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    reason: str
    """`memory`, `link`, `door`, `tamper`."""


class UnknownEvent(Reading, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """An event type that this version does not know: acknowledged, recorded, raised."""

    code: int
    critical: bool = False
    text: str = ""
    """What the driver can say of it, in people's words."""


class EventsOverrun(Reading, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The device lost this many events."""

    lost: int


# ---- the link, not numbered ----
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


class DeviceUp(Fact, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """A hello: who it is and where its two counters stand."""

    device: str
    boot: str
    identity: Identity
    last_event: int
    """Number of the newest event of this boot."""
    acked: int
    """Highest event number that the device saw acknowledged."""
    accepted: int = 0
    """Highest order id that the device accepted."""
    carried: int = 0
    """Unacknowledged events of an earlier boot that it still holds."""
    moved: int = 0
    """Lifetime counter of the mechanism: cards out, shuffles, spins."""
    reset_cause: str = ""
    """Why it started: `power`, `watchdog`, `brownout`, `update`, `request`."""


class DeviceLost(Fact, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    device: str
    reason: str
    counted: tuple[tuple[str, int], ...] = ()
    """Its counters and its telemetry as they stood, by name."""


class LevelLate(Fact, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """What was to be kept so is not confirmed; not `late` = it is now, or is not asked any more."""

    device: str
    level: str
    value: int
    late: bool = True


class OrderAnswered(Fact, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """What a device says of an order: accepted, rejected, never_seen, running, unknown, done."""

    device: str
    boot: str
    order: int
    answer: str
    reason: str = ""


# ---- the table's own ----
class TimerFired(Fact, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    timer: str


class Started(Fact, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The daemon came up on this journal; every device is unheard until its hello."""

    devices: tuple[tuple[str, str], ...] = ()
    """(name, role) of each configured device."""


class Change(Struct, frozen=True, array_like=True):
    """What other rules would change: a leaf of the pack by its path, or a part of the house."""

    name: str
    before: str
    after: str


class RulesOffered(Fact, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The configuration holds other rules than those in force; no `offer` = the same again."""

    offer: str = ""
    changes: tuple[Change, ...] = ()
    closed: bool = False
    """They may come into force only while the table is closed."""


class SoftwareFound(Fact, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """What runs is not what was accepted; with no `changes` it is that again."""

    software: str
    """Short name of the manifest that runs."""
    was: str = ""
    """The version that was accepted."""
    now: str = ""
    changes: tuple[Change, ...] = ()
    equal: bool = True
    """The open round folds with this version as it was recorded with the other."""


class ClockStepped(Fact, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The wall clock moved against the table's own. Units: us UTC."""

    due: int
    """What it would show had it gone on."""
    found: int
    start: bool = False
    """Found at a start: it is behind the last row."""


class Exported(Fact, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Somebody took evidence out of the record: for whom, why, and what exactly."""

    who: str
    reason: str
    what: str
    """`round 212`."""
    first: int
    last: int
    """Rows."""
    sha256: str


class ClockRead(Fact, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """What the system says of its own clock, once an hour."""

    synchronised: bool
    offset_us: int
    error_us: int
    """The largest that it may be wrong."""


class Noted(Fact, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """A discrepancy that the ledger found: an entry, so that a later fold raises it again."""

    kind: str
    about: str = ""
    """What it is about: a device, an order's name; never a face."""
