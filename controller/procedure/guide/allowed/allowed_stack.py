"""Which commands are legal on the stack: shuffle, steps by hand, cut, cover card, recut."""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.procedure.reducers.cards import cut, shuffle

from .listing import FLOOR, Listing


def of_stack(out: Listing) -> None:
    """With the other batch in play the shuffle does not stand in the way of the next round."""
    p, house = out.play, out.house
    if shuffle.why_not_shuffle(p, house) is None:
        out.add(cmd.ShuffleAsked(), "act1" if p.shoe == shuffle.EMPTY else "act2")
    step = shuffle.step_now(p, house)
    if p.shuffle != "done" and shuffle.why_not_step(p, house, step) is None:
        out.add(cmd.ShuffleStep(step=step), "act1")
    step = shuffle.after_cut(p, house) if p.shuffle == "done" else ""
    if step and shuffle.why_not_step(p, house, step) is None:
        out.add(cmd.ShuffleStep(step=step), "act3")
    if p.cut == "due":
        _of_offers(out)
    out.add(cmd.CutPlaced(), "act1")
    if p.cut == "cutting":
        out.add(cmd.RecutOrdered(reason=""), "act2")
    _of_floor(out)


def _of_offers(out: Listing) -> None:
    """The large key is the one who is offered first; each seat can be tapped."""
    p, house = out.play, out.house
    first = cut.choices(p, house)[:1] or (cut.DEALER,)
    out.add(cmd.CutTaken(box=first[0]), "act1")
    for box in range(1, house.boxes + 1):
        if cut.why_not_cut(p, house, box) is None:
            out.add(cmd.CutTaken(box=box), f"box{box}")
    if first[0] != cut.DEALER:
        out.add(cmd.CutTaken(box=cut.DEALER), "act7")


def _of_floor(out: Listing) -> None:
    p, house = out.play, out.house
    if p.shoe == "rest_due":
        out.add(cmd.CountReported(cards=0), f"{FLOOR}rest")
    supervisor = cmd.RecutOrdered(rank="casino_supervisor", reason="asked")
    asked = house.pack.shuffle.recut_by.value != "none"
    if asked and cut.why_not_recut(p, house, supervisor) is None:
        out.add(cmd.RecutOrdered(reason=""), f"{FLOOR}recut")
    if shuffle.why_not_order(p, house) is None:
        out.add(cmd.ShuffleOrdered(reason=""), f"{FLOOR}reshuffle")
    of_shuffler(out)


def of_shuffler(out: Listing) -> None:
    """A shuffler that jams is set aside at once, its hold with it."""
    p, house = out.play, out.house
    for how in shuffle.SET_ASIDE[house.pack.shuffle.out_of_service.value]:
        if shuffle.why_not_set_aside(p, house, how) is None:
            out.add(cmd.ShufflerSetAside(how=how), f"{FLOOR}shuffler.{how}")
