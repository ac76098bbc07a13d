"""Who wins one hand and at which odds: pure comparison, no money."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from controller.domain.cards import Card

from .hands import total
from .sheet import Rate, Sheet, Verdict

BUST = 22
"""Any dealer total over 21."""


class DealerResult(Struct, frozen=True):
    total: int
    blackjack: bool = False
    three_eights: bool = False
    """Went over with exactly three eights."""


def dealer_result(cards: Sequence[Card]) -> DealerResult:
    best, _ = total(cards)
    return DealerResult(
        best,
        best == 21 and len(cards) == 2,
        len(cards) == 3 and all(c.rank == "8" for c in cards),
    )


FINALS = (DealerResult(21), DealerResult(BUST))
"""The best and the worst that a dealer without blackjack may end with.

A hand for which they come to the same gets that from whatever lies between them.
"""


def verdict(
    sheet: Sheet, cards: Sequence[Card], dealer: DealerResult, *, split: bool, doubled: bool
) -> Verdict:
    """Compare one hand with the dealer's."""
    best, _ = total(cards)
    if best > 21:
        if sheet.three_eights and dealer.three_eights:
            return 0, sheet.three_eights
        return -1, sheet.bust
    two = len(cards) == 2
    if best == 21:
        if two and not split:
            return 1, sheet.blackjack
        if dealer.blackjack:
            return _against_blackjack(sheet, cards, split=split, doubled=doubled)
        if two and dealer.total == 21:
            return sheet.split_21_v_drawn_21
        return 1, _rate(sheet, cards, split=split, doubled=doubled)
    if dealer.total > 21 or best > dealer.total:
        return 1, sheet.win
    if best == dealer.total:
        return 0, sheet.push
    return -1, sheet.lower


def _against_blackjack(
    sheet: Sheet, cards: Sequence[Card], *, split: bool, doubled: bool
) -> Verdict:
    if len(cards) == 2:
        return sheet.split_21_v_blackjack
    sign, rate = sheet.drawn_21_v_blackjack
    if sign < 0:
        return sign, rate
    return 1, _rate(sheet, cards, split=split, doubled=doubled)


def _rate(sheet: Sheet, cards: Sequence[Card], *, split: bool, doubled: bool) -> Rate:
    """The odds of a winning 21 of three or more cards, or of a split two-card one."""
    bonus = _bonus(sheet, cards)
    if bonus is None:
        return sheet.win
    if doubled and not sheet.bonus_on_doubled:
        return sheet.doubled_win
    if split and not sheet.bonus_on_split:
        return sheet.split_win
    return bonus


def _bonus(sheet: Sheet, cards: Sequence[Card]) -> Rate | None:
    count = len(cards)
    if count >= 5:
        return sheet.counted.get(min(count, 7))
    if count != 3 or not sheet.three:
        return None
    ranks = "".join(sorted(card.rank for card in cards))
    if ranks not in ("678", "777"):
        return None
    suit = cards[0].suit
    if cards[1].suit != suit or cards[2].suit != suit:
        return sheet.three[ranks, "mixed"]
    return sheet.three[ranks, "spades" if suit == "s" else "suited"]


def suited_sevens(cards: Sequence[Card]) -> bool:
    return (
        len(cards) == 3
        and all(card.rank == "7" for card in cards)
        and len({card.suit for card in cards}) == 1
    )
