"""Settlement, pick-up, the next round (MA 5.e-5.g, 7.h, 7.j, 9.b-10.e, 11.c)."""

from __future__ import annotations

from controller.procedure import legal
from controller.procedure.context import Context
from controller.procedure.state import Irregularity, Play
from controller.rules.settlement import settle as settle_round


def settle(c: Context) -> None:
    """Settle every wager but those that wait for the wheel."""
    paid = {(p.box, p.kind) for p in c.play.payments if p.kind == "match"}
    waits = {s.box for s in c.play.spins}
    c.pay(
        p
        for p in settle_round(c.pack, legal.played_round(c.play, c.house))
        if (p.box, p.kind) not in paid and not (p.kind == "bonus_spin" and p.box in waits)
    )
    if any(s.status == "armed" for s in c.play.spins):
        c.follow("wheel", "spin_called")


def open_(i: Irregularity) -> bool:
    return i.status in ("raised", "ruled")


def clear(c: Context) -> None:
    """Pick up the cards; what belongs to the shoe stays, what belongs to the round goes."""
    p = c.play
    on_table = sum(len(h.cards) for h in p.hands) + len(p.dealer) + len(p.dealt)
    down = tuple(s for s in (*p.dealer, *p.dealt) if s.face is None)
    fresh = Play(
        opening=p.opening,
        shuffle=p.shuffle,
        cut=p.cut,
        shoe=p.shoe,
        round=p.round,
        dealer_hand=p.dealer_hand,
        wheel=p.wheel,
        dealer_name=p.dealer_name,
        number=p.number + 1,
        variant=p.variant,
        boxes=p.boxes,
        wagers=tuple(
            w for w in p.wagers if w.kind in ("main", "match", "bonus_spin") and w.box in p.boxes
        ),
        loaded=p.loaded,
        drawn=p.drawn,
        racked=p.racked + on_table,
        unturned=(*p.unturned, *down),
        counts=p.counts,
        tens=p.tens,
        face_up=p.face_up,
        removed=p.removed,
        irregularities=tuple(i for i in p.irregularities if open_(i)),
        wanted=tuple(o for o in p.wanted if o.status in ("open", "accepted")),
        last_results=p.last_results,
    )
    c.play = fresh
    c.follow("dealer_hand", "cleared")
    c.follow("wheel", "cleared")
    c.follow("shoe", "round_over")
