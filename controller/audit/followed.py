"""What followed from a row at once: questions, cards, payments, orders, whose turn it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.money import exact, text
from controller.domain.orders import Order
from controller.domain.wagers import Payment
from controller.domain.wording import first_upper
from controller.procedure.guide.next_step import next_step
from controller.procedure.irregularities import catalog
from controller.procedure.irregularities.rulings.jackpot_rulings import NAMES
from controller.procedure.queries import places, target
from controller.procedure.state.house import House
from controller.procedure.state.play import Play
from controller.rules.settlement.bank import button

from .fold import Turn
from .scene import Line, Scene, cards, face, money, payment_text, total, wager_word, where
from .told import facts
from .told.bank import text_of as bank_text


def after(s: Scene, turn: Turn) -> Iterator[Line]:
    yield from _irregularities(s)
    yield from _held_now(s, turn)
    yield from _wagers(s)
    if _moved_cards(s, turn):
        yield from _hands(s)
    if s.now.dealt and s.now.up_shown and not s.was.up_shown:
        yield Line(f"Up card: {_up(s)}", s.house.pack.line.up.clause)
    for p in gone_payments(s):
        yield Line(f"No longer: {payment_text(s, p)}", p.clause, p.box)
    for p in new_payments(s):
        yield Line(payment_text(s, p), p.clause, p.box, "money")
    if _answered(s):
        yield facts.answer(s)
    yield from (_order(s, order) for order in turn.recorded.orders)
    yield from _stood(s)
    yield from _button(s)
    yield from _to_act(s)
    yield from _announced(turn)


def _order(s: Scene, order: Order) -> Line:
    """What a device was told to do; to the approved system each names its meter."""
    line, meters = s.house.pack.line, s.house.pack.wheel.meters
    match order.kind, order.target.split():
        case "spin", [box] if box != "0":
            return Line(f"Order sent: spin for box {box}", line.spin.clause, int(box))
        case "spin", _:
            return Line("Order sent: spin", line.spin.clause)
        case ("contribute" | "withdraw") as kind, [meter, cents, *of]:
            what = (
                f"{NAMES[meter]} {'+' if kind == 'contribute' else '-'}{money(text(exact(cents)))}"
            )
            return Line(f"Told the system: {what}", meters.clause, int(of[0]) if of else 0)
        case "hit", [meter, *_, box]:
            return Line(f"Told the system: {NAMES[meter]} was hit", meters.clause, int(box))
        case "read", [meter]:
            return Line(f"Asked the system: {NAMES[meter]}", meters.clause)
    return Line(f"Order sent: {order.kind}", line.shuffle.clause)


def _answered(s: Scene) -> bool:
    """An answer that was withheld is given at its turn; one after wrong use is discarded."""
    given = s.now.peek_given and not s.was.peek_given
    wrong = any(i.kind == "reader_used" for i in s.now.irregularities)
    said = isinstance(s.item, fact.Peeked | cmd.PeekAttested)
    return given and not wrong and not said


def _wagers(s: Scene) -> Iterator[Line]:
    """What stood on the layout when the first card closed the wagers."""
    if s.was.round != "wagering" or s.now.round == "wagering":
        return
    if (bank := s.now.bank) is not None:
        yield Line(bank_text(s, bank), s.house.pack.line.bank_offer.clause, bank.box)
    for box in s.now.boxes:
        staked = [w for w in s.now.wagers if w.box == box]
        said = "; ".join(f"{wager_word(s.house, w.kind)} {money(w.cents)}" for w in staked)
        yield Line(f"Box {box}: {said}", s.house.pack.line.bets_hint.clause, box)


def _up(s: Scene) -> str:
    return face(s.now, s.now.dealt[places.up_index(s.now)].id)


def _irregularities(s: Scene) -> Iterator[Line]:
    by_id = {i.id: i for i in s.now.irregularities}
    for raised in s.outcome.raised:
        i = by_id.get(raised.id)
        if i is None:
            continue
        word = "Held" if is_red(s, i.id) else "Open" if catalog.is_open(i) else "Entered"
        text = f"{word}: {catalog.headline(s.now, s.house, i)}"
        yield Line(text, catalog.clause_of(s.now, s.house, i), i.box)
    for gone in s.outcome.withdrawn:
        text = f"Withdrawn: {catalog.called(gone.kind)}"
        yield Line(text, catalog.clause(s.house, gone.kind))
    ruled = s.item.irr if isinstance(s.item, cmd.Ruled) else ""
    for before in s.was.irregularities:
        now = by_id.get(before.id)
        if now and catalog.is_open(before) and not catalog.is_open(now) and now.id != ruled:
            text = f"Closed: {catalog.headline(s.now, s.house, now)}"
            yield Line(text, catalog.clause_of(s.now, s.house, now))


def _held_now(s: Scene, turn: Turn) -> Iterator[Line]:
    """An open question that stops the table only at this step."""
    now = catalog.hold(s.now, s.house, s.after.devices)
    before = catalog.hold(s.was, s.house, turn.before.devices)
    if now is not None and before is None and now.id not in {r.id for r in s.outcome.raised}:
        clause = catalog.clause(s.house, now.kind)
        yield Line(f"Held: {catalog.headline(s.now, s.house, now)}", clause, now.box)


def is_red(s: Scene, name: str) -> bool:
    i = next((x for x in s.now.irregularities if x.id == name), None)
    return i is not None and catalog.red(s.now, s.house, s.after.devices, i)


def _moved_cards(s: Scene, turn: Turn) -> bool:
    """Whether cards moved in another way than one card to one hand."""
    if s.outcome.verdict == "refused":
        return False
    one = isinstance(s.item, fact.CardDrawn | cmd.CardTaken)
    return not one or bool(turn.before.parked)


def _hands(s: Scene) -> Iterator[Line]:
    """Every hand whose cards are not the same as before."""
    before = {(h.box, h.number): [(c.id, c.face) for c in h.cards] for h in s.was.hands}
    for hand in s.now.hands:
        if before.get((hand.box, hand.number)) != [(c.id, c.face) for c in hand.cards]:
            at, value = where(s.now, hand.box, hand.number), total(s.house, hand)
            text = f"{first_upper(at)}: {cards(hand)}{value and f', {value}'}"
            yield Line(text, box=hand.box)
    shown = [c.face for c in s.now.dealer]
    if shown and shown != [c.face for c in s.was.dealer]:
        row = " ".join(f"{{{c}}}" if c else "back" for c in shown)
        yield Line(f"Dealer: {row}{facts.dealer_total(s)}")


def _stood(s: Scene) -> Iterator[Line]:
    """A stand that nobody pressed: by strategy this hand takes no card (console/README 2.2)."""
    before = set(_passed(s.was, s.house)) if s.was.number == s.now.number else set()
    clause = s.house.pack.play.stand_assumed_from_hard.clause
    for box, number in _passed(s.now, s.house):
        if (box, number) not in before:
            at = target.find(s.now, box, number)
            value = total(s.house, s.now.hands[at or 0])
            text = f"{where(s.now, box, number)} stands on {value}, assumed: nobody pressed"
            yield Line(first_upper(text), clause, box, "assumed")


def _passed(play: Play, house: House) -> Iterator[tuple[int, int]]:
    """Hands that stand by assumption and whose turn is over."""
    if play.round not in ("deciding", "turn_due"):
        return
    at = target.index(play, house)
    for hand in play.hands[:at]:
        if not hand.dead and target.stand_assumed(play, house, hand):
            yield hand.box, hand.number


def _button(s: Scene) -> Iterator[Line]:
    """With the hole card the action button is known: the bank's money acts from there."""
    if s.now.bank is None or len(s.now.dealer) < 2 or s.now.dealer[1].face is None:
        return
    if len(s.was.dealer) < 2 or s.was.dealer[1].face is None:
        box = button(s.now.bank, s.now.dealer[1].face[0])
        clause = s.house.pack.line.settle_hint_button.clause
        yield Line(f"Action button: box {box}", clause, box)


def _announced(turn: Turn) -> Iterator[Line]:
    """What the line asks the dealer to say from here on."""
    was, now = (next_step(state, turn.house) for state in (turn.before, turn.step.state))
    if now.say and (now.say, now.target) != (was.say, was.target):
        yield Line(f"To say: {now.say}", now.clause)


def _to_act(s: Scene) -> Iterator[Line]:
    if s.now.round != "deciding":
        return
    now, was = target.hand(s.now, s.house), None
    if s.was.round == "deciding":
        was = target.hand(s.was, s.house)
    if now is not None and (was is None or (was.box, was.number) != (now.box, now.number)):
        value = total(s.house, now)
        text = f"{where(s.now, now.box, now.number)} to act{value and f', {value}'}"
        clause = s.house.pack.line.next_card.clause
        yield Line(first_upper(text), clause, now.box)


def new_payments(s: Scene) -> tuple[Payment, ...]:
    return _left(s.now.payments, s.was.payments)


def gone_payments(s: Scene) -> tuple[Payment, ...]:
    """Made before, and turned back by what was corrected or ruled here."""
    return _left(s.was.payments, s.now.payments) if s.now.number == s.was.number else ()


def _left(some: Sequence[Payment], others: Sequence[Payment]) -> tuple[Payment, ...]:
    known, found = list(others), []
    for p in some:
        if p in known:
            known.remove(p)
        else:
            found.append(p)
    return tuple(found)
