"""Match-the-dealer: the first two cards against the up card, by rank."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from controller.domain.cards import Card
from controller.domain.wagers import Payment, Wager
from controller.errors import PackError

from .pack import Odds, Pack, Rule
from .sheet import Rate, rate
from .stakes import Item, never_dealt, payments_of


def match_rate(pack: Pack, first: Sequence[Card], up: Card, decks: int) -> Rate | None:
    """The odds for two initial cards, None = no match. Raises: PackError for odd decks."""
    suited = sum(1 for card in first if card.rank == up.rank and card.suit == up.suit)
    other = sum(1 for card in first if card.rank == up.rank and card.suit != up.suit)
    if suited + other == 0 or pack.settle.match_pays.value == "none":
        return None
    if pack.settle.match_pays.value == "combination":
        return rate(_combination(pack, suited, other))
    same, different = _by_decks(pack, decks)
    by_suit, by_rank = rate(same), rate(different)
    won = Fraction(suited * by_suit[0], by_suit[1]) + Fraction(other * by_rank[0], by_rank[1])
    top, bottom = won.as_integer_ratio()
    return top, bottom, f"{top}:{bottom}", (same if suited else different).clause


def match_items(
    pack: Pack,
    wagers: Sequence[Wager],
    initial: Mapping[int, Sequence[Card]],
    up: Card,
    decks: int,
) -> list[Item]:
    """One item per match wager, in box order."""
    items: list[Item] = []
    lost: Rate = (1, 1, "", pack.settle.match_lost.clause)
    for wager in wagers:
        if wager.kind != "match":
            continue
        first = initial.get(wager.box, ())
        if len(first) < 2:
            items.append(never_dealt(pack, wager))
            continue
        won = match_rate(pack, first, up, decks)
        items.append(
            Item.of(wager.box, wager.wagerer, "match", wager.cents, 1 if won else -1, won or lost)
        )
    return sorted(items, key=lambda item: item.box)


def match_payments(
    pack: Pack,
    wagers: Sequence[Wager],
    initial: Mapping[int, Sequence[Card]],
    up: Card,
    decks: int,
) -> tuple[Payment, ...]:
    """What is taken and paid right after the deal, in the order of the pack."""
    items = match_items(pack, wagers, initial, up, decks)
    return in_match_order(pack, [p for item in items for p in payments_of(pack, item)])


def in_match_order(pack: Pack, payments: Sequence[Payment]) -> tuple[Payment, ...]:
    if pack.settle.match_order.value == "collect_then_pay":
        return tuple(sorted(payments, key=lambda p: (p.direction != "take", p.box)))
    return tuple(sorted(payments, key=lambda p: -p.box))


def _combination(pack: Pack, suited: int, other: int) -> Rule[str]:
    s = pack.settle
    return {
        (2, 0): s.match_two_same_suit,
        (1, 1): s.match_one_of_each,
        (0, 2): s.match_two_other_suit,
        (1, 0): s.match_one_same_suit,
        (0, 1): s.match_one_other_suit,
    }[suited, other]


def _by_decks(pack: Pack, decks: int) -> tuple[Odds, Odds]:
    s = pack.settle
    if decks == 6:
        return s.match_6_decks_same_suit, s.match_6_decks_other_suit
    if decks == 8:
        return s.match_8_decks_same_suit, s.match_8_decks_other_suit
    raise PackError(
        f"no match odds for {decks} decks", where=f"packs/{pack.name}.toml", do="Decks: 6, 8"
    )
