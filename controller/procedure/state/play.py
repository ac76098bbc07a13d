"""The play: what an amendment folds again, by how long it lasts.

Where each chart stands is a word inside the play. Faces stand here only once they were exposed.
Source: controller/README 2.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import fields

from controller.domain.orders import Order
from controller.domain.sealed import Slot
from controller.domain.settled import Bank, Cover
from controller.domain.structs import replace
from controller.domain.wagers import Payment, Wager
from controller.procedure.state.parts.adjustment import Adjustment
from controller.procedure.state.parts.banking import Banking
from controller.procedure.state.parts.by_hand import Manual
from controller.procedure.state.parts.changed import Changed
from controller.procedure.state.parts.day import Day
from controller.procedure.state.parts.detector_memory import Watch
from controller.procedure.state.parts.limits import Limits
from controller.procedure.state.parts.meters import Prizes
from controller.procedure.state.parts.pausing import Pause
from controller.procedure.state.parts.rules_offer import Offer
from controller.procedure.state.parts.shoe_marks import Marks
from controller.procedure.state.parts.software_clock import Clock, Software
from controller.procedure.state.parts.stack import Stack
from controller.procedure.state.parts.wagerers import People
from controller.procedure.state.refs import before
from controller.procedure.state.timers import Timer

from .chart_states import (
    CutState,
    DealerHandState,
    DecksState,
    InspectionState,
    OpeningState,
    RoundState,
    ShoeState,
    ShuffleState,
    WheelState,
)


class Hand(Struct, frozen=True, array_like=True):
    """One hand of a box; `number` counts from 1 in playing order."""

    box: int
    number: int = 1
    cards: tuple[Slot, ...] = ()
    split: bool = False
    doubles: int = 0
    double_cents: int | None = None
    done: bool = False
    hit_asked: bool = False
    barred: bool = False
    """Refused a card drawn in error: no more cards this round (MA 15.d~2)."""
    surrendered: bool = False
    rescued: bool = False
    dead: bool = False
    owed: bool = False
    """Its second card comes last (MA 15.h~2)."""
    decided: bool = False
    """A decision was taken on it, so that surrender is over (MA 8.a)."""
    waits: bool = False
    """Asked for a card and got none: it comes after all others (MA 15.i)."""
    covers: tuple[Cover, ...] = ()
    """What others on a shared box have on it, where that differs from the caller's."""
    told_late: bool = False
    """Its double was told after its card."""
    again: bool = False
    """Doubled, has its card, and may double once more or be rescued: it has the keys till then."""
    last: bool = False
    """It was missed: its turn comes, or came, after all others (MA 15.i)."""
    ruled: bool = False
    """Its player has gone and a ruling lets it stand: nobody decides for it any more."""
    carded_cents: int | None = None
    """What doubles before the last one added: their cards have come."""


class Notice(Struct, frozen=True, array_like=True):
    whom: str
    role: str
    how: str
    at: int
    """us UTC."""


class Irregularity(Struct, frozen=True):
    """A departure from procedure, named by (entry, kind, n)."""

    id: str
    kind: str
    raised_at: int = 0
    """us UTC."""
    card: Slot | None = None
    box: int = 0
    hand: int = 0
    about: str = ""
    """What people read."""
    ref: str = ""
    """What code looks at, where that is not `about` itself."""
    role: str = ""
    """Of the device that it is about."""
    answers: tuple[tuple[str, str], ...] = ()
    notices: tuple[Notice, ...] = ()
    called: str = ""
    """Rank that was called when nobody acknowledged in time."""
    offers: tuple[tuple[int, int, bool], ...] = ()
    """(box, hand, takes) of those that were asked."""
    ruling: str = ""
    ruled_by: str = ""
    status: Literal["raised", "ruled", "carried_out", "closed", "withdrawn"] = "raised"
    round: int = 0
    """In which it was raised, once that is closed; 0 = in the one that is open."""

    @property
    def code(self) -> str:
        """What tells it from others of its kind; in a row of before its words say it."""
        return self.ref or before(self.kind, self.about)


class Spin(Struct, frozen=True, array_like=True):
    """A blackjack with a Bonus Spin wager: seat button, order, section."""

    box: int
    """0 = the seat that the system will name."""
    status: Literal["held", "button_due", "armed", "ordered", "rested", "void"] = "button_due"
    """`held` = its turn to be paid has not come."""
    order: str = ""
    section: str = ""
    cents: int = 0
    kind: str = "bonus_spin"
    community: str = ""
    """What paid the others, where a second ring has it."""
    pressed: bool = False
    """Its seat button was pressed before the wheel was free for it."""
    shared: tuple[Payment, ...] = ()
    """What the others have been paid by it; it stands, whatever the spinner's own result."""


class LastDraw(Struct, frozen=True, array_like=True):
    """Where the last card went."""

    card: int
    box: int = 0
    """0 = the dealer, or nowhere yet."""
    hand: int = 0
    mono: int = 0


class OfTable(Struct, frozen=True, omit_defaults=True):
    """What goes on from round to round, unless the end of a round says otherwise."""

    opening: OpeningState = "closed"
    inspection: InspectionState = "none"
    decks: DecksState = "none"
    shuffle: ShuffleState = "idle"
    cut: CutState = "none"
    shoe: ShoeState = "empty"
    round: RoundState = "wagering"
    dealer_hand: DealerHandState = "none"
    wheel: WheelState = "open"

    day: Day = Day()
    dealer_name: str = ""
    dealer_proof: str = ""
    """How it is known who deals: by `pin` or `badge`; empty = nobody has proved it."""
    number: int = 1
    passed_over: int = 0
    """Numbers after this round that rounds on a lost record have; the next one skips them."""
    variant: str = "hole_card_reader"
    next_variant: str = ""
    """From the next round on; empty = as now."""
    wheel_out: bool = False
    """Out of service: no Bonus Spin wager is taken."""
    boxes: tuple[int, ...] = ()
    wagers: tuple[Wager, ...] = ()

    bank: Bank | None = None
    """The player-dealer's, where the house does not bank."""
    bank_hands: int = 0
    """Rounds that this bank has played."""
    banking: Banking = Banking()
    people: People = People()
    manual: Manual = Manual()
    pause: Pause = Pause()
    limits: Limits = Limits()

    stack: Stack = Stack()
    removed: int = 0
    tens: int = 0
    face_up: int = 0
    watch: Watch = Watch()

    irregularities: tuple[Irregularity, ...] = ()
    timers: tuple[Timer, ...] = ()
    wanted: tuple[Order, ...] = ()
    adjusted: tuple[Adjustment, ...] = ()
    """Of this gaming day."""
    last_results: tuple[str, ...] = ()
    """Sections of the last spins, newest first, for the sign."""
    last_round: str = ""
    """How the round before ended, for the floor's list."""
    prizes: Prizes = Prizes()
    """The progressive meters: they outlive the round."""
    offer: Offer = Offer()
    software: Software = Software()
    clock: Clock = Clock()


class OfShoe(OfTable, frozen=True, omit_defaults=True):
    """What a new shoe begins anew."""

    loaded: int = 0
    drawn: int = 0
    racked: int = 0
    unturned: tuple[Slot, ...] = ()
    counts: tuple[tuple[str, int], ...] = ()
    marks: Marks = Marks()


class Play(OfShoe, frozen=True, omit_defaults=True):
    """What an amendment folds again; the fields of this class itself end with the round."""

    told: tuple[int, ...] = ()
    """Boxes whose chips were told this round: they are not lit by habit."""
    late: tuple[Wager, ...] = ()
    """On the wheel, at boxes that are out of the deal or not acknowledged in time."""
    entered: tuple[tuple[int, str], ...] = ()
    decks_due: bool = False
    """The decks leave play when the round is closed."""
    burn: Slot | None = None
    """The burn directly before this deal, while it can still be a slip."""
    dealt: tuple[Slot, ...] = ()
    skipped: tuple[tuple[int, int], ...] = ()
    dealer_missed: bool = False
    dealt_from: int = 0
    """The box that got the first card, where a floorperson has said so; 0 = as the text has it."""
    doubt: bool = False
    up_shown: bool = False
    hands: tuple[Hand, ...] = ()
    dealer: tuple[Slot, ...] = ()
    up_owed: bool = False
    """The up card was a ten: the next card takes its place (MA 15.b)."""
    hole_owed: bool = False
    """The hole card lay face up in the shoe: the next card takes its place (MA 15.a)."""
    pending: Slot | None = None
    """A card drawn in error that the next hand to take one takes (MA 15.c, 15.d)."""
    behind: tuple[Slot, ...] = ()
    """Further cards of that sort, in order."""
    peek: bool | Slot | None = None
    """The reader's answer: sealed while it is withheld, open once it is given."""
    peek_given: bool = False
    answer_at: int = -1
    """Cards out when that answer was known: its line stays until the next one."""
    match_done: bool = False
    insurance_closed: bool = False
    insurance_at: int = -1
    """Cards out when the turn of the hole card lost the insurance; -1 = it did not."""
    turn_legal_at: int = 0
    last: LastDraw | None = None
    remapped: tuple[int, ...] = ()
    """Cards that LAST CARD has already moved once."""
    spins: tuple[Spin, ...] = ()
    spin_told: tuple[tuple[Payment, ...], ...] = ()
    """What spins have paid since the last act: the spinner first, then the others."""
    paid_now: tuple[int, ...] = ()
    """Boxes whose blackjack was paid at its turn since the last act, as the line says."""
    unseen: bool = False
    """Some of what was told since the last act no line has shown yet."""
    payments: tuple[Payment, ...] = ()
    reversed: tuple[Payment, ...] = ()
    """Shown or carried out, and turned back since by a void or a correction."""
    paid_before: int = 0
    """Of them, those that were made before the settlement."""
    changed: Changed = Changed()
    menu: str = ""
    """The menu that a keypad key opened on the dealer's page."""


def _anew(span: type[OfTable], above: type[OfTable]) -> dict[str, Any]:
    kept = {f.name for f in fields(above)}
    return {f.name: f.default for f in fields(span) if f.name not in kept}


_ROUND, _SHOE = _anew(Play, OfShoe), _anew(OfShoe, OfTable)


def without_round(play: Play) -> Play:
    """Nothing of the round is left; what belongs to the table and the shoe is as it was."""
    return replace(play, **_ROUND)


def without_shoe(play: Play) -> Play:
    """Nothing of the shoe is left."""
    return replace(play, **_SHOE)
