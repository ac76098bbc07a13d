"""The panel of the player-dealer's bank: while wagers are open, what it covers and what it pays."""

from __future__ import annotations

from typing import Literal

from controller.domain.views.bank_view import BankPanel, FeeBand
from controller.procedure.reducers.bank import bank_fees, player_dealer
from controller.procedure.state.house import House
from controller.procedure.state.play import Play


def bank(p: Play, house: House) -> BankPanel | None:
    """None = nobody banks yet, or the deal has begun: the cards need the place."""
    if p.bank is None or p.round != "wagering":
        return None
    return BankPanel(
        box=p.bank.box,
        hand=p.bank_hands + 1,
        hands=house.pack.deal.bank_hands_per_turn.value,
        w_cents=p.bank.cents,
        t_cents=player_dealer.total(p),
        short=player_dealer.short(p) is not None,
        bands=_bands(p, house),
    )


def _bands(p: Play, house: House) -> tuple[FeeBand, ...]:
    found = bank_fees.bands(p, house)
    fit = (p.banking.rate,) if p.banking.rate else bank_fees.rates(p, house) if p.boxes else ()
    fits: Literal["may", "does"] = "does" if len(fit) == 1 else "may"
    return tuple(
        FeeBand(
            to_cents=bound,
            over_cents=0 if bound or number == 1 else found[number - 2][0],
            fee_cents=fee,
            fits=fits if number in fit else "",
        )
        for number, (bound, fee) in enumerate(found, start=1)
    )
