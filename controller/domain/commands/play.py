"""Commands of a round: slips of the deal, match, insurance, decisions, the turn."""

from __future__ import annotations

from typing import Literal

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

    made: bool


class BoxSkipped(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The box was passed over in pass 1 or 2 of the initial deal."""

    box: int
    deal_pass: int


class DealerMissed(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The dealer's own first card was forgotten: up and hole card come after the players'."""


class DealOk(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    boxes: tuple[int, ...] = ()


class BoxesConfirmed(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The lit boxes are the dealt ones: clears a deal in doubt."""

    boxes: tuple[int, ...]


class MatchDone(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    pass


class PeekAttested(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The dealer has looked at the hole card: only where the text names no device for it."""

    blackjack: bool


class Insured(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    box: int
    on: bool
    cents: int | None = None
    wagerer: str = ""


class InsuranceClosed(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """No more insurance; only where no reader closes it."""


class Decision(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    box: int = 0
    hand: int = 0
    """1 = the box's first hand; 0 = the state's target."""
    wagerer: str | None = None
    """Of a shared box, where it is not the one who calls."""


class Next(Decision, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The hand is done."""


class Hit(Decision, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Only needed where a stand would be assumed."""

    confirmed: bool = False
    """The player was asked again, as the pack wants it for what he has."""


class Double(Decision, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    cents: int | None = None
    confirmed: bool = False


class Split(Decision, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    pass


class Surrender(Decision, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    confirmed: bool = False


class Rescue(Decision, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    pass


class CoverChosen(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """After a split another wagerer of the box covers each hand, or stays on one (MA 13.e)."""

    box: int
    wagerer: str
    hand: int = 0
    """0 = covers each hand."""


class Signalled(Decision, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Hand and voice differed: both are entered, the pack says which counts."""

    shown: Literal["hit", "stand"]
    spoken: Literal["hit", "stand"]
    drawn: bool = False
    """The hand's last card was drawn on the voice."""


class CardTaken(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The hand takes the card that lies aside as its next card (MA 15.c)."""

    box: int
    hand: int


class MissedDraw(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The hand asked for a card, was passed over and got none (MA 15.i)."""

    box: int
    hand: int = 1


class CardsTouched(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Somebody at this box touched, took or changed a card; 0 = nobody at a box."""

    box: int


class Turned(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The hole card is shown to the table."""


class LastCard(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    what: str
    """`box` (it went on to the next hand), `double`, `double_own`, `split`, `error`, `error_seen`,
    `face_up`, `shown`, `not_this`. Of a hand that could double again before the card came, a
    double is the further one of that hand; `double_own` is of the hand that has the card."""
    card: int = 0
    """Id of the card it is about; 0 = the last one."""
    cents: int | None = None
    """Of a double that is told late; None = in full."""


class Undo(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    entry: int = 0
    """Id of the command it takes back; 0 = the last one."""


class OfferAnswered(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """A player's answer to a card drawn in error and seen (MA 15.d)."""

    irr: str
    box: int
    hand: int
    takes: bool


class KeyPressed(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """A rail key of the keypad: `next`, `last_card`, `turned`, `floor`; the state's target."""

    key: str
    where: Where = "keypad"


class MenuAsked(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The keypad opens or closes a menu on the dealer's page; the next input closes it."""

    menu: str = ""
