"""Settlement, pick-up, the next round (MA 5.e-5.g, 7.h, 7.j, 9.b-10.e, 11.c)."""

from __future__ import annotations

from msgspec.structs import replace

from controller.domain.wagers import Payment, Wager
from controller.procedure import legal
from controller.procedure.context import Context
from controller.procedure.state import Irregularity, Play
from controller.rules.settlement import insurance_lost
from controller.rules.settlement import settle as settle_round

SPINNING = ("button_due", "armed", "ordered")
"""A round with such a spin is not paid yet."""


def settle(c: Context) -> None:
    """Settle every wager but those that wait for the wheel."""
    c.set(paid_before=len(c.play.payments))
    paid = {(p.box, p.kind) for p in c.play.payments}
    waits = {(s.box, "bonus_spin") for s in c.play.spins if s.status != "void"}
    back = back_undealt(c)
    c.pay(
        p
        for p in settle_round(c.pack, legal.played_round(c.play, c.house))
        if (p.box, p.kind) not in paid | waits
    )
    c.pay(p for p in back if (p.box, p.kind) not in paid)
    c.set(match_done=True)
    if any(s.status == "armed" for s in c.play.spins):
        c.follow("wheel", "spin_called")


def settle_again(c: Context) -> None:
    """The picture of the settlement made anew: the difference is paid or taken."""
    first = c.play.paid_before
    spun = tuple(p for p in c.play.payments[first:] if p.kind == "bonus_spin")
    c.set(payments=(*c.play.payments[:first], *spun))
    settle(c)
    c.set(paid_before=first)


def collect_insurance(c: Context) -> None:
    """Losing insurance that still lay there is taken now, once (MD 8.F, MA 11.d)."""
    taken = {(p.box, p.kind) for p in c.play.payments}
    lost = insurance_lost(c.pack, c.play.wagers)
    c.pay(p for p in lost if (p.box, p.kind) not in taken)


def back_undealt(c: Context) -> tuple[Payment, ...]:
    """Side wagers on first cards that a dead hand never had go back with its wager (MA 15.h)."""
    boxes = {h.box for h in c.play.hands}
    return tuple(
        Payment(
            box=w.box,
            wagerer=w.wagerer,
            kind=w.kind,
            cents=w.cents,
            direction="void",
            clause=c.pack.settle.dead_hand.clause,
        )
        for w in c.play.wagers
        if w.box in boxes and legal.undealt(c.play, w)
    )


def open_(i: Irregularity) -> bool:
    return i.status in ("raised", "ruled")


def _stays(p: Play, wager: Wager) -> bool:
    """Lit as last round; a Bonus Spin chip lies on its sensor before its box is lit."""
    if wager.kind == "bonus_spin":
        return not p.wheel_out
    return wager.kind in ("main", "match", "break_bonus") and wager.box in p.boxes


def clear(c: Context) -> None:
    """Pick up the cards; what belongs to the shoe stays, what belongs to the round goes."""
    p = c.play
    on_table = sum(len(h.cards) for h in p.hands) + len(p.dealer) + len(p.dealt)
    down = tuple(s for s in (*p.dealer, *p.dealt) if s.face is None)
    fresh = Play(
        opening=p.opening,
        inspection=p.inspection,
        decks=p.decks,
        day=p.day,
        shuffle=p.shuffle,
        cut=p.cut,
        shoe=p.shoe,
        round=p.round,
        dealer_hand=p.dealer_hand,
        wheel=p.wheel,
        dealer_name=p.dealer_name,
        number=p.number + 1,
        variant=p.variant,
        wheel_out=p.wheel_out,
        boxes=p.boxes,
        wagers=tuple(w for w in p.wagers if _stays(p, w)),
        loaded=p.loaded,
        drawn=p.drawn,
        racked=p.racked + on_table,
        unturned=(*p.unturned, *down),
        counts=p.counts,
        tens=0 if c.pack.shoe.ten_count_window.value == "round" else p.tens,
        face_up=0 if c.pack.shoe.face_up_count_window.value == "round" else p.face_up,
        removed=p.removed,
        watch=p.watch,
        marks=replace(p.marks, shown_to=0, asked=0),
        stack=p.stack,
        irregularities=tuple(i for i in p.irregularities if open_(i)),
        wanted=tuple(o for o in p.wanted if o.status in ("open", "accepted")),
        last_results=p.last_results,
    )
    hands = p.bank_hands + (not all(h.dead for h in p.hands))
    if p.bank is not None and hands < c.pack.deal.bank_hands_per_turn.value:
        fresh = replace(fresh, bank=p.bank, bank_hands=hands)
    c.play = fresh
    c.follow("dealer_hand", "cleared")
    c.follow("wheel", "cleared")
    c.follow("shoe", "round_over")
