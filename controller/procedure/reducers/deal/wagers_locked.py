"""The first card of a round locks the wagers: what is none by then goes back."""

from __future__ import annotations

from controller.domain.structs import replace
from controller.procedure.reducers.wheel.lockout import ON_WHEEL
from controller.procedure.state.context import Context
from controller.rules import placing

from . import shared_boxes


def lock(c: Context) -> None:
    """Cash that is not confirmed is no wager and goes back (MA 5.c~2, 6.c~2; MD 6.B).

    Whoever has nothing else on a shared box has left its line, and calls for nobody (MA 13.b).
    """
    held = c.play.people
    for one in held.cash:
        if not one.stands:
            c.raise_("wager_late", box=one.box, about=one.kind)
    c.play = replace(
        c.play, people=replace(c.play.people, cash=tuple(x for x in held.cash if x.stands))
    )
    for one in held.cash:
        if not one.stands:
            shared_boxes.line_up_again(c, one.box)
    _sides_back(c)


def _sides_back(c: Context) -> None:
    """A side wager whose main wager came to nothing goes back with it (MA 6.b~2; MD 6.F).

    One on the wheel at a box that is out of the deal is the lock-out's.
    """
    mains = {(w.box, w.wagerer) for w in c.play.wagers if w.kind == "main"}
    alone = [
        w
        for w in c.play.wagers
        if w.kind in placing.SIDES
        and (w.box, w.wagerer) not in mains
        and (w.box in c.play.boxes or w.kind not in ON_WHEEL)
    ]
    for wager in alone:
        c.raise_("wager_late", box=wager.box, about=wager.kind)
    c.play = replace(c.play, wagers=tuple(w for w in c.play.wagers if w not in alone))
