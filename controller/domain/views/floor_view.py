"""What the floor's console, the players' sign and the answer to a tap show; see `view`."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from .hold_view import Hold
from .rules_view import RulesWait
from .view import Allowed, Box, DealerHand, DealerName, Device, RoundName, Signal, TableName

Mode = Literal["PLAYER CHOOSES", "RULE, NO CHOICE", "NO CLAUSE: REASON REQUIRED", ""]


class RecordLine(Struct, frozen=True, kw_only=True, omit_defaults=True):
    at: int
    text: str


class Answer(Struct, frozen=True, kw_only=True, omit_defaults=True):
    label: str
    token: str = ""
    body: str = ""
    chosen: bool = False


class Fact(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A question about the table, or a menu of reports."""

    question: str
    answers: tuple[Answer, ...] = ()
    greyed_reason: str = ""
    """Why the speaker's rank may not answer it."""
    clause: str = ""


class Preview(Struct, frozen=True, kw_only=True, omit_defaults=True):
    what: str
    now: str = ""
    after: str = ""


class Ruling(Struct, frozen=True, kw_only=True, omit_defaults=True):
    name: str
    effect: str = ""
    clause: str = ""
    confirm: str = ""
    """Words on the confirm key; empty = one touch rules."""
    reason_required: bool = False
    reason_open: bool = False
    """May be written beside it."""
    picks: Literal["", "face"] = ""
    """`face`: rank and suit are picked and filled into the body."""
    greyed_reason: str = ""
    """Not legal now, and why; shown greyed, never hidden."""
    preview: tuple[Preview, ...] = ()
    token: str = ""
    body: str = ""


class NotifiedLine(Struct, frozen=True, kw_only=True, omit_defaults=True):
    whom: str
    role: str
    at: int
    how: str = "badge"


class NotifyNeeded(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A notice; one that opens the ruling names the rank that counts."""

    rank: str = ""
    clause: str = ""
    token: str = ""
    body: str = ""
    """A `Notified` command; the console fills in whom, role and how from the session."""
    greyed_reason: str = ""


class SmallLayout(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The layout as the dealer sees it, frozen at the event."""

    boxes: tuple[Box, ...] = ()
    dealer_hand: DealerHand = DealerHand()
    box: int = 0
    """The box in question."""


class Irregularity(Struct, frozen=True, kw_only=True, omit_defaults=True):
    id: str
    headline: str
    """At most six words."""
    red: bool = True
    round: int = 0
    box: int = 0
    clause: str = ""
    words: str = ""
    """The clause's meaning in our words, or the house's installed text; empty = `No clause.`"""
    raised_at: int = 0
    raised_by: str = ""
    record: tuple[RecordLine, ...] = ()
    facts: tuple[Fact, ...] = ()
    mode: Mode = ""
    mode_note: str = ""
    rulings: tuple[Ruling, ...] = ()
    always: tuple[Ruling, ...] = ()
    """`CORRECT CARDS` and `OTHER: CASINO SUPERVISOR`."""
    notified: tuple[NotifiedLine, ...] = ()
    notify_needed: NotifyNeeded | None = None
    layout: SmallLayout = SmallLayout()
    status: str = "raised"
    """`raised`, `ruled`, `carried out`, `closed`, `withdrawn`."""
    answer_by: str = ""
    """Amber: the step at which it must be answered."""


class Duty(Struct, frozen=True, kw_only=True, omit_defaults=True):
    text: str
    sub: str = ""
    when: str = ""
    due: bool = False


class RoundLine(Struct, frozen=True, kw_only=True, omit_defaults=True):
    no: int
    at: int
    text: str
    note: str = ""
    state: str = "settled"
    due: bool = False


class Meter(Struct, frozen=True, kw_only=True, omit_defaults=True):
    name: str
    cents: int
    locked: bool = False
    mirrored: bool = True
    note: str = ""


class JournalHealth(Struct, frozen=True, kw_only=True, omit_defaults=True):
    row: int = 0
    signed_to: int = 0
    """Last round whose chain head is signed."""
    commit_ms: float | None = None
    free: float | None = None
    """Share of the disk, 0..1."""
    recording: bool = True
    proven: int = 0
    """Rows that were checked while the table runs; 0 = none yet."""
    damaged: str = ""
    """The first thing found wrong; empty = nothing."""
    software: str = ""
    """What runs, and whether its files are what was installed; empty = not looked at yet."""
    other_files: bool = False
    """They are not."""
    same_file: str = ""
    """Why the gaming day has no file of its own and goes on in the one before; empty = it has."""


class Health(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the daemon knows beside the state; it never changes a token."""

    devices: tuple[Device, ...] = ()
    journal: JournalHealth = JournalHealth()
    oldest_unrecorded_s: float = 0.0


class Step(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One step of a replayed round; no card before the step that turned it."""

    no: int
    at: int
    text: str
    clause: str = ""
    row: int = 0
    box: int = 0
    flag: bool = False
    """A hold or a ruling."""
    detail: str = ""
    snapshot: SmallLayout = SmallLayout()


class PauseKey(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A reason, or a box that it is about: what `body` says when it is pressed."""

    name: str
    label: str
    sub: str = ""
    body: str = ""
    chosen: bool = False


class Pausing(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The pause that runs, or what may be paused for."""

    since: int = 0
    """0 = the table is not paused."""
    by: str = ""
    reason: str = ""
    """In words; empty = the table is not paused."""
    box: int = 0
    note: str = ""
    reasons: tuple[PauseKey, ...] = ()
    boxes: tuple[PauseKey, ...] = ()
    body: str = ""
    """Of the pause as it is now, for a note; else of a pause without a reason."""
    resume: str = ""
    to_rule: str = ""
    then: str = ""
    """What the dealer does next, once play goes on."""
    line: str = ""
    """What the dealer reads meanwhile."""
    seen_by: str = ""
    seen_at: int = 0
    called: str = ""
    greyed_reason: str = ""
    """Why nothing may be paused now."""


class FloorView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    seq: int
    at: int
    table: TableName
    round: RoundName
    signal: Signal = "go"
    simulated: bool = False
    dealer: DealerName | None = None
    devices: tuple[Device, ...] = ()
    hold: Hold | None = None
    irregularities: tuple[Irregularity, ...] = ()
    """Open ones, red first."""
    reports: tuple[Fact, ...] = ()
    """What may be reported now, and of which box or hand."""
    duties: tuple[Duty, ...] = ()
    meters: tuple[Meter, ...] = ()
    allowed: tuple[Allowed, ...] = ()
    """Steps of the floor (`slot` begins with `floor.`) and its free acts (`slot` is `floor`)."""
    layout: SmallLayout = SmallLayout()
    next_text: str = ""
    pausing: Pausing = Pausing()
    rules_wait: RulesWait | None = None
    take_back: str = ""
    """Takes the last ruling back; empty = the table has gone on."""


class PayLine(Struct, frozen=True, kw_only=True, omit_defaults=True):
    what: str
    pays: str


class PayTable(Struct, frozen=True, kw_only=True, omit_defaults=True):
    title: str
    lines: tuple[PayLine, ...]


class Prize(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a wager on the wheel may win. Units: cents; None = there is no one large amount."""

    name: str
    label: str = ""
    cents: int | None = None
    notes: tuple[str, ...] = ()


class SignView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """For players: never cards, totals, depth, wagers, names or the reason of a hold."""

    game: str
    table: str
    state: Literal["Bets open", "Dealing", "Please wait"] = "Please wait"
    held: str = ""
    held_hint: str = ""
    simulated: bool = False
    limits: tuple[PayLine, ...] = ()
    announced: str = ""
    """Limits that are announced; empty = none are."""
    announced_at: int = 0
    columns: tuple[tuple[PayTable, ...], ...] = ()
    prizes: tuple[Prize, ...] = ()
    notices: tuple[str, ...] = ()
    last_results: str = ""
    wheel_results: tuple[str, ...] = ()


class WatchLine(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that the surveillance room is told."""

    at: int
    round_no: int
    text: str
    sub: str = ""
    box: int = 0
    red: bool = False
    kind: str = ""
    """`holds`, `rulings`, `cards`, `pauses`, `people`, `table`."""


class Jackpot(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One that is not paid; `body` acknowledges it, empty = somebody has."""

    headline: str
    round_no: int
    at: int
    seen_by: str = ""
    body: str = ""


class SurveillanceView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Read-only, but for the acknowledgement of a jackpot."""

    seq: int
    table: TableName
    round_no: int = 0
    signal: str = "go"
    simulated: bool = False
    dealer: str = ""
    held: str = ""
    paused: Pausing | None = None
    """`body` says that it was seen; empty = somebody has."""
    aside_since: int = 0
    aside_by: str = ""
    meters: tuple[Meter, ...] = ()
    jackpots: tuple[Jackpot, ...] = ()
    lines: tuple[WatchLine, ...] = ()


class Verdict(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The answer to a tap: `accepted`, `refused`, `dropped`, `stale` or `not_recorded`."""

    verdict: str
    clause: str = ""
    text: str = ""
