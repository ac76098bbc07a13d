"""Commands of a round: slips of the deal, match, insurance, decisions, the turn."""

from __future__ import annotations

from typing import Literal

from controller.domain.input_row import DESK, ROUND, Row
from controller.domain.wording import NTH, letter

from .base import Command, Where

__all__ = [
    "BoxSkipped",
    "BoxesConfirmed",
    "BurnReported",
    "CardTaken",
    "CardsTouched",
    "CoverChosen",
    "DealOk",
    "DealerMissed",
    "Decision",
    "Double",
    "Hit",
    "InsuranceClosed",
    "Insured",
    "KeyPressed",
    "LastCard",
    "MatchDone",
    "MenuAsked",
    "MissedDraw",
    "Next",
    "OfferAnswered",
    "PeekAttested",
    "Rescue",
    "Signalled",
    "Split",
    "Surrender",
    "Turned",
    "Undo",
]


class BurnReported(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """`BURN MADE` or `BURN NOT MADE`: shifts every card of the deal by one."""

    row = Row("burn_reported", ROUND, undone=True)

    made: bool


class BoxSkipped(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The box was passed over in pass 1 or 2 of the initial deal."""

    row = Row("box_skipped", ROUND, undone=True, clause="line.due")

    box: int
    deal_pass: int
    skipped: bool = True
    """False = it had its card after all: what was reported is taken back."""

    def in_record(self) -> str:
        nth = {1: "first", 2: "second"}.get(self.deal_pass, "")
        what = "passed over" if self.skipped else "not passed over after all"
        return f"Reported: box {self.box} {what} in the {nth} round of cards"


class DealerMissed(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The dealer's own first card was forgotten: up and hole card come after the players'."""

    row = Row("dealer_missed", ROUND, undone=True, clause="line.due")

    missed: bool = True
    """False = it was dealt after all: what was reported is taken back."""

    def on_key(self) -> tuple[str, str]:
        if self.missed:
            return "DEALER MISSED", "no card to dealer"
        return "NOT MISSED", "dealer got a card"

    def in_record(self) -> str:
        what = "was forgotten" if self.missed else "was dealt after all"
        return f"Reported: the dealer's own first card {what}"


class DealOk(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    row = Row("deal_ok", ROUND, undone=True, acts=True, clause="line.up")
    boxes: tuple[int, ...] = ()

    def in_record(self) -> str:
        return f"DEAL OK, boxes {' '.join(map(str, self.boxes))}"


class BoxesConfirmed(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The lit boxes are the dealt ones: clears a deal in doubt."""

    row = Row("boxes_confirmed", ROUND, clause="line.doubt")

    boxes: tuple[int, ...]

    def on_key(self) -> tuple[str, str]:
        return "BOXES RIGHT", " ".join(map(str, self.boxes))

    def in_record(self) -> str:
        return f"Boxes {' '.join(map(str, self.boxes))} confirmed"


class MatchDone(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    row = Row(
        "match_done",
        ROUND,
        undone=True,
        acts=True,
        record="Match wagers settled",
        clause="line.match",
    )


class PeekAttested(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The dealer has looked at the hole card: only where the text names no device for it."""

    row = Row("peek_attested", ROUND, undone=True, acts=True)

    blackjack: bool


class Insured(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    row = Row("insured", ROUND, undone=True, acts=True)
    box: int
    on: bool
    cents: int | None = None
    wagerer: str = ""


class InsuranceClosed(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """No more insurance; only where no reader closes it."""

    row = Row(
        "insurance_closed",
        ROUND,
        undone=True,
        acts=True,
        key=("INSURANCE DONE", "closed"),
        record="Insurance closed",
        clause="line.insurance_open_hint",
    )


class Decision(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    box: int = 0
    hand: int = 0
    """1 = the box's first hand; 0 = the state's target."""
    wagerer: str | None = None
    """Of a shared box, where it is not the one who calls."""


class Next(Decision, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The hand is done."""

    row = Row("next", ROUND, undone=True, of_hand=True, acts=True)


class Hit(Decision, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Only needed where a stand would be assumed."""

    row = Row("hit", ROUND, undone=True, of_hand=True, acts=True)

    confirmed: bool = False
    """The player was asked again, as the pack wants it for what he has."""


class Double(Decision, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    row = Row("double", ROUND, undone=True, of_hand=True, acts=True)
    cents: int | None = None
    confirmed: bool = False


class Split(Decision, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    row = Row("split", ROUND, undone=True, of_hand=True, acts=True)


class Surrender(Decision, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    row = Row("surrender", ROUND, undone=True, of_hand=True, acts=True)
    confirmed: bool = False


class Rescue(Decision, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    row = Row("rescue", ROUND, undone=True, of_hand=True, acts=True)


class CoverChosen(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """After a split another wagerer of the box covers each hand, or stays on one (MA 13.e)."""

    row = Row("cover_chosen", ROUND, undone=True, clause="line.choose_cover")

    box: int
    wagerer: str
    hand: int = 0
    """0 = covers each hand."""

    def on_key(self) -> tuple[str, str]:
        who = letter(self.wagerer)
        if self.hand:
            return f"{NTH[self.hand].upper()} HAND", f"box {self.box}, {who} stays on it"
        return "COVERS", f"box {self.box}, {who} each hand"

    def in_record(self) -> str:
        on = f"stays on hand {self.hand}" if self.hand else "covers each hand"
        return f"Box {self.box}, {letter(self.wagerer)}: {on}"


class Signalled(Decision, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Hand and voice differed: both are entered, the pack says which counts."""

    row = Row("signalled", ROUND, of_hand=True, acts=True)

    shown: Literal["hit", "stand"]
    spoken: Literal["hit", "stand"]
    drawn: bool = False
    """The hand's last card was drawn on the voice."""


class CardTaken(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The hand takes the card that lies aside as its next card (MA 15.c)."""

    row = Row("card_taken", ROUND, undone=True, of_hand=True, acts=True)

    box: int
    hand: int


class MissedDraw(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The hand asked for a card, was passed over and got none (MA 15.i)."""

    row = Row("draw_missed", ROUND, undone=True)

    box: int
    hand: int = 1


class CardsTouched(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Somebody at this box touched, took or changed a card; 0 = nobody at a box."""

    row = Row("cards_touched", DESK)

    box: int


class Turned(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The hole card is shown to the table."""

    row = Row(
        "turned",
        ("dealer_hand",),
        of_hand=True,
        acts=True,
        key=("TURNED", "hole card shown"),
        record="Hole card turned",
        clause="line.turn",
    )


class LastCard(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    row = Row("hole_card_shown", DESK)
    what: str
    """`box` (it went on to the next hand), `double`, `double_own`, `split`, `error`, `error_seen`,
    `face_up`, `shown`, `not_this`. Of a hand that could double again before the card came, a
    double is the further one of that hand; `double_own` is of the hand that has the card."""
    card: int = 0
    """Id of the card it is about; 0 = the last one."""
    cents: int | None = None
    """Of a double that is told late; None = in full."""


class Undo(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    row = Row(
        "",
        (),
        key=("UNDO", ""),
        record="Correction of the table: last press undone",
        clause="refusal.undo",
    )
    entry: int = 0
    """Id of the command it takes back; 0 = the last one."""


class OfferAnswered(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """A player's answer to a card drawn in error and seen (MA 15.d)."""

    row = Row("offer_answered", DESK, undone=True, of_hand=True, acts=True)

    irr: str
    box: int
    hand: int
    takes: bool


class KeyPressed(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """A rail key of the keypad: `next`, `last_card`, `turned`, `floor`; the state's target."""

    row = Row("", (), clears=True, clause="refusal.key")

    key: str
    where: Where = "keypad"

    def in_record(self) -> str:
        return f"Key {self.key.upper().replace('_', ' ')}"


class MenuAsked(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The keypad opens or closes a menu on the dealer's page; the next input closes it."""

    row = Row("menu_asked", DESK, in_hold=True, aside=True, beside_play=True, clause="refusal.key")

    menu: str = ""

    def in_record(self) -> str:
        return f"Menu {'opened' if self.menu else 'closed'}"


EVERY: tuple[type[Command], ...] = (
    BurnReported,
    BoxSkipped,
    DealerMissed,
    DealOk,
    BoxesConfirmed,
    MatchDone,
    PeekAttested,
    Insured,
    InsuranceClosed,
    Next,
    Hit,
    Double,
    Split,
    Surrender,
    Rescue,
    CoverChosen,
    Signalled,
    CardTaken,
    MissedDraw,
    CardsTouched,
    Turned,
    LastCard,
    Undo,
    OfferAnswered,
    KeyPressed,
    MenuAsked,
)
