"""The way out that nothing can refuse: hands dead, wagers back, charts set to their end.

Configurations are set outside the charts, so that no chart state can stand in the way (DESIGN 1.7).
"""

from __future__ import annotations

from msgspec.structs import replace

from controller.domain.wagers import Payment
from controller.procedure.context import Context


def dead_hands(c: Context, clause: str) -> None:
    """All hands dead, every open wager goes back; settled match wagers stand (house)."""
    settled = {(p.box, p.kind) for p in c.play.payments}
    dealt = bool(c.play.dealt)
    boxes = {h.box for h in c.play.hands}
    back = [
        Payment(
            box=wager.box,
            wagerer=wager.wagerer,
            kind=wager.kind,
            cents=wager.cents,
            direction="void",
            clause=clause,
        )
        for wager in c.play.wagers
        if (dealt or wager.box in boxes) and (wager.box, wager.kind) not in settled
    ]
    back.extend(
        Payment(
            box=hand.box,
            kind="main",
            cents=hand.double_cents,
            direction="void",
            clause=clause,
            hand=hand.number,
            text="double and split chips",
        )
        for hand in c.play.hands
        if hand.doubles or hand.number > 1
    )
    listed = {p.box for p in back if p.kind == "main"}
    back.extend(
        Payment(box=b, kind="main", direction="void", clause=clause)
        for b in c.play.boxes
        if b not in listed and (b, "main") not in settled and (c.play.hands or c.play.dealt)
    )
    c.pay(back)
    c.set(
        hands=tuple(replace(h, dead=True, done=True) for h in c.play.hands),
        spins=tuple(replace(s, status="void") for s in c.play.spins),
        wanted=tuple(
            replace(o, status="closed") if o.kind == "spin" and o.status != "done" else o
            for o in c.play.wanted
        ),
        pending=None,
        timers=(),
        round=("settled",),
        dealer_hand=("finished",),
        wheel=("locked",),
        doubt=False,
    )
    c.then.clear()


def void_round(c: Context, clause: str) -> None:
    """No result: as dead hands, and every other card question of the round falls away."""
    dead_hands(c, clause)
    c.set(
        irregularities=tuple(
            replace(i, status="closed", ruling="void_round")
            if i.status == "raised" and (i.card is not None or i.box)
            else i
            for i in c.play.irregularities
        )
    )
