"""What the dealer's console shows: frozen values that hold nothing a page may not show.

A card is a face (`As`, `8c`, `Th`), `back` or `placed`: what is hidden is not in the data. Times
are UTC milliseconds since the epoch, 0 = not known. In texts a face in braces (`{4d}`) is drawn as
a card and `→` as the arrow. `slot` names a place on the page: `act1`..`act8` the action places
(NEXT, HIT, DOUBLE, SPLIT, SURRENDER, LAST CARD, TURNED, FLOOR), `undo` beside the step line, `box3`
a whole box, `box3.main`, `box3.match`, `box3.bonus_spin` the wagers on its pad, `last.1` to
`last.7` the places of the menu `last`; menus `box1`..`box7`, `box3-2` of a hand, `error`, `more` or
any other name likewise. Each slot is named once.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from controller.domain.money import BANK_CHIPS_CENTS, CHIPS_CENTS
from controller.domain.views.bank_view import BankPanel
from controller.domain.views.hold_view import Hold
from controller.domain.views.match_view import Match
from controller.domain.views.wheel_view import Wheel

Signal = Literal["go", "look", "stop", "pause"]


# ---- what may be touched ----
class NoChip(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An amount that one chip more or less would make, and why it is refused."""

    cents: int | None
    """None = chips that nobody counts."""
    reason: str
    clause: str = ""


class Allowed(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A command that is legal now. With `opens` it posts nothing and opens that menu instead."""

    command: str
    slot: str
    label: str
    token: str = ""
    """`command/round/box.hand/last card's row`; never a face."""
    key: str = ""
    """`0`..`9`, `+`, `/`, `-`, `.`, `Enter`, `*`."""
    sub: str = ""
    body: str = ""
    """JSON of the command to post: its tag and target, without by, rank, where, rid and token."""
    opens: str = ""
    typed: str = ""
    """Fields that a person writes beside the key: `seal`, `cards seal`."""
    greyed_reason: str = ""
    """Why the rank of who looks may not press it; shown greyed."""
    clause: str = ""
    no_chips: tuple[NoChip, ...] = ()
    """Of an entry whose chips are counted on the pad: the amounts that would be refused."""
    least_cents: int = 0
    """The least that may lie there, where no single chip makes it; 0 = one does."""


class Refused(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Why a place is empty."""

    slot: str
    reason: str
    clause: str = ""


class Menu(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How the band reads while a menu is open; a menu without one keeps the band of the step."""

    name: str
    text: str = ""
    hint: str = ""
    mark: str = ""
    label: str = ""
    clause: str = ""
    box: int = 0


# ---- the strip ----
class TableName(Struct, frozen=True, kw_only=True, omit_defaults=True):
    id: str
    pack: str
    """The pack's short name, for people."""
    edition: str = ""


class RoundName(Struct, frozen=True, kw_only=True, omit_defaults=True):
    no: int
    phase: str
    """`wagers`, `deal`, `deal_ok`, `match`, `peek`, `deciding`, `turn`, `dealer`, `settle`,
    `shuffle`, `cut`, `opening`, `closed`."""
    title: str = ""
    """Instead of `Round 118`: `After 312`."""


class DealerName(Struct, frozen=True, kw_only=True, omit_defaults=True):
    name: str
    unproven: bool = False
    """Neither PIN nor badge has shown that it is this person who deals."""


class Link(Struct, frozen=True, kw_only=True, omit_defaults=True):
    age_s: float = 0.0


class Counters(Struct, frozen=True, kw_only=True, omit_defaults=True):
    frames: int = 0
    crc: int = 0
    resent: int = 0
    dup: int = 0
    relink: int = 0
    ms: float | None = None


class Device(Struct, frozen=True, kw_only=True, omit_defaults=True):
    role: str
    state: str = "ok"
    """`ok`, else the words to show: `lost`, `out of service`, `running, 62%`."""
    good: bool = True
    name: str = ""
    serial: str = ""
    version: str = ""
    simulated: bool = False
    counters: Counters | None = None


# ---- the next step ----
class Target(Struct, frozen=True, kw_only=True, omit_defaults=True):
    box: int = 0
    hand: int = 0
    """Only when the box has several hands."""
    device: str = ""
    mark: str = ""
    """The large sign instead of the box number: `?`, `19`, `62%`."""
    label: str = ""
    waits: bool = False


class StepPayment(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The amount beside the line, only where one thing is paid or taken."""

    direction: Literal["pay", "take"]
    amount: str
    above: str = ""
    below: str = ""


class NextStep(Struct, frozen=True, kw_only=True, omit_defaults=True):
    text: str
    """At most 26 characters, 20 beside a payment."""
    target: Target | None = None
    say: str = ""
    hint: str = ""
    clause: str = ""
    payment: StepPayment | None = None
    asks: bool = False
    """An amber question."""
    keying: str = ""
    """How the card due comes into the record, beside a hint that tells of money."""


# ---- the layout ----
class Wager(Struct, frozen=True, kw_only=True, omit_defaults=True):
    box: int
    kind: str
    """`main`, `match`, `bonus_spin`, `insurance`."""
    wagerer: str = ""
    cents: int | None = None
    state: Literal["open", "settled", "offered", "unlit"] = "open"
    text: str = ""
    """Instead of the amount: `lost`, `+$20`, `tap`."""


class Hand(Struct, frozen=True, kw_only=True, omit_defaults=True):
    cards: tuple[str, ...] = ()
    total: str = ""
    """`16`, `21½`; empty = not to be shown."""
    soft: bool = False
    blackjack: bool = False
    doubled: bool = False
    stakes: tuple[int, ...] = ()
    """Of a doubled hand: the wager and what was added, both in cents; none = not counted."""
    state: Literal["waiting", "active", "asked", "held", "done"] = "waiting"
    result: str = ""
    """A word or two: `stands`, `3 to 2`, `bust`."""


class Box(Struct, frozen=True, kw_only=True, omit_defaults=True):
    no: int
    lit: bool = False
    wagers: tuple[Wager, ...] = ()
    hands: tuple[Hand, ...] = ()
    was: str = ""
    """While wagers are open: `as last`, `new, not counted`, `out, tap to light`."""
    more: int = 0
    """Further wagerers."""
    line: tuple[str, ...] = ()
    """Of a shared box, nearest the dealer's side first: who calls, then as they joined."""
    behind: tuple[Wager, ...] = ()
    """What the others have there than who calls: a pad counts it, the box does not draw it."""


class Payment(Struct, frozen=True, kw_only=True, omit_defaults=True):
    box: int
    direction: Literal["pay", "take", "push"]
    kind: str = "main"
    wagerer: str = ""
    hand: int = 1
    odds: str = ""
    cents: int | None = None
    clause: str = ""
    state: Literal["open", "now", "closed"] = "open"
    text: str = ""
    """Instead of direction and amount: `HOLD`, `FLOOR BEFORE PAY`."""


class DealerHand(Struct, frozen=True, kw_only=True, omit_defaults=True):
    cards: tuple[str, ...] = ()
    total: str = ""
    soft: bool = False
    peek: Literal["", "free", "in", "none", "blackjack"] = ""
    """`free`: the hole card goes to the reader now."""
    label: str = ""
    """`Ace up`."""
    note: str = ""


class Shoe(Struct, frozen=True, kw_only=True, omit_defaults=True):
    fifths: int = 0
    cut_card_seen: bool = False
    note: str = ""
    reads: bool = True
    """Whether a device counts what leaves it."""


class Rack(Struct, frozen=True, kw_only=True, omit_defaults=True):
    fifths: int = 0


class FlowStep(Struct, frozen=True, kw_only=True, omit_defaults=True):
    text: str
    sub: str = ""
    state: Literal["", "now", "done"] = ""


class Shuffle(Struct, frozen=True, kw_only=True, omit_defaults=True):
    done: int = 0
    of: int = 0
    left_s: int = 0
    flow: tuple[FlowStep, ...] = ()


class CutOffer(Struct, frozen=True, kw_only=True, omit_defaults=True):
    box: int
    rank: str = ""
    """`1st offer`, `2nd`; empty = nobody there."""
    note: str = ""


class Cut(Struct, frozen=True, kw_only=True, omit_defaults=True):
    offers: tuple[CutOffer, ...] = ()
    cards: int = 288
    min_each_end: int = 0
    min_behind: int = 0
    clause: str = ""
    clause_behind: str = ""


class Limit(Struct, frozen=True, kw_only=True, omit_defaults=True):
    kind: str
    low_cents: int
    high_cents: int


class Pad(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """While wagers are open: chips to tap for the box whose menu is open."""

    chips_cents: tuple[int, ...] = CHIPS_CENTS
    bank_cents: tuple[int, ...] = BANK_CHIPS_CENTS
    limits: tuple[Limit, ...] = ()
    sensed: tuple[str, ...] = ()
    """Kinds of wager that the sensors of the seats report."""


class Pause(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The floor has paused the table. The reason is not here: the players read this page, too."""

    since: int
    by: str


class Call(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The dealer has called the floor, and nobody has closed the call yet."""

    at: int
    acknowledged_by: str = ""


class DealerView(Struct, frozen=True, kw_only=True, omit_defaults=True):
    seq: int
    at: int
    table: TableName
    round: RoundName
    next_step: NextStep
    signal: Signal = "go"
    simulated: bool = False
    link: Link = Link()
    dealer: DealerName | None = None
    devices: tuple[Device, ...] = ()
    allowed: tuple[Allowed, ...] = ()
    refused: tuple[Refused, ...] = ()
    menus: tuple[Menu, ...] = ()
    open_menu: str = ""
    """The menu that a keypad key has opened."""
    boxes: tuple[Box, ...] = ()
    payments: tuple[Payment, ...] = ()
    settle_order: Literal["", "right_to_left", "left_to_right"] = ""
    dealer_hand: DealerHand = DealerHand()
    wheel: Wheel | None = None
    match: Match | None = None
    bank: BankPanel | None = None
    shoe: Shoe = Shoe()
    rack: Rack = Rack()
    pad: Pad | None = None
    shuffle: Shuffle | None = None
    cut: Cut | None = None
    hold: Hold | None = None
    call: Call | None = None
    pause: Pause | None = None
    chips: tuple[str, ...] = ()
    """What was missed and stays until done: `Match unpaid: box 7`."""

    def __post_init__(self) -> None:
        """Raises: ValueError when two entries stand in one place, where only one can be touched."""
        slots = [entry.slot for entry in self.allowed]
        if len(set(slots)) < len(slots):
            twice = sorted({slot for slot in slots if slots.count(slot) > 1})
            raise ValueError(f"two entries in one place: {', '.join(twice)}")
