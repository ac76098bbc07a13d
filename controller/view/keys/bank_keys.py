"""The player-dealer on the pages: keys of the offer, the fees and the chips to count."""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain.views import view as page
from controller.domain.wording import dollars
from controller.procedure.reducers.bank import bank_fees, player_dealer
from controller.procedure.state.house import House
from controller.procedure.state.inputs import Input
from controller.procedure.state.play import Play

from .menus import Key, opener


def words(p: Play, house: House, item: Input) -> tuple[str, str]:
    """Label and what it does; both empty = no key of the bank."""
    match item:
        case cmd.BankSet():
            if not item.on:
                return "NO BANK", f"box {item.box} gives up"
            return "W COVERS ALL", f"box {item.box}, not counted"
        case cmd.BankDeclined():
            return ("DECLINES", f"box {item.box}") if item.box else ("NOBODY", "banks")
        case cmd.BankRuled():
            if item.goes_on:
                return "LAST BANK GOES ON", f"box {p.banking.last} may take it"
            return "OFFER AGAIN", "once more round the table"
        case cmd.AmountStated():
            what = "doubled" if item.kind == "double" else item.kind
            return "AMOUNT", f"box {item.wagerer or item.box}, {what}"
        case cmd.FeesTaken():
            return _fees(p, house, item.rate)
    return "", ""


def _fees(p: Play, house: House, rate: int) -> tuple[str, str]:
    """One rate: what is taken. Several: the band of the players' wagers (CA limits.4.i)."""
    found = bank_fees.bands(p, house)
    mine = f"bank {dollars(bank_fees.fee(p, house, rate))}"
    if len(bank_fees.rates(p, house)) == 1:
        return "FEES IN", mine
    taken = f"{mine}, players {dollars(bank_fees.players_fee(p, house))}"
    before = found[rate - 2][0] // 100 + 1 if rate > 1 else 0
    bound = found[rate - 1][0] // 100
    if not bound:
        return f"${before}+", taken
    return (f"${before}-{bound}" if before else f"≤${bound}"), taken


def menu_key(p: Play, house: House) -> tuple[Key, ...]:
    """Beside the keys of the deal the bands stand in a menu."""
    if p.round not in ("dealing", "deal_out") or not p.boxes:
        return ()
    if not bank_fees.fees_due(p, house) or len(bank_fees.rates(p, house)) < 2:
        return ()
    return (opener("act2", "fees", "FEES", "by the total"),)


def menus(p: Play, house: House) -> tuple[page.Menu, ...]:
    if not menu_key(p, house):
        return ()
    clause, text = house.line("fees_now")
    return (page.Menu(name="fees", text=text, mark="?", clause=clause),)


def box_of_bank(p: Play, house: House, no: int) -> page.Box | None:
    """Its fund lies where a wager would; the marker shows its first or second hand."""
    if p.bank is None or p.bank.box != no:
        return None
    fund = page.Wager(box=no, kind="bank", cents=p.bank.cents)
    return page.Box(no=no, wagers=(fund,), was=house.line("bank_hand", n=p.bank_hands + 1)[1])


def chips(p: Play, house: House) -> tuple[str, ...]:
    """Fund and wagers, where the one does not cover the other (CA dealing.8.i)."""
    found = player_dealer.short(p)
    if found is None:
        return ()
    return (house.line("bank_short", bank=dollars(found[0]), wagers=dollars(found[1]))[1],)
