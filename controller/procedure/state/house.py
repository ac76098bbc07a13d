"""What a table was opened with: the pack with its options, and the house's titles. Never changes.

It is embedded in the journal's opening record, so that a replay folds under the same house.
"""

from __future__ import annotations

from msgspec import Struct

from controller.domain.commands import RANKS
from controller.rules.pack import Pack
from controller.rules.pack.keys import RefusalKey
from controller.rules.pack.leaf import Rule
from controller.rules.pack.line_keys import LineKey
from controller.rules.wheels import printed


class Section(Struct, frozen=True):
    """A section of the licensee's own wheel. Units: cents."""

    symbol: str
    cents: int


class House(Struct, frozen=True):
    pack: Pack
    sections: tuple[Section, ...] = ()
    """Empty = no wheel table, so no Bonus Spin is taken."""
    titles: tuple[tuple[str, str], ...] = ()
    """House title -> rank, where the house names its people differently."""
    gaming_day_start: str = "06:00"
    timezone: str = "UTC"
    tax_form_from: int | None = None
    """Cents of a jackpot from which a tax form is due; None = no jackpot can be hit."""

    @property
    def decks(self) -> int:
        return self.pack.cards.decks.value

    @property
    def boxes(self) -> int:
        return self.pack.deal.boxes.number

    @property
    def shoe_cards(self) -> int:
        return self.decks * self.pack.cards.cards_per_deck.value

    def no(self, key: RefusalKey, **values: object) -> tuple[str, str]:
        """Clause and words of a refusal, as the pack has them."""
        leaf: Rule[str] = getattr(self.pack.refusal, key)
        return leaf.clause, self.titled(leaf.value.format(**values))

    def line(self, key: LineKey, **values: object) -> tuple[str, str]:
        """Clause and words of a line on the dealer's screen."""
        leaf: Rule[str] = getattr(self.pack.line, key)
        return leaf.clause, self.titled(leaf.value.format(**values))

    @property
    def by_paytables(self) -> bool:
        """Whether the text prints what the wheel pays, not the supplier."""
        return self.pack.wheel.wheel_table.value == "paytables"

    @property
    def wheel(self) -> tuple[Section, ...]:
        """What may come to rest; empty = no wager on the wheel is taken."""
        if not self.by_paytables:
            return self.sections
        return tuple(Section(line.symbol, line.cents) for line in printed(self.pack))

    def section(self, symbol: str) -> Section | None:
        """The wheel's section of that symbol; None when the table has no such section."""
        return next((s for s in self.wheel if s.symbol == symbol), None)

    def word(self, rank: str) -> str:
        """What the house calls a rank: its own title, else the word that its text prints."""
        own = next((title for title, of in self.titles if of == rank), "")
        if own:
            return own if own[1:2].isupper() else own[:1].lower() + own[1:]
        leaf: Rule[str] = getattr(self.pack.words, rank)
        return leaf.value

    def titled(self, text: str) -> str:
        """A text of the pack with the house's titles for the words that it has for ranks."""
        if not self.titles:
            return text
        for rank in dict.fromkeys(rank for _, rank in self.titles):
            leaf: Rule[str] = getattr(self.pack.words, rank)
            plain, own = leaf.value, self.word(rank)
            text = text.replace(plain, own).replace(plain.capitalize(), own[:1].upper() + own[1:])
        return text

    def at_least(self, rank: str, needed: str) -> bool:
        """Whether `rank` may act where `needed` is asked; a higher rank may (house)."""
        return rank in RANKS and RANKS.index(rank) >= RANKS.index(needed)
