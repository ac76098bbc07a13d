"""The player-dealer's offers, fund and fees in people's words."""

from __future__ import annotations

from controller.audit.scene import Line, Scene, money
from controller.domain import commands as cmd
from controller.domain.settled import Bank
from controller.procedure.reducers.bank import bank_fees


def told(s: Scene) -> Line | None:
    """None = no command of the bank."""
    words = s.house.pack.line
    match s.item:
        case cmd.BankSet() as item:
            if item.on:
                return Line(_holds(s, item.box, item.cents or None), words.bank_offer.clause)
            return Line(f"{_box(s, item.box)}: gives up the bank", words.bank_offer.clause)
        case cmd.BankDeclined() as item:
            who = _box(s, item.box) if item.box else "Everybody left"
            return Line(f"{who}: offered the bank, declines", words.bank_nobody.clause)
        case cmd.FeesTaken() as item:
            return Line(_fees(s, item.rate), words.fees.clause)
        case cmd.AmountStated() as item:
            what = "added by doubles" if item.kind == "double" else item.kind
            text = f"Box {item.wagerer or item.box}: {what} counted, {money(item.cents)}"
            return Line(text, words.amount.clause)
    return None


def text_of(s: Scene, bank: Bank) -> str:
    """As it stands when the wagers are closed."""
    return _holds(s, bank.box, bank.cents)


def _holds(s: Scene, box: int, cents: int | None) -> str:
    how = "it covers all wagers" if cents is None else money(cents)
    return f"{_box(s, box)}: holds the bank, {how}"


def _fees(s: Scene, rate: int) -> str:
    found = bank_fees.bands(s.was, s.house)
    if not 1 <= rate <= len(found):
        return f"Fees by rate {rate}"
    players = money(bank_fees.players_fee(s.was, s.house))
    return f"Fees: players {players} dropped, bank {money(found[rate - 1][1])} placed"


def _box(s: Scene, box: int) -> str:
    name = dict(s.was.banking.providers).get(box)
    return f"Box {box}, provider {name}" if name else f"Box {box}"
