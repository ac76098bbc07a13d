"""Told money: a round that is off speaks of no taking, and what is known is told as an amount.

The lines are read as they are drawn; what they should say comes from the record.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from controller.audit.move import Move
from controller.domain.wording import dollars
from controller.procedure.queries import chips, legal
from controller.procedure.reducers.play.phase import up_rank
from controller.procedure.state.house import House
from controller.procedure.state.parts.wagerers import caller_of
from controller.procedure.state.play import Play
from controller.rules.peek import up_card_can_make_blackjack

from . import money, told
from .told import Told

SPUN = (*told.OF_BANK, *told.OF_WHEEL)
"""What the wheel has decided before a round is off stays decided."""
OF_MONEY = re.compile(r"\b(pays?|takes?|collects?|losers?)\b", re.IGNORECASE)
AMOUNT = re.compile(r"\$\d+(?:,\d{3})*(?:\.\d\d)?")


class ToldMoney:
    """Each line once, when it appears."""

    def __init__(self) -> None:
        self._line = ("", "")

    def see(self, m: Move) -> Iterator[str]:
        view = m.view
        line = (view.next_step.text, view.next_step.hint)
        if view.hold is not None or line == self._line:
            return
        self._line = line
        if off(m.is_):
            yield from _of_taking(view)
            return
        yield from untold(m.is_, m.house, view)


def off(p: Play) -> bool:
    """There were hands, and every one is dead."""
    return bool(p.hands) and legal.is_void(p)


def _of_taking(view: told.Page) -> Iterator[str]:
    said = f"{view.next_step.text} {view.next_step.hint} {view.next_step.say}"
    if (word := OF_MONEY.search(said)) is not None:
        yield f"a round that is off says {word[0]!r}: {view.next_step.text}"
    for one in view.payments:
        if one.direction == "take" and one.state != "closed" and one.kind not in SPUN:
            yield f"a round that is off shows a taking at box {one.box}"


def untold(p: Play, house: House, view: told.Page) -> Iterator[str]:
    shown = {*AMOUNT.findall(f"{view.next_step.text} {view.next_step.hint}")}
    for one in sorted(one for one in told.by_line(view) if not one.undone):
        if one.kind == "main" and money.shared(p, one.box):
            continue
        due = _due(p, house, one)
        if due and not any(dollars(cents) in shown | _marks(view, one.box) for cents in due):
            said = view.next_step.hint or view.next_step.text
            yield f"box {one.box} {one.kind}: {dollars(min(due))} is known and not told: {said}"
    for x in told.words(view):
        if x.one.kind == "main" and not x.one.undone and money.shared(p, x.one.box):
            yield from _of_shared(p, view, x)


def _of_shared(p: Play, view: told.Page, x: told.Said) -> Iterator[str]:
    """Nothing that is drawn on the box says what all of them have there."""
    due = _due_of_shared(p, x)
    if due and x.amount != told.ONE_EACH and x.amount not in map(dollars, due):
        said = view.next_step.hint or view.next_step.text
        yield f"box {x.one.box} main, shared: {dollars(min(due))} is known and not told: {said}"


def _due_of_shared(p: Play, x: told.Said) -> set[int]:
    """After a correction of each wagerer by himself, else of all who are on the hand."""
    if x.one.what == "pay" or (x.changed and x.one.what == "back"):
        moved = {"pay": ("pay",), "back": ("return", "void")}[x.one.what]
        own = [y for y in p.payments if (y.box, y.kind) == (x.one.box, "main")]
        own = [y for y in own if y.direction in moved and y.wagerer[-1:] == x.who]
        return {y.cents for y in own if isinstance(y.cents, int)}
    due: set[int] = set()
    for hand in (h for h in p.hands if h.box == x.one.box):
        lies = money.stakes(p, hand)
        if lies is None:
            return set()
        if x.changed:
            mine = [one for who, one in lies.items() if who[-1:] == x.who]
            due |= {c for one in mine for c in (one.main, one.main // 2, one.main + one.added)}
        elif hand.rescued:
            mine = [lies[who] for who in lies if who == caller_of(p.people, hand.box)]
            due |= {one.main if x.one.what == "take" else one.added for one in mine}
        elif hand.surrendered:
            due |= {money.halves(lies) or 0} - {0}
        else:
            due.add(sum(one.main + one.added for one in lies.values()))
    return due


def _marks(view: told.Page, no: int) -> set[str]:
    """What lies on the box, and what moves of a match wager, as it is drawn there."""
    box = next(b for b in view.boxes if b.no == no)
    moves = [view.match.of(no, w.wagerer) for w in box.wagers] if view.match is not None else []
    return {w.text.lstrip("+−") or dollars(w.cents or 0) for w in box.wagers} | {
        dollars(one.cents) for one in moves if one is not None and one.cents is not None
    }


def _due(p: Play, house: House, one: Told) -> set[int]:
    """The amounts that the record knows for it; empty = something of it was not counted."""
    if one.kind == "match":
        made = legal.match_payments(p, house) if p.dealer and p.dealer[0].face else ()
        return {x.cents for x in made if x.box == one.box and isinstance(x.cents, int)}
    if one.kind == "main" and one.what == "pay":
        return {
            x.cents
            for x in p.payments
            if (x.box, x.kind, x.direction) == (one.box, "main", "pay") and isinstance(x.cents, int)
        }
    if one.kind == "main":
        return _stakes(p, house, one)
    return set()


def _stakes(p: Play, house: House, one: Told) -> set[int]:
    main = chips.main_cents(p, one.box)
    if not main:
        return set()
    if one.part:
        return {main, main // 2} if main % 2 == 0 else set()
    hands = [h for h in p.hands if h.box == one.box]
    added = {h.double_cents if h.doubles else 0 for h in hands}
    whole = {main + cents for cents in added if cents is not None}
    if any(h.doubles for h in hands) and _original_only(p, house):
        whole.add(main)
    given_up = [h for h in hands if h.surrendered or h.rescued]
    return whole | {c for h in given_up for c in (main, main // 2, h.double_cents) if c}


def _original_only(p: Play, house: House) -> bool:
    """While the dealer may have a blackjack, a hand that goes over has lost the original so far."""
    up = up_rank(p)
    may_be = bool(up) and up_card_can_make_blackjack(up)
    return may_be and house.pack.settle.original_only.value and not p.peek_given
