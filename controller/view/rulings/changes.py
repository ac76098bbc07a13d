"""What differs between two states, line by line: hands, money, cards aside, devices, meters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from controller.domain import money
from controller.domain.views import floor_view as floor_page
from controller.domain.wagers import Payment
from controller.domain.wording import OUT_OF_SERVICE, dollars, first_upper, of_hand
from controller.procedure.irregularities.rulings.jackpot_rulings import NAMES
from controller.procedure.queries import target
from controller.procedure.state.house import House
from controller.procedure.state.play import Hand, Play
from controller.procedure.state.whole import State
from drivers.number import counted

NO_HAND = "no hand"
MOVES = {"return": "back", "void": "back"}


def lines(house: House, before: State, after: State) -> tuple[floor_page.Preview, ...]:
    was, now = before.play, after.play
    found = (
        *_hands(house, was, now),
        *_dealer(house, was, now),
        *_money(was, now),
        *_cards(house, was, now),
        *_table(was, now),
        *_devices(before, after),
        *_meters(was, now),
    )
    return tuple(found)


def costs(was: Play, now: Play) -> bool:
    """Whether money moves, a stake changes or a hand dies."""
    dead = {(h.box, h.number) for h in now.hands if h.dead}
    dies = dead - {(h.box, h.number) for h in was.hands if h.dead}
    gone = len(now.hands) < len(was.hands)
    undealt = was.changed.undealt != now.changed.undealt
    return bool(dies) or gone or undealt or was.payments != now.payments or was.wagers != now.wagers


# ---- hands ----
def _hands(house: House, was: Play, now: Play) -> Iterator[floor_page.Preview]:
    one = {(h.box, h.number): h for h in was.hands}
    two = {(h.box, h.number): h for h in now.hands}
    for box, number in sorted(one.keys() | two.keys()):
        old, new = one.get((box, number)), two.get((box, number))
        if old == new or (old and new and _same(old, new)):
            continue
        alone = sum(1 for b, _ in one.keys() | two.keys() if b == box) == 1
        yield floor_page.Preview(
            what=f"Box {of_hand(box, number, alone=alone)}",
            now=_told(house, was, old),
            after=_told(house, now, new),
        )


def _same(old: Hand, new: Hand) -> bool:
    names = ("dead", "done", "doubles", "double_cents", "surrendered", "rescued", "owed", "waits")
    faces = [s.face for s in old.cards] == [s.face for s in new.cards]
    return faces and all(getattr(old, n) == getattr(new, n) for n in names)


def _told(house: House, play: Play, hand: Hand | None) -> str:
    if hand is None:
        return NO_HAND
    shown = bool(hand.cards) and all(s.face for s in hand.cards)
    total = str(target.value(house, hand).total) if shown else counted(len(hand.cards), "card")
    if hand.dead:
        return f"{NO_HAND}, {_stake(play, hand)} back"
    left = hand.owed or hand.waits
    how = "owed one card" if left else "stands" if hand.done else "decides"
    at = target.find(play, hand.box, hand.number)
    return f"{total}, {how}" if at is not None and play.round != "settled" else total


def _stake(play: Play, hand: Hand) -> str:
    """What lies on the hand, its doubles with it."""
    mains = [w.cents for w in play.wagers if (w.box, w.kind) == (hand.box, "main")]
    more = [hand.double_cents] if hand.doubles else []
    known = [cents for cents in (*mains, *more) if cents is not None]
    return dollars(sum(known)) if known and len(known) == len((*mains, *more)) else "chips"


def _dealer(house: House, was: Play, now: Play) -> Iterator[floor_page.Preview]:
    old, new = ([s.face or "back" for s in p.dealer] for p in (was, now))
    if old != new:
        yield floor_page.Preview(what="Dealer", now=_own(house, was), after=_own(house, now))


def _own(house: House, play: Play) -> str:
    if not play.dealer:
        return "no card"
    if any(s.face is None for s in play.dealer):
        return counted(len(play.dealer), "card")
    return str(target.value(house, Hand(0, cards=play.dealer)).total)


# ---- money ----
def _money(was: Play, now: Play) -> Iterator[floor_page.Preview]:
    """Payments that come and those that count no more; stakes that change by themselves."""
    old, new = Counter(map(_payment, was.payments)), Counter(map(_payment, now.payments))
    for (what, told), n in (new - old).items():
        yield floor_page.Preview(what=what, now="open", after=told if n == 1 else f"{n} x {told}")
    for p in now.changed.undealt[len(was.changed.undealt) :]:
        what, told = _payment(p)
        yield floor_page.Preview(what=what, now="waits for its card", after=told)
    for what, told in old - new:
        yield floor_page.Preview(what=what, now=told, after="does not count")
    stakes = [{(w.box, w.kind, w.wagerer): w.cents for w in p.wagers} for p in (was, now)]
    for box, kind, who in sorted(stakes[0].keys() | stakes[1].keys()):
        one, two = ((s.get((box, kind, who), 0)) for s in stakes)
        if one != two:
            what = f"Box {who or box}, {_kind(kind)}"
            yield floor_page.Preview(what=what, now=_chips(one), after=_chips(two))


def _payment(p: Payment) -> tuple[str, str]:
    hand = f", hand {p.hand}" if p.hand > 1 else ""
    amount = dollars(money.shown(p.cents)) if p.cents is not None else "chips"
    what = f"Box {p.wagerer or p.box}{hand}, {_kind(p.kind)}"
    return what, f"{MOVES.get(p.direction, p.direction)} {amount} {p.odds}".strip()


def given_back(was: Play, now: Play) -> tuple[str, ...]:
    """Stakes that go back, one entry a box."""
    new = Counter(now.payments) - Counter(was.payments)
    boxes: dict[str, list[int | None]] = {}
    for p in new.elements():
        if p.direction in MOVES and p.cents != 0:
            cents = None if p.cents is None else money.shown(p.cents)
            boxes.setdefault(str(p.wagerer or p.box), []).append(cents)
    return tuple(f"box {box} {_sum(each)}" for box, each in sorted(boxes.items()))


def _sum(each: list[int | None]) -> str:
    known = [cents for cents in each if cents is not None]
    more = " and chips" if known and len(known) < len(each) else ""
    return (dollars(sum(known)) if known else "chips") + more


def _chips(cents: int | None) -> str:
    return "none" if cents == 0 else dollars(cents) if cents is not None else "chips"


def _kind(kind: str) -> str:
    return "wager" if kind == "main" else kind.replace("_", " ")


# ---- cards that lie elsewhere ----
def _cards(house: House, was: Play, now: Play) -> Iterator[floor_page.Preview]:
    rack = house.pack.words.discard_rack.value
    aside = [(p.pending is not None) + len(p.behind) for p in (was, now)]
    for what, old, new in (
        ("Cards aside", aside[0], aside[1]),
        (first_upper(rack), was.racked, now.racked),
        ("Out of the set", was.removed, now.removed),
        ("Cards drawn", was.drawn, now.drawn),
        ("Cards of the deal", len(was.dealt), len(now.dealt)),
    ):
        if old != new:
            yield floor_page.Preview(what=what, now=str(old), after=str(new))


# ---- table and devices ----
def _table(was: Play, now: Play) -> Iterator[floor_page.Preview]:
    for what, name in (
        ("Round", "round"),
        ("Shoe", "shoe"),
        ("Shuffle", "shuffle"),
        ("Cut", "cut"),
        ("Decks", "decks"),
        ("Wheel", "wheel"),
        ("Dealt with", "variant"),
        ("Next round with", "next_variant"),
    ):
        old, new = getattr(was, name), getattr(now, name)
        if old != new:
            yield floor_page.Preview(what=what, now=_word(old), after=_word(new))
    ordered = now.stack.ordered and not was.stack.ordered
    if ordered or (now.decks_due and not was.decks_due):
        after = "new decks" if now.decks_due else "every card is shuffled"
        yield floor_page.Preview(what="After this round", now="goes on", after=after)
    for old, new in zip(was.spins, now.spins, strict=False):
        if old.status != new.status:
            yield floor_page.Preview(
                what=f"Spin, box {old.box}", now=_word(old.status), after=_word(new.status)
            )
    if was.wheel_out != now.wheel_out:
        yield floor_page.Preview(
            what="Bonus Spin", now="open", after="closed" if now.wheel_out else "open"
        )


def _word(value: object) -> str:
    said = value[0] if isinstance(value, tuple) and value else value
    return str(said or "as now").replace("_", " ")


def _devices(before: State, after: State) -> Iterator[floor_page.Preview]:
    out = {d.name: d.out_of_service for d in after.devices}
    for d in before.devices:
        if d.out_of_service != out.get(d.name, d.out_of_service):
            words = ("in service", OUT_OF_SERVICE)
            yield floor_page.Preview(
                what=d.name, now=words[d.out_of_service], after=words[out[d.name]]
            )


def _meters(was: Play, now: Play) -> Iterator[floor_page.Preview]:
    old = {g.name: g.cents for g in was.prizes.gauges}
    for g in now.prizes.gauges:
        if g.name in old and money.exact(old[g.name]) != money.exact(g.cents):
            one, two = (dollars(money.shown(x)) for x in (old[g.name], g.cents))
            yield floor_page.Preview(what=NAMES.get(g.name, g.name), now=one, after=two)
