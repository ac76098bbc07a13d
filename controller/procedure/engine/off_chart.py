"""Inputs about the record rather than the procedure: answers, notices, rulings, devices, orders."""

from __future__ import annotations

from collections.abc import Callable

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.orders import Order
from controller.domain.structs import replace
from controller.procedure.irregularities import (
    catalog,
    detectors,
    device_answers,
    reports,
    ruling,
)
from controller.procedure.irregularities.kinds.questions import SEEN
from controller.procedure.irregularities.not_due import PICK_UP_MS
from controller.procedure.irregularities.rulings import (
    card_rulings,
    device_rulings,
    jackpot_rulings,
    system_told,
)
from controller.procedure.queries import continuous, places, target
from controller.procedure.reducers.cards import burns, keyed_cards
from controller.procedure.reducers.deal import cash_and_coupons, wagers
from controller.procedure.reducers.opening import (
    other_rules,
    pause,
    software_and_clock,
    stand_aside,
    table_limits,
)
from controller.procedure.reducers.settle import adjusting
from controller.procedure.state import follow_ups, refs
from controller.procedure.state.context import NOTIFY_ESCALATE_S, Context
from controller.procedure.state.inputs import Input, row
from controller.procedure.state.play import Play
from controller.rules.pack.sections.irregularity import Kind, kind_named

from . import last_card, service
from . import said_by_people as said

DONE = (fact.ShuffleDone, fact.ShuffleFaulted, fact.SpinDone, fact.SpinFaulted)
OWN_TIMERS = ("notify", "order_unseen", "day", "reader_answer", "pause")


def takes(play: Play, orders: tuple[Order, ...], item: Input) -> bool:
    """What is the desk's whatever a chart would do: a `done` of no wanted order, a call unheard."""
    if isinstance(item, fact.TimerFired):
        return refs.timer(item.timer).name in OWN_TIMERS
    return isinstance(item, DONE) and wanted(play, orders, item.order) is None


def wanted(play: Play, orders: tuple[Order, ...], wire: int) -> Order | None:
    """The play's open order of that wire id."""
    order = _given(play, orders, wire)
    return order if order is not None and order.status in ("open", "accepted") else None


def _given(play: Play, orders: tuple[Order, ...], wire: int) -> Order | None:
    name = next((o.name for o in orders if o.wire == wire), "")
    return next((o for o in play.wanted if o.name == name), None)


def act(c: Context, orders: tuple[Order, ...]) -> None:
    item = c.input
    if (does := ACTS.get(row(item).event)) is not None:
        does(c)
        return
    match item:
        case cmd.FactAnswered():
            said.answer(c, item)
        case cmd.Notified():
            said.notify(c, item)
        case cmd.Ruled():
            ruling.rule(c, item)
        case cmd.OfferAnswered():
            said.refuse_offer(c, item)
        case cmd.CardEntered():
            said.enter(c, item)
        case cmd.RoundVoided():
            said.void(c, item)
        case cmd.MenuAsked():
            c.play = replace(c.play, menu=item.menu)
        case cmd.FloorCalled():
            said.call(c, item)
        case cmd.CardsTouched():
            reports.touched(c, item)
        case cmd.LastCard(what="double"):
            said.doubled_again(c)
        case cmd.LastCard() if last_card.takes_hole(c.play, item):
            said.hole_lay_face_up(c)
        case cmd.LastCard() if item.what in last_card.OF_SHOE:
            said.first_was_amiss(c, item)
        case cmd.LastCard():
            said.hole_shown(c)
        case cmd.OutOfService():
            service.put(c, item)
        case cmd.MeterStated():
            jackpot_rulings.state(c, item)
        case cmd.BacklogConfirmed():
            i = ruling.find(c, item.irr)
            c.put(replace(i, ruling="continue", ruled_by=item.by, status="carried_out"))
        case _:
            note_fact(c, orders)


def note_fact(c: Context, orders: tuple[Order, ...]) -> None:
    item = c.input
    match item:
        case fact.DeviceLost():
            service.lost(c, item)
        case fact.DeviceUp():
            service.found(c, item)
        case fact.LevelLate():
            device_answers.level_late(c, item)
        case fact.OrderAnswered():
            device_answers.order_answered(c, item, wanted(c.play, orders, item.order))
        case fact.MeterRead():
            system_told.read(c, item, wanted(c.play, orders, item.order))
        case fact.SystemFaulted():
            service.system_fault(c, item)
        case fact.Noted():
            noted(c, item)
        case fact.TimerFired():
            fired(c, item)
        case fact.SoftwareFound() | fact.ClockStepped() | fact.ClockRead():
            software_and_clock.note(c, item)
        case fact.Exported() | fact.DayHeld() | fact.CardKeysDestroyed():
            return  # the row says it all
        case fact.SignInTried() | fact.PeopleFound():
            return  # the row says it all
        case fact.CardNotRead():
            due = target.hand(c.play, c.house) if c.play.round == "deciding" else None
            box, hand = (due.box, due.number) if due is not None else (0, 0)
            c.raise_("card_not_read", card=c.card, box=box, hand=hand)
        case fact.ReaderFaulted():
            service.reader_fault(c, item)
        case fact.UnknownEvent():
            unknown(c, item)
        case fact.EventsOverrun():
            c.raise_("events_lost", about=f"{item.device} lost events")
        case fact.WagerSensed():
            wagers.late_wager(c)
        case fact.ShuffleDone() | fact.ShuffleFaulted() | fact.SpinDone() | fact.SpinFaulted():
            given = _given(c.play, orders, item.order)
            if not gone_without(c, item, given):
                without_cause(c, item, back=given is not None and given.status == "closed")


def fired(c: Context, item: fact.TimerFired) -> None:
    ref = refs.timer(item.timer)
    match ref.name:
        case "order_unseen":
            device_answers.overdue(c, ref.of)
        case "reader_answer":
            detectors.no_answer(c)
        case "pause":
            pause.lasts(c)
        case "day":
            return  # the day is kept before and after each input
        case _:
            escalate(c)


def pushed_back(c: Context) -> None:
    """Where nobody can tell which card it was."""
    c.raise_("card_pushed_back", about="look at the cards")


def shoe_opened(c: Context) -> None:
    if c.play.shoe != "empty":
        c.raise_("shoe_opened", about=refs.SHOE)


def noted(c: Context, item: fact.Noted) -> None:
    if item.kind == "deal_reopened":
        c.play = replace(c.play, doubt=True)
        return
    if item.kind == "seen":
        seen, by = SEEN.answers[0], c.play.dealer_name
        i = replace(ruling.find(c, item.about), answers=((SEEN.name, seen),))
        c.put(i)
        told = cmd.FactAnswered(irr=i.id, question=SEEN.name, answer=seen, by=by)
        card_rulings.seen_or_not(c, i, told)
        return
    if item.kind == "hole_card_shown":
        said.hole_shown(c)
        return
    if item.kind == "late_report":
        late_report(c)
        return
    if item.kind == "whose_card":
        box, hand, about = refs.hands_of_before(item.about) or (item.box, item.hand, item.about)
        c.raise_("whose_card", box=box, hand=hand, about=about, ref=item.ref)
        return
    pass_over(c, item.rounds)
    late = int(item.about) if item.kind == "late_double" else 0
    c.raise_(kind_named(item.kind), about=item.about, box=late)


def pass_over(c: Context, rounds: int) -> None:
    """Rounds that were closed on a record that is lost keep their numbers; the open one is one."""
    if not rounds:
        return
    if places.begun(c.play):
        c.play = replace(c.play, passed_over=rounds - 1)
    else:
        c.play = replace(c.play, number=c.play.number + rounds)


def unknown(c: Context, item: fact.UnknownEvent) -> None:
    """Where its driver fears for a card people count what lies there, before play goes on."""
    about = f"{item.device}: {item.text}" if item.text else f"{item.device} {item.code}"
    kind: Kind = "events_lost" if item.critical and item.text else "unknown_event"
    c.raise_(kind, about=about, role=catalog.role_of(c.devices, item.device))


def late_report(c: Context) -> None:
    """An honest shoe has about two: one more than the house allows is told, once."""
    late = c.play.marks.late + 1
    c.play = replace(c.play, marks=replace(c.play.marks, late=late))
    if late == c.pack.play.late_reports_notice.number + 1:
        c.raise_("late_reports", about=str(late))


def gone_without(c: Context, item: fact.Reading, given: Order | None) -> bool:
    """The table goes on without the device, or has ruled what it moved: the row says it all."""
    if catalog.out_of_service(c.devices, item.device):
        return True
    if given is None or given.status != "closed":
        return False
    own = (s for s in c.play.spins if s.order == given.name)
    return any(s.status in ("ordered", "rested") for s in own)


def without_cause(
    c: Context,
    item: fact.ShuffleDone | fact.ShuffleFaulted | fact.SpinDone | fact.SpinFaulted,
    *,
    back: bool,
) -> None:
    """A movement that nobody ordered any more, or a fault of a machine at rest: with its reason.

    `back` = it had been ordered, and a void took the order back.
    A continuous shuffler is never at rest while cards are drawn from it.
    """
    at_work = c.play.shuffle == "idle" and continuous.deals(c.play, c.house)
    if at_work and isinstance(item, fact.ShuffleFaulted):
        c.follow(follow_ups.Shuffle.SHUFFLE_FAULTED)
        return
    about, ref = f"{item.device}/{_kind(item)}", _kind(item)
    if isinstance(item, fact.ShuffleFaulted | fact.SpinFaulted):
        about, ref = f"{item.device}: {item.reason}", f"{refs.FAULT}{item.reason}"
    ref = f"{refs.BACK}{ref}" if back else ref
    role = catalog.role_of(c.devices, item.device)
    c.raise_("order_without_cause", about=about, ref=ref, role=role)


def _kind(item: Input) -> str:
    return "shuffle" if isinstance(item, fact.ShuffleDone | fact.ShuffleFaulted) else "spin"


def escalate(c: Context) -> None:
    """Nobody acknowledged a red call in time: the next rank is called."""
    c.disarm("notify")
    for i in catalog.open_ones(c.play):
        if i.notices or catalog.rules(c.house, i.kind).holds != "red":
            continue
        first = max(catalog.rules(c.house, i.kind).needs, "floorperson", key=cmd.RANKS.index)
        now = cmd.RANKS.index(i.called or first)
        if now + 1 < len(cmd.RANKS):
            c.put(replace(i, called=cmd.RANKS[now + 1]))
            c.arm("notify", NOTIFY_ESCALATE_S)


def restarted(c: Context) -> None:
    """The table's clock stood still while the daemon was down: the last card is an old one.

    Rules that were accepted are in force from this input on.
    """
    if c.play.offer.accepted:
        other_rules.take(c)
        if any(d.role == "card_reader" and d.out_of_service for d in c.devices):
            device_rulings.without(c, "card_reader")
    last = c.play.last
    if last is not None:
        c.play = replace(c.play, last=replace(last, mono=last.mono - PICK_UP_MS))


ACTS: dict[str, Callable[[Context], None]] = {
    "adjusted": adjusting.adjust,
    "burn_shown": burns.show,
    "card_pushed_back": pushed_back,
    "cash_changed": cash_and_coupons.act,
    "cash_confirmed": cash_and_coupons.act,
    "coupon_ruled": cash_and_coupons.act,
    "limits_changed": table_limits.change,
    "pause_seen": pause.act,
    "paused": pause.act,
    "reported": reports.enter,
    "resumed": pause.act,
    "rules_accepted": other_rules.accept,
    "rules_offered": other_rules.offered,
    "rules_refused": other_rules.turn_down,
    "shoe_opened": shoe_opened,
    "spin_attested": keyed_cards.attest_spin,
    "started": restarted,
    "stood_aside": stand_aside.stand,
}
"""By the event of its row: a reducer that needs nothing but its input, as on a chart."""
