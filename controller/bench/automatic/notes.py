"""What the dealer's own eyes saw of a round, and what it must pay by the rules alone."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field

from controller.domain.cards import Card
from controller.domain.hands import HandValue
from controller.domain.settled import Bank, Initial, PlayedHand, PlayedRound, Spin
from controller.domain.wagers import Payment, Wager
from controller.rules import hands as rules
from controller.rules.pack import Pack
from controller.rules.settlement import settle


class Bet(Struct, frozen=True):
    """Chips before one box. Units: cents; `bonus` = the chip of the Bonus Spin."""

    cents: int
    match: int = 0
    bonus: bool = False
    breaks: int = 0
    """On the dealer going over."""


class Hand(Struct, kw_only=True, eq=False):
    box: int
    place: str
    """Where its cards lie in the world."""
    cards: list[str]
    split: bool = False
    doubled: int = 0
    doubled_cents: int = 0
    rescued: bool = False
    surrendered: bool = False
    done: bool = False

    def value(self, pack: Pack) -> HandValue:
        return rules.value(pack, self.faces(), split=self.split)

    def faces(self) -> tuple[Card, ...]:
        return tuple(map(Card.parse, self.cards))


class Notes(Struct, kw_only=True, eq=False):
    """One round."""

    number: int = 0
    bets: Mapping[int, Bet]
    bank: Bank | None = None
    hands: list[Hand] = field(default_factory=list)
    dealer: list[str] = field(default_factory=list)
    """Up card, hole card once it is turned, draws."""
    initial: dict[int, tuple[str, ...]] = field(default_factory=dict)
    insured: dict[int, int] = field(default_factory=dict)
    spins: dict[int, tuple[str, int]] = field(default_factory=dict)
    """Box to the section that the wheel rests on and its cents."""
    peeked: bool | None = None
    presses: int = 0
    cards: int = 0

    def faces(self) -> tuple[Card, ...]:
        """The dealer's cards."""
        return tuple(map(Card.parse, self.dealer))

    def of(self, box: int) -> list[Hand]:
        return [hand for hand in self.hands if hand.box == box]

    def number_of(self, hand: Hand) -> int:
        """1 = the box's first hand."""
        return self.of(hand.box).index(hand) + 1

    def wagers(self, pack: Pack) -> tuple[Wager, ...]:
        found = []
        for box, bet in sorted(self.bets.items()):
            found.append(Wager(box, "", "main", bet.cents))
            if bet.match:
                found.append(Wager(box, "", "match", bet.match))
            if bet.breaks:
                found.append(Wager(box, "", "break_bonus", bet.breaks))
            if bet.bonus:
                found.append(Wager(box, "", "bonus_spin", pack.wheel.bonus_spin_cents.value[0]))
            if box in self.insured:
                found.append(Wager(box, "", "insurance", self.insured[box]))
        return tuple(found)

    def account(self, pack: Pack) -> tuple[Payment, ...]:
        """Settle the cards that lie there, knowing nothing of the controller."""
        played = PlayedRound(
            decks=int(pack.cards.decks.value),
            hands=tuple(self._played(hand) for hand in self.hands),
            wagers=self.wagers(pack),
            dealer=self.faces(),
            initial=tuple(
                Initial(box, tuple(map(Card.parse, codes))) for box, codes in self.initial.items()
            ),
            peeked=self.peeked,
            bank=self.bank,
            variant=pack.deal.variant.value,
            spins=tuple(Spin(box, *spin) for box, spin in self.spins.items()),
        )
        return settle(pack, played)

    def _played(self, hand: Hand) -> PlayedHand:
        return PlayedHand(
            box=hand.box,
            hand=self.number_of(hand),
            cards=hand.faces(),
            split=hand.split,
            doubled=hand.doubled,
            doubled_cents=hand.doubled_cents,
            rescued=hand.rescued,
            surrendered=hand.surrendered,
        )
