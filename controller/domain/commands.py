"""What people say. A command may be refused, with the clause.

The console vouches for `by`, `rank` and `at`; `rid` is the request id of the tap, `token` the
`allowed` entry it answers. Commands name their target in full (box and hand); 0 = "the state's
target", only from a keypad, filled in at the door.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

RANKS = ("dealer", "floorperson", "casino_supervisor")
"""In rising order; a higher rank may act for a lower one (house)."""

Where = Literal["dealer", "floor", "keypad"]


class Command(Struct, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    by: str = "dealer"
    rank: str = "dealer"
    where: Where = "dealer"
    rid: str = ""
    token: str = ""


# ---- opening, shuffle, cut, shoe ----
class TableOpened(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The short opening: the checklist is attested, the dealer named."""

    dealer: str


class ShuffleAsked(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    pass


class CutPlaced(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The cover card stands in the stack about a quarter from the back."""


class CountReported(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The cards left in the shoe, counted by hand."""

    cards: int


class TableClosed(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    reason: str = ""


# ---- wagers and the deal ----
class LayoutCleared(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Paid, taken and picked up: bets are open. The next round's first card says the same."""


class BoxSet(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """A box is lit or unlit. Also `BOX n IN` and `BOX n OUT` during the deal."""

    box: int
    lit: bool


class BankSet(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """A player takes the bank at this box or gives it up; no amount = it covers all wagers."""

    box: int
    on: bool
    cents: int | None = None


class WagerSet(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    box: int
    kind: str
    """`main`, `match`, `bonus_spin`, `break_bonus`."""
    on: bool
    cents: int | None = None


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


class MatchDone(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    pass


class PeekAttested(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The dealer has looked at the hole card: only where the text names no device for it."""

    blackjack: bool


class Insured(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    box: int
    on: bool
    cents: int | None = None


# ---- decisions: the target in full ----
class Decision(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    box: int = 0
    hand: int = 0
    """1 = the box's first hand; 0 = the state's target."""


class Next(Decision, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The hand is done."""


class Hit(Decision, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Only needed where a stand would be assumed."""


class Double(Decision, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    cents: int | None = None


class Split(Decision, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    pass


class Surrender(Decision, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    pass


class Rescue(Decision, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    pass


class Turned(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The hole card is shown to the table."""


# ---- corrections by the dealer ----
class LastCard(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    what: str
    """`box` (it went on to the next hand), `double`, `split`, `error`, `error_seen`, `face_up`,
    `shown`, `not_this`."""
    card: int = 0
    """Id of the card it is about; 0 = the last one."""


class Undo(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    entry: int = 0
    """Id of the command it takes back; 0 = the last one."""


class FloorCalled(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    pass


class OfferAnswered(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """A player's answer to a card drawn in error and seen (MA 15.d)."""

    irr: str
    box: int
    hand: int
    takes: bool


# ---- irregularities ----
class FactAnswered(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    irr: str
    question: str
    answer: str


class Notified(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Who was told, in which role, how (`lamp`, `page`, `phone`, `badge`)."""

    irr: str
    whom: str
    role: str
    how: str = "badge"


class Ruled(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    irr: str
    ruling: str
    reason: str = ""
    face: str = ""
    """A card as a person read it out, where the ruling asks for one."""


class CardEntered(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """A face read out by a person for a card that no device could name."""

    card: int
    face: str


class RoundVoided(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    reason: str


class OutOfService(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    device: str
    out: bool
    reason: str = ""


class BacklogConfirmed(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The proposed order of what several devices kept is the order in which it happened."""

    irr: str


class KeyPressed(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """A rail key of the keypad: `next`, `last_card`, `turned`, `floor`; the state's target."""

    key: str


class BoxesConfirmed(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The lit boxes are the dealt ones: clears a deal in doubt."""

    boxes: tuple[int, ...]


class InsuranceClosed(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """No more insurance; only where no reader closes it."""


class CardTaken(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The hand takes the card that lies aside as its next card (MA 15.c)."""

    box: int
    hand: int


class MenuAsked(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The keypad opens or closes a menu on the dealer's page; the next input closes it."""

    menu: str = ""
