"""A place of the initial deal that got no card: a box in one pass, or the dealer's own first card.

Each can be told and taken back until DEAL OK: a slip of the finger must not end in a wrong deal.
Source: MA 15.f, 15.h; MD 13.J, 13.M, 13.N; console/README 1.1.
"""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain.structs import replace
from controller.procedure.queries import places
from controller.procedure.state.context import Context, refuse

from .initial_deal import fit


def box_dealt(c: Context) -> None:
    assert isinstance(c.input, cmd.BoxSkipped)
    i = c.input
    told = (i.box, i.deal_pass) in c.play.skipped
    if i.box not in c.play.boxes or i.deal_pass not in (1, 2) or not (i.skipped or told):
        refuse(c.house.no("no_such_box"))


def skip_box(c: Context) -> None:
    assert isinstance(c.input, cmd.BoxSkipped)
    i = c.input
    c.play = places.passed_over(c.play, i.box, i.deal_pass, skipped=i.skipped)
    fit(c)


def dealer_dealt(c: Context) -> None:
    assert isinstance(c.input, cmd.DealerMissed)
    if c.input.missed == c.play.dealer_missed:
        refuse(c.house.no("told_already"))


def miss_dealer(c: Context) -> None:
    """Taken back it was none: the boxes are looked at once more."""
    assert isinstance(c.input, cmd.DealerMissed)
    if c.input.missed:
        c.play = replace(c.play, dealer_missed=True)
        i = c.raise_("dealer_missed")
        if c.pack.shoe.missing_initial_card.value == "players_then_dealer":
            c.put(replace(i, ruling="continue", ruled_by="dealer", status="carried_out"))
    else:
        c.play = replace(c.play, dealer_missed=False, doubt=True)
        for i in c.play.irregularities:
            if i.kind == "dealer_missed":
                c.put(replace(i, status="withdrawn"))
    fit(c)
