"""One wager's account: stake in, what is won, what is lost, what goes back."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from controller.domain import money
from controller.domain.money import Exact
from controller.domain.structs import replace
from controller.domain.wagers import Direction, Payment, Wager

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


def never_dealt(pack: Pack, wager: Wager) -> Item:
    """A side wager of a hand that never had its two cards: it goes back like the dead hand's."""
    return Item(
        box=wager.box,
        wagerer=wager.wagerer,
        kind=wager.kind,
        stake=1 if wager.cents is None else wager.cents,
        known=wager.cents is not None,
        clause=pack.settle.dead_hand.clause,
        void=True,
        text="no two cards",
    )


def payments_of(pack: Pack, item: Item) -> list[Payment]:
    """The movements of one wager, each rounded once by the pack; a winner keeps the stake."""
    found: list[Payment] = []
    if item.win > 0:
        found.append(_move(item, _for_player(pack, item.win), "pay", item.clause))
    if item.lost > 0:
        lost = _from_player(pack, item.lost) if item.known else item.lost
        found.append(_move(item, lost, "take", item.clause))
        item = replace(item, lost=lost)
    back = item.stake - item.lost
    if back > 0 and item.win == 0:
        how: Direction = "void" if item.void else "return"
        item = item if item.lost else replace(item, odds="")
        found.append(_move(item, back, how, item.back_clause or item.clause))
    return found


def _move(item: Item, amount: Exact, direction: Direction, clause: str) -> Payment:
    return Payment(
        box=item.box,
        wagerer=item.wagerer,
        kind=item.kind,
        odds=item.odds,
        cents=money.text(amount) if item.known else None,
        direction=direction,
        clause=clause,
        hand=item.hand,
        text=item.text,
    )


def _for_player(pack: Pack, amount: Exact) -> Exact:
    how = pack.settle.rounding.value
    if how == "exact":
        return amount
    return money.rounded(amount, how, pack.settle.rounding_unit_cents.number)


FROM_PLAYER: dict[str, money.Rounding] = {"up": "down", "down": "up"}


def _from_player(pack: Pack, amount: Exact) -> Exact:
    """What favours the player when he is paid favours him when he loses."""
    how = pack.settle.rounding.value
    if how == "exact" or amount.denominator == 1:
        return amount
    unit = pack.settle.rounding_unit_cents.number
    if how == "nearest":
        return -money.rounded(-amount, "nearest", unit)
    return money.rounded(amount, FROM_PLAYER[how], unit)


def assert_conserved(items: Iterable[Item]) -> None:
    """Stake in = returned + collected, for every wager (controller/README 1.6)."""
    for item in items:
        assert 0 <= item.lost <= item.stake, "more collected than staked"
        assert item.win >= 0, "a negative payment"
        assert not (item.win and 0 < item.lost < item.stake), "won and lost in part"


def capped(item: Item, most: Exact, clause: str) -> Item:
    """Lose no more than `most`; the rest of the stake goes back by the clause."""
    if item.lost <= most:
        return item
    return replace(item, lost=most, back_clause=clause)
