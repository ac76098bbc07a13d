"""The next step while bets are open and in the initial deal."""

from __future__ import annotations

from controller.domain.structs import replace
from controller.domain.views.view import NextStep, Target
from controller.domain.wording import text_of
from controller.procedure.irregularities import catalog
from controller.procedure.queries import places
from controller.procedure.state.house import House
from controller.procedure.state.play import Play
from controller.rules.pack.line_keys import LineKey
from drivers.number import counted

from . import next_bank
from .pack_line import line


def wagers_step(p: Play, house: House) -> NextStep:
    return next_bank.circles_back(p, house, next_bank.offer_step(p, house) or _bets(p, house))


def _bets(p: Play, house: House) -> NextStep:
    last = p.shoe == "last_round"
    boxes = " ".join(map(str, p.boxes))
    step = line(house, "bets_boxes" if boxes else "bets", "bets_hint", boxes=boxes)
    if len(p.boxes) > 1:
        step = replace(step, text=step.text.replace("Box ", "Boxes "))
    step = replace(step, hint=house.line("last_round")[1]) if last else step
    if p.marks.discards:
        clause, words = house.line("discards")
        step = replace(step, hint=words, clause=clause)
    return next_bank.wagers_hint(p, house, step)


def deal_step(p: Play, house: House) -> NextStep:
    left = places.due(p)
    dealt = [b for b in p.boxes if not places.without_cards(p, b)]
    boxes = " ".join(map(str, dealt))
    asked = any(i.kind == "cards_due" for i in catalog.open_ones(p))
    if not p.boxes:
        key: LineKey = "burn_or_first" if p.marks.asked else "doubt"
        return replace(line(house, key), target=Target(mark="?"), asks=True)
    if left < 0:
        return replace(line(house, "over", cards=counted(-left, "card")), asks=True)
    if left and p.peek is not None and not asked:
        return replace(line(house, "deal_ok_first"), asks=True)
    if left and (asked or p.doubt):
        box = p.boxes[-1] if p.boxes else 0
        return replace(
            line(house, "due", cards=counted(left, "card"), box=box),
            target=Target(mark="?"),
            asks=True,
        )
    if left:
        return _deal(p, house)
    if p.doubt or not p.up_shown:
        return replace(line(house, "doubt"), target=Target(mark="?"), asks=True)
    if fees := next_bank.fees_step(p, house):
        return fees
    up = p.dealt[places.up_index(p)].face
    step = line(house, "up", "up_hint", up=text_of(up) if up else "?", boxes=boxes)
    if len(dealt) == 1:
        step = replace(step, text=step.text.replace("Boxes ", "Box "))
    if p.peek is not None:
        step = replace(step, hint=house.line("deal_ok_first")[1])
    return replace(step, target=Target(mark="?", label="LOOK ONCE"))


def _deal(p: Play, house: House) -> NextStep:
    step = line(house, "deal_no_hole" if p.variant == "no_hole_card" else "deal", "deal_hint")
    if house.pack.deal.first_box.value == "left":
        return step
    clause, words = house.line("deal_from", box=places.of(p)[0].box)
    return replace(step, hint=f"{words} {step.hint}", clause=clause)
