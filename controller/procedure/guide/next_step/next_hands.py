"""The next step from the match wagers to the cleared layout."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from controller.domain.structs import replace
from controller.domain.views.view import NextStep, Target
from controller.domain.wagers import Payment
from controller.domain.wording import NTH, dollars, of_hand, text_of
from controller.procedure.irregularities import catalog
from controller.procedure.queries import after_double, legal, target
from controller.procedure.reducers.play.phase import (
    match_due,
    match_in_cash,
    match_waits,
    peek_due,
    reader_in_use,
)
from controller.procedure.state.house import House
from controller.procedure.state.parts.wagerers import caller_of, letter
from controller.procedure.state.play import Hand, Play
from controller.rules.pack.line_keys import LineKey
from controller.rules.settlement.bank import button

from . import ended_hands, next_bank, next_wheel
from .next_deal import deal_step
from .next_pick_up import pick_up
from .next_void import void_step
from .pack_line import line


def round_step(p: Play, house: House) -> NextStep | None:
    step = next_bank.amount_step(p, house) or _round_step(p, house)
    if step is not None and p.round == "settled":
        step = next_bank.more_fee(p, house, step)
    return step and next_bank.drop_hint(p, house, step)


def _round_step(p: Play, house: House) -> NextStep | None:
    match p.round:
        case "dealing" | "deal_out":
            return deal_step(p, house)
        case "match_due":
            return match_step(p, house)
        case "insurance":
            return line(house, "insurance", _insurance_hint(p, house))
        case "peek_due" if not reader_in_use(p):
            return line(house, "check", "check_hint")
        case "peek_due":
            step = line(house, "peek", "peek_hint")
            return replace(step, target=Target(device="reader"))
        case "deciding":
            return _decision(p, house)
        case "turn_due" if p.people.choosing:
            return _covers(p, house)
        case "turn_due":
            step = line(house, _turn(p))
            step = ended_hands.told(p, house, step)
            return next_wheel.at_turn(p, house, step)
        case "dealer_plays":
            step = line(house, _second_card(p, house) if len(p.dealer) < 2 else "draw")
            return ended_hands.insurance_taken(
                p, house, replace(step, say=ended_hands.dealer_says(p, house))
            )
        case "settled":
            return _settled(p, house)
    return None


def _turn(p: Play) -> LineKey:
    if len(p.dealer) < 2:
        return "dealers_card" if p.variant == "no_hole_card" else "turn_gone"
    if not legal.hole_to_turn(p):
        return "turn_open"
    return "blackjack" if p.peek and p.peek_given else "turn"


def _second_card(p: Play, house: House) -> LineKey:
    """Announced where the text has the words; a hole card that was taken out is only drawn."""
    announced = bool(house.pack.words.dealers_card.value) and p.variant == "no_hole_card"
    return "dealers_card" if announced else "hole_owed"


def _insurance_hint(p: Play, house: House) -> LineKey:
    if reader_in_use(p):
        return "insurance_hint"
    return "insurance_check_hint" if peek_due(p, house) else "insurance_open_hint"


def match_step(p: Play, house: House, *, beside: bool = False) -> NextStep:
    """Who is paid and taken, in one line and in the order of the text (console/README 2.3).

    The amounts stand beside the line and in the boxes; `beside` another line they are words.
    """
    made = match_due(p, house)
    runs = groupby(made, key=lambda one: one.direction)
    words = [
        " ".join((direction, *dict.fromkeys(str(one.box) for one in run)))
        for direction, run in runs
    ]
    step = line(house, "match", what=", ".join(words)) if made else _match_of_cash(p, house)
    hints = [house.line("match_first")[1]] if p.peek is not None else []
    won = [x for x in made if x.direction == "pay" and isinstance(x.cents, int)]
    if won and (beside or any(x.wagerer != caller_of(p.people, x.box) for x in won)):
        said = (f"{x.box} {dollars(x.cents)}" for x in won if isinstance(x.cents, int))
        hints.append("Pay " + ", ".join(said) + ".")
    hint = ". ".join([*hints, *_match_of_others(p, made)])
    if beside or not made:
        return replace(step, hint=hint)
    step = replace(step, target=MATCH)
    return replace(step, hint=hint) if hint else replace(step, hint=_match_waits_for(p, house))


MATCH = Target(mark="M", label="MATCH")


def _match_waits_for(p: Play, house: House) -> str:
    """In what order, and what comes after it."""
    right = house.pack.settle.match_order.value == "right_to_left"
    reader = reader_in_use(p) and peek_due(p, house)
    said = ("From your right." if right else "", "The reader waits for this." if reader else "")
    return " ".join(filter(None, said))


def _match_of_cash(p: Play, house: House) -> NextStep:
    """Changed, it is settled with the step; MATCH DONE leaves it open."""
    boxes = sorted({box for box, _, _ in match_in_cash(p)})
    return line(house, "match_cash", what=" ".join(map(str, boxes)))


def _match_of_others(p: Play, made: Sequence[Payment]) -> Iterator[str]:
    """What the others on a shared box lose: the picture draws only what the caller wagers there."""
    for x in made:
        other = x.direction == "take" and x.wagerer != caller_of(p.people, x.box)
        if other and isinstance(x.cents, int):
            yield f"Take {letter(x.wagerer)} {dollars(x.cents)}."


def match_beside(p: Play, house: House) -> str:
    """The match wagers that can be settled now, while the line is another thing's.

    Not those that a card came over: they were told, and the chip asks for them.
    """
    if not match_waits(p, house) or match_unpaid(p):
        return ""
    due = match_step(p, house, beside=True)
    return f"{due.text}. {due.hint}".strip()


def _matched(p: Play, house: House, step: NextStep) -> NextStep:
    """A card that is owed comes first; the match wagers stay told beside it."""
    step = ended_hands.told(p, house, step)
    return replace(step, hint=" ".join(filter(None, (match_beside(p, house), step.hint))))


def match_unpaid(p: Play) -> bool:
    """A card that came over the match wagers says that they still lie there."""
    return any(i.kind == "match_unpaid" and not i.round for i in catalog.open_ones(p))


def _decision(p: Play, house: House) -> NextStep:
    if p.up_owed:
        return owed(p, house, 0, 0, line(house, "up_owed"))
    if p.hole_owed and target.owed(p) is None:
        return line(house, "hole_owed")
    if p.people.choosing:
        return _covers(p, house)
    hand = target.hand(p, house)
    if hand is None:
        return line(house, "turn")
    many = sum(1 for h in p.hands if h.box == hand.box) > 1
    sign = Target(box=hand.box, hand=hand.number if many else 0)
    whose = f"{hand.box}, {NTH.get(hand.number, '')} hand" if many else hand.box
    if hand.owed and p.pending is not None:
        # It lacks one of its first two cards: it takes what lies aside, whatever it is.
        return _matched(p, house, replace(line(house, "aside_hidden"), target=sign))
    if hand.owed:
        key: LineKey = "owed" if hand.cards else "next_card"
        step = owed(p, house, hand.box, hand.number, line(house, key, box=hand.box))
        return _matched(p, house, replace(step, target=sign))
    if hand.waits and p.pending is None:
        step = replace(line(house, "missed", "play_hint", box=whose), target=sign)
        return ended_hands.told(p, house, step)
    name = of_hand(hand.box, hand.number, alone=not many)
    if choice := _choice(p, house, hand):
        step = line(house, choice, box=name, total=target.value(house, hand).total)
        return ended_hands.told_late(p, house, replace(step, target=sign))
    if p.pending is not None:
        return ended_hands.told(p, house, _aside(p, house, hand, sign))
    if target.doubling(hand):
        step = replace(line(house, "one_card", "double_hint", box=whose), target=sign)
        return ended_hands.told_late(p, house, step)
    if p.marks.dealt_out:
        step = line(house, "no_card", box=name, total=target.value(house, hand).total)
        return ended_hands.told(p, house, replace(step, target=sign))
    key = "next_card_hand" if many else "next_card"
    hint: LineKey = "play_hint" if len(hand.cards) > 1 else "second_card"
    step = line(house, key, hint, box=hand.box, nth=NTH.get(hand.number, ""))
    step = replace(step, target=sign, say=_say(house, hand))
    step = ended_hands.told(p, house, step)
    return next_wheel.at_turn(p, house, step)


def _choice(p: Play, house: House, hand: Hand) -> LineKey | None:
    """Of a hand that has the card of its double."""
    if not target.chooses(hand):
        return None
    if after_double.could_double(p, house, hand):
        return "again"
    return "rescue_or" if after_double.could_rescue(p, house, hand) else None


def owed(p: Play, house: House, box: int, number: int, step: NextStep) -> NextStep:
    """A card of the deal that comes late: named by the clause for which it does."""
    kind = target.owed_because(p, box, number)
    return replace(step, clause=catalog.clause(house, kind))


def _covers(p: Play, house: House) -> NextStep:
    """After a split another wagerer covers each hand or stays on one (MA 13.e)."""
    box, _, who = p.people.choosing[0]
    step = line(house, "choose_cover", box=box, who=letter(who))
    return replace(step, target=Target(box=box), asks=True)


def _aside(p: Play, house: House, hand: Hand, sign: Target) -> NextStep:
    """A card drawn in error is used as the next card (MA 15.c, 15.d)."""
    assert p.pending is not None
    if p.pending.face is None:
        return replace(line(house, "aside_hidden"), target=sign)
    step = line(house, "aside", box=hand.box, card=text_of(p.pending.face))
    return replace(step, target=sign, asks=True)


def _say(house: House, hand: Hand) -> str:
    """The total is said with every card where the text asks it (MA 7.e, 7.f)."""
    if house.pack.play.totals_announced.value != "every_card" or len(hand.cards) < 2:
        return ""
    return ended_hands.spoken(target.value(house, hand))


def _settled(p: Play, house: House) -> NextStep:
    if legal.is_void(p):
        turning = next_wheel.wheel_step(p, house)
        return turning or void_step(p, house, pick_up(p, house))
    if (of_wheel := next_wheel.settled_step(p, house)) is not None:
        return of_wheel
    collect = house.pack.settle.order.value == "collect_then_pay"
    step = line(house, "settle", "settle_hint_collect" if collect else "settle_hint")
    step = replace(step, hint=f"{step.hint} {pick_up(p, house)}".strip())
    if p.bank is not None and len(p.dealer) > 1 and p.dealer[1].face:
        first = button(p.bank, p.dealer[1].face[0])
        step = replace(step, hint=house.line("settle_hint_button", box=first)[1])
    total = _dealer_total(p, house)
    step = replace(step, say=ended_hands.dealer_says(p, house))
    return replace(step, target=Target(mark=total, label="DEALER")) if total else step


def _dealer_total(p: Play, house: House) -> str:
    if not p.dealer or any(s.face is None for s in p.dealer):
        return ""
    return str(legal.dealer_value(p, house).total)
