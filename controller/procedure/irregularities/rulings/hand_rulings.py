"""Rulings on hands that the play has passed: asked now, or standing for a player who has gone."""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain.structs import replace
from controller.procedure.irregularities.standing import dealers
from controller.procedure.queries import inventory, target
from controller.procedure.reducers.cards import set_aside
from controller.procedure.reducers.play import asked_hands, dealer_draws, phase
from controller.procedure.reducers.settle import settlement
from controller.procedure.state.context import Context, Refuse
from controller.procedure.state.play import Irregularity


def ask_now(c: Context, i: Irregularity, _: cmd.Ruled) -> None:
    """The hand decides although a later one has; cards already dealt stay."""
    at = target.find(c.play, i.box, i.hand)
    if at is None:
        raise Refuse(*c.house.no("no_hand", box=i.box))
    hand = c.play.hands[at]
    if hand.dead or hand.surrendered or hand.doubles or target.value(c.house, hand).bust:
        raise Refuse(*c.house.no("no_hand", box=i.box))
    c.put_hand(at, replace(hand, done=False, hit_asked=True, last=True))
    if c.play.round != "deciding":
        asked_hands.turn_back(c)


def unwanted(c: Context, i: Irregularity, _: cmd.Ruled) -> None:
    """The hand stood before its last card. Cards that came since were due: they stay."""
    at = target.find(c.play, i.box, i.hand)
    if at is None or len(c.play.hands[at].cards) < 3 or c.play.hands[at].doubles:
        raise Refuse(*c.house.no("last_card_place"))
    *left, slot = c.play.hands[at].cards
    assert slot.face is not None
    c.put_hand(at, replace(c.play.hands[at], cards=tuple(left), done=True, decided=True))
    inventory.recount(c, slot.face)
    told = c.raise_("card_drawn_in_error_seen", card=slot)
    if dealers(c.house, told.kind):
        set_aside.lay(c, slot)
    resume(c)


def stands(c: Context, i: Irregularity, _: cmd.Ruled) -> None:
    """It counts as it lies, also where a face read anew would give it the turn."""
    at = target.find(c.play, i.box, i.hand)
    if at is None or c.play.hands[at].done:
        return
    c.put_hand(at, replace(c.play.hands[at], done=True, decided=True))
    phase.advance(c)


def stand_all(c: Context, i: Irregularity, _: cmd.Ruled) -> None:
    """Every hand of the box stands: nobody is there to decide for it.

    A card that is owed to it, of the deal, a split or a double, still comes.
    """
    for at, hand in enumerate(c.play.hands):
        if hand.box != i.box:
            continue
        left = replace(hand, ruled=True)
        if not (hand.done or len(hand.cards) < 2 or target.doubling(hand)):
            left = replace(left, done=True, decided=True, again=False, waits=False)
        c.put_hand(at, left)
    if c.play.round == "deciding":
        phase.advance(c)


def box_by_box(c: Context, i: Irregularity, _: cmd.Ruled) -> None:
    """After an evacuation: who is back, and whose cards or chips are gone, differs by box.

    A player who was gone before it is ruled on once, with the others.
    """
    for known in c.play.irregularities:
        if (known.kind, known.status) == ("player_gone", "raised"):
            c.put(replace(known, status="withdrawn"))
    for box in sorted({h.box for h in c.play.hands if not h.dead}):
        c.raise_("player_gone", box=box, hand=1, about=i.kind)


def hand_dead(c: Context, i: Irregularity, _: cmd.Ruled) -> None:
    """The one that is named."""
    _dead(c, i.box, i.hand)


def all_dead_of_box(c: Context, i: Irregularity, _: cmd.Ruled) -> None:
    """A player who has gone leaves every hand of his box."""
    _dead(c, i.box, 0)


def _dead(c: Context, box: int, number: int) -> None:
    """Number 0 = every hand of the box."""
    for at, hand in enumerate(c.play.hands):
        if hand.box == box and number in (0, hand.number):
            c.put_hand(at, replace(hand, dead=True, done=True, owed=False, waits=False))
    resume(c)
    if c.play.dealer_hand == "drawing":
        dealer_draws.go_on(c)
    if c.play.round == "settled":
        settlement.settle_anew(c)


def resume(c: Context) -> None:
    """After a card was taken off a hand of the deal: the next stretch, or the turn."""
    if c.play.round == "deciding":
        phase.proceed(c)


def play_on(c: Context, i: Irregularity, _: cmd.Ruled) -> None:
    """Where the hole card lies open since a check that was wrong, the hands are asked now."""
    if i.code == asked_hands.UNASKED:
        asked_hands.play_on(c)


OF_HANDS = (ask_now, unwanted, stands, stand_all, hand_dead, all_dead_of_box)
"""They change hands of the round that they are about: once it is closed none of them lies there."""
