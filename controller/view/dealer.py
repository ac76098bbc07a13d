"""The dealer's page: nothing that the dealer may not know (console/README 1, 2)."""

from __future__ import annotations

from functools import cached_property
from typing import Literal, cast

from controller.domain import money
from controller.domain.views import view as page
from controller.domain.views.hold_view import Hold, Queued
from controller.domain.views.match_view import Match
from controller.domain.wording import dollars, text_of
from controller.procedure.guide.allowed import allowed
from controller.procedure.guide.levels import signal
from controller.procedure.guide.next_step import beside, next_step
from controller.procedure.irregularities import catalog
from controller.procedure.queries import calls, limits
from controller.procedure.reducers.deal.initial_deal import OF_DEAL
from controller.procedure.state.house import House
from controller.procedure.state.play import Irregularity, Play
from controller.procedure.state.whole import State
from controller.rules import placing
from controller.rules.wheels import offered

from . import pausing
from .devices import devices
from .frame import Frame
from .keys import bank_keys, dealer_keys, opening_keys, stack_keys, wagerer_keys
from .layout import faces, gauges, picture
from .layout.bank import bank
from .layout.match import due, match
from .layout.wheel import wheel

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

WAITS = "No new round until the floor has ruled."


class DealersPage:
    """What the page says and shows to whoever reads it; each part is made when it is asked for."""

    def __init__(self, state: State, house: House) -> None:
        self._state, self._house = state, house

    @cached_property
    def next_step(self) -> page.NextStep:
        return next_step(self._state, self._house)

    @cached_property
    def hold(self) -> Hold | None:
        return hold(self._state, self._house)

    @cached_property
    def boxes(self) -> tuple[page.Box, ...]:
        return faces.boxes(self._state, self._house)

    @cached_property
    def match(self) -> Match | None:
        return match(self._state.play, self._house)

    @cached_property
    def payments(self) -> tuple[page.Payment, ...]:
        return picture.payments(self._state.play, self._house)


def dealer_view(state: State, house: House, frame: Frame) -> page.DealerView:
    p = state.play
    shoe, rack = gauges.shoe(p, house)
    if frame.cannot_record:
        return _cannot_record(state, house, frame)
    read = DealersPage(state, house)
    choices = allowed(state, house)
    entries = dealer_keys.entries(state, house, choices)
    return page.DealerView(
        seq=frame.seq,
        at=frame.at,
        table=frame.table,
        round=round_name(p),
        next_step=read.next_step,
        signal=cast("page.Signal", signal(state, house)),
        simulated=frame.simulated,
        dealer=named(p) if p.dealer_name not in ("", "dealer") else None,
        devices=devices(state, frame),
        allowed=entries,
        refused=dealer_keys.refused(state, house, choices),
        menus=dealer_keys.menus(state, house, entries),
        open_menu=p.menu,
        boxes=read.boxes,
        payments=read.payments,
        settle_order=_order(p, house),
        dealer_hand=faces.dealer_hand(state, house),
        wheel=wheel(p, house, read.next_step),
        match=read.match,
        bank=bank(p, house),
        shoe=shoe,
        rack=rack,
        pad=_pad(p, house),
        shuffle=_shuffle(state, house, frame),
        cut=stack_keys.cut_view(p, house),
        hold=read.hold,
        call=_call(state.play),
        pause=pausing.to_dealer(p),
        chips=chips(p, house),
    )


def _cannot_record(state: State, house: House, frame: Frame) -> page.DealerView:
    clause, text = house.line("cannot_record")
    shoe, rack = gauges.shoe(state.play, house)
    return page.DealerView(
        seq=frame.seq,
        at=frame.at,
        table=frame.table,
        round=round_name(state.play),
        next_step=page.NextStep(text=text, clause=clause, hint=house.line("as_they_lie")[1]),
        signal="stop",
        simulated=frame.simulated,
        devices=frame.devices,
        boxes=faces.boxes(state, house),
        dealer_hand=faces.dealer_hand(state, house),
        shoe=shoe,
        rack=rack,
        hold=unrecorded(house, frame),
    )


def unrecorded(house: House, frame: Frame) -> Hold | None:
    """The one hold that is on no record: it ends when something can be written again."""
    if not frame.cannot_record:
        return None
    return Hold(headline=house.line("cannot_record")[1], since=frame.at)


def named(p: Play) -> page.DealerName:
    return page.DealerName(name=p.dealer_name, unproven=not p.dealer_proof)


def round_name(p: Play) -> page.RoundName:
    if p.opening in ("closed", "closing"):
        return page.RoundName(no=p.number, phase="closed", title=p.opening.capitalize())
    if p.opening == "checking":
        return page.RoundName(no=p.number, phase="opening", title="Opening")
    idle = p.round in ("wagering", "settled") and not p.dealt
    if idle and p.decks != "ready":
        return page.RoundName(no=p.number, phase="opening", title=_after(p))
    if idle and stack_keys.shown(p):
        return page.RoundName(no=p.number, phase="shuffle", title=_after(p))
    return page.RoundName(no=p.number, phase=PHASES[p.round])


def _after(p: Play) -> str:
    return f"After {p.number - 1}" if p.number > 1 else "First shoe"


def _order(p: Play, house: House) -> Literal["", "right_to_left"]:
    """Each goes from the dealer's right; the action button's way has no arrow.

    Nor has that of the match wagers where all that is lost is taken first.
    """
    if p.round == "match_due" and due(p, house):
        right = house.pack.settle.match_order.value == "right_to_left"
    else:
        right = p.round == "settled" and house.pack.settle.order.value != "action_button"
    return "right_to_left" if right else ""


def _pad(p: Play, house: House) -> page.Pad | None:
    asked = p.round == "settled" and (p.banking.due is not None or p.banking.stated)
    if not asked and (p.round != "wagering" or p.opening != "open"):
        return None
    low, high = limits.of_box(p, house)
    told = (page.Limit(kind="main", low_cents=low, high_cents=high),) if low and high else ()
    sensed = ("bonus_spin",) if offered(house.pack) else ()
    return page.Pad(limits=told, sensed=sensed)


def _shuffle(state: State, house: House, frame: Frame) -> page.Shuffle | None:
    p = state.play
    if listed := opening_keys.flow(state, house):
        return page.Shuffle(flow=listed)
    if round_name(p).phase != "shuffle":
        return None
    done, of = frame.progress
    of = of or house.shoe_cards
    flow = stack_keys.flow(p, house, done)
    done = done if p.shuffle == "running" else of
    return page.Shuffle(done=done, of=of, left_s=frame.shuffle_left_s, flow=flow)


def hold(state: State, house: House) -> Hold | None:
    """To the dealer one line; who is called and who comes."""
    held = catalog.held_by(state.play, house, state.devices)
    if not held:
        return None
    found = held[0]
    return Hold(
        headline=next_step(state, house).text,
        box=found.box,
        since=found.raised_at // 1000,
        clause=catalog.clause(house, found.kind),
        called_at=found.raised_at // 1000,
        acknowledged_by=_acknowledged(found),
        may_not=_may_not(state.play, found),
        hint=beside(found) + _while_held(state.play, house, len(held)),
        may=(f"{house.word(found.called).capitalize()} called.",) if found.called else (),
        queue=tuple(_queued(house, i) for i in held) if len(held) > 1 else (),
    )


def _queued(house: House, i: Irregularity) -> Queued:
    return Queued(
        box=i.box,
        since=i.raised_at // 1000,
        called=house.word(i.called).capitalize() if i.called else "",
        acknowledged_by=_acknowledged(i),
    )


def _while_held(p: Play, house: House, many: int) -> str:
    """What holds the table is ruled one thing after the other (console/README 4)."""
    said = house.line("as_they_lie")[1] if _lies(p) else WAITS
    return f"{said} 1 of {many}." if many > 1 else said


def _lies(p: Play) -> bool:
    """Whether cards lie on the layout."""
    return bool(p.dealt or p.hands or p.dealer)


def _may_not(p: Play, i: Irregularity) -> tuple[str, ...]:
    """What the fault itself forbids: nobody is told of a hole card where no card lies."""
    if not _lies(p):
        machine = "shuffl" in f"{i.kind}{i.role}{i.about}"
        return (f"{'Leave the cards in the machine. ' if machine else ''}No new round.",)
    down = any(s.face is None for s in p.dealer) or bool(p.dealt)
    wheel = "Spin the wheel for nobody. " if i.kind == "spin_fault" else ""
    return (f"{wheel}No card, no chips{', no hole card' if down else ''}.",)


def _acknowledged(i: Irregularity) -> str:
    return i.notices[-1].whom if i.notices else ""


def _call(p: Play) -> page.Call | None:
    found = calls.open_call(p)
    if found is None:
        return None
    return page.Call(at=found.raised_at // 1000, acknowledged_by=_acknowledged(found))


def chips(p: Play, house: House) -> tuple[str, ...]:
    """Open amber questions that stay until they are done."""
    shown = [catalog.headline(p, house, i) for i in catalog.open_ones(p) if catalog.kind(i).chip]
    if p.marks.shown_to and p.marks.burnt is not None and p.marks.burnt.face:
        card = text_of(p.marks.burnt.face)
        shown.insert(0, house.line("show_burn", card=card, box=p.marks.shown_to)[1])
    shown.extend(bank_keys.chips(p, house))
    shown.extend(small_chips(p, house))
    shown.extend(wagerer_keys.tasks(p, house))
    late = sorted({i.box for i in catalog.open_ones(p) if i.kind == "late_double" and not i.round})
    if late:
        shown.insert(0, "FLOOR BEFORE PAY: box " + " ".join(map(str, late)))
    return tuple(shown)


def small_chips(p: Play, house: House) -> tuple[str, ...]:
    """Once the wagers are locked: what may fall due and cannot be paid in the smallest chip."""
    if p.round not in OF_DEAL:
        return ()
    by_amount: dict[int, list[int]] = {}
    for w in p.wagers:
        if w.kind == "main" and w.cents and w.box in p.boxes:
            by_amount.setdefault(w.cents, []).append(w.box)
    chip = dollars(house.pack.play.smallest_chip_cents.number)
    named = {"blackjack": house.pack.words.blackjack.value}
    found = []
    for cents, boxes in by_amount.items():
        odd = placing.amounts_in_small_chips(house.pack, cents)
        words = ", ".join(f"{named.get(what, what)} {_exact(due)}" for what, due in odd)
        at = f"Box{'es' * (len(set(boxes)) > 1)} " + " ".join(map(str, dict.fromkeys(boxes)))
        if odd:
            said = {"at": at, "cents": dollars(cents), "amounts": words, "chip": chip}
            found.append(house.line("small_chips", **said)[1])
    return tuple(found)


def _exact(due: money.Exact) -> str:
    whole = money.plain(due)
    return dollars(whole) if isinstance(whole, int) else f"{money.text(due)} cents"
