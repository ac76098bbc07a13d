"""Which commands are legal while bets are open and when the layout is paid."""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.procedure.reducers import settle, wagers

from .listing import Listing, choice


def of_wagers(out: Listing) -> None:
    """In wagering `LayoutCleared` changes nothing: the second press of a double one."""
    paid = out.play.round == ("settled",)
    if paid and not any(s.status in settle.SPINNING for s in out.play.spins):
        out.found.append(choice(out, cmd.LayoutCleared(), "act1"))
    out.add(cmd.LayoutCleared(), "act1")
    if out.play.round != ("wagering",) or out.play.opening != ("open",):
        return
    lit = set(out.play.boxes)
    marks = {(w.box, w.kind) for w in out.play.wagers}
    for box in range(1, out.house.boxes + 1):
        held = out.play.bank is not None and out.play.bank.box == box
        bank = cmd.BankSet(box=box, on=not held)
        if (held or wagers.bank_due(out.play, out.house)) and (
            wagers.why_not_bank(out.play, out.house, bank) is None
        ):
            out.add(bank, f"box{box}")
        if wagers.why_not_box(out.play, out.house, box) is not None:
            continue
        out.add(cmd.BoxSet(box=box, lit=box not in lit), f"box{box}")
        if box in lit:
            out.add(cmd.WagerSet(box=box, kind="main", on=True), f"box{box}.main")
        for kind in ("match", "bonus_spin", "break_bonus"):
            on = (box, kind) not in marks
            item = cmd.WagerSet(box=box, kind=kind, on=on)
            if not on or wagers.why_not_wager(out.play, out.house, box, kind, None) is None:
                out.add(item, f"box{box}.{kind}")
