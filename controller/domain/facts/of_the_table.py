"""The table's own: timers, starts, rules and software, its clock, what its ledger notes."""

from __future__ import annotations

from msgspec import Struct

from controller.domain.input_row import DESK, ROUND, Row

from .base import Fact

__all__ = [
    "CardKeysDestroyed",
    "Change",
    "ClockRead",
    "ClockStepped",
    "DayHeld",
    "Exported",
    "Noted",
    "PeopleFound",
    "RulesOffered",
    "SignInTried",
    "SoftwareFound",
    "Started",
    "TimerFired",
]


class TimerFired(Fact, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    row = Row(
        "timer_fired",
        ROUND,
        aside=True,
        record="No card for a while",
        clause="deal.deal_gap_s",
        beside="No card for a while",
        beside_play=True,
    )

    timer: str


class Started(Fact, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The daemon came up on this journal; every device is unheard until its hello."""

    row = Row(
        "started",
        DESK,
        aside=True,
        record="The controller started{0.before}",
        clause="irregularity.device_lost",
        beside_play=True,
    )

    devices: tuple[tuple[str, str], ...] = ()
    """(name, role) of each configured device."""
    after: str = ""
    """How the run before ended: `stopped`, or `lost` (power cut or killed); empty = not known."""

    @property
    def before(self) -> str:
        """How the run before ended, in the record's words."""
        ends = {"stopped": ", it had been stopped", "lost": ", it had lost power or was killed"}
        return ends.get(self.after, "")


class Change(Struct, frozen=True, array_like=True):
    """What other rules would change: a leaf of the pack by its path, or a part of the house."""

    name: str
    before: str
    after: str


class RulesOffered(Fact, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The configuration holds other rules than those in force; no `offer` = the same again."""

    row = Row("rules_offered", DESK, aside=True)

    offer: str = ""
    changes: tuple[Change, ...] = ()
    closed: bool = False
    """They may come into force only while the table is closed."""
    in_force: str = ""
    """Short name of the rules beside which they wait, as `offer` is of them."""


class SoftwareFound(Fact, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """What runs is not what was accepted; with no `changes` it is that again."""

    row = Row(
        "software_found", DESK, aside=True, beside="The software was compared", beside_play=True
    )

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

    row = Row("clock_stepped", DESK, aside=True, beside="The clock was set", beside_play=True)

    due: int
    """What it would show had it gone on."""
    found: int
    start: bool = False
    """Found at a start: it is behind the last row."""


class Exported(Fact, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Somebody took evidence out of the record: for whom, why, and what exactly."""

    row = Row("exported", DESK, aside=True, beside_play=True)

    who: str
    reason: str
    what: str
    """`round 212`."""
    first: int
    last: int
    """Rows."""
    sha256: str


class DayHeld(Fact, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Somebody keeps a gaming day of the record for a dispute, or keeps it no longer."""

    row = Row("day_held", DESK, aside=True, beside_play=True)

    day: str
    who: str = ""
    reason: str = ""
    released: bool = False


class CardKeysDestroyed(Fact, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Somebody destroyed the keys of hidden cards: what was never turned there stays unknown."""

    row = Row("card_keys_destroyed", DESK, aside=True, beside_play=True)

    who: str
    files: tuple[tuple[int, str], ...]
    """(number, gaming day with which it begins) of each file of the record."""


class SignInTried(Fact, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Somebody gave a name and a PIN at a page; a right one is told of the floor's pages only."""

    row = Row("sign_in_tried", DESK, aside=True, beside_play=True)

    name: str
    """As it was typed where it is nobody's."""
    right: bool
    rank: str = ""
    place: str = ""
    """The browser's address; `own` = this machine."""
    missed: int = 0
    """Wrong ones since the last of these rows that have no row: there were too many."""


class PeopleFound(Fact, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Who may sign in is not what it was, whoever changed it."""

    row = Row("people_found", DESK, aside=True, beside_play=True)

    people: tuple[tuple[str, str, str], ...]
    """(name, rank, short name of PIN and licence)."""
    changes: tuple[Change, ...] = ()
    """Rank before and after; empty = not there. The same rank = another PIN or licence."""
    licences: tuple[tuple[str, str], ...] = ()
    """(name, number) of whoever has one, for the reports that name them."""


class ClockRead(Fact, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """What the system says of its own clock, once an hour."""

    row = Row("clock_read", DESK, aside=True, beside_play=True)

    synchronised: bool
    offset_us: int
    error_us: int
    """The largest that it may be wrong."""


class Noted(Fact, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """A discrepancy that the ledger found: an entry, so that a later fold raises it again."""

    row = Row("noted", DESK, aside=True)

    kind: str
    about: str = ""
    """What it is about: a device, an order's name, a hand; never a face."""
    ref: str = ""
    """What code looks at, where that is not `about` itself."""
    box: int = 0
    hand: int = 0
    rounds: int = 0
    """Closed rounds that a copy put back does not know: their numbers are not used again."""


EVERY: tuple[type[Fact], ...] = (
    TimerFired,
    Started,
    RulesOffered,
    SoftwareFound,
    ClockStepped,
    Exported,
    DayHeld,
    CardKeysDestroyed,
    SignInTried,
    PeopleFound,
    ClockRead,
    Noted,
)
