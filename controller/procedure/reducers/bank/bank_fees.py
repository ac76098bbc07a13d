"""The fees of a player-dealer's game: taken before the deal, dropped after it (CA limits.4.i)."""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain.money import dollars
from controller.domain.settled import PlayedRound
from controller.domain.structs import replace
from controller.domain.wagers import Payment
from controller.procedure.queries import limits as table_limits
from controller.procedure.state.context import Context, Why
from controller.procedure.state.house import House
from controller.procedure.state.play import Play
from controller.rules.settlement import fee_payments
from controller.rules.settlement import fees as by_schedule

from .player_dealer import NO_SHOE, bank_due


def bands(play: Play, house: House) -> tuple[tuple[int, int], ...]:
    """(bound, fee) of each rate in force. Units: cents."""
    found = by_schedule.schedule(house.pack, play.banking.schedule)
    return () if found is None else found.value


def fees_due(play: Play, house: House) -> bool:
    return bool(bands(play, house)) and play.bank is not None and not play.banking.rate


def rates(play: Play, house: House) -> tuple[int, ...]:
    """The rates of the bank's fee that fit, counted from 1: one where every wager is counted."""
    found = bands(play, house)
    if not found:
        return ()
    least, most = _bounds(play, house)
    first, last = by_schedule.band_of(found, least), by_schedule.band_of(found, most)
    return tuple(range(first + 1, last + 2))


def _bounds(play: Play, house: House) -> tuple[int, int]:
    """The least and the most that the players' wagers can be; what is counted is certain."""
    deal = table_limits.pack(play, house).deal
    limits = {
        "main": (deal.main_min_cents, deal.main_max_cents),
        "match": (deal.match_min_cents, deal.match_max_cents),
    }
    least = most = 0
    for wager in play.wagers:
        if wager.kind not in by_schedule.COUNTED or wager.box not in play.boxes:
            continue
        low, high = limits[wager.kind]
        least += low.known(low.least) if wager.cents is None else wager.cents
        most += high.known(high.most) if wager.cents is None else wager.cents
    return least, most


# ---- chips that were counted since ----
def contradicted(play: Play, house: House) -> tuple[int, int] | None:
    """The bank's fee as taken and as due, where counted chips exclude the rate; units: cents.

    Where several rates are left, the nearest of them is certain.
    """
    rate = play.banking.rate
    fit = rates(play, house)
    if not rate or not fit or rate in fit:
        return None
    due = min(fit, key=lambda other: abs(other - rate))
    return fee(play, house, rate), fee(play, house, due)


def compare(c: Context) -> None:
    """A rate that was chosen by eye and is excluded now is told once, as it is known by now."""
    about, this_round = "", str(c.play.number)
    if (found := contradicted(c.play, c.house)) is not None:
        about = f"round {this_round}, bank {dollars(found[0])}, due {dollars(found[1])}"
    late = (i for i in c.play.irregularities if i.kind == "fees_late")
    told = [i for i in late if i.code == this_round]
    for i in told:
        if i.status == "raised" and i.about != about:
            c.put(replace(i, status="withdrawn"))
    if about and all(i.about != about or i.status == "withdrawn" for i in told):
        c.raise_("fees_late", box=_bank_box(c.play), about=about, ref=this_round)


def more_due(play: Play, house: House) -> tuple[Payment, ...]:
    """What the bank's fee lacks (CA limits.4.i). What is too much lies in the box already."""
    found = contradicted(play, house)
    if found is None or found[1] <= found[0]:
        return ()
    table = by_schedule.schedule(house.pack, play.banking.schedule)
    assert table is not None
    return (
        Payment(
            box=_bank_box(play),
            kind="fee",
            cents=found[1] - found[0],
            direction="take",
            clause=table.clause,
        ),
    )


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
    return house.no("fee_rate", fee=" or ".join(map(str, fit)))


def take_fees(c: Context) -> None:
    """Dropped and placed before the deal; they stand in the account from DEAL OK on."""
    assert isinstance(c.input, cmd.FeesTaken)
    c.play = replace(c.play, banking=replace(c.play.banking, rate=c.input.rate))


def refund(c: Context) -> None:
    """Wagers have changed before the deal: the fees are taken for what lies there now.

    In the deal a box that is out or in asks for them again where the rate fits no more.
    """
    open_ = c.play.round == "wagering" or contradicted(c.play, c.house) is not None
    if open_ and c.play.banking.rate:
        c.play = replace(c.play, banking=replace(c.play.banking, rate=0))


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
    if number == (play.banking.schedule or leaf.value) or play.opening == "closed":
        return house.no("not_now")
    return None


def change_schedule(c: Context) -> None:
    """What the notices must show has changed, so the list is open again."""
    assert isinstance(c.input, cmd.ScheduleChanged)
    c.play = replace(c.play, banking=replace(c.play.banking, schedule=c.input.schedule, rate=0))
