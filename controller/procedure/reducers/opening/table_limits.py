"""Limits changed from the floor: announced, in force between two rounds, old ones kept by boxes.

The opening checklist asks for the notice that shows them again. Source: house.table-limits.
"""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain.structs import replace
from controller.domain.wagers import Wager
from controller.procedure.queries import limits
from controller.procedure.state.context import Context, Why, refuse
from controller.procedure.state.house import House
from controller.procedure.state.parts.limits import Limits
from controller.procedure.state.play import Play
from controller.rules import placing

MINUTE_US = 60_000_000
MOST_MIN = 24 * 60


def why_not_changed(play: Play, house: House, item: cmd.LimitsChanged) -> Why:
    if play.opening == "closed":
        return house.no("not_open")
    deal, clause = house.pack.deal, ""
    for leaf, cents in (
        (deal.main_min_cents, item.low_cents),
        (deal.main_max_cents, item.high_cents),
    ):
        if not leaf.least <= cents <= leaf.most or cents % deal.main_unit_cents.number:
            clause = leaf.clause
    if clause or item.low_cents > item.high_cents or not 0 <= item.after_min <= MOST_MIN:
        said = house.no("bad_limits")
        return clause or said[0], said[1]
    if not all(1 <= box <= house.boxes for box in item.kept):
        return house.no("no_such_box")
    return None


def change(c: Context) -> None:
    item = c.input
    assert isinstance(item, cmd.LimitsChanged)
    refuse(why_not_changed(c.play, c.house, item))
    announced = replace(
        c.play.limits,
        next_low=item.low_cents,
        next_high=item.high_cents,
        next_kept=tuple(sorted(set(item.kept))),
        due=c.at + item.after_min * MINUTE_US,
        by=item.by,
    )
    c.play = replace(c.play, limits=announced)


def keep(c: Context) -> None:
    """What was announced comes into force in the first gap, before chips of a new round are told.

    A wager that lies there as last round is no chip yet; where it is out of bounds now, it is to
    be counted anew.
    """
    p, told = c.play, c.play.limits
    if not told.next_low or c.at < told.due:
        return
    if p.round != "wagering" or p.dealt or p.hands or p.told:
        if not told.ripe:
            c.play = replace(p, limits=replace(told, ripe=True))
        return
    low, high = limits.of_box(p, c.house)
    now = Limits(
        low=told.next_low,
        high=told.next_high,
        kept=told.next_kept,
        old_low=low,
        old_high=high,
        by=told.by,
    )
    c.play = replace(p, limits=now)
    c.play = replace(c.play, wagers=tuple(_counted(c, w) for w in c.play.wagers))


def _counted(c: Context, wager: Wager) -> Wager:
    """A main wager without its amount, where that is none any more."""
    if wager.kind != "main" or wager.cents is None:
        return wager
    no = placing.why_not_place(limits.pack(c.play, c.house, wager.box), wager)
    return wager if no is None else replace(wager, cents=None)
