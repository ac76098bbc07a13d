"""A round before an amendment and after it: what stays said, and what people have to look at."""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain.structs import replace
from controller.procedure.queries import target
from controller.procedure.state.context import Context
from controller.procedure.state.house import House
from controller.procedure.state.inputs import Input
from controller.procedure.state.play import Play


def hole_was_shown(c: Context, before: Play, after: Play) -> bool:
    """A screen has shown it as another card, which it is not after all."""
    hole = after.dealer[1:2]
    return (
        bool(hole) and hole[0].face is None and hole[0].id in c.seen and hole != before.dealer[1:2]
    )


def keep_answers(before: Play, after: Play) -> Play:
    """An irregularity that is still there keeps its notices: they are records of their own."""
    known = {i.id: i for i in before.irregularities}
    return replace(
        after,
        irregularities=tuple(
            replace(i, notices=known[i.id].notices) if i.id in known else i
            for i in after.irregularities
        ),
    )


def better_off(house: House, before: Play, after: Play, item: Input) -> int:
    """The box whose bust a report by the dealer has undone; 0 = none (console/README 1.5)."""
    if not isinstance(item, cmd.LastCard | cmd.Undo):
        return 0
    for hand in before.hands:
        at = target.find(after, hand.box, hand.number)
        if at is None or len(hand.cards) < 2 or len(after.hands[at].cards) < 2:
            continue
        was, now = target.value(house, hand), target.value(house, after.hands[at])
        if was.bust and not now.bust:
            return hand.box
    return 0
