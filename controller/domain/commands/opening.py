"""Commands of opening, deck preparation, shuffle, cut, shoe and closing."""

from __future__ import annotations

from .base import Command

__all__ = [
    "AllAsListed",
    "BatchAsked",
    "CardShown",
    "CardsStacked",
    "CardsWashed",
    "CountReported",
    "CutPlaced",
    "DeckSpread",
    "DecksCounted",
    "DecksInspected",
    "DecksReceived",
    "DecksTakenOut",
    "DecksVerified",
    "FirstPlayer",
    "LayoutReferenced",
    "LineAttested",
    "NoPlay",
    "ReaderSealRead",
    "ShuffleAsked",
    "SpreadTurned",
    "TableClosed",
    "TableOpened",
]


class TableOpened(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The dealer stands at the closed table: the checklist begins."""

    dealer: str


class AllAsListed(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Every line of the checklist that is still open is as it says."""


class LineAttested(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """One line of the checklist: right, or wrong, or with what the notice really shows."""

    line: str
    right: bool = True
    shows: str = ""


class LayoutReferenced(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The reference of the layout's approval."""

    reference: str


class ReaderSealRead(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The reader's seal is intact and this is its number; the test cards come next."""

    seal: str


class DecksReceived(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """A set of decks has come to the table."""

    preinspected: bool = False
    preshuffled: bool = False
    fresh: bool = True
    """False: the set that the table had before it closed, with its age."""
    reference: str = ""


class DecksInspected(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The dealer has looked through the decks and taken out this many tens."""

    tens: int = 0


class DecksVerified(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    torn: bool = False
    """The tens are torn in half and lie in the box that the decks came in."""


class DeckSpread(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """A deck lies face up by itself, by suit and in sequence; 0 = each of them does."""

    deck: int = 0


class FirstPlayer(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The first player to arrive has had the chance to look at the cards."""

    box: int


class CardsWashed(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Turned face down and washed."""


class CardShown(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """A card was turned over and shown while they were washed or stacked."""


class CardsStacked(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    pass


class NoPlay(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Nobody plays: all cards out of shoe and rack are spread."""

    face_up: bool = False


class SpreadTurned(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The cards of the idle spread now lie face up."""


class BatchAsked(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """A player asks to see the batch from the shuffler: it is spread and shuffled again."""


class DecksTakenOut(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The set leaves play; another one must be received."""


class DecksCounted(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The closing count: cards in the set, and the seal that it lies under."""

    cards: int
    seal: str


class ShuffleAsked(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    pass


class CutPlaced(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The cover card stands in the stack about a quarter from the back."""


class CountReported(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The cards left in the shoe, counted by hand."""

    cards: int


class TableClosed(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    reason: str = ""
