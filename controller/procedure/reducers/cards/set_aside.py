"""A card that waits as the next one: where it goes, and the rack when nobody can take it.

Source: MA 15.c, 15.d, 15.d~3; house.unused-unseen-card, house.exposed-error-in-initial-deal.
"""

from __future__ import annotations

from controller.domain.sealed import Slot
from controller.domain.structs import replace
from controller.procedure.queries import inventory, legal, places, target
from controller.procedure.state import follow_ups
from controller.procedure.state.context import Context
from controller.procedure.state.follow_ups import FollowUp
from controller.procedure.state.play import Play


def lay(c: Context, slot: Slot) -> None:
    """Use it where the next card has only one place; else it waits, behind those before it."""
    p = c.play
    match p.round:
        case "wagering" if follow_ups.Round.DEAL_BEGUN in c.then:
            book(c, follow_ups.Round.CARD_DRAWN, slot)
        case "wagering" | "settled":
            rack(c, slot)
        case "dealing" | "deal_out" if in_order(p):
            book(c, follow_ups.Round.CARD_DRAWN, slot)
        case "deciding" if target.card_owed(p):
            book(c, follow_ups.Round.CARD_DRAWN, slot)
        case "dealer_plays" if legal.dealer_must_draw(p, c.house):
            book(c, follow_ups.DealerHand.CARD_DRAWN, slot)
        case "dealer_plays":
            rack(c, slot)
        case _ if p.pending is None:
            c.play = replace(c.play, pending=slot)
        case _:
            c.play = replace(c.play, behind=(*p.behind, slot))


def in_order(play: Play) -> bool:
    """Whether the next card is one of the initial deal, whose faces wait for DEAL OK."""
    return play.round in ("dealing", "deal_out") and places.due(play) > 0


def book(c: Context, event: FollowUp, slot: Slot) -> None:
    """As if it were drawn now."""
    c.card = slot
    c.follow(event)


def take(c: Context) -> Slot | None:
    """The card that waits, no longer waiting; None when none does."""
    waiting, behind = c.play.pending, c.play.behind
    if waiting is not None:
        c.play = replace(c.play, pending=behind[0] if behind else None, behind=behind[1:])
    return waiting


def rack(c: Context, slot: Slot) -> None:
    """One that was seen, and that no hand has got, counts with the disclosed ones."""
    c.play = replace(c.play, racked=c.play.racked + 1)
    if slot.face is None:
        c.play = replace(c.play, unturned=(*c.play.unturned, slot))
    elif slot.face in inventory.DECK:
        inventory.count(c, slot)


def rack_all(c: Context) -> None:
    """Nobody can take them any more (MA 15.d~3)."""
    while (slot := take(c)) is not None:
        rack(c, slot)
