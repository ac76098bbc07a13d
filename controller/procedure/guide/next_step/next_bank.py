"""The next step of a player-dealer's game: the offer, the count, the fees, the amounts."""

from __future__ import annotations

from controller.domain.structs import replace
from controller.domain.views.view import NextStep, Target
from controller.domain.wording import dollars
from controller.procedure.reducers.bank import bank_fees, player_dealer
from controller.procedure.state.house import House
from controller.procedure.state.play import Play

from . import ended_hands
from .pack_line import line

FRESH = ("peek_due", "deciding", "turn_due")


def offer_step(p: Play, house: House) -> NextStep | None:
    """To whom the bank is offered; None = it is held, or the house banks."""
    if not player_dealer.bank_due(p, house):
        return None
    if p.bank is not None:
        return _more_fund(p, house, p.bank.box)
    if player_dealer.nobody(p, house):
        return line(house, "bank_nobody")
    box = p.banking.last if p.banking.again else player_dealer.next_offer(p, house)
    if not box:
        return line(house, "bank")
    return replace(line(house, "bank_offer", "bank_offer_hint", box=box), target=Target(box=box))


def _more_fund(p: Play, house: House, box: int) -> NextStep:
    """What is left of the fund banks no further hand."""
    clause, text = player_dealer.due_line(p, house)
    step = replace(line(house, "bank", "bank_offer_hint"), text=text, clause=clause)
    return replace(step, target=Target(box=box))


def circles_back(p: Play, house: House, step: NextStep) -> NextStep:
    """Chips in another circle of the player-dealer are named: its box is dark (CA silent.pd-bets).

    Beside the line until the deal begins.
    """
    own = player_dealer.circles(p)
    said = [
        house.line("own_circle", box=box, amount="its chips" if cents is None else dollars(cents))
        for box, cents in p.banking.back
        if box in own
    ]
    if not said or p.dealt:
        return step
    words = " ".join(text for _, text in said)
    return replace(step, hint=f"{words} {step.hint}".strip(), clause=said[0][0])


def wagers_hint(p: Play, house: House, step: NextStep) -> NextStep:
    """What is still to be done before the first card; it never stands in its way."""
    if not p.boxes:
        return step
    if boxes := player_dealer.uncounted(p):
        said = "box" if len(boxes) == 1 else "boxes"
        clause, text = house.line("count", boxes=f"{said} {' '.join(map(str, boxes))}")
        return replace(step, hint=text, clause=clause)
    if bank_fees.fees_due(p, house):
        clause, text = _fees(p, house)
        return replace(step, hint=text, clause=clause)
    return step


def _fees(p: Play, house: House) -> tuple[str, str]:
    players, fit = dollars(bank_fees.players_fee(p, house)), bank_fees.rates(p, house)
    if len(fit) > 1:
        return house.line("fees_band", players=players)
    return house.line("fees", players=players, bank=dollars(bank_fees.fee(p, house, fit[0])))


def fees_step(p: Play, house: House) -> NextStep | None:
    """DEAL OK waits for fees that were not taken before the first card."""
    if not bank_fees.fees_due(p, house):
        return None
    step = replace(line(house, "fees_now"), target=Target(mark="?"), asks=True)
    return replace(step, hint=_fees(p, house)[1])


def fee_to_drop(p: Play) -> int:
    """The bank's fee while the line may tell of it; 0 = not now. Units: cents."""
    fresh = not p.peek_given and ended_hands.untouched(p)
    if p.bank is None or not fresh or p.round not in FRESH:
        return 0
    return sum(int(x.cents or 0) for x in p.payments if (x.kind, x.box) == ("fee", p.bank.box))


def drop_hint(p: Play, house: House, step: NextStep) -> NextStep:
    """The bank's fee is dropped after the deal; the next card or the check acknowledges it.

    What was told to be dropped before a correction lies in the box.
    """
    due, dropped = fee_to_drop(p), p.changed.dropped
    if due <= dropped:
        return step
    if dropped:
        clause, text = house.line("fees_more", more=dollars(due - dropped))
    else:
        clause, text = house.line("fees_drop", bank=dollars(due))
    if (paid := ended_hands.early_blackjacks(p, house)) is not None:
        text = f"{text} {paid[1]}."
    return replace(step, hint=text, clause=clause)


def more_fee(p: Play, house: House, step: NextStep) -> NextStep:
    """What counted chips have shown to be due beside the fee that was dropped."""
    due = sum(int(x.cents or 0) for x in bank_fees.more_due(p, house))
    if not due:
        return step
    clause, text = house.line("fees_more", more=dollars(due))
    return replace(step, hint=f"{text} {step.hint}".strip(), clause=clause)


def amount_step(p: Play, house: House) -> NextStep | None:
    """A bank's money or a fixed payment hangs on a wager that nobody counted."""
    if p.banking.due is None:
        return None
    box, kind, hand, who = p.banking.due
    what = {"main": "Wager", "match": "Match", "double": "Added by the double"}[kind]
    step = line(house, "amount", "amount_hint", box=who or box, what=what)
    many = sum(1 for h in p.hands if h.box == box) > 1
    return replace(step, target=Target(box=box, hand=hand if many else 0), asks=True)
