"""Which commands are legal now, each with its readable token; the consoles render these.

The same `why_not` functions refuse in the charts, so a test can compare this list with what
`step` accepts. A token names its target and never a face (DESIGN section 6).
"""

from __future__ import annotations

from contextlib import suppress

from msgspec import Struct

from controller.domain import commands as cmd
from controller.domain import facts as fact

from . import amend, ledger, legal, target
from .context import Refuse
from .house import House
from .inputs import Input
from .irregularities import catalog
from .owners import OWNERS, knows
from .reducers import deal, dealer, play, settle, shoe, wagers
from .reducers.phase import match_waits, peek_due
from .state import Hand, Play, State


class Choice(Struct, frozen=True):
    """One legal command and the place where the page shows it."""

    command: Input
    slot: str
    token: str


def token(play_: Play, item: Input) -> str:
    """`command/round/target/version`, readable on purpose."""
    name = type(item).__name__.lower()
    match item:
        case cmd.Decision() | cmd.OfferAnswered() | cmd.CardTaken():
            return (
                f"{name}/{play_.number}/{item.box}.{item.hand}/{_last(play_, item.box, item.hand)}"
            )
        case cmd.DealOk() | cmd.BoxesConfirmed():
            boxes = ".".join(map(str, item.boxes))
            return f"{name}/{play_.number}/{boxes}/{len(play_.dealt)}"
        case cmd.BoxSet():
            return f"{name}/{play_.number}/{item.box}/{int(item.lit)}"
        case cmd.BankSet():
            return f"{name}/{play_.number}/{item.box}/{int(item.on)}"
        case cmd.WagerSet():
            return f"{name}/{play_.number}/{item.box}.{item.kind}/{int(item.on)}"
        case cmd.Insured():
            return f"{name}/{play_.number}/{item.box}/{int(item.on)}"
        case cmd.LayoutCleared():
            return f"{name}/{play_.number + (play_.round == ('settled',))}"
        case cmd.BoxSkipped():
            return f"{name}/{play_.number}/{item.box}.{item.deal_pass}"
        case cmd.PeekAttested():
            return f"{name}/{play_.number}/{int(item.blackjack)}"
        case cmd.BurnReported():
            return f"{name}/{play_.number}/{int(item.made)}"
        case cmd.LastCard():
            return f"{name}/{play_.number}/{item.what}/{item.card}"
        case cmd.Undo():
            return f"{name}/{play_.number}/{item.entry}"
        case cmd.FactAnswered():
            return f"{name}/{item.irr}/{item.question}/{item.answer}"
        case cmd.Ruled():
            return f"{name}/{item.irr}/{item.ruling}"
    return f"{name}/{play_.number}"


def _last(play_: Play, box: int, number: int) -> int:
    at = target.find(play_, box, number)
    cards = play_.hands[at].cards if at is not None else ()
    return cards[-1].id if cards else 0


class _List:
    def __init__(self, state: State, house: House) -> None:
        self.state, self.play, self.house = state, state.play, house
        self.found: list[Choice] = []

    def knows(self, item: Input) -> bool:
        event, charts = OWNERS[type(item)]
        return any(chart == "desk" or knows(self.play, chart, event) for chart in charts)

    def add(self, item: Input, slot: str) -> None:
        if self.knows(item):
            self.found.append(Choice(item, slot, token(self.play, item)))


def allowed(state: State, house: House) -> tuple[Choice, ...]:
    """In the order of the places of the page."""
    out = _List(state, house)
    _always(out)
    if catalog.hold(state.play, house, state.devices) is not None or ledger.unheard(state):
        _questions(out)
        return tuple(out.found)
    for part in (_opening, _shoe, _wagers, _dealing, _after_deal, _decisions, _turn, _questions):
        part(out)
    _corrections(out)
    return tuple(out.found)


def _always(out: _List) -> None:
    out.add(cmd.FloorCalled(), "act8")


def _opening(out: _List) -> None:
    out.add(cmd.TableOpened(dealer=out.play.dealer_name or "dealer"), "act1")


def _shoe(out: _List) -> None:
    if shoe.why_not_shuffle(out.play, out.house) is None:
        out.add(cmd.ShuffleAsked(), "act1")
    out.add(cmd.CutPlaced(), "act1")


def _wagers(out: _List) -> None:
    """In wagering `LayoutCleared` changes nothing: the second press of a double one."""
    paid = out.play.round == ("settled",)
    if paid and not any(s.status in settle.SPINNING for s in out.play.spins):
        out.found.append(_choice(out, cmd.LayoutCleared(), "act1"))
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


def _dealing(out: _List) -> None:
    p = out.play
    if p.round not in (("dealing",), ("deal_out",)):
        return
    if deal.why_not_deal_ok(p, out.house) is None:
        out.add(cmd.DealOk(boxes=p.boxes), "act1")
    for box in range(1, out.house.boxes + 1):
        out.add(cmd.BoxSet(box=box, lit=box not in p.boxes), f"box{box}")
    if p.doubt:
        out.add(cmd.BoxesConfirmed(boxes=p.boxes), "act3")
    out.add(cmd.BurnReported(made=p.burn is None), "act4")
    if not p.dealer_missed:
        out.add(cmd.DealerMissed(), "act5")
    for box in p.boxes:
        for number in (1, 2):
            if (box, number) not in p.skipped:
                out.add(cmd.BoxSkipped(box=box, deal_pass=number), f"skip{box}.{number}")


def _after_deal(out: _List) -> None:
    p = out.play
    if p.round == ("match_due",) or match_waits(p, out.house):
        out.add(cmd.MatchDone(), "act1" if p.round == ("match_due",) else "act5")
    if p.round == ("insurance",):
        insured = {w.box for w in p.wagers if w.kind == "insurance"}
        for box in sorted({h.box for h in p.hands if not h.dead}):
            out.add(cmd.Insured(box=box, on=box not in insured), f"box{box}.insurance")
        if not peek_due(p, out.house):
            out.add(cmd.InsuranceClosed(), "act1")
    if p.round in (("insurance",), ("peek_due",)) and play.why_not_attest(p, out.house) is None:
        out.add(cmd.PeekAttested(blackjack=True), "act3")
        out.add(cmd.PeekAttested(blackjack=False), "act4")


def _decisions(out: _List) -> None:
    p = out.play
    if p.round not in (("deciding",), ("turn_due",)):
        return
    now = target.hand(p, out.house)
    if now is not None:
        _for_hand(out, now)
    else:
        assumed = [h for h in p.hands if target.stand_assumed(out.house, h)]
        if assumed:
            _for_hand(out, assumed[-1], turn=True)
    for hand in p.hands:
        if hand is not now and target.stand_assumed(out.house, hand):
            _exceptions(out, hand, f"box{hand.box}.{hand.number}")
    rescue = next((h for h in reversed(p.hands) if h.doubles and h.done and not h.rescued), None)
    if rescue and legal.why_not(p, out.house, "rescue", rescue.box, rescue.number) is None:
        out.add(cmd.Rescue(box=rescue.box, hand=rescue.number), _free(out, "act5", "act2", "act4"))
    again = next((h for h in reversed(p.hands) if legal.doubles_again(out.house, h)), None)
    if again and legal.why_not(p, out.house, "double", again.box, again.number) is None:
        out.add(cmd.Double(box=again.box, hand=again.number), _free(out, "act3", "act5", "act2"))


def _free(out: _List, *slots: str) -> str:
    taken = {c.slot for c in out.found}
    return next((s for s in slots if s not in taken), slots[0])


def _for_hand(out: _List, hand: Hand, *, turn: bool = False) -> None:
    b, n = hand.box, hand.number
    why = legal.why_not
    if not turn and why(out.play, out.house, "stand", b, n) is None:
        out.add(cmd.Next(box=b, hand=n), "act1")
    pending = out.play.pending
    if pending is not None and not turn and not target.doubling(hand):
        out.add(cmd.CardTaken(box=b, hand=n), "act2")
        if pending.face is not None:
            out.add(cmd.OfferAnswered(irr="", takes=False, box=b, hand=n), "act5")
    if pending is not None and target.doubling(hand):
        out.add(cmd.CardTaken(box=b, hand=n), "act2")
    for what, command, slot in (
        ("hit", cmd.Hit(box=b, hand=n), "act2"),
        ("double", cmd.Double(box=b, hand=n), "act3"),
        ("split", cmd.Split(box=b, hand=n), "act4"),
        ("surrender", cmd.Surrender(box=b, hand=n), "act5"),
    ):
        if what == "hit" and (not turn or pending is not None):
            continue
        beside = what == "surrender" and pending is not None and pending.face is not None
        if why(out.play, out.house, what, b, n) is None:
            out.add(command, f"box{b}.{n}.surrender" if beside else slot)


def _exceptions(out: _List, hand: Hand, slot: str) -> None:
    """HIT, DOUBLE, SPLIT on a hand that stands by assumption, until the next card."""
    b, n = hand.box, hand.number
    for what, command in (
        ("hit", cmd.Hit(box=b, hand=n)),
        ("double", cmd.Double(box=b, hand=n)),
        ("split", cmd.Split(box=b, hand=n)),
        ("surrender", cmd.Surrender(box=b, hand=n)),
    ):
        if legal.why_not(out.play, out.house, what, b, n) is None:
            out.add(command, f"{slot}.{what}")


def _turn(out: _List) -> None:
    if dealer.why_not_turned(out.play, out.house) is None:
        out.add(cmd.Turned(), "act7")


def _questions(out: _List) -> None:
    """Questions that the dealer answers: only those whose ruling is the dealer's."""
    for i in catalog.open_ones(out.play):
        if catalog.rules(out.house, i.kind).needs != "dealer" and i.kind != "whose_card":
            continue
        for q in catalog.unanswered(out.play, i):
            for n, answer in enumerate(q.answers):
                item = cmd.FactAnswered(irr=i.id, question=q.name, answer=answer)
                out.add(item, f"ask{n + 3}")
        if i.kind == "card_drawn_in_error_seen":
            continue
        for n, offer in enumerate(catalog.offers(out.play, out.house, i)):
            if not offer.grey:
                out.add(cmd.Ruled(irr=i.id, ruling=offer.ruling.name), f"ask{n + 3}")


def _corrections(out: _List) -> None:
    with suppress(Refuse):
        out.found.append(_choice(out, cmd.Undo(entry=amend.undoable(out.house, out.state)), "undo"))
    try:
        entry = amend.last_draw(out.house, out.state)
    except Refuse:
        return
    last = out.play.last
    to_hand = last is not None and last.card == entry.id and last.box > 0
    hole = out.play.dealer[1:2]
    if hole and hole[0].face is None:
        out.add(cmd.LastCard(what="shown", card=hole[0].id), "last.shown")
    in_deal = any(s.id == entry.id for s in out.play.dealt)
    to_dealer = any(s.id == entry.id for s in out.play.dealer[2:])
    drawn = entry.input
    due = isinstance(drawn, fact.CardDrawn) and drawn.how == "due"
    if not due or not (to_hand or in_deal or to_dealer):
        return
    for what in ("box", "double", "split", "not_this") if not in_deal else ():
        item = cmd.LastCard(what=what, card=entry.id)
        try:
            amend.edits_of(out.house, out.state, item)
        except Refuse:
            continue
        out.found.append(_choice(out, item, f"last.{what}"))
    for what in ("error", "error_seen", "face_up"):
        out.found.append(_choice(out, cmd.LastCard(what=what, card=entry.id), f"last.{what}"))


def _choice(out: _List, item: Input, slot: str) -> Choice:
    return Choice(item, slot, token(out.play, item))
