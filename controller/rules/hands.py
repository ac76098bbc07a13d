"""What a hand is worth, by the pack."""

from __future__ import annotations

from collections.abc import Sequence

from controller.domain.cards import Card
from controller.domain.hands import HandValue

from .pack import Pack


def total(cards: Sequence[Card]) -> tuple[int, bool]:
    """(best total, soft). All aces count 1, then 10 is added once if that does not pass 21."""
    low = 0
    ace = False
    for card in cards:
        low += card.value
        ace = ace or card.rank == "A"
    return (low + 10, True) if ace and low <= 11 else (low, False)


def value(pack: Pack, cards: Sequence[Card], *, split: bool) -> HandValue:
    """Value a hand; `split` = it was made by splitting, so it is never a blackjack."""
    best, soft = total(cards)
    blackjack = (
        best == 21 and len(cards) == 2 and (not split or pack.cards.blackjack_on_split_hand.value)
    )
    return HandValue(best, soft, blackjack, len(cards), _text(pack, best, soft, blackjack))


def _text(pack: Pack, best: int, soft: bool, blackjack: bool) -> str:
    if blackjack:
        return pack.cards.blackjack_text.value
    return f"soft {best}" if soft else str(best)


def is_blackjack(cards: Sequence[Card]) -> bool:
    """An ace with a court card as the first two cards of an original hand."""
    return len(cards) == 2 and total(cards)[0] == 21


def foreign(pack: Pack, card: Card) -> bool:
    """Whether the card belongs to no deck of this pack: a ten, or a court card without its mark."""
    return card.rank not in pack.cards.ranks.value or card.unmarked
