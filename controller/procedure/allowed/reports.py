"""What the dealer may report of a box at any time: a draw that was missed, cards touched."""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.procedure.reducers import missed

from .listing import Listing

ON_LAYOUT = (
    ("dealing",),
    ("deal_out",),
    ("match_due",),
    ("peek_due",),
    ("deciding",),
    ("turn_due",),
    ("dealer_plays",),
)
"""While bets are open or insurance is taken, touching a box does something else."""


def of_boxes(out: Listing) -> None:
    p = out.play
    if p.round not in ON_LAYOUT:
        return
    for box in p.boxes:
        out.add(cmd.CardsTouched(box=box), f"box{box}.touched")
    for hand in p.hands:
        item = cmd.MissedDraw(box=hand.box, hand=hand.number)
        if missed.why_not_missed(p, out.house, item.box, item.hand) is None:
            out.add(item, f"box{hand.box}.{hand.number}.missed")
