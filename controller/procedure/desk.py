"""Inputs about the record rather than the procedure: answers, notices, rulings, devices, orders."""

from __future__ import annotations

from msgspec.structs import replace

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.cards import Card
from controller.domain.orders import Order
from controller.domain.sealed import Slot

from . import continuous, detectors, last_card, legal, service, target
from .context import NOTIFY, NOTIFY_ESCALATE_S, Context, Refuse, refuse
from .inputs import Input
from .inventory import lying, ten_kind
from .irregularities import answers, catalog, jackpots, machines, reports, rulings, system
from .irregularities.hands import TOO_SOON
from .irregularities.kind import SEEN
from .not_due import PICK_UP_MS
from .reducers import adjusting, aside, burns, cash, hand_entry, phase, rules, stand_aside
from .reducers.opening import DAY
from .state import Irregularity, Notice, Play

DONE = (fact.ShuffleDone, fact.ShuffleFaulted, fact.SpinDone, fact.SpinFaulted)
OWN_TIMERS = (NOTIFY, answers.UNSEEN, DAY, detectors.READER_ANSWER)


def takes(play: Play, orders: tuple[Order, ...], item: Input) -> bool:
    """What is the desk's whatever a chart would do: a `done` of no wanted order, a call unheard."""
    if isinstance(item, fact.TimerFired):
        return item.timer.partition("/")[0] in OWN_TIMERS
    return isinstance(item, DONE) and wanted(play, orders, item.order) is None


def wanted(play: Play, orders: tuple[Order, ...], wire: int) -> Order | None:
    """The play's open order of that wire id."""
    name = next((o.name for o in orders if o.wire == wire), "")
    return next(
        (o for o in play.wanted if o.name == name and o.status in ("open", "accepted")), None
    )


def act(c: Context, orders: tuple[Order, ...]) -> None:
    item = c.input
    match item:
        case cmd.FactAnswered():
            answer(c, item)
        case cmd.Notified():
            notify(c, item)
        case cmd.Ruled():
            rulings.rule(c, item)
        case cmd.OfferAnswered():
            refuse_offer(c, item)
        case cmd.CardEntered():
            enter(c, item)
        case cmd.RoundVoided():
            void(c, item)
        case cmd.MenuAsked():
            c.set(menu=item.menu)
        case cmd.CashConfirmed() | cmd.CashChanged() | cmd.CouponRuled():
            cash.act(c)
        case cmd.Adjusted():
            adjusting.adjust(c)
        case cmd.FloorCalled():
            c.raise_("free_ruling")
        case cmd.BurnShown():
            burns.show(c)
        case cmd.Reported():
            reports.enter(c)
        case cmd.CardsTouched():
            if reports.told(c.play, "touched", item.box, 0):
                refuse(c.house.no("told_already"))
            c.raise_("touched", box=item.box, about=c.play.dealer_name)
        case cmd.LastCard(what="double"):
            doubled_again(c)
        case cmd.LastCard():
            hole_shown(c)
        case cmd.OutOfService():
            service.put(c, item)
        case cmd.SpinAttested():
            hand_entry.attest_spin(c)
        case cmd.StoodAside():
            stand_aside.stand(c)
        case cmd.MeterStated():
            jackpots.state(c, item)
        case cmd.RulesAccepted():
            rules.accept(c)
        case cmd.BacklogConfirmed():
            i = rulings.find(c, item.irr)
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
            answers.level_late(c, item)
        case fact.OrderAnswered():
            answers.order_answered(c, item, wanted(c.play, orders, item.order))
        case fact.MeterRead():
            system.read(c, item, wanted(c.play, orders, item.order))
        case fact.SystemFaulted():
            service.system_fault(c, item)
        case fact.Noted():
            noted(c, item)
        case fact.TimerFired() if item.timer.startswith(answers.UNSEEN):
            answers.overdue(c, item)
        case fact.TimerFired() if item.timer.startswith(detectors.READER_ANSWER):
            detectors.no_answer(c)
        case fact.TimerFired() if item.timer.startswith(DAY):
            return  # the day is kept before and after each input
        case fact.TimerFired():
            escalate(c)
        case fact.Started():
            restarted(c)
        case fact.RulesOffered():
            rules.offered(c)
        case fact.CardNotRead():
            c.raise_("card_not_read", card=c.card)
        case fact.CardPushedBack():
            c.raise_("card_pushed_back", about="look at the cards")
        case fact.ShoeOpened():
            if c.play.shoe != ("empty",):
                c.raise_("shoe_opened", about="shoe")
        case fact.ReaderFaulted():
            service.reader_fault(c, item)
        case fact.UnknownEvent():
            c.raise_("unknown_event", about=f"{item.device} {item.code}")
        case fact.EventsOverrun():
            c.raise_("events_lost", about=f"{item.device} lost events")
        case fact.WagerSensed():
            c.raise_("wager_late", box=item.box, about=item.kind)
        case fact.ShuffleDone() | fact.ShuffleFaulted() | fact.SpinDone() | fact.SpinFaulted():
            without_cause(c, item)


def noted(c: Context, item: fact.Noted) -> None:
    if item.kind == "deal_reopened":
        c.set(doubt=True)
        return
    if item.kind == "seen":
        i = rulings.find(c, item.about)
        c.put(replace(i, answers=((SEEN.name, "SEEN"),)))
        seen_or_not(c, replace(i, answers=((SEEN.name, "SEEN"),)), "SEEN", c.play.dealer_name)
        return
    if item.kind == "late_report":
        late_report(c)
        return
    if item.kind == "whose_card":
        box, hand, later = item.about.split("/")
        c.raise_("whose_card", box=int(box), hand=int(hand), about=later)
        return
    late = int(item.about) if item.kind == "late_double" else 0
    c.raise_(item.kind, about=item.about, box=late)


def late_report(c: Context) -> None:
    """An honest shoe has about two: one more than the house allows is told, once."""
    late = c.play.marks.late + 1
    c.set(marks=replace(c.play.marks, late=late))
    if late == c.pack.play.late_reports_notice.known(6) + 1:
        c.raise_("late_reports", about=str(late))


def without_cause(
    c: Context, item: fact.ShuffleDone | fact.ShuffleFaulted | fact.SpinDone | fact.SpinFaulted
) -> None:
    """A movement that nobody ordered, or a fault of a machine at rest: with its reason.

    A device that shuffles without end is never at rest while cards are drawn from it.
    """
    at_work = c.play.shuffle == ("idle",) and continuous.deals(c.play, c.house)
    if at_work and isinstance(item, fact.ShuffleFaulted):
        c.follow("shuffle", "shuffle_faulted")
        return
    about = f"{item.device}/{_kind(item)}"
    if isinstance(item, fact.ShuffleFaulted | fact.SpinFaulted):
        about = f"{item.device}: {item.reason}"
    c.raise_("order_without_cause", about=about, role=catalog.role_of(c.devices, item.device))


def _kind(item: Input) -> str:
    return "shuffle" if isinstance(item, fact.ShuffleDone | fact.ShuffleFaulted) else "spin"


# ---- people ----
def answer(c: Context, item: cmd.FactAnswered) -> None:
    i = rulings.find(c, item.irr)
    question = next((q for q in catalog.questions(c.play, i) if q.name == item.question), None)
    if question is None or (item.answer not in question.answers):
        raise Refuse(*c.house.no("no_answer"))
    needs = catalog.rules(c.house, i.kind).needs
    if not c.house.at_least(item.rank, needs):
        refuse(c.house.no("rank", rank=catalog.word(c.house, needs)))
    kept = tuple(a for a in i.answers if a[0] != item.question)
    i = replace(i, answers=(*kept, (item.question, item.answer)))
    if item.rank != "dealer" and not any(n.role == item.rank for n in i.notices):
        # Who signs in at the hold has been notified (TABLE 4: badge = sign-in).
        i = replace(i, notices=(*i.notices, Notice(item.by, item.rank, "badge", c.at)))
    c.put(i)
    if i.kind == "card_drawn_in_error":
        seen_or_not(c, i, item.answer, item.by)
    looked = i.kind in (*TOO_SOON, "dealer_drew_too_far") and item.answer == SEEN.answers[0]
    if looked and i.card is not None:
        c.put(replace(i, card=seen(c, i.card)))
    if i.kind == "foreign_card" and item.answer == "YES":
        # Told by its back alone, and looked at: a ten has its own clause.
        c.put(replace(i, kind=ten_kind(c)))


def seen_or_not(c: Context, i: Irregularity, answer: str, by: str) -> None:
    """Where the text fixes the course the dealer carries it out at once (MA 15.c, 15.d)."""
    fixed = catalog.dealers(c.house, i.kind)
    if answer == "SEEN" and i.card is not None:
        shown = seen(c, i.card)
        c.put(replace(i, kind="card_drawn_in_error_seen", card=shown))
        if fixed:
            aside.lay(c, shown)
        return
    if not fixed:
        return
    c.put(replace(i, ruling="next_card", ruled_by=by, status="carried_out"))
    if i.card is not None:
        aside.lay(c, i.card)


def seen(c: Context, card: Slot) -> Slot:
    """Its face, but for a card of the deal: that waits for DEAL OK."""
    return card if aside.in_order(c.play) else c.expose(card)


def notify(c: Context, item: cmd.Notified) -> None:
    i = rulings.find(c, item.irr)
    if item.role not in cmd.RANKS:
        refuse(c.house.no("no_answer"))
    c.put(replace(i, notices=(*i.notices, Notice(item.whom, item.role, item.how, c.at))))


def hole_shown(c: Context) -> None:
    """Somebody saw the hole card before its time: no text has a clause."""
    down = [s for s in c.play.dealer[1:2] if s.face is None]
    if not down:
        refuse(c.house.no("last_card_place"))
    c.raise_("hole_card_shown", card=down[0])


def doubled_again(c: Context) -> None:
    """The card that no hand took is of a further double that was told late, with its stake."""
    from .reducers import play as p

    i = last_card.asked_again(c.play)
    at = target.index(c.play, c.house)
    if i is None or i.card is None or at is None or not target.chooses(c.play.hands[at]):
        raise Refuse(*c.house.no("last_card_place"))
    hand = c.play.hands[at]
    assert isinstance(c.input, cmd.LastCard)
    cents = c.input.cents
    refuse(legal.why_not(c.play, c.house, "double", hand.box, hand.number, cents=cents))
    p.add_double(c, at, cents)
    c.put(replace(i, ruling="next_card", ruled_by=c.play.dealer_name, status="carried_out"))
    p.give(c, at, i.card)


def refuse_offer(c: Context, item: cmd.OfferAnswered) -> None:
    """A player who refuses the card gets no more cards this round (MA 15.d~2)."""
    from .reducers import play as p
    from .target import find, index

    pending = c.play.pending
    if c.play.round != ("deciding",):
        refuse(c.house.no("not_now"))
    if item.takes:
        refuse(p.why_not_take(c.play, c, item.box, item.hand))
        p.take_pending(c)
        return
    if pending is None or pending.face is None:
        refuse(c.house.no("not_seen" if pending else "no_aside"))
    at = find(c.play, item.box, item.hand)
    if at is None or at != index(c.play, c.house):
        raise Refuse(*c.house.no("waits_turn", box=item.box))
    if c.play.hands[at].doubles:
        refuse(c.house.no("doubled"))
    c.put_hand(at, replace(c.play.hands[at], barred=True, done=True, decided=True))
    for i in catalog.open_ones(c.play):
        if i.kind == "card_drawn_in_error_seen":
            c.put(replace(i, offers=(*i.offers, (item.box, item.hand, False))))
    phase.advance(c)


def enter(c: Context, item: cmd.CardEntered) -> None:
    """A face read out for a card whose reading was wrong: it counts from its own entry on."""
    try:
        face = Card.parse(item.face).code
    except ValueError:
        raise Refuse(*c.house.no("card_text")) from None
    unread = {s.id for s in lying(c.play) if not s.seal.ct}
    asked = {i.about for i in catalog.open_ones(c.play) if i.kind == "cannot_open"}
    if item.card not in unread and str(item.card) not in asked:
        refuse(c.house.no("last_card_place"))
    kept = tuple(e for e in c.play.entered if e[0] != item.card)
    c.set(entered=(*kept, (item.card, face)))
    if any(s.id == item.card for s in c.play.dealt):
        c.follow("round", "boxes_confirmed")


def void(c: Context, item: cmd.RoundVoided) -> None:
    from .irregularities.voiding import void_round, why_not_void

    if not c.house.at_least(item.rank, "casino_supervisor") or not item.reason.strip():
        refuse(c.house.no("void_rank"))
    refuse(why_not_void(c.play, c.house))
    void_round(c, c.house.no("void_returns")[0])


def escalate(c: Context) -> None:
    """Nobody acknowledged a red call in time: the next rank is called."""
    c.disarm(NOTIFY)
    for i in catalog.open_ones(c.play):
        if i.notices or catalog.rules(c.house, i.kind).holds != "red":
            continue
        first = max(catalog.rules(c.house, i.kind).needs, "floorperson", key=cmd.RANKS.index)
        now = cmd.RANKS.index(i.called or first)
        if now + 1 < len(cmd.RANKS):
            c.put(replace(i, called=cmd.RANKS[now + 1]))
            c.arm(NOTIFY, NOTIFY_ESCALATE_S)


def restarted(c: Context) -> None:
    """The table's clock stood still while the daemon was down: the last card is an old one.

    Rules that were accepted are in force from this input on.
    """
    if c.play.offer.accepted:
        rules.take(c)
        if any(d.role == "card_reader" and d.out_of_service for d in c.devices):
            machines.without(c, "card_reader")
    last = c.play.last
    if last is not None:
        c.set(last=replace(last, mono=last.mono - PICK_UP_MS))
