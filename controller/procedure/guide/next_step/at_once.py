"""What the line has told to move of hands given up or gone over, before the settlement books it."""

from __future__ import annotations

from collections.abc import Iterator

from controller.domain.wagers import Direction, Payment
from controller.procedure.queries import legal
from controller.procedure.reducers.bank.player_dealer import by_player, safe_part
from controller.procedure.state.house import House
from controller.procedure.state.play import Hand, Play

from .ended_hands import taken_at_once


def moved(p: Play, house: House) -> Iterator[Payment]:
    for at, hand in enumerate(p.hands):
        main = legal.main_cents(p, hand.box)
        taken = taken_at_once(p, house, at)
        if taken:
            added = hand.double_cents if hand.doubles and taken == "all" else 0
            yield _one(hand, "take", main + added if main and added is not None else None)
        elif hand.surrendered or hand.rescued:
            yield from _given_up(p, house, hand, main)


def _given_up(p: Play, house: House, hand: Hand, main: int | None) -> Iterator[Payment]:
    if by_player(house):  # it stays there when the hand dies: the rest goes back, too
        yield _one(hand, "return", safe_part(p, house, hand.box, hand.number))
    elif hand.dead:
        return
    elif hand.rescued:
        yield _one(hand, "take", main)
        yield _one(hand, "return", hand.double_cents)
    elif legal.surrender_ends(p, house):
        half = main // 2 if main and main % 2 == 0 else None
        yield _one(hand, "take", half)
        yield _one(hand, "return", half)


def _one(hand: Hand, direction: Direction, cents: int | None) -> Payment:
    return Payment(
        box=hand.box, kind="main", hand=hand.number, direction=direction, cents=cents, clause=""
    )
