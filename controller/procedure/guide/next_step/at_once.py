"""What the line has told to move of hands given up or gone over, before the settlement books it."""

from __future__ import annotations

from collections.abc import Iterator

from controller.domain.wagers import Direction, Payment
from controller.procedure.queries import chips, legal
from controller.procedure.reducers.bank.player_dealer import by_player, safe_part
from controller.procedure.state.house import House
from controller.procedure.state.play import Hand, Play

from .ended_hands import taken_at_once


def moved(p: Play, house: House) -> Iterator[Payment]:
    for at, hand in enumerate(p.hands):
        taken = taken_at_once(p, house, at)
        if taken:
            for x in chips.on_hand(p, hand):
                yield _one(hand, "take", x.whole if taken == "all" else x.main, x.wagerer)
        elif hand.surrendered or hand.rescued:
            yield from _given_up(p, house, hand)


def _given_up(p: Play, house: House, hand: Hand) -> Iterator[Payment]:
    if by_player(house):  # it stays there when the hand dies: the rest goes back, too
        yield _one(hand, "return", safe_part(p, house, hand.box, hand.number))
    elif hand.dead:
        return
    elif hand.rescued:
        mine = chips.on_hand(p, hand)[0]
        yield _one(hand, "take", mine.main, mine.wagerer)
        yield _one(hand, "return", hand.double_cents, mine.wagerer)
    elif legal.surrender_ends(p, house):
        for x in chips.on_hand(p, hand):
            yield _one(hand, "take", x.half, x.wagerer)
            yield _one(hand, "return", x.half, x.wagerer)


def _one(hand: Hand, direction: Direction, cents: int | None, wagerer: str = "") -> Payment:
    return Payment(
        box=hand.box,
        wagerer=wagerer,
        kind="main",
        hand=hand.number,
        direction=direction,
        cents=cents,
        clause="",
    )
