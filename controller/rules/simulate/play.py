"""One round of one box: deal, decisions by the book, the dealer's hand. No money here."""

from __future__ import annotations

from collections.abc import Sequence

from .reckon import VALUE, Dealer, Hand
from .strategy import COLUMN, DOUBLE, HIT, SPLIT, STAND, SURRENDER, Book, Row, mark_holds
from .terms import Terms

Shoe = Sequence[int]


class Round:
    """What was played; `place` is the next card of the shoe."""

    __slots__ = ("dealer", "hands", "place")

    def __init__(self, hands: list[Hand], dealer: Dealer, place: int) -> None:
        self.hands = hands
        self.dealer = dealer
        self.place = place


def play_round(terms: Terms, book: Book, shoe: Shoe, place: int) -> Round:
    """Raises: IndexError when the shoe runs out."""
    hand = Hand((shoe[place], shoe[place + 2]))
    up, hole = shoe[place + 1], shoe[place + 3]
    place += 4
    dealer = Hand((up, hole))
    hands = [hand]
    up_rank = up >> 2
    if dealer.total == 21 and up_rank in terms.peek_up:
        return Round(hands, Dealer(dealer), place)
    if hand.total != 21:
        place = play_box(Turn(terms, book, shoe, COLUMN[up_rank]), hands, place)
    if terms.completes or any(depends(terms, one) for one in hands):
        place = draw_dealer(terms, dealer, shoe, place)
    return Round(hands, Dealer(dealer), place)


def depends(terms: Terms, hand: Hand) -> bool:
    """Whether the dealer's further cards can change what this hand gets."""
    if hand.surrendered or hand.rescued:
        return False
    return hand.total < 21 or (hand.split and len(hand.cards) == 2 and terms.split_21_v_drawn != 2)


def draw_dealer(terms: Terms, dealer: Hand, shoe: Shoe, place: int) -> int:
    while True:
        total = dealer.total
        if total > 17 or (total == 17 and not (terms.hits_soft_17 and dealer.hard == 7)):
            return place
        dealer.take(shoe[place])
        place += 1


class Turn:
    """What stays the same while one box decides."""

    __slots__ = ("book", "column", "shoe", "terms")

    def __init__(self, terms: Terms, book: Book, shoe: Shoe, column: int) -> None:
        self.terms = terms
        self.book = book
        self.shoe = shoe
        self.column = column


def play_box(turn: Turn, hands: list[Hand], place: int) -> int:
    """Play the hands of a box in order; a split puts the new hand behind."""
    index = 0
    while index < len(hands):
        hand = hands[index]
        if len(hand.cards) == 1:
            hand.take(turn.shoe[place])
            place += 1
        place = play_hand(turn, hands, index, place)
        index += 1
    return place


def play_hand(turn: Turn, hands: list[Hand], index: int, place: int) -> int:
    hand = hands[index]
    while (total := hand.total) < 21:
        action = decide(turn, hand, total, len(hands))
        if action != SPLIT and hand.split and hand.cards[0] < 4 and not turn.terms.split_aces_draw:
            break
        if action == SPLIT:
            moved = hand.cards.pop()
            hands.insert(index + 1, Hand((moved,), split=True))
            hand.hard -= VALUE[moved]
            hand.split = True
            hand.take(turn.shoe[place])
            place += 1
        elif action == STAND:
            break
        elif action == HIT:
            hand.take(turn.shoe[place])
            place += 1
        elif action == DOUBLE:
            return double(turn, hand, place)
        else:
            hand.surrendered = True
            break
    return place


def double(turn: Turn, hand: Hand, place: int) -> int:
    """Double, and again or rescue, as the book says."""
    terms, book = turn.terms, turn.book
    doubles = 0
    while True:
        hand.last = terms.stake + hand.added if terms.double_current else terms.stake
        hand.added += hand.last
        doubles += 1
        hand.take(turn.shoe[place])
        place += 1
        total = hand.total
        if total >= 21:
            return place
        table = book.doubled_hard if total == hand.hard else book.doubled_soft
        action = table[total][turn.column][0]
        if action == SURRENDER:
            hand.rescued = terms.rescue
        if action != DOUBLE or doubles >= terms.doubles:
            return place


def decide(turn: Turn, hand: Hand, total: int, count: int) -> int:
    """The book's action, or the nearest one that the pack allows."""
    cards = hand.cards
    pair = len(cards) == 2 and may_split(turn.terms, cards, count)
    action = HIT
    if pair:
        action = read(turn.book.pair[VALUE[cards[0]]], turn.column, cards)
        if action == SURRENDER and not may_surrender(turn.terms, hand):
            return SPLIT
    if not pair:
        table = turn.book.hard if total == hand.hard else turn.book.soft
        action = read(table[total], turn.column, cards)
    return allowed(turn.terms, hand, total, action)


def read(row: Row, column: int, cards: Sequence[int]) -> int:
    action, hit_from, mark = row[column]
    if len(cards) >= hit_from:
        return HIT
    if mark and len(cards) == 2 and mark_holds(mark, cards[0], cards[1]):
        return HIT
    return action


def allowed(terms: Terms, hand: Hand, total: int, action: int) -> int:
    soft = total != hand.hard
    if action == DOUBLE and terms.double_max_cards and len(hand.cards) > terms.double_max_cards:
        action = STAND if soft and total >= 18 else HIT
    if action == SURRENDER and not may_surrender(terms, hand):
        action = HIT
    if action == HIT and not soft and total >= terms.hit_hard_below:
        action = STAND
    return action


def may_surrender(terms: Terms, hand: Hand) -> bool:
    return terms.surrender_loss > 0 and not hand.split and len(hand.cards) == 2


def may_split(terms: Terms, cards: Sequence[int], count: int) -> bool:
    first, second = cards
    if VALUE[first] != VALUE[second]:
        return False
    if terms.split_by_rank and first >> 2 != second >> 2:
        return False
    return count < (terms.split_aces_hands if first < 4 else terms.split_hands)
