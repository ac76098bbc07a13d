"""The dealer's page: nothing that the dealer may not know (TABLE 1, 2)."""

from __future__ import annotations

from typing import Literal, cast

from controller.domain import view as v
from controller.procedure.house import House
from controller.procedure.irregularities import catalog
from controller.procedure.levels import signal
from controller.procedure.next_step import next_step
from controller.procedure.state import Irregularity, Play, State

from . import keys, layout
from .frame import Frame

PHASES = {
    "wagering": "wagers",
    "dealing": "deal",
    "deal_out": "deal_ok",
    "match_due": "match",
    "insurance": "peek",
    "peek_due": "peek",
    "deciding": "deciding",
    "turn_due": "turn",
    "dealer_plays": "dealer",
    "settled": "settle",
}

CHIPS = ("device_lost", "shuffler_fault", "match_unpaid", "wager_late", "late_double")


def dealer_view(state: State, house: House, frame: Frame) -> v.DealerView:
    p = state.play
    shoe, rack = layout.shoe(p)
    if frame.cannot_record:
        return _cannot_record(state, house, frame)
    return v.DealerView(
        seq=frame.seq,
        at=frame.at,
        table=frame.table,
        round=round_name(p),
        next_step=next_step(state, house),
        signal=cast("v.Signal", signal(state, house)),
        simulated=frame.simulated,
        dealer=v.DealerName(name=p.dealer_name) if p.dealer_name not in ("", "dealer") else None,
        devices=frame.devices,
        allowed=keys.entries(state, house, frame.may),
        refused=keys.refused(state, house),
        menus=keys.menus(state, house),
        open_menu=p.menu,
        boxes=layout.boxes(state, house),
        payments=layout.payments(p, house),
        settle_order=_order(house) if p.round == ("settled",) else "",
        dealer_hand=layout.dealer_hand(state, house),
        shoe=shoe,
        rack=rack,
        pad=_pad(p, house),
        shuffle=_shuffle(p, house, frame),
        hold=hold(state, house),
        chips=chips(p),
    )


def _cannot_record(state: State, house: House, frame: Frame) -> v.DealerView:
    clause, text = house.line("cannot_record")
    shoe, rack = layout.shoe(state.play)
    return v.DealerView(
        seq=frame.seq,
        at=frame.at,
        table=frame.table,
        round=round_name(state.play),
        next_step=v.NextStep(text=text, clause=clause, hint=house.line("as_they_lie")[1]),
        signal="stop",
        simulated=frame.simulated,
        devices=frame.devices,
        boxes=layout.boxes(state, house),
        dealer_hand=layout.dealer_hand(state, house),
        shoe=shoe,
        rack=rack,
        hold=v.Hold(headline=text, since=frame.at),
    )


def round_name(p: Play) -> v.RoundName:
    if p.opening != ("open",):
        return v.RoundName(no=p.number, phase="closed", title="Closed")
    idle = p.round in (("wagering",), ("settled",)) and not p.dealt
    if idle and p.shoe == ("empty",) and p.shuffle in (("running",), ("faulted",)):
        return v.RoundName(no=p.number, phase="shuffle", title=_after(p))
    if idle and p.shoe == ("empty",) and p.cut in (("due",), ("placed",)):
        return v.RoundName(no=p.number, phase="shuffle", title=_after(p))
    return v.RoundName(no=p.number, phase=PHASES[p.round[0]])


def _after(p: Play) -> str:
    return f"After {p.number - 1}" if p.number > 1 else "First shoe"


def _order(house: House) -> Literal["", "right_to_left"]:
    """Each goes from the dealer's right; the action button's way has no arrow."""
    return "" if house.pack.settle.order.value == "action_button" else "right_to_left"


def _pad(p: Play, house: House) -> v.Pad | None:
    if p.round != ("wagering",) or p.opening != ("open",):
        return None
    deal = house.pack.deal
    limits = []
    if deal.main_min_cents.value != "ask" and deal.main_max_cents.value != "ask":
        limits.append(
            v.Limit(
                kind="main",
                low_cents=deal.main_min_cents.known(0),
                high_cents=deal.main_max_cents.known(0),
            )
        )
    return v.Pad(limits=tuple(limits))


def _shuffle(p: Play, house: House, frame: Frame) -> v.Shuffle | None:
    shown = p.shoe == ("empty",) and p.opening == ("open",)
    if not shown or round_name(p).phase != "shuffle":
        return None
    running = p.shuffle == ("running",)
    done, of = frame.progress
    of = of or house.shoe_cards
    steps = (
        ("Shuffle", f"{done} of {of} through", running, p.shuffle == ("done",)),
        ("Cover card in", "about a quarter from the back", p.cut == ("due",), p.cut == ("placed",)),
        ("Load the shoe", "close the gate", p.cut == ("placed",), False),
        ("Burn one", "face down to the rack", False, False),
    )
    flow = tuple(
        v.FlowStep(text=text, sub=sub, state="now" if now else "done" if past else "")
        for text, sub, now, past in steps
    )
    done = done if running else of
    return v.Shuffle(done=done, of=of, left_s=frame.shuffle_left_s, flow=flow)


def hold(state: State, house: House) -> v.Hold | None:
    """To the dealer one line; who is called and who comes."""
    found = catalog.hold(state.play, house, state.devices)
    if found is None:
        return None
    return v.Hold(
        headline=next_step(state, house).text,
        box=found.box,
        since=found.raised_at // 1000,
        clause=catalog.clause(house, found.kind),
        called_at=found.raised_at // 1000,
        acknowledged_by=_acknowledged(found),
        may=(f"{catalog.word(house, found.called).capitalize()} called.",) if found.called else (),
    )


def _acknowledged(i: Irregularity) -> str:
    return i.notices[-1].whom if i.notices else ""


def chips(p: Play) -> tuple[str, ...]:
    """Open amber questions that stay until they are done."""
    shown = [catalog.headline(p, i) for i in catalog.open_ones(p) if i.kind in CHIPS]
    if any(p.floor_before_pay):
        shown.append("FLOOR BEFORE PAY: box " + " ".join(map(str, p.floor_before_pay)))
    return tuple(shown)
