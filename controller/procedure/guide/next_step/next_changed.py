"""Beside the line after a correction: which payments no longer count, and which do instead."""

from __future__ import annotations

from collections.abc import Iterable

from controller.domain import money
from controller.domain.structs import replace
from controller.domain.views.view import NextStep
from controller.domain.wagers import Payment
from controller.domain.wording import NTH, dollars
from controller.procedure.queries import legal, target
from controller.procedure.state.house import House
from controller.procedure.state.parts.wagerers import letter
from controller.procedure.state.play import Play

from . import ended_hands

MOVES = {"return": "back", "void": "back"}


def told(p: Play, house: House, step: NextStep) -> NextStep:
    """What was carried out is turned back, by words that name it."""
    if legal.is_void(p):
        return step
    changed, parts = p.changed, []
    if changed.settlement:
        parts.append(house.line("settlement_back")[1])
    if changed.gone:
        parts.append(house.line("counts_no_more", what=_listed(p, changed.gone))[1])
    if come := [x for x in changed.come if not ended_hands.told_now(p, house, x)]:
        parts.append(house.line("counts_now", what=_listed(p, come, house))[1])
    if changed.undealt:
        parts.append(house.line("undealt", what=_listed(p, changed.undealt))[1])
    return replace(step, hint=" ".join((*parts, step.hint)).strip()) if parts else step


def _listed(p: Play, payments: Iterable[Payment], house: House | None = None) -> str:
    """`box 3 pay $15, box 4 match take $5`. `house`: of what counts, a part is named."""
    said = (_one(p, x, _part(p, house, x) if house else "") for x in payments)
    return ", ".join(dict.fromkeys(said))


def _one(p: Play, x: Payment, part: str) -> str:
    many = sum(1 for h in p.hands if h.box == x.box) > 1 or x.hand > 1
    hand = f"{NTH.get(x.hand, x.hand)} hand" if many and x.kind == "main" else ""
    kind = "" if x.kind == "main" else x.kind.replace("_", " ")
    amount = part if x.cents is None else dollars(money.shown(x.cents))
    who = letter(x.wagerer) if x.wagerer else ""
    words = (f"box {x.box}", hand, who, kind, MOVES.get(x.direction, x.direction), amount)
    return " ".join(filter(None, words))


def _part(p: Play, house: House, x: Payment) -> str:
    """Where no amount says it: which of the chips of a hand move, and that others stay."""
    at = target.find(p, x.box, x.hand)
    if x.kind != "main" or x.direction not in ("take", "return") or at is None:
        return ""
    hand = p.hands[at]
    if hand.surrendered:
        return "half"
    if hand.rescued:
        return "the wager" if x.direction == "take" else "the double"
    return "one wager" if ended_hands.taken_at_once(p, house, at) == "one" else ""
