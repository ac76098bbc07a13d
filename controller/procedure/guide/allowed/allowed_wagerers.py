"""Which commands are legal about those who wager: shared boxes, links, cash, coupons, entry."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Literal

from controller.domain import commands as cmd
from controller.domain.structs import replace
from controller.procedure.queries import doubles, legal, target
from controller.procedure.reducers.cards import shoe_in_play
from controller.procedure.reducers.deal import cash_and_coupons, second_spots, shared_boxes, wagers
from controller.procedure.reducers.play import hand_signals
from controller.procedure.reducers.settle import adjusting
from controller.procedure.state.inputs import Input
from controller.procedure.state.parts.wagerers import cash_open, letter, sharing

from .allowed_bets import main_chips
from .listing import FLOOR, Listing

MEDIA: tuple[Literal["cash"], Literal["coupon"]] = ("cash", "coupon")


def of_people(out: Listing) -> None:
    """While wagers are open a lit box has two menus: its money and players, its wagerers."""
    p, house = out.play, out.house
    _spots(out)
    if p.round == "settled" and any(x.kind == "envy" for x in p.payments):
        for box in p.boxes:
            _menu(out, f"people{box}", _links(out, box))
    if p.round != "wagering" or p.opening != "open":
        return
    for box in p.boxes:
        if wagers.why_not_box(p, house, box) is None:
            own, *others = (tuple(_media(out, box, who)) for who in ("", *shared_boxes.named(box)))
            _menu(out, f"people{box}", (*own, *_links(out, box), *chain.from_iterable(others)))
            _menu(out, f"share{box}", _sharers(out, box))
            for item in _chips(out, box):
                out.add(item, f"box{box}{letter(item.wagerer)}.{item.kind}")
    for box in range(1, house.boxes + 1):
        if shared_boxes.why_not_enter(p, house, box) is not None:
            out.add(cmd.LetIn(box=box), f"{FLOOR}let_in.{box}")


def _spots(out: Listing) -> None:
    """The house decides who has a second spot."""
    p, house = out.play, out.house
    for box in (second_spots.TABLE, *p.boxes):
        for on in (False, True):
            item = cmd.SecondSpots(box=box, on=on)
            if second_spots.why_not_decide(p, house, item) is None:
                out.add(item, f"{FLOOR}second.{box}")
        if box and second_spots.why_not_give(p, house, box) is None:
            out.add(cmd.SpotGiven(box=box, reason=""), f"{FLOOR}spot.{box}")


def _menu(out: Listing, name: str, items: Iterable[Input]) -> None:
    for place, item in enumerate(items, 1):
        out.add(item, f"{name}.{place}")


def _media(out: Listing, box: int, who: str) -> Iterable[Input]:
    """Chips that lie there are marked as spoken cash, or as a coupon.

    The first wagerer's are counted before it. A further one's coupon is marked as it lies, and
    cash, which is none without an amount, where it is known.
    """
    p, house = out.play, out.house
    spoken = {(x.box, x.kind, x.wagerer) for x in p.people.cash if not x.round}
    marked = {(x.box, x.kind, x.wagerer) for x in p.people.coupons}
    for kind in cash_and_coupons.KINDS:
        one = (box, kind, who)
        for wager in p.wagers:
            if (wager.box, wager.kind, wager.wagerer) != one or not (wager.cents or who):
                continue
            for medium in MEDIA:
                item = cmd.WagerSet(
                    box=box,
                    kind=kind,
                    on=True,
                    cents=wager.cents,
                    wagerer=who,
                    medium=medium,
                )
                if one in (spoken if medium == "cash" else marked):
                    continue
                if (
                    wagers.why_not_wager(p, house, box, kind, item.cents, who) is None
                    and cash_and_coupons.why_not_medium(p, house, item) is None
                ):
                    yield item


def _links(out: Listing, box: int) -> Iterable[Input]:
    """One player has this box and the next lit one; or not any more."""
    p, house = out.play, out.house
    own = next((one for one in p.people.linked if box in one), (box,))
    if house.pack.deal.second_spots_by_house.value:
        yield from _own_first(out, box, own)
        return
    after = next((b for b in p.boxes if b > max(own)), None)
    if after is not None and shared_boxes.why_not_link(p, house, (*own, after)) is None:
        yield cmd.PlayersLinked(boxes=(*own, after))
    if len(own) > 1:
        yield cmd.PlayersLinked(boxes=(box,))


def _own_first(out: Listing, box: int, linked: tuple[int, ...]) -> Iterable[Input]:
    """The box whose menu it is becomes the player's own: only the others may be given away."""
    p, house = out.play, out.house
    mine = (box, *(b for b in linked if b != box))
    after = next((b for b in p.boxes if b > max(mine)), None)
    before = next((b for b in reversed(p.boxes) if b < min(mine)), None)
    for more in (after, before):
        if more is not None and shared_boxes.why_not_link(p, house, (*mine, more)) is None:
            yield cmd.PlayersLinked(boxes=(*mine, more))
    if len(mine) > 1:
        if mine != linked:
            yield cmd.PlayersLinked(boxes=mine)
        yield cmd.PlayersLinked(boxes=(box,))


def _sharers(out: Listing, box: int) -> Iterable[Input]:
    p, house = out.play, out.house
    if shared_boxes.why_not_consent(p, house, box) is not None:
        return
    there = shared_boxes.on_box(p, box)
    yield cmd.WagererConsents(box=box, on=not sharing(p.people, box).consent)
    for who in there:
        if who and wagers.why_not_off(p, house, box, "main", who) is None:
            yield cmd.WagerSet(box=box, kind="main", on=False, wagerer=who)
    callers = [cmd.CallerSeated(box=box, wagerer=who) for who in there]
    for seated in (*callers, cmd.CallerSeated(box=box, wagerer=there[0], on=False)):
        if shared_boxes.why_not_seat(p, house, seated) is None:
            yield seated


def _chips(out: Listing, box: int) -> Iterator[cmd.WagerSet]:
    """Each further wagerer has a pad of his own, and who may join next."""
    p, house = out.play, out.house
    there = shared_boxes.on_box(p, box)
    free = next((who for who in shared_boxes.named(box) if who not in there), "")
    for who in shared_boxes.named(box):
        joins = who == free and wagers.why_not_wager(p, house, box, "main", None, who) is None
        if who in there or joins:
            yield main_chips(out, box, who)
        lies = any((w.box, w.kind, w.wagerer) == (box, "match", who) for w in p.wagers)
        if lies or wagers.why_not_wager(p, house, box, "match", None, who) is None:
            yield cmd.WagerSet(box=box, kind="match", on=not lies, wagerer=who)


def of_money(out: Listing) -> None:
    """Cash that is confirmed or changed, coupons that a supervisor judges: at any time."""
    p, house = out.play, out.house
    for one in p.people.cash:
        confirm = cmd.CashConfirmed(
            box=one.box, kind=one.kind, wagerer=one.wagerer, rank="casino_supervisor"
        )
        if not one.stands and cash_and_coupons.why_not_confirm(p, house, confirm) is None:
            item = cmd.CashConfirmed(box=one.box, kind=one.kind, wagerer=one.wagerer)
            out.add(item, f"{FLOOR}cash.{one.wagerer or one.box}.{one.kind}")
    of_changed_cash(out)
    of_closed_rounds(out)
    for coupon in cash_and_coupons.asked(p):
        for counts, word in ((True, "yes"), (False, "no")):
            ruled = cmd.CouponRuled(
                box=coupon.box, kind=coupon.kind, wagerer=coupon.wagerer, counts=counts
            )
            out.add(ruled, f"{FLOOR}coupon.{coupon.wagerer or coupon.box}.{coupon.kind}.{word}")


def of_closed_rounds(out: Listing) -> None:
    """A wrong payment of a closed round is written down at any time: no card waits for it."""
    for wrong in adjusting.choices(out.play):
        how = wrong.direction if wrong.recovered else "lost"
        out.add(wrong, f"{FLOOR}adjust.{how}")


def of_changed_cash(out: Listing) -> None:
    """Bills become chips at any time, in a hold too."""
    taken = {c.slot for c in out.found}
    free = [slot for slot in ("act2", "act4", "act5", "act3") if slot not in taken]
    for one in cash_open(out.play.people):
        changed = cmd.CashChanged(box=one.box, kind=one.kind, wagerer=one.wagerer, round=one.round)
        out.add(changed, free.pop(0) if free else f"box{one.box}.cash")


def of_followers(out: Listing) -> None:
    """What the others on a shared box decide for themselves, beside the caller's keys."""
    p, house = out.play, out.house
    if p.round not in ("deciding", "turn_due"):
        return
    if p.people.choosing:
        box, first, who = p.people.choosing[0]
        for slot, named in (("act3", 0), ("act4", first), ("act5", first + 1)):
            chosen = cmd.CoverChosen(box=box, wagerer=who, hand=named)
            if shared_boxes.why_not_cover(p, house, chosen) is None:
                out.add(chosen, slot)
        return
    for hand in p.hands:
        for number, who in enumerate(shared_boxes.others(p, hand)):
            double = cmd.Double(box=hand.box, hand=hand.number, wagerer=who)
            if shared_boxes.why_not_follow(p, house, double) is None:
                place = ("act4", "act5")[number] if number < 2 else f"box{hand.box}.double"
                late = f"box{hand.box}.double"
                out.add(double, place if target.doubling(hand) else late)
            rescue = cmd.Rescue(box=hand.box, hand=hand.number, wagerer=who)
            if shared_boxes.why_not_follow(p, house, rescue) is None:
                taken = {c.slot for c in out.found}
                free = (slot for slot in ("act5", "act2", "act4", "act3") if slot not in taken)
                out.add(rescue, next(free, f"box{hand.box}.rescue"))


def of_less(out: Listing) -> None:
    """A double for less, by the chip, where the wager was counted."""
    p, house = out.play, out.house
    hand = target.hand(p, house) if p.round == "deciding" else None
    if hand is None or shoe_in_play.suspended(p):
        return
    sure = legal.asked_again(p, house, "double", hand.box, hand.number) != ""
    double = cmd.Double(box=hand.box, hand=hand.number, confirmed=sure)
    for place, cents in enumerate(doubles.for_less(p, house, hand), 1):
        out.add(replace(double, cents=cents), f"less.{place}")


def of_signals(out: Listing) -> None:
    """Where hand and voice can differ and the text says which counts."""
    p, house = out.play, out.house
    if p.round not in ("deciding", "turn_due") or house.pack.play.signals.value == "any":
        return
    hand = target.hand(p, house) if p.round == "deciding" else None
    if hand is not None:
        waved = cmd.Signalled(box=hand.box, hand=hand.number, shown="stand", spoken="hit")
        beckoned = cmd.Signalled(box=hand.box, hand=hand.number, shown="hit", spoken="stand")
        for item in (waved, beckoned):
            if hand_signals.why_not(p, house, item) is None:
                out.add(item, f"{FLOOR}signal.{item.shown}")
    last = p.last
    if last is None:
        return
    late = cmd.Signalled(box=last.box, hand=last.hand, shown="stand", spoken="hit", drawn=True)
    if hand_signals.drawn_on_voice(house, out.state, late) is not None:
        out.add(late, f"{FLOOR}signal.drawn")
