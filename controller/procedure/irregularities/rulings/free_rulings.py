"""What a floorperson rules where the text is silent: as dealt, reassigned, misread.

Source: console/README 4.

Settled money is settled again as a difference.
"""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain.cards import Card
from controller.domain.sealed import Slot
from controller.domain.structs import replace
from controller.procedure.irregularities.standing import open_ones
from controller.procedure.queries import after_double, inventory, legal, target
from controller.procedure.reducers.cards import set_aside
from controller.procedure.reducers.play import asked_hands, dealer_draws, decisions, phase
from controller.procedure.reducers.settle import settlement
from controller.procedure.state import follow_ups
from controller.procedure.state.context import Context, Refuse
from controller.procedure.state.play import Hand, Irregularity


def as_dealt(c: Context, i: Irregularity, _: cmd.Ruled) -> None:
    """A card that lies nowhere is used."""
    if i.card is not None and not _lies(c, i.card):
        set_aside.lay(c, i.card)


def not_counted(c: Context, i: Irregularity, _: cmd.Ruled) -> None:
    """The text says that the dealer stands: what was drawn too far goes to the rack."""
    if i.card is not None and not _lies(c, i.card):
        set_aside.rack(c, i.card)


def _lies(c: Context, card: Slot) -> bool:
    return any(s.id == card.id for s in inventory.lying(c.play))


def counts_for_dealer(c: Context, i: Irregularity, _: cmd.Ruled) -> None:
    """Against the text, by a casino supervisor: every box is settled again."""
    assert i.card is not None
    shown = inventory.admit(c, i.card)
    if shown is not None:
        c.play = replace(c.play, dealer=(*c.play.dealer, shown))
        moved(c)


def reassign(c: Context, i: Irregularity, command: cmd.Ruled) -> None:
    """The card goes to the hand that the floorperson named."""
    at = target.find(c.play, command.box, command.hand)
    assert at is not None
    assert i.card is not None
    hand = c.play.hands[at]
    shown = inventory.admit(c, i.card, box=hand.box, hand=hand.number)
    if shown is None:
        return
    more = replace(hand, cards=(*hand.cards, shown))
    if hand.owed:
        decisions.complete(c, at, more)
        return
    decided = replace(more, decided=True)
    after = after_double.after_card(c.play, c.house, decided) if len(decided.cards) > 1 else decided
    c.put_hand(at, decided if hand.done else after)
    decisions.note_end(c, hand)
    moved(c)


def ended(c: Context, hand: Hand) -> bool:
    return len(hand.cards) > 1 and legal.finished(c.house, hand, doubled=hand.doubles > 0)


def read_out(c: Context, text: str) -> str:
    """A face as a person said it. Raises: Refuse."""
    try:
        return Card.typed(text).code
    except ValueError:
        raise Refuse(*c.house.no("card_text")) from None


def moved(c: Context) -> None:
    """After a hand has changed: go on from where the round stands."""
    if asked_hands.recall(c):
        return
    if c.play.round == "deciding":
        phase.proceed(c)
    elif c.play.round in phase.BEFORE_DECISIONS:
        asked_hands.turn_back(c)
    elif asked_hands.recall_left(c):
        return
    if c.play.dealer_hand == "drawing":
        dealer_draws.go_on(c)
    if c.play.round != "settled":
        return
    if dealer_draws.recall_draw(c):
        _was_due(c)
    else:
        settlement.settle_again(c)


def _was_due(c: Context) -> None:
    """What the dealer drew on a total that was none is his next card after all."""
    for i in open_ones(c.play):
        if i.kind == "dealer_drew_too_far" and i.card is not None:
            c.put(replace(i, status="withdrawn"))
            set_aside.book(c, follow_ups.DealerHand.CARD_DRAWN, i.card)
            return
