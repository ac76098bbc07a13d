"""What a ruling would do, now and after, for those where money moves or a hand dies.

It never tells a card that is not drawn or not turned: a box, its total, its chips.
"""

from __future__ import annotations

from controller.domain import floor_view as f
from controller.procedure import target
from controller.procedure.house import House
from controller.procedure.state import Irregularity, Play, State
from controller.procedure.wording import dollars


def preview(state: State, house: House, i: Irregularity, ruling: str) -> tuple[f.Preview, ...]:
    p = state.play
    if ruling in ("all_hands_dead", "void_round"):
        return _all_back(p, house)
    if ruling == "hand_dead":
        return (_box(p, house, i.box, "no hand", "back"),)
    if ruling == "second_card_last":
        return (_box(p, house, i.box, "owed one card", "stay"),)
    if ruling in ("next_card", "aside") and i.card is not None:
        where = target.hand(p, house)
        after = f"next card, box {where.box}" if where else "next card, dealer"
        return (f.Preview(what="Card aside", now="aside", after=after),)
    if ruling in ("burn", "rack"):
        return (f.Preview(what="Card", now="aside", after="rack, face down"),)
    return ()


def _all_back(p: Play, house: House) -> tuple[f.Preview, ...]:
    boxes = sorted({h.box for h in p.hands} | (set(p.boxes) if p.dealt else set()))
    return tuple(_box(p, house, box, "dead, to rack", "back") for box in boxes)


def _box(p: Play, house: House, box: int, hand: str, chips: str) -> f.Preview:
    held = next((h for h in p.hands if h.box == box), None)
    now = "cards placed"
    if held is not None and held.cards and all(s.face for s in held.cards):
        now = str(target.value(house, held).total)
    wagers = [w for w in p.wagers if w.box == box]
    known = [w.cents for w in wagers if w.cents is not None]
    amount = dollars(sum(known)) if known and len(known) == len(wagers) else "chips"
    return f.Preview(what=f"Box {box}", now=f"{now}, {amount}", after=f"{hand}; {amount} {chips}")
