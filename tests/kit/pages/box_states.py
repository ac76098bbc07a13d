"""Every state of a box that has to do with money, and views of seven such boxes at a time."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from controller.domain.structs import replace
from controller.domain.views.view import Box, DealerView, Device, Hand, Payment, Wager

from .play_views import DECIDING
from .table_views import SETTLE
from .views import dealer

AMOUNTS = (100, 2500, 123_450, 1_000_000, 10_000_000)
"""$1, $25, $1,234.50, $10,000, $100,000."""
SIDES = ("match", "bonus_spin", "insurance", "break_bonus")
CARDS = ("8h", "3d", "Ks", "2c", "9s")
DIRECTIONS = ("pay", "take", "push")
NONE, LESS, FULL = "none", "less", "full"
DEVICES = tuple(
    Device(role=role, name=name)
    for role, name in (
        ("card_reader", "Reader"),
        ("shuffler", "Shuffler"),
        ("shoe_scanner", "Shoe"),
        ("wheel", "Wheel"),
        ("keys", "Keypad"),
        ("progressive", "Progressive"),
    )
)


def _hand(cents: int, doubled: str, cards: int, *, split: bool) -> Hand:
    added = {NONE: 0, LESS: max(100, cents // 2), FULL: cents}[doubled]
    return Hand(
        cards=CARDS[: 3 if added else cards],
        total="21" if split else "18",
        doubled=added > 0,
        stakes=(cents, added) if added else (),
        state="done",
        result="stands",
    )


def _hands(n: int, cents: int, doubled: str, cards: int) -> tuple[Hand, ...]:
    return tuple(_hand(cents, doubled, cards, split=n > 1) for _ in range(n))


def _sides(no: int, kinds: tuple[str, ...], cents: int, state: str) -> tuple[Wager, ...]:
    found = []
    for kind in kinds:
        of = state
        if state == "offered":
            of = "offered" if kind == "insurance" else "open"
        told = "+$" + f"{cents * 12 // 100:,}" if state == "settled" else ""
        amount = {"bonus_spin": 500, "insurance": max(100, cents // 2)}.get(kind, cents)
        found.append(Wager(box=no, kind=kind, cents=amount, state=of, text=told))  # type: ignore[arg-type]
    return tuple(found)


def deciding() -> Iterator[Box]:
    kinds = [k for n in range(5) for k in itertools.combinations(SIDES, n)]
    for n, cents, doubled in itertools.product((1, 2, 3, 4), AMOUNTS, (NONE, LESS, FULL)):
        for state, kind, more in itertools.product(("open", "settled", "offered"), kinds, (0, 2)):
            mains = tuple(Wager(box=1, kind="main", cents=cents) for _ in range(n))
            yield Box(
                no=1,
                lit=True,
                wagers=(*mains, *_sides(1, kind, cents, state)),
                hands=_hands(n, cents, doubled, 2 + n % 3),
                more=more,
            )


def settled() -> Iterator[tuple[Box, tuple[Payment, ...]]]:
    for box in deciding():
        if any(w.state == "offered" for w in box.wagers):
            continue
        for direction, wagerers in itertools.product(DIRECTIONS, (1, 3)):
            if (wagerers > 1) == (box.more > 0):
                yield box, tuple(_paid(box, direction, wagerers))


def _paid(box: Box, direction: str, wagerers: int) -> Iterator[Payment]:
    cents = box.wagers[0].cents or 0
    for number, hand in enumerate(box.hands, 1):
        for who in ("", "1B", "1C")[:wagerers]:
            yield Payment(
                box=box.no,
                direction=direction,  # type: ignore[arg-type]
                wagerer=who,
                hand=number,
                odds="1:1",
                cents=sum(hand.stakes) or cents,
            )
    for wager in box.wagers:
        if wager.kind != "main" and wager.state == "open":
            way = "take" if wager.kind == "insurance" else direction
            yield Payment(
                box=box.no,
                direction=way,  # type: ignore[arg-type]
                kind=wager.kind,
                odds="12:1",
                cents=(wager.cents or 0) * (12 if way == "pay" else 1),
            )


def at_box(box: Box, no: int) -> Box:
    return replace(box, no=no, wagers=tuple(replace(w, box=no) for w in box.wagers))


def deciding_views(every: int) -> Iterator[DealerView]:
    """Seven boxes to a view, each `every`th state."""
    states = list(itertools.islice(deciding(), 0, None, every))
    for n in range(0, len(states), 7):
        boxes = tuple(at_box(b, i) for i, b in enumerate(states[n : n + 7], 1))
        yield replace(
            DECIDING, boxes=boxes, devices=DEVICES, simulated=True, dealer_hand=dealer("As back")
        )


def settle_views(every: int) -> Iterator[DealerView]:
    states = list(itertools.islice(settled(), 0, None, every))
    for n in range(0, len(states), 7):
        some = states[n : n + 7]
        boxes = tuple(at_box(b, i) for i, (b, _) in enumerate(some, 1))
        paid = tuple(replace(p, box=i) for i, (_, ps) in enumerate(some, 1) for p in ps)
        yield replace(SETTLE, boxes=boxes, payments=paid, devices=DEVICES, simulated=True)


def wagering_views(base: DealerView, every: int) -> Iterator[DealerView]:
    states = [replace(b, hands=(), was="as last") for b in deciding() if len(b.hands) == 1]
    some = states[::every]
    for n in range(0, len(some), 7):
        boxes = tuple(at_box(b, i) for i, b in enumerate(some[n : n + 7], 1))
        yield replace(base, boxes=boxes, devices=DEVICES, simulated=True)
