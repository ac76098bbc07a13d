"""The fees of a player-dealer's game: taken before the deal, dropped after it (CA limits.4)."""

from __future__ import annotations

from msgspec.structs import replace

from controller.domain import commands as cmd
from controller.domain.settled import PlayedRound
from controller.domain.wagers import Payment
from controller.procedure.context import Context, Why, refuse
from controller.procedure.house import House
from controller.procedure.state import Play
from controller.rules.settlement import fee_payments
from controller.rules.settlement import fees as by_schedule

from .bank import NO_SHOE, bank_due, total


def bands(play: Play, house: House) -> tuple[tuple[int, int], ...]:
    """(bound, fee) of each rate in force. Units: cents."""
    found = by_schedule.schedule(house.pack, play.banking.schedule)
    return () if found is None else found.value


def fees_due(play: Play, house: House) -> bool:
    return bool(bands(play, house)) and play.bank is not None and not play.banking.rate


def rates(play: Play, house: House) -> tuple[int, ...]:
    """The rates of the bank's fee that fit, counted from 1: one where every wager is counted."""
    found, table = bands(play, house), total(play)
    if table is not None and found:
        return (by_schedule.band_of(found, table) + 1,)
    return tuple(range(1, len(found) + 1))


def fee(play: Play, house: House, rate: int) -> int:
    """The bank's own, of this rate. Units: cents."""
    return bands(play, house)[rate - 1][1]


def players_fee(play: Play, house: House) -> int:
    """Units: cents, of all players together."""
    return sum(int(p.cents or 0) for p in _fees(play, house, 1) if p.box != _bank_box(play))


def _bank_box(play: Play) -> int:
    return play.bank.box if play.bank is not None else 0


def _fees(play: Play, house: House, rate: int) -> tuple[Payment, ...]:
    wagers = tuple(w for w in play.wagers if w.box in play.boxes)
    linked = PlayedRound(
        decks=0, hands=(), wagers=wagers, dealer=(), same_player=play.people.linked
    )
    return fee_payments(
        house.pack,
        wagers,
        bank_box=_bank_box(play),
        played=linked,
        band=rate - 1,
        in_force=play.banking.schedule,
    )


def why_not_fees(play: Play, house: House, rate: int) -> Why:
    if not bands(play, house):
        return house.no("not_now")
    if bank_due(play, house):
        return house.line("bank")
    if not play.boxes or play.banking.rate or play.shoe in NO_SHOE:
        return house.no("not_now")
    fit = rates(play, house)
    if rate in fit:
        return None
    return house.no("fee_rate", fee=rate if len(fit) > 1 else fit[0])


def fees_payable(c: Context) -> None:
    assert isinstance(c.input, cmd.FeesTaken)
    refuse(why_not_fees(c.play, c.house, c.input.rate))


def take_fees(c: Context) -> None:
    """Dropped and placed before the deal; they stand in the account from DEAL OK on."""
    assert isinstance(c.input, cmd.FeesTaken)
    c.set(banking=replace(c.play.banking, rate=c.input.rate))


def refund(c: Context) -> None:
    """Wagers have changed before the deal: the fees are taken for what lies there now."""
    if c.play.round == ("wagering",) and c.play.banking.rate:
        c.set(banking=replace(c.play.banking, rate=0))


def drop_fees(c: Context) -> None:
    """The players' went before the deal, the bank's is dropped after it (CA limits.4.iv).

    In a deal that ends before it is out the bank's still lies before its box and goes back.
    """
    rate, own = c.play.banking.rate, _bank_box(c.play)
    if rate and not any(p.kind == "fee" for p in c.play.payments):
        c.pay(p for p in _fees(c.play, c.house, rate) if c.play.hands or p.box != own)


def why_not_schedule(play: Play, house: House, number: int) -> Why:
    """One schedule at a time; one that needs an approval is not reached from the floor."""
    leaf = house.pack.settle.fee_schedule
    if not leaf.value or number not in leaf.allow:
        return house.no("fee_schedule")
    if number in leaf.filed and number != leaf.value:
        return house.no("fee_schedule")
    if number == (play.banking.schedule or leaf.value) or play.opening == ("closed",):
        return house.no("not_now")
    return None


def schedulable(c: Context) -> None:
    assert isinstance(c.input, cmd.ScheduleChanged)
    refuse(why_not_schedule(c.play, c.house, c.input.schedule))


def change_schedule(c: Context) -> None:
    """What the notices must show reads otherwise now, so the list is open again."""
    assert isinstance(c.input, cmd.ScheduleChanged)
    c.set(banking=replace(c.play.banking, schedule=c.input.schedule, rate=0))
