"""A round without a result: what goes back."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from controller.domain.settled import PlayedHand, PlayedRound
from controller.domain.wagers import Payment
from controller.rules.pack import Pack
from controller.rules.peek import up_card_can_make_blackjack
from controller.rules.stakes import Item, payments_of

from .main import main_items


def void_round(
    pack: Pack, played: PlayedRound, clause: str, *, settled: Collection[str] = ()
) -> tuple[Payment, ...]:
    """Return every open wager, doubles and splits included, by the clause.

    `settled` = kinds that were settled before: they stand unless the ruling reverses them, as do
    a rescued hand and one surrendered under an up card that makes no blackjack.
    """
    dead = tuple(replace(hand, dead=True) for hand in played.hands if not _done(played, hand))
    items = main_items(pack, replace(played, hands=dead, dealer=()))
    dealt = {hand.box for hand in played.hands}
    for wager in played.wagers:
        if wager.kind == "main" and wager.box in dealt:
            continue
        items.append(
            Item(
                box=wager.box,
                wagerer=wager.wagerer,
                kind=wager.kind,
                stake=1 if wager.cents is None else wager.cents,
                known=wager.cents is not None,
                clause=clause,
                void=True,
            )
        )
    voided = [replace(item, clause=clause, void=True, text="") for item in items]
    return tuple(p for item in voided if item.kind not in settled for p in payments_of(pack, item))


def _done(played: PlayedRound, hand: PlayedHand) -> bool:
    """Whether the hand was settled at once, when every wagerer on it gave it up."""
    at_once = bool(played.dealer) and not up_card_can_make_blackjack(played.dealer[0].rank)
    return (hand.rescued and not hand.covers) or (hand.surrendered and at_once)
