"""A round without a result: what goes back."""

from __future__ import annotations

from collections.abc import Collection

from controller.domain.settled import PlayedHand, PlayedRound
from controller.domain.structs import replace
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
    a rescued hand and one surrendered under an up card that makes no blackjack. A player-dealer
    has moved no money before the end of the hand, so all goes back, the bank's wager too.
    """
    dead = tuple(replace(hand, dead=True) for hand in played.hands if not done(pack, played, hand))
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
    found = [p for item in voided if item.kind not in settled for p in payments_of(pack, item)]
    if played.bank is not None and played.bank.cents is not None:
        box, cents = played.bank.box, played.bank.cents
        found.append(Payment(box=box, kind="bank", cents=cents, direction="void", clause=clause))
    return tuple(found)


def done(pack: Pack, played: PlayedRound, hand: PlayedHand) -> bool:
    """Whether the hand was settled at once, when every wagerer on it gave it up."""
    if pack.deal.bank.value == "player_dealer":
        return False
    at_once = bool(played.dealer) and not up_card_can_make_blackjack(played.dealer[0].rank)
    return (hand.rescued and not hand.covers) or (hand.surrendered and at_once)
