"""What a walk does at a player-dealer's table beside the cards: offers, fund, fees, amounts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.domain import commands as cmd
from controller.procedure.reducers.bank import player_dealer
from controller.procedure.state.inputs import Outcome

if TYPE_CHECKING:
    from .walk import Walk

FUNDS = (None, None, 500, 2500, 20000)


def bank_step(w: Walk) -> Outcome | None:
    """The next step of the bank; None = the cards are next."""
    p = w.play
    if p.banking.due is not None:
        box, kind, hand, who = p.banking.due
        item = cmd.AmountStated(box=box, kind=kind, hand=hand, cents=500, wagerer=who)
        return w.put(item)
    if player_dealer.bank_due(p, w.house) and p.round == "wagering":
        return _offer(w)
    fees = [c for c in w.allowed if isinstance(c.command, cmd.FeesTaken)]
    late = p.round == "deal_out"
    if fees and (late or w.random.random() < 0.5):
        return w.put(w.random.choice(fees).command)
    return None


def _offer(w: Walk) -> Outcome:
    if w.play.bank is None and player_dealer.nobody(w.play, w.house):
        goes_on = w.play.banking.last > 0
        return w.floor(cmd.BankRuled(goes_on=goes_on, reason="nobody takes it"))
    choices = [
        c
        for c in w.allowed
        if isinstance(c.command, cmd.BankDeclined)
        or (isinstance(c.command, cmd.BankSet) and c.command.on)
    ]
    if not choices:
        return w.put(cmd.FloorCalled())
    item = w.random.choice(choices).command
    if isinstance(item, cmd.BankSet):
        item = cmd.BankSet(box=item.box, on=True, cents=w.random.choice(FUNDS))
    return w.put(item)
