"""One wager's account: stake in, what is won, what is lost, what goes back."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from controller.domain import money
from controller.domain.money import Exact
from controller.domain.wagers import Direction, Payment

from .pack import Pack
from .sheet import Rate


class Item(Struct, frozen=True, kw_only=True):
    """Units: exact cents; with `known` False the stake is 1 and amounts are units of the wager."""

    box: int
    wagerer: str
    kind: str
    hand: int = 1
    stake: Exact
    win: Exact = 0
    lost: Exact = 0
    """Of the stake; the rest goes back."""
    known: bool = True
    odds: str = ""
    clause: str
    back_clause: str = ""
    void: bool = False
    text: str = ""

    @classmethod
    def of(cls, box: int, wagerer: str, kind: str, cents: int | None, sign: int, by: Rate) -> Item:
        """A plain wager: won at the rate, pushed, or lost whole."""
        stake = 1 if cents is None else cents
        return cls(
            box=box,
            wagerer=wagerer,
            kind=kind,
            stake=stake,
            win=money.times(stake, by[0], by[1]) if sign > 0 else 0,
            lost=stake if sign < 0 else 0,
            known=cents is not None,
            odds=by[2],
            clause=by[3],
        )


def payments_of(pack: Pack, item: Item) -> list[Payment]:
    """The movements of one wager against the house, rounded once by the pack."""
    back = item.stake - item.lost
    if item.win > 0 and not item.lost:
        return [_move(pack, item, item.win, "pay", item.odds, item.clause)]
    found: list[Payment] = []
    if item.win > 0:
        found.append(_move(pack, item, item.win, "pay", item.odds, item.clause))
    if item.lost > 0:
        found.append(_move(pack, item, item.lost, "take", item.odds, item.clause))
    if back > 0 and item.win == 0:
        how: Direction = "void" if item.void else "return"
        clause = item.back_clause or item.clause
        found.append(_move(pack, item, back, how, "" if item.lost == 0 else item.odds, clause))
    return found


def _move(
    pack: Pack, item: Item, amount: Exact, direction: Direction, odds: str, clause: str
) -> Payment:
    cents = None
    if item.known:
        cents = money.text(_round(pack, amount, direction))
    return Payment(
        box=item.box,
        wagerer=item.wagerer,
        kind=item.kind,
        odds=odds,
        cents=cents,
        direction=direction,
        clause=clause,
        hand=item.hand,
        text=item.text,
    )


FOR_THE_HOUSE = {"up": "down", "down": "up"}


def _round(pack: Pack, amount: Exact, direction: Direction) -> Exact:
    """Round to the player's side alike: what he receives up is what he loses down."""
    how = pack.settle.rounding.value
    if how == "exact":
        return amount
    unit = pack.settle.rounding_unit_cents.known(1)
    if direction == "take":
        if how == "nearest":
            return -money.rounded(-Fraction(amount), "nearest", unit)
        flipped = FOR_THE_HOUSE.get(how, how)
        return money.rounded(amount, flipped, unit)  # type: ignore[arg-type]
    return money.rounded(amount, how, unit)


def assert_conserved(items: Iterable[Item]) -> None:
    """Stake in = returned + collected, for every wager (DESIGN 1.6)."""
    for item in items:
        assert 0 <= item.lost <= item.stake, "more collected than staked"
        assert item.win >= 0, "a negative payment"
        assert not (item.win and 0 < item.lost < item.stake), "won and lost in part"


def capped(item: Item, most: Exact, clause: str) -> Item:
    """Lose no more than `most`; the rest of the stake goes back by the clause."""
    if item.lost <= most:
        return item
    return replace(item, lost=most, back_clause=clause)
