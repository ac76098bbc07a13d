"""What a ruling would do, now and after: the same fold, tried with a vault that opens nothing.

So a preview cannot say anything but what acceptance then does. It never tells a card that is not
drawn or not turned: where one is needed, it says so and stops there.
"""

from __future__ import annotations

from typing import cast

from controller.domain import commands as cmd
from controller.domain.views import floor_view as floor_page
from controller.procedure.engine.amend import Blind
from controller.procedure.state.house import House
from controller.procedure.state.inputs import Input, Stamped
from controller.procedure.state.whole import State
from controller.procedure.step import Procedure

from . import changes

HIDDEN = floor_page.Preview(what="Result", now="", after="known when the card is turned")
TRIED_BY = "somebody"
"""Nobody's name: two who sign are two, whoever they are."""


def tried(state: State, house: House, item: cmd.Command, at_ms: int = 0) -> State | None:
    """The state after it; None = it hangs on a card that lies face down, or is refused."""
    mono = state.log[-1].mono if state.log else 0
    last = state.log[-1].id >> 8 if state.log else 0
    said = Stamped(last + 1, at_ms * 1000, mono, "preview", cast("Input", item))
    step = Procedure(house).step(state, said, Blind())
    return step.state if step.outcome.verdict == "accepted" else None


def preview(
    state: State, house: House, item: cmd.Command, at_ms: int = 0
) -> tuple[tuple[floor_page.Preview, ...], bool | None]:
    """The lines, and whether money moves or a hand dies; None = nobody knows before the card."""
    after = tried(state, house, item, at_ms)
    if after is None:
        return (HIDDEN,), None
    return changes.lines(house, state, after), changes.costs(state.play, after.play)
