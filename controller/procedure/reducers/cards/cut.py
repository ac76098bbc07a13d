"""The cut: whom it is offered, in which order, who cut, the cover card, the recut.

One tap names who took the cut; those passed over have refused. The depth is attested.
"""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain.structs import replace
from controller.procedure.queries import continuous, places, target
from controller.procedure.state import follow_ups
from controller.procedure.state.context import Context, Why, refuse
from controller.procedure.state.house import House
from controller.procedure.state.play import Play

DEALER = 0


# ---- whom it is offered ----
def offers(play: Play, house: House) -> tuple[int, ...]:
    """Boxes in the order in which the cut is offered; after the last the dealer cuts."""
    first = house.pack.shuffle.cut_first_offer.value
    if first in ("any_player", "house"):
        return tuple(sorted(play.boxes))
    stack = play.stack
    if not play.loaded:
        player = play.day.first_player
        return _from(play.boxes or ((player,) if player else ()), player)
    if first == "far_right":
        return _from(play.boxes, max(0, stack.offered - 1))
    return _from(play.boxes, stack.due_box if stack.why == "cover_card" else 0)


def _from(boxes: tuple[int, ...], start: int) -> tuple[int, ...]:
    """Every player once, counter-clockwise from the one at `start`; 0 = from the far right.

    A box that nobody sits at is passed over like a refusal.
    """
    seated = sorted(boxes, reverse=True)
    near = [b for b in seated if b <= start]
    return (*near, *(b for b in seated if b > start))


def next_entitled(play: Play) -> int:
    """Who comes after the last cutter; 0 = nobody but the dealer."""
    order, cutter = play.stack.order, play.stack.cutter
    if cutter not in order:
        return 0
    at = order.index(cutter) + 1
    later = (*order[at:], *order[: at - 1])
    return later[0] if later else 0


def choices(play: Play, house: House) -> tuple[int, ...]:
    """Boxes that the cut is offered to now: of a recut the last cutter and the next one only."""
    if not play.stack.again:
        return offers(play, house)
    return tuple(b for b in (play.stack.cutter, next_entitled(play)) if b)


def why_not_cut(play: Play, house: House, box: int) -> Why:
    if continuous.exempts(play, house):
        return house.no("continuous")
    if play.cut == "none":
        return house.no("shuffle_first" if play.shoe == "empty" else "not_now")
    if play.cut == "cutting":
        who = f"Box {play.stack.cutter}" if play.stack.cutter else "The dealer"
        return house.no("cut_taken", who=who)
    if box == DEALER or box in choices(play, house):
        return None
    unknown = not play.boxes and not play.stack.again and 1 <= box <= house.boxes
    return None if unknown else house.no("not_offered", box=box)


def take_cut(c: Context) -> None:
    """The pointer of an offer that goes round moves by offers, taken or not."""
    assert isinstance(c.input, cmd.CutTaken)
    box, stack = c.input.box, c.play.stack
    if stack.again:
        c.play = replace(c.play, stack=replace(stack, cutter=box, again=False, refused=()))
        return
    order = offers(c.play, c.house)
    refused = order[: order.index(box)] if box in order else order
    asked = (*refused, box) if box else refused
    c.play = replace(
        c.play,
        stack=replace(
            stack,
            cutter=box,
            order=order,
            refused=refused,
            offered=asked[-1] if asked and c.play.loaded else stack.offered,
        ),
    )


# ---- the cover card ----
def cut_is_placed(c: Context) -> bool:
    return c.play.cut == "placed"


def machine_spares_cut(c: Context) -> bool:
    spares = c.pack.shuffle.cut_after_automated.value == "none"
    return spares and c.play.stack.by == "machine" and not c.play.marks.short


def nothing_to_insert(c: Context) -> bool:
    if continuous.shuffled(c.play, c.house):
        return True
    return machine_spares_cut(c) and not c.pack.shoe.cover_cards.value


def machine_loads(c: Context) -> bool:
    """The shuffler brings this stack into the shoe by itself, told before or after its shuffle."""
    machine = c.play.stack.by == "machine" or c.play.shuffle == "running"
    loads = c.pack.shuffle.loads_shoe.value or continuous.fitted(c.house)
    return loads and machine


def begin(c: Context) -> None:
    c.play = replace(
        c.play, stack=replace(c.play.stack, cutter=None, refused=(), order=(), again=False)
    )


def place(c: Context) -> None:
    """The stack is whole and its cover card is in: it goes into the shoe."""
    if machine_loads(c):
        c.follow(follow_ups.Shoe.SHOE_LOADED)


def place_uncut(c: Context) -> None:
    begin(c)
    place(c)


def cover_came(c: Context) -> None:
    """For whom the next card was meant when the cover card came out."""
    c.play = replace(
        c.play, stack=replace(c.play.stack, why="cover_card", due_box=_card_due_to(c.play, c.house))
    )


def _card_due_to(play: Play, house: House) -> int:
    if play.hands:
        hand = target.hand(play, house) if play.round == "deciding" else None
        return hand.box if hand is not None else 0
    left = places.of(play)[len(play.dealt) :]
    return left[0].box if left else 0


# ---- the recut ----
def why_not_recut(play: Play, house: House, item: cmd.RecutOrdered) -> Why:
    """While the card stands in the stack it is the dealer's, afterwards the pack's rank's."""
    if continuous.exempts(play, house):
        return house.no("continuous")
    rules = house.pack.shuffle
    if play.cut == "cutting":
        return None
    needs = rules.recut_by.value
    if needs == "none" or play.stack.cutter is None:
        return house.no("recut_closed")
    if not house.at_least(item.rank, needs):
        word = getattr(house.pack.words, needs).value
        return rules.recut_by.clause, house.no("rank", rank=word)[1]
    if why := _window(play, house):
        return why
    return None if item.reason.strip() else house.no("reason_first")


def _window(play: Play, house: House) -> Why:
    rules = house.pack.shuffle
    if play.cut == "placed":
        return None
    if rules.recut_until.value != "first_card" or places.begun(play):
        return house.no("recut_closed")
    if play.shoe == "burn_due" and play.drawn == 0:
        return None
    if play.shoe == "ready" and play.drawn == house.pack.shoe.burn_on_new_shoe_cards.value:
        return None if rules.recut_after_burn.value else house.no("recut_burnt")
    return house.no("recut_closed")


def recut_due(c: Context) -> None:
    """A ruling that orders one has asked before."""
    if isinstance(c.input, cmd.RecutOrdered):
        refuse(why_not_recut(c.play, c.house, c.input))


def recut(c: Context) -> None:
    c.play = replace(c.play, stack=replace(c.play.stack, again=True))


def take_back(c: Context) -> None:
    """The cards come out of the shoe again, the burn card with them."""
    recut(c)
    c.play = replace(c.play, burn=None, drawn=0, racked=0, unturned=())
    c.follow(follow_ups.Shoe.STACK_TAKEN_BACK)
    if c.play.shuffle == "idle":
        c.follow(follow_ups.Shuffle.BATCH_BACK)
