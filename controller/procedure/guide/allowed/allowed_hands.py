"""Which commands are legal from the first card to the turn."""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.procedure.engine import deal_anew
from controller.procedure.irregularities import reports
from controller.procedure.queries import legal, places, target
from controller.procedure.reducers.deal import initial_deal, shared_boxes, wagers
from controller.procedure.reducers.play import dealer_draws, hole_check
from controller.procedure.reducers.play.phase import match_waits, peek_due
from controller.procedure.state.inputs import Input
from controller.procedure.state.play import Hand

from .listing import FLOOR, Listing, choice


def dealing(out: Listing) -> None:
    p = out.play
    if p.round not in ("dealing", "deal_out"):
        return
    if initial_deal.why_not_deal_ok(p, out.house) is None:
        out.add(cmd.DealOk(boxes=p.boxes), "act1")
    for box in range(1, out.house.boxes + 1):
        lit = box not in p.boxes or places.without_cards(p, box)
        if wagers.why_not_box(p, out.house, box, lit=lit) is None:
            out.add(cmd.BoxSet(box=box, lit=lit), f"box{box}")
    if p.doubt and p.boxes:
        out.add(cmd.BoxesConfirmed(boxes=p.boxes), "act3")
    out.add(cmd.BurnReported(made=p.burn is None), "act4")
    out.add(cmd.DealerMissed(missed=not p.dealer_missed), "act5")
    for box in p.boxes:
        for number in (1, 2):
            anew = (box, number) not in p.skipped
            item = cmd.BoxSkipped(box=box, deal_pass=number, skipped=anew)
            out.add(item, f"skip{box}.{number}")


def as_they_lie(out: Listing) -> None:
    """A deal from another seat, or another bank: the floorperson's, until the first decision."""
    p = out.play
    if not p.hands and p.round not in initial_deal.OF_DEAL:
        return
    if p.hands and deal_anew.why_not_anew(p, out.house) is not None:
        return
    items = [cmd.AsTheyLie(first=b) for b in p.boxes if b != places.of(p)[0].box]
    items += [cmd.AsTheyLie(bank=b) for b in range(1, out.house.boxes + 1)]
    for item in items:
        if initial_deal.why_not_lies(p, out.house, item) is None:
            slot = f"first.{item.first}" if item.first else f"bank.{item.bank}"
            out.found.append(choice(out, item, f"{FLOOR}lies.{slot}"))


def after_deal(out: Listing) -> None:
    p = out.play
    if p.round == "match_due" or match_waits(p, out.house):
        out.add(cmd.MatchDone(), "act1" if p.round == "match_due" else "act5")
    for place, (box, hand) in enumerate(reports.offered_of(p, out.house, "match_wrong"), 1):
        out.add(cmd.Reported(what="match_wrong", box=box, hand=hand), f"wrong.{place}")
    if p.round == "insurance":
        insured = {(w.box, w.wagerer) for w in p.wagers if w.kind == "insurance"}
        for box in sorted({h.box for h in p.hands if not h.dead}):
            there = shared_boxes.on_box(p, box)
            for place, who in enumerate(there, 1):
                item = cmd.Insured(box=box, on=(box, who) not in insured, wagerer=who)
                out.add(item, f"box{box}.{place if len(there) > 1 else 'insurance'}")
        if not peek_due(p, out.house):
            out.add(cmd.InsuranceClosed(), "act1")
    if p.round in ("insurance", "peek_due"):
        for said, slot in ((True, "act3"), (False, "act4")):
            if hole_check.why_not_attest(p, out.house, said) is None:
                out.add(cmd.PeekAttested(blackjack=said), slot)


def decisions(out: Listing) -> None:
    p = out.play
    if p.round not in ("deciding", "turn_due"):
        return
    now = target.hand(p, out.house)
    if now is not None:
        _for_hand(out, now)
    else:
        assumed = [h for h in p.hands if target.stand_assumed(p, out.house, h)]
        if assumed:
            _for_hand(out, assumed[-1], turn=True)
    for at, hand in enumerate(p.hands):
        if hand is not now and (
            target.stand_assumed(p, out.house, hand) or target.blackjack_waits(p, out.house, at)
        ):
            _exceptions(out, hand, f"box{hand.box}.{hand.number}")
        elif hand is not now and legal.why_not(p, out.house, "surrender", *_name(hand)) is None:
            item = cmd.Surrender(box=hand.box, hand=hand.number)
            out.add(item, f"box{hand.box}.{hand.number}.surrender")
    had = (h for h in reversed(p.hands) if h.doubles)
    may = (h for h in had if legal.why_not(p, out.house, "rescue", *_name(h)) is None)
    if rescue := next(may, None):
        out.add(cmd.Rescue(box=rescue.box, hand=rescue.number), _free(out, "act5", "act2", "act4"))


def _name(hand: Hand) -> tuple[int, int]:
    return hand.box, hand.number


def _free(out: Listing, *slots: str) -> str:
    taken = {c.slot for c in out.found}
    return next((s for s in slots if s not in taken), slots[0])


def _for_hand(out: Listing, hand: Hand, *, turn: bool = False) -> None:
    b, n = hand.box, hand.number
    why = legal.why_not
    if not turn and why(out.play, out.house, "stand", b, n) is None:
        out.add(cmd.Next(box=b, hand=n), "act1")
    pending = out.play.pending
    if pending is not None and not turn and not hand.doubles:
        out.add(cmd.CardTaken(box=b, hand=n), "act2")
        if pending.face is not None and not hand.owed:
            out.add(cmd.OfferAnswered(irr="", takes=False, box=b, hand=n), "act5")
    if pending is not None and target.doubling(hand):
        out.add(cmd.CardTaken(box=b, hand=n), "act2")
    for (what, command), slot in zip(
        _taps(out, hand), ("act2", "act3", "act4", "act5"), strict=True
    ):
        if what == "hit" and (not turn or pending is not None):
            continue
        beside = what == "surrender" and pending is not None and pending.face is not None
        if why(out.play, out.house, what, b, n) is None:
            out.add(command, f"box{b}.{n}.surrender" if beside else slot)


def _taps(out: Listing, hand: Hand) -> tuple[tuple[str, Input], ...]:
    """Each decision that is a tap; with the second answer where the player is asked again."""
    b, n = hand.box, hand.number

    def again(what: str) -> bool:
        return legal.asked_again(out.play, out.house, what, b, n) != ""

    return (
        ("hit", cmd.Hit(box=b, hand=n, confirmed=again("hit"))),
        ("double", cmd.Double(box=b, hand=n, confirmed=again("double"))),
        ("split", cmd.Split(box=b, hand=n)),
        ("surrender", cmd.Surrender(box=b, hand=n, confirmed=again("surrender"))),
    )


def _exceptions(out: Listing, hand: Hand, slot: str) -> None:
    """HIT, DOUBLE, SPLIT on a hand that stands by assumption, until the next card."""
    b, n = hand.box, hand.number
    for what, command in _taps(out, hand):
        if legal.why_not(out.play, out.house, what, b, n) is None:
            out.add(command, f"{slot}.{what}")


def turn(out: Listing) -> None:
    last = out.play.hands[-1:]
    if last and dealer_draws.why_not_announce(out.play, out.house) is None:
        out.add(cmd.Next(box=last[0].box, hand=last[0].number), "act1")
    if dealer_draws.why_not_turned(out.play, out.house) is None:
        out.add(cmd.Turned(), "act7")
