"""Chips of main wagers as they lie there: what a coupon counts for only bounds others."""

from __future__ import annotations

from msgspec import Struct

from controller.domain.settled import Cover
from controller.procedure.state.parts.wagerers import caller_of
from controller.procedure.state.play import Hand, Play


class Stake(Struct, frozen=True):
    """Of one wagerer on one hand. None = not counted, or a coupon of no value. Units: cents."""

    wagerer: str
    main: int | None
    added: int | None
    """By doubles."""

    @property
    def whole(self) -> int | None:
        return None if self.main is None or self.added is None else self.main + self.added

    @property
    def half(self) -> int | None:
        """None too where no whole cent is half of it."""
        return None if not self.main or self.main % 2 else self.main // 2


def main_cents(play: Play, box: int, wagerer: str | None = None) -> int | None:
    """Of the wagerer, else of the one who calls."""
    who = caller_of(play.people, box) if wagerer is None else wagerer
    return next(
        (w.cents for w in play.wagers if (w.box, w.kind, w.wagerer) == (box, "main", who)), None
    )


def on_hand(play: Play, hand: Hand) -> tuple[Stake, ...]:
    """Of all who have a wager on it: who calls, whatever is known of it, and the others."""
    calls = caller_of(play.people, hand.box)
    added = hand.double_cents if hand.doubles else 0
    stakes = [Stake(calls, _valued(play, hand.box, calls), added)]
    own = {c.wagerer: c for c in hand.covers}
    for w in play.wagers:
        if (w.box, w.kind) != (hand.box, "main") or w.wagerer == calls:
            continue
        one = own.get(w.wagerer, Cover(w.wagerer))
        if one.on:
            added = one.doubled_cents if one.doubled else 0
            stakes.append(Stake(w.wagerer, _valued(play, hand.box, w.wagerer), added))
    return tuple(stakes)


def _valued(play: Play, box: int, wagerer: str) -> int | None:
    mine = (x for x in play.people.coupons if (x.box, x.kind, x.wagerer) == (box, "main", wagerer))
    return main_cents(play, box, wagerer) if all(x.counts for x in mine) else None


def summed(amounts: tuple[int | None, ...]) -> int | None:
    """None where a part is not known."""
    known = [cents for cents in amounts if cents is not None]
    return sum(known) if len(known) == len(amounts) else None
