"""The table's entrance: what an input becomes before it is folded.

A press without a token gets its target here; a token that is no longer offered is stale, and a
NEXT for an earlier card asks whose card it was (procedure/README, console/README 2.2).
"""

from __future__ import annotations

from contextlib import suppress
from typing import cast

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.structs import replace
from controller.domain.wording import of_hand
from controller.procedure.guide.allowed import choices, token
from controller.procedure.state import refs
from controller.procedure.state.context import Refuse
from controller.procedure.state.house import House
from controller.procedure.state.inputs import Input
from controller.procedure.state.play import Play
from controller.procedure.state.whole import State

from .engine import last_card, undo
from .guide import clearing
from .queries import legal, target


def admit(state: State, house: House, item: Input, mono: int) -> Input:
    """The input as it is folded. Raises: Refuse when its token is stale or its key has no act."""
    if isinstance(item, cmd.KeyPressed):
        return _pressed(state, house, item, mono)
    if isinstance(item, cmd.Command) and item.token:
        return _checked(state, house, item)
    return cast("Input", targeted(state, house, item)) if isinstance(item, cmd.Command) else item


def _pressed(state: State, house: House, key: cmd.KeyPressed, mono: int) -> Input:
    if key.key == "last_card":
        menu = "" if state.play.menu else "last"
        return cmd.MenuAsked(menu=menu, by=key.by, rank=key.rank, where=key.where, rid=key.rid)
    if key.key not in clearing.KEYS:
        raise Refuse(*house.no("key"))
    found = clearing.on_rail(state, house, key.key)
    if found is None and key.key == "floor":
        raise Refuse(*house.no("told_already"))
    if found is None and state.play.pause.since:
        raise Refuse(*house.no("paused"))
    if found is None and key.key == "next" and state.play.dealt:
        # Refused with the count, and the deal is in doubt from then on (console/README 1.1).
        found = cmd.DealOk(boxes=state.play.boxes)
    if found is None or not isinstance(found, cmd.Command):
        raise Refuse(*house.no("not_now"))
    said = replace(found, by=key.by, rank=key.rank, where=key.where, rid=key.rid)
    return _unseen(state.play, house, said, mono) if isinstance(said, cmd.Next) else said


def _unseen(play: Play, house: House, item: cmd.Next, mono: int) -> Input:
    """Nobody sees a card and presses in less: the press was for the hand that has got it.

    Source: MA house.key-reaction. Raises: Refuse, where no other hand can have got the card and
    the press would pass over the next one.
    """
    last = play.last
    if last is None or not last.box or mono - last.mono >= house.pack.play.key_reaction_ms.number:
        return item
    if asked := _whose(play, house, replace(item, box=last.box, hand=last.hand)):
        return asked
    if (last.box, last.hand) != (item.box, item.hand):
        raise Refuse(*house.no("stale"))
    return item


def _checked(state: State, house: House, item: cmd.Command) -> Input:
    alike = (c for c in choices(state, house) if type(c.command) is type(item))
    if any(c.token == item.token for c in alike):
        return cast("Input", item)
    if asked := earlier_card(state, house, item):
        return asked
    raise Refuse(*house.no("stale"))


def earlier_card(state: State, house: House, item: cmd.Command) -> Input | None:
    """Ask whose card it was: the hand got one after the token of its NEXT was made.

    That card may have been its last, so that the dealer's NEXT is another hand's now.
    """
    play = state.play
    if not isinstance(item, cmd.Next) or (item.rank, item.where) != ("dealer", "dealer"):
        return None
    if not isinstance(clearing.on_rail(state, house, "next"), cmd.Next):
        return None
    at, last = target.find(play, item.box, item.hand), play.last
    if at is None or last is None or (last.box, last.hand) != (item.box, item.hand):
        return None
    ids = {s.id for s in play.hands[at].cards[:-1]}
    now = token(play, item)
    head, _, card = item.token.rpartition("/")
    if head != now.rpartition("/")[0] or not card.isdigit() or int(card) not in ids:
        return None
    return _whose(play, house, item)


def _whose(play: Play, house: House, item: cmd.Next) -> Input | None:
    at = target.find(play, item.box, item.hand)
    later = legal.next_taker(play, house, at) if at is not None else None
    if at is None or later is None or len(play.hands[at].cards) <= 2:
        return None  # a hand lacks its second card without it: it can be no other's
    same = later.box == item.box
    return fact.Noted(
        kind="whose_card",
        about=of_hand(later.box, later.number, alone=not same),
        ref=refs.SAME_BOX if same else "",
        box=item.box,
        hand=item.hand,
    )


def targeted(state: State, house: House, item: cmd.Command) -> cmd.Command:
    """The command with its target in full: what was left open is the state's own."""
    play = state.play
    match item:
        case cmd.DealOk():
            return item if item.boxes or item.token else replace(item, boxes=play.boxes)
        case cmd.Decision() if item.box:
            return item if item.hand else replace(item, hand=1)
        case cmd.Decision() if not item.token and (now := target.hand(play, house)) is not None:
            return replace(item, box=now.box, hand=now.number)
        case cmd.LastCard(card=0) | cmd.Undo(entry=0):
            with suppress(Refuse):
                return _last(state, house, item)
    return item


def _last(state: State, house: House, item: cmd.LastCard | cmd.Undo) -> cmd.Command:
    """Raises: Refuse, when there is none."""
    if isinstance(item, cmd.Undo):
        return replace(item, entry=undo.undoable(house, state))
    hole = state.play.dealer[1:2]
    if item.what == "shown":
        return replace(item, card=hole[0].id) if hole else item
    return replace(item, card=last_card.last_draw(house, state).id)
