"""Commands of opening, deck preparation, shuffle, cut, shoe and closing."""

from __future__ import annotations

from controller.domain.input_row import Row
from drivers.number import counted

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

    row = Row(
        "table_opened",
        ("opening",),
        key=("OPEN", "the table"),
        record="Table opened, dealer {0.dealer}",
        clause="line.open_table",
    )

    dealer: str


class AllAsListed(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Every line of the checklist that is still open is as it says."""

    row = Row(
        "all_as_listed",
        ("opening",),
        key=("ALL AS LISTED", "every open line"),
        record="Checklist: all as listed",
        clause="line.checklist",
    )


class LineAttested(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """One line of the checklist: right, or wrong, or with what the notice really shows."""

    row = Row("line_attested", ("opening",))

    line: str
    right: bool = True
    shows: str = ""


class LayoutReferenced(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The reference of the layout's approval."""

    row = Row(
        "layout_referenced",
        ("opening",),
        rank="floorperson",
        key=("LAYOUT REFERENCE", "of its approval"),
        record="Layout approval: {0.reference}",
        clause="opening.layout",
        asks="reference",
    )

    reference: str


class ReaderSealRead(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The reader's seal is intact and this is its number; the test cards come next."""

    row = Row(
        "seal_read",
        ("inspection",),
        rank="floorperson",
        key=("READER SEAL INTACT", "then the test cards"),
        record="Card reader inspected: seal {0.seal} intact",
        clause="deal.reader_inspection",
        asks="seal",
    )

    seal: str


class DecksReceived(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """A set of decks has come to the table."""

    row = Row("decks_received", ("decks",))

    preinspected: bool = False
    preshuffled: bool = False
    fresh: bool = True
    """False: the set that the table had before it closed, with its age."""
    reference: str = ""

    def to_write(self) -> str:
        return "reference" if self.preshuffled else ""


class DecksInspected(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The dealer has looked through the decks and taken out this many tens."""

    row = Row(
        "decks_inspected",
        ("decks",),
        record="Decks inspected, {0.tens} tens out",
        clause="opening.inspected",
    )

    tens: int = 0


class DecksVerified(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    row = Row("decks_verified", ("decks",), rank="floorperson", clause="opening.verified_by")
    torn: bool = False
    """The tens are torn in half and lie in the box that the decks came in."""

    def on_key(self) -> tuple[str, str]:
        return "DECKS VERIFIED", "torn and boxed" if self.torn else "no ten left"

    def in_record(self) -> str:
        return f"Decks verified{', tens torn and boxed' if self.torn else ''}"


class DeckSpread(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """A deck lies face up by itself, by suit and in sequence; 0 = each of them does."""

    row = Row("deck_spread", ("decks",), clause="opening.spread")

    deck: int = 0

    def on_key(self) -> tuple[str, str]:
        return ("DECK", f"{self.deck}: 48, no ten") if self.deck else ("SPREAD", "every deck")

    def in_record(self) -> str:
        which = f"Deck {self.deck}" if self.deck else "Each deck"
        return f"{which} spread face up by suit and in sequence"


class FirstPlayer(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The first player to arrive has had the chance to look at the cards."""

    row = Row(
        "first_player",
        ("decks",),
        key=("FIRST PLAYER", "box {0.box}"),
        record="First player: box {0.box}",
        clause="line.first_player",
    )

    box: int


class CardsWashed(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Turned face down and washed."""

    row = Row(
        "cards_washed",
        ("decks",),
        key=("WASHED", "face down"),
        record="Cards turned face down and washed",
        clause="opening.wash",
    )


class CardShown(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """A card was turned over and shown while they were washed or stacked."""

    row = Row(
        "card_shown",
        ("decks",),
        key=("CARD SHOWN", "wash again"),
        record="A card was shown: washed again",
        clause="opening.wash_again",
    )


class CardsStacked(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    row = Row(
        "cards_stacked",
        ("decks",),
        key=("STACKED", "to the shuffle"),
        record="Cards stacked",
        clause="line.stack",
    )


class NoPlay(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Nobody plays: all cards out of shoe and rack are spread."""

    row = Row("play_stopped", ("decks",), clause="line.idle")

    face_up: bool = False

    def on_key(self) -> tuple[str, str]:
        return "IDLE SPREAD", "face up" if self.face_up else "face down"

    def in_record(self) -> str:
        return f"No play: all cards spread face {'up' if self.face_up else 'down'}"


class SpreadTurned(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The cards of the idle spread now lie face up."""

    row = Row(
        "spread_turned",
        ("decks",),
        key=("FACE UP", "all cards turned"),
        record="Spread cards turned face up",
        clause="opening.idle_turned_up",
    )


class BatchAsked(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """A player asks to see the batch from the shuffler: it is spread and shuffled again."""

    row = Row(
        "batch_asked",
        ("decks",),
        key=("SPREAD BATCH", "a player asks"),
        record="A player asks to see the batch from the shuffler",
        clause="opening.idle_batch",
    )


class DecksTakenOut(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The set leaves play; another one must be received."""

    row = Row(
        "taken_out",
        ("decks",),
        rank="floorperson",
        key=("DECKS OUT", "new ones come"),
        record="Decks out of play",
        clause="line.receive",
    )


class DecksCounted(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The closing count: cards in the set, and the seal that it lies under."""

    row = Row(
        "decks_counted",
        ("opening",),
        rank="floorperson",
        in_hold=True,
        key=("COUNTED", "{0.cards} cards, sealed"),
        record="Closing count: {0.cards} cards, seal {0.seal}",
        clause="line.closing",
        asks="cards seal",
    )

    cards: int
    seal: str


class ShuffleAsked(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    row = Row("shuffle_asked", ("shuffle",), record="Shuffle asked for", clause="line.shuffle")


class CutPlaced(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The cover card stands in the stack about a quarter from the back."""

    row = Row("cut_placed", ("cut",))


class CountReported(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The cards left in the shoe, counted by hand."""

    row = Row(
        "rest_counted",
        ("shoe",),
        clears=True,
        key=("REST COUNTED", "by hand"),
        clause="line.rest",
        asks="cards",
    )

    cards: int

    def in_record(self) -> str:
        return f"{counted(self.cards, 'card')} left, counted"


class TableClosed(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    row = Row(
        "table_closed",
        ("opening",),
        rank="floorperson",
        in_hold=True,
        aside=True,
        clears=True,
        clause="line.open_table",
    )
    reason: str = ""

    def in_record(self) -> str:
        return f"Table closed: {self.reason}".removesuffix(": ")


EVERY: tuple[type[Command], ...] = (
    TableOpened,
    AllAsListed,
    LineAttested,
    LayoutReferenced,
    ReaderSealRead,
    DecksReceived,
    DecksInspected,
    DecksVerified,
    DeckSpread,
    FirstPlayer,
    CardsWashed,
    CardShown,
    CardsStacked,
    NoPlay,
    SpreadTurned,
    BatchAsked,
    DecksTakenOut,
    DecksCounted,
    ShuffleAsked,
    CutPlaced,
    CountReported,
    TableClosed,
)
