"""The shuffle: by machine or by hand, what is due, what it counted, the reshuffle on order.

An incomplete shuffle is no shuffle, and a stack that does not count is not cut. Of two batches
one is in play while the shuffler has the other.
"""

from __future__ import annotations

from typing import Literal

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.structs import replace
from controller.procedure.queries import continuous, inventory
from controller.procedure.reducers.opening import table_decks
from controller.procedure.state import follow_ups
from controller.procedure.state.context import Context, Why
from controller.procedure.state.house import House
from controller.procedure.state.play import Play
from controller.rules.pack import groups

from . import continuous_shuffler as device
from .orders import close_order

EMPTY = "empty"
SET_ASIDE = {
    "remove": ("removed",),
    "cover_or_sign": ("covered", "sign"),
    "floorperson": ("out",),
}
"""Ways to put a shuffler out of the way, by what the pack asks for."""
SHOE_IN_USE = ("burn_due", "ready", "last_round")


def by_hand(play: Play, house: House) -> bool:
    """Whether the table shuffles by hand now: by its setting, or its shuffler is out of the way."""
    return house.pack.shuffle.method.value == "manual" or bool(play.stack.set_aside)


def batch_free(play: Play, house: House) -> bool:
    """Between two rounds the other batch may go into the shuffler while a shoe is in play."""
    return house.pack.shuffle.batches.value > 1 and play.round == "wagering" and not play.dealt


# ---- by machine ----
def why_not_shuffle(play: Play, house: House) -> Why:
    if play.opening != "open":
        return house.no("not_open")
    if play.decks != "ready":
        return table_decks.decks_step_line(play, house)
    if play.cut != "none" or continuous.deals(play, house):
        return house.no("not_now")
    if play.shoe != EMPTY and not batch_free(play, house):
        return house.no("rest_first")
    if by_hand(play, house):
        return house.no("by_hand")
    return house.no("shuffler_first") if play.stack.out else None


def order_shuffle(c: Context) -> None:
    stack = c.play.stack
    other = c.house.pack.shuffle.batches.value > 1 and c.play.shoe != EMPTY
    inside = stack.inside or (3 - stack.batch if other else stack.batch)
    c.play = replace(c.play, stack=replace(stack, inside=inside))
    c.want("shuffle")


def expected(c: Context) -> int:
    """The cards of the batch in the shuffler; in mid-round those of the discard rack."""
    stack = c.play.stack
    if c.play.marks.short:
        return inventory.to_load(c.play, c.house.shoe_cards)
    removed = stack.removed_other if stack.other_inside else c.play.removed
    return c.house.shoe_cards - removed


def count_agrees(c: Context) -> bool:
    assert isinstance(c.input, fact.ShuffleDone)
    return c.input.cards == expected(c)


def shuffled(c: Context) -> None:
    """The whole batch lies shuffled in one stack."""
    if isinstance(c.input, fact.ShuffleDone):
        close_order(c, "shuffle", "done")
    stack_up(c, "machine")


def miscounted(c: Context) -> None:
    """A stack that is not whole is not cut: a person explains it, or all is shuffled again."""
    assert isinstance(c.input, fact.ShuffleDone)
    close_order(c, "shuffle", "done")
    c.raise_("count_differs", about=f"{c.input.cards} of {expected(c)}")


def shuffle_failed(c: Context) -> None:
    """An incomplete shuffle is no shuffle."""
    assert isinstance(c.input, fact.ShuffleFaulted)
    close_order(c, "shuffle", "failed")
    c.play = replace(c.play, stack=replace(c.play.stack, why="order"))
    c.raise_("shuffler_fault", about=c.input.reason)


def stack_up(c: Context, by: Literal["", "machine", "hand"]) -> None:
    """The stack is ready: it is cut once the shoe is empty."""
    c.play = replace(c.play, stack=replace(c.play.stack, by=by, steps=0, whole=True))
    if c.play.shoe == EMPTY:
        take_out(c)


def came_shuffled(c: Context) -> None:
    """The cards were shuffled before they came to the table: the cut is next."""
    stack_up(c, "")


def take_out(c: Context) -> None:
    """The shuffled batch is the one to be cut; where there are two, they change places."""
    change_places(c)
    c.follow(follow_ups.Cut.STACK_READY)


def change_places(c: Context) -> None:
    """Each batch keeps its own age and its own count of cards taken out."""
    p, stack = c.play, c.play.stack
    if stack.other_inside:
        opened = p.day.decks_opened_at
        by_set = c.pack.shoe.ten_count_window.value == "deck_set"
        c.play = replace(
            c.play,
            removed=stack.removed_other,
            tens=stack.tens_other if by_set else p.tens,
            day=replace(p.day, decks_opened_at=stack.opened_other),
        )
        stack = replace(
            stack,
            batch=stack.inside,
            removed_other=p.removed,
            tens_other=p.tens,
            opened_other=opened,
        )
    c.play = replace(c.play, stack=replace(stack, inside=0))


# ---- another method ----
def why_not_set_aside(play: Play, house: House, how: str) -> Why:
    rules = house.pack.shuffle
    if how not in SET_ASIDE[rules.out_of_service.value] or rules.method.value == "manual":
        return house.no("set_aside")
    if play.stack.set_aside:
        return house.no("by_hand")
    return None


def set_aside(c: Context) -> None:
    """Attested: from now on the table shuffles by hand."""
    assert isinstance(c.input, cmd.ShufflerSetAside)
    device.put_out(c)
    c.play = replace(c.play, stack=replace(c.play.stack, set_aside=c.input.how, inside=0))
    for i in c.play.irregularities:
        if i.kind == "shuffler_fault" and i.status == "raised":
            ruled = replace(i, ruling="out_of_service", ruled_by=c.input.by)
            c.put(replace(ruled, status="carried_out"))


# ---- by hand ----
def script(play: Play, house: House) -> tuple[str, ...]:
    """The step groups of this shuffle; nothing is plugged where all the cards lie together."""
    return groups(house.pack.shuffle, plug=not play.stack.whole)


def step_now(play: Play, house: House) -> str:
    """The step group that comes next; empty = all are done."""
    return (*script(play, house), "")[play.stack.steps if play.shuffle == "by_hand" else 0]


def _done(play: Play, house: House) -> tuple[str, ...]:
    return script(play, house)[: play.stack.steps] if play.shuffle == "by_hand" else ()


def riffles(play: Play, house: House) -> int:
    """How many are attested at least: each tap stands for two or more."""
    return 2 * _done(play, house).count("riffles")


def after_cut(play: Play, house: House) -> str:
    """The step that may be reported after the cut, which it undoes; empty = none."""
    if play.stack.by != "hand" or play.cut not in ("cutting", "placed"):
        return ""
    steps = script(play, house)
    return "riffles" if "riffles" in steps else steps[-1]


def why_not_step(play: Play, house: House, step: str) -> Why:
    if play.opening != "open":
        return house.no("not_open")
    if play.decks != "ready":
        return table_decks.decks_step_line(play, house)
    if play.shuffle == "done":
        return None if step and step == after_cut(play, house) else house.no("not_now")
    if play.cut != "none":
        return house.no("not_now")
    if play.shoe != EMPTY:
        return house.no("rest_first")
    if play.shuffle != "by_hand" and not by_hand(play, house):
        return house.no("shuffler_first")
    if step == step_now(play, house):
        return None
    return _out_of_order(play, house, step)


def _out_of_order(play: Play, house: House, step: str) -> Why:
    if step == "strip":
        least = house.pack.shuffle.riffles_before_strip.value
        if _done(play, house)[-1:] == ("turn",):
            return house.no("turn_open")
        if riffles(play, house) < least:
            return house.no("strip_early", n=least)
    return house.no("step_order", step=step_now(play, house).replace("_", " "))


def last_step(c: Context) -> bool:
    return len(_done(c.play, c.house)) + 1 == len(script(c.play, c.house))


def take_step(c: Context) -> None:
    c.play = replace(c.play, stack=replace(c.play.stack, steps=len(_done(c.play, c.house)) + 1))


def finish_by_hand(c: Context) -> None:
    stack_up(c, "hand")


def step_after_cut(c: Context) -> None:
    """A step after the cut undoes it: flagged, and a new cut before the load."""
    assert isinstance(c.input, cmd.ShuffleStep)
    i = c.raise_("cut_in_doubt", about=f"{c.input.step} after the cut")
    c.put(replace(i, ruling="recut", ruled_by=c.input.by, status="carried_out"))
    c.follow(follow_ups.Cut.CUT_UNDONE)


# ---- the reshuffle on order ----
def why_not_order(play: Play, house: House) -> Why:
    if not house.pack.shuffle.reshuffle_on_order.value:
        return house.no("no_reshuffle")
    if play.opening != "open":
        return house.no("not_open")
    stacked = play.shoe == EMPTY and play.cut != "none"
    if play.stack.ordered or not (stacked or play.shoe in SHOE_IN_USE):
        return house.no("reshuffle_due")
    return None


def stack_lies_open(c: Context) -> bool:
    return c.play.shoe == EMPTY


def order_reshuffle(c: Context) -> None:
    """Between two rounds at once, in mid-round at its end."""
    c.play = replace(c.play, stack=replace(c.play.stack, ordered=True))
    if c.play.round == "wagering" and not c.play.dealt:
        c.follow(follow_ups.Shoe.RESHUFFLE_DUE)


def reshuffle_is_ordered(c: Context) -> bool:
    return c.play.stack.ordered


def reshuffle_begins(c: Context) -> None:
    """Whom the floor's order lets cut first: not the box of a cover card."""
    c.play = replace(c.play, stack=replace(c.play.stack, ordered=False, why="order"))


def shuffle_stack_again(c: Context) -> None:
    """The stack was not loaded yet: it is shuffled again from the start."""
    reshuffle_begins(c)
    c.follow(follow_ups.Cut.UNSTACKED)
