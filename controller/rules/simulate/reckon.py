"""What one box wins or loses, in whole cents: the fast counterpart of `rules.settle`.

It covers what the simulator plays: one wagerer, one box, no side wagers.
"""

from __future__ import annotations

from collections.abc import Sequence

from .terms import Terms

VALUE = tuple(min(card // 4 + 1, 10) for card in range(48))
"""Point value of a card, an ace as 1."""
SEVEN, EIGHT = 6, 7
"""Ranks."""
SIX_SEVEN_EIGHT = frozenset({5, 6, 7})


class Hand:
    """A hand in play; mutable, since millions of them are played."""

    __slots__ = ("ace", "added", "cards", "hard", "last", "rescued", "split", "surrendered")

    def __init__(self, cards: Sequence[int], *, split: bool = False) -> None:
        self.cards = list(cards)
        self.hard = sum(VALUE[card] for card in cards)
        """Total with every ace as 1."""
        self.ace = any(card < 4 for card in cards)
        self.added = 0
        """Cents that doubles added."""
        self.last = 0
        """Cents of the last double."""
        self.split = split
        self.rescued = False
        self.surrendered = False

    def take(self, card: int) -> None:
        self.cards.append(card)
        self.hard += VALUE[card]
        if card < 4:
            self.ace = True

    @property
    def total(self) -> int:
        return self.hard + 10 if self.ace and self.hard <= 11 else self.hard


class Dealer:
    """The dealer's finished hand."""

    __slots__ = ("blackjack", "cards", "total")

    def __init__(self, hand: Hand) -> None:
        self.cards = hand.cards
        self.total = hand.total
        self.blackjack = self.total == 21 and len(hand.cards) == 2


def box_net(terms: Terms, hands: Sequence[Hand], dealer: Dealer) -> int:
    """Cents won, below zero lost, over all hands of the box."""
    nets = [hand_net(terms, hand, dealer) for hand in hands]
    if terms.original_only and dealer.blackjack:
        won = sum(net for net in nets if net > 0)
        kept = [h for h, net in zip(hands, nets, strict=True) if net < 0]
        if not kept:
            return won
        lost = terms.surrender_v_blackjack if kept[0].surrendered else terms.stake
        return won - lost
    return sum(nets)


def hand_net(terms: Terms, hand: Hand, dealer: Dealer) -> int:
    stake = terms.stake + hand.added
    if hand.surrendered:
        return -(terms.surrender_v_blackjack if dealer.blackjack else terms.surrender_loss)
    if hand.rescued:
        return hand.last - stake
    total = hand.total
    if total > 21:
        return 0 if terms.three_eights_push and three_eights(dealer) else -stake
    if total == 21:
        return net_of_21(terms, hand, dealer, stake)
    if dealer.blackjack:
        return -stake
    if dealer.total > 21 or total > dealer.total:
        return stake
    return 0 if total == dealer.total else -stake


def net_of_21(terms: Terms, hand: Hand, dealer: Dealer, stake: int) -> int:
    if len(hand.cards) == 2:
        if not hand.split:
            return terms.blackjack
        if dealer.total != 21:
            return stake
        v = terms.split_21_v_blackjack if dealer.blackjack else terms.split_21_v_drawn
        return stake * v // 2
    if dealer.blackjack and terms.drawn_21_loses_to_blackjack:
        return -stake
    extra = super_bonus(terms, hand, dealer)
    if (hand.added and not terms.bonus_on_doubled) or (hand.split and not terms.bonus_on_split):
        return stake + extra
    line = bonus_line(hand.cards)
    if line is None:
        return stake + extra
    top, bottom = terms.bonus[line]
    return stake * top // bottom + extra


def bonus_line(cards: Sequence[int]) -> int | None:
    """Index in `BONUS_LINES` of a drawn 21."""
    count = len(cards)
    if count >= 5:
        return min(count, 7) + 1
    if count != 3:
        return None
    ranks = {card >> 2 for card in cards}
    if ranks == SIX_SEVEN_EIGHT:
        first = 0
    elif ranks == {SEVEN}:
        first = 3
    else:
        return None
    suits = {card & 3 for card in cards}
    return first if len(suits) > 1 else first + (2 if suits == {0} else 1)


def super_bonus(terms: Terms, hand: Hand, dealer: Dealer) -> int:
    cards = hand.cards
    if (
        not terms.super_cents
        or len(cards) != 3
        or dealer.cards[0] >> 2 not in terms.super_up
        or {card >> 2 for card in cards} != {SEVEN}
        or len({card & 3 for card in cards}) > 1
        or (hand.split and not terms.super_on_split)
        or (hand.added and not terms.super_on_doubled)
    ):
        return 0
    return terms.super_cents


def three_eights(dealer: Dealer) -> bool:
    return len(dealer.cards) == 3 and all(card >> 2 == EIGHT for card in dealer.cards)
