"""The next step before the wagers: shuffle, cut, load, burn, count."""

from __future__ import annotations

from controller.domain.structs import replace
from controller.domain.views.view import NextStep, Target
from controller.procedure.queries import continuous
from controller.procedure.reducers.cards import burns
from controller.procedure.state.house import House
from controller.procedure.state.play import Play

from .next_stack import stack_step
from .pack_line import line


def shoe_step(p: Play, house: House) -> NextStep | None:
    if p.shoe == "rest_due":
        step = line(house, "rest_by_hand" if p.manual.scanner else "rest", "rest_hint")
        short = house.line("rest_short")[1]
        return replace(step, hint=f"{short} {step.hint}") if p.marks.on_count else step
    if p.shoe == "empty":
        begins = p.marks.short and p.shuffle == "idle" and p.cut == "none"
        if begins and p.stack.out and continuous.fitted(house):
            return replace(stack_step(p, house), hint=house.line("device_out")[1])
        return line(house, "short", "short_hint") if begins else stack_step(p, house)
    if p.shoe == "burn_due":
        return _burn(p, house) if burns.may_come(p, house) else None
    if p.marks.asked and p.marks.at_once and p.round == "wagering":
        step = line(house, "which_burn", box=p.boxes[0] if p.boxes else 1)
        return replace(step, target=Target(mark="?"), asks=True)
    return None


def _burn(p: Play, house: House) -> NextStep:
    """A new shoe's, a new dealer's and that of a shuffled rack stand in different clauses."""
    rules, step = house.pack.shoe, line(house, "burn")
    if p.marks.cause == "dealer":
        return replace(step, clause=rules.burn_for_new_dealer_cards.clause)
    if p.marks.cause == "rack":
        return replace(step, clause=rules.burn_after_rack_shuffle_cards.clause)
    return step
