"""What a ruling would do, now and after, for those where money moves or a hand dies.

It never tells a card that is not drawn or not turned: a box, its total, its chips.
"""

from __future__ import annotations

from msgspec.structs import replace

from controller.domain import floor_view as f
from controller.domain.wagers import Payment
from controller.procedure import legal, target
from controller.procedure.house import House
from controller.procedure.inventory import TENS
from controller.procedure.state import Irregularity, Play, State
from controller.procedure.wording import dollars
from controller.rules.settlement import settle_so_far

VOIDS = ("all_hands_dead", "void_round", "void_back")
LEAVES_SET = ("burn_card", "remove_card", "torn_and_boxed")


def preview(state: State, house: House, i: Irregularity, ruling: str) -> tuple[f.Preview, ...]:
    p = state.play
    if ruling in VOIDS or (ruling == "decks_out" and i.kind in TENS):
        return _all_back(p, house)
    if ruling == "hand_dead":
        return (box_line(p, house, i.box, i.hand, "no hand", "back"),)
    if ruling == "second_card_last":
        return (box_line(p, house, i.box, i.hand, "owed one card", "stay"),)
    if ruling in ("ask_now", "hand_stands"):
        after = "decides now" if ruling == "ask_now" else "stands"
        return (box_line(p, house, i.box, i.hand, after, "stay"),)
    if ruling in ("next_card", "aside") and i.card is not None:
        where = target.hand(p, house)
        after = f"next card, box {where.box}" if where else "next card, dealer"
        return (f.Preview(what="Card aside", now="aside", after=after),)
    if ruling in LEAVES_SET and i.kind in TENS:
        return (f.Preview(what="Ten", now="aside", after="out of the set"),)
    if (i.kind, ruling) == ("dealer_drew_too_far", "counts") and i.card is not None:
        return _money(p, house, replace(p, dealer=(*p.dealer, i.card)))
    if ruling in ("burn", "burn_card", "rack") and i.card is not None:
        return (f.Preview(what="Card", now="aside", after="rack, face down"),)
    return ()


def _money(before: Play, house: House, after: Play) -> tuple[f.Preview, ...]:
    """What each box is paid or loses, now and with the dealer's hand as it would be."""
    if any(s.face is None for s in after.dealer):
        return ()
    found = []
    for box in sorted({h.box for h in before.hands if not h.dead}):
        now, then = (_net(p, house, box) for p in (before, after))
        found.append(f.Preview(what=f"Box {box}", now=now, after=then))
    return tuple(found)


def _net(p: Play, house: House, box: int) -> str:
    """`pay $15, take $5`, as the settlement of these cards has it."""
    paid = [x for x in settle_so_far(house.pack, legal.played_round(p, house)) if x.box == box]
    words = [f"{x.direction} {_worth(x)}" for x in paid if x.direction in ("pay", "take")]
    return ", ".join(words) or "nothing moves"


def _worth(x: Payment) -> str:
    return dollars(x.cents) if isinstance(x.cents, int) else x.odds or x.kind


def _all_back(p: Play, house: House) -> tuple[f.Preview, ...]:
    boxes = sorted({h.box for h in p.hands} | (set(p.boxes) if p.dealt else set()))
    return tuple(box_line(p, house, box, 1, "dead, to rack", "back") for box in boxes)


def box_line(p: Play, house: House, box: int, number: int, hand: str, chips: str) -> f.Preview:
    """A hand and the chips of its box, now and after."""
    at = target.find(p, box, number or 1)
    held = p.hands[at] if at is not None else None
    now = "cards placed"
    if held is not None and held.cards and all(s.face for s in held.cards):
        now = str(target.value(house, held).total)
    wagers = [w for w in p.wagers if w.box == box]
    known = [w.cents for w in wagers if w.cents is not None]
    amount = dollars(sum(known)) if known and len(known) == len(wagers) else "chips"
    return f.Preview(what=f"Box {box}", now=f"{now}, {amount}", after=f"{hand}; {amount} {chips}")
