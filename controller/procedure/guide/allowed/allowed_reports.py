"""What may be reported at any time: of a box, of a burn card, of a shoe that is empty."""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.procedure.irregularities.reports import told
from controller.procedure.reducers.cards import burns, shoe_in_play
from controller.procedure.reducers.play import missed_draw

from .listing import FLOOR, Listing

RELIEF = cmd.DealerSignedOn(name="-", rank="casino_supervisor")

ON_LAYOUT = (
    "dealing",
    "deal_out",
    "match_due",
    "peek_due",
    "deciding",
    "turn_due",
    "dealer_plays",
)
"""While bets are open or insurance is taken, touching a box does something else."""


def of_boxes(out: Listing) -> None:
    p = out.play
    if p.round not in ON_LAYOUT:
        return
    seats = {*p.boxes, *((p.bank.box,) if p.bank is not None else ())}
    for box in sorted(seats):
        if not told(p, "touched", box, 0):
            out.add(cmd.CardsTouched(box=box), f"box{box}.touched")
    for hand in p.hands:
        item = cmd.MissedDraw(box=hand.box, hand=hand.number)
        if missed_draw.why_not_missed(p, out.house, item.box, item.hand) is None:
            out.add(item, f"box{hand.box}.{hand.number}.missed")


def of_shoe(out: Listing) -> None:
    """Burn or first card; the burn card shown; no card left."""
    p = out.play
    if burns.why_not_answer(p, out.house) is None:
        out.add(cmd.BurnAnswered(burn=True), "act2")
        out.add(cmd.BurnAnswered(burn=False), "act3")
    if burns.in_round(p) and burns.why_not_sign_on(p, out.house, RELIEF) is None:
        out.add(cmd.DealerSignedOn(name=""), f"{FLOOR}relief")
    right = out.house.pack.shoe.burn_shown_on_request.value
    for box in p.boxes if right else (0,):
        item = cmd.BurnShown(box=box, rank="dealer" if right else "floorperson")
        if burns.why_not_show(p, out.house, item) is None:
            out.add(item, f"box{box}.burn" if right else "floor.burn")
    if shoe_in_play.why_not_emptied(p, out.house) is None:
        out.add(cmd.ShoeEmptied(), "act2" if p.drawn >= p.loaded else "floor.shoe_empty")
