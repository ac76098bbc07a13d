"""The turn of the hole card and the dealer's draws (MA 7.i~2, 11.d, 12.b, 12.c, 15.c, 15.d~3)."""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain.structs import replace
from controller.procedure.queries import inventory, legal, target
from controller.procedure.reducers.cards import keyed_cards, set_aside
from controller.procedure.reducers.settle import paid_early, settlement
from controller.procedure.state import follow_ups, refs
from controller.procedure.state.context import Context, Why, refuse
from controller.procedure.state.house import House
from controller.procedure.state.play import LastDraw, Play
from controller.rules.settlement import insurance_lost

from . import asked_hands


def why_not_turned(play: Play, house: House, mono: int | None = None) -> Why:
    """`mono` only at the door: a bounce right after the turn became legal must not turn a card."""
    if play.variant == "no_hole_card":
        return house.no("not_now")
    guard = house.pack.play.turned_guard_ms
    left = 0 if mono is None else guard.number - (mono - play.turn_legal_at)
    if left > 0:
        return house.no("too_soon", seconds=seconds(left))
    if target.card_owed(play):
        return house.no("card_owed")
    if (at := target.waiting(play)) is not None:
        return house.no("missed_first", box=play.hands[at].box)
    if play.round == "deciding":
        return house.no("hands_first")
    if play.manual.scanner and keyed_cards.hole_unread(play):
        return house.no("card_text")
    if play.people.choosing:
        return house.no("choose_first", box=play.people.choosing[0][0])
    return None


def seconds(ms: int) -> str:
    """`0.4`, never `0.0`: how long a press still has to wait."""
    return f"{max(ms, 100) / 1000:.1f}"


def open_turn(c: Context) -> None:
    c.play = replace(c.play, turn_legal_at=c.mono)


def turn_due(c: Context) -> None:
    refuse(why_not_turned(c.play, c.house, c.mono))


def turn(c: Context) -> None:
    """Show the hole card; only now is it compared with what the reader said."""
    if not legal.hole_to_turn(c.play):
        turn_again(c)
        return
    c.require((c.play.dealer[1], *([c.play.pending] if c.play.pending else [])))
    hole = inventory.admit(c, c.play.dealer[1])
    # A hand that is owed a card may send the turn back when the dealer has drawn already.
    c.play = replace(
        c.play, dealer=(c.play.dealer[0], *((hole,) if hole else ()), *c.play.dealer[2:])
    )
    c.follow(follow_ups.Round.HAND_TURNED)
    c.play = replace(c.play, last=LastDraw(c.play.dealer[-1].id, mono=c.mono))
    checked = (
        c.play.variant == "hole_card_reader" or c.pack.deal.peek_without_reader.value != "none"
    )
    given = c.play.peek_given and checked
    if hole and given and c.play.peek not in (None, legal.dealer_value(c.play, c.house).blackjack):
        by_reader = c.play.variant == "hole_card_reader"
        c.raise_("reader_fault" if by_reader else "check_wrong", about=refs.ANSWER)
    if not asked_hands.recall(c):
        if hole:
            disclosed(c)
        go_on(c)


def turn_again(c: Context) -> None:
    """It lies open since the turn was recalled, or was a ten and is gone."""
    c.require([c.play.pending] if c.play.pending else [])
    c.follow(follow_ups.Round.HAND_TURNED)
    c.play = replace(c.play, last=LastDraw(c.play.dealer[-1].id, mono=c.mono))
    go_on(c)


def call_second_card(c: Context) -> None:
    """Dealt without a hole card: the dealer's second card comes last, face up (MA 7.g)."""
    c.follow(follow_ups.Round.HAND_TURNED)
    go_on(c)


def why_not_announce(play: Play, house: House) -> Why:
    """NEXT after the last hand attests that the second card was announced (MA 7.g~2)."""
    if play.variant != "no_hole_card":
        return house.no("not_now")
    return None if play.round == "turn_due" and unblocked(play) else house.no("card_owed")


def unblocked(play: Play) -> bool:
    """No card and no choice comes before the dealer's second card."""
    ahead = target.card_owed(play) or target.waiting(play) is not None
    return not ahead and not play.people.choosing


def announcement_due(c: Context) -> None:
    """Of the last hand, where the press names one."""
    assert isinstance(c.input, cmd.Next)
    refuse(why_not_announce(c.play, c.house))
    at, last = c.input, c.play.hands[-1]
    if at.box and (at.box, at.hand) != (last.box, last.number):
        refuse(c.house.no("no_hand", box=at.box))


def announce(c: Context) -> None:
    c.follow(follow_ups.DealerHand.SECOND_CARD_CALLED)


def second_card_due(c: Context) -> bool:
    return c.play.pending is None and why_not_announce(c.play, c.house) is None


def draw_unannounced(c: Context) -> None:
    """No hand takes it: it is the dealer's, and that nobody was told is entered."""
    c.raise_("second_card_unannounced", card=c.card)
    c.follow(follow_ups.Round.HAND_TURNED)
    draw(c)


def must_draw(c: Context) -> bool:
    return legal.dealer_must_draw(c.play, c.house)


def draw(c: Context) -> None:
    assert c.card is not None
    shown = inventory.admit(c, c.card)
    if shown is None:
        return
    c.play = replace(
        c.play,
        dealer=(*c.play.dealer, shown),
        last=LastDraw(c.card.id, mono=c.mono),
    )
    if asked_hands.recall(c):
        return
    if len(c.play.dealer) == 2:
        disclosed(c)
    go_on(c)


def disclosed(c: Context) -> None:
    """Losing insurance is collected now, before the dealer draws more (MA 11.d)."""
    paid_early.insurance_won(c)
    at_once = c.pack.play.insurance_collected.value == "hole_card_disclosed"
    if at_once and not legal.dealer_value(c.play, c.house).blackjack:
        c.pay(insurance_lost(c.pack, c.play.wagers))
        c.play = replace(c.play, insurance_at=c.play.drawn)


def go_on(c: Context) -> None:
    """Use the card that waits, or finish, or wait for the next draw."""
    if legal.dealer_must_draw(c.play, c.house):
        waiting = set_aside.take(c)
        if waiting is not None:
            set_aside.book(c, follow_ups.DealerHand.CARD_DRAWN, waiting)
        return
    c.follow(follow_ups.DealerHand.DEALER_FINISHED)


def recall_draw(c: Context) -> bool:
    """Whether the dealer, whose hand was done, draws after all: his cards count otherwise now."""
    live = not all(h.dead for h in c.play.hands)
    if c.play.round != "settled" or not live or not legal.dealer_must_draw(c.play, c.house):
        return False
    settlement.take_back(c)
    c.follow(follow_ups.Round.DRAW_RECALLED)
    c.follow(follow_ups.DealerHand.DRAW_RECALLED)
    return True


def finish(c: Context) -> None:
    """A card aside that the dealer cannot use goes to the rack (MA 15.d~3; house for 15.c)."""
    set_aside.rack_all(c)
    c.follow(follow_ups.Round.DEALER_DONE)
