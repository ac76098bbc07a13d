"""What is paid late, wrongly, or only after a person has verified it."""

from __future__ import annotations

from controller.domain.structs import replace
from controller.procedure.irregularities.rulings import card_rulings, pay_rulings
from controller.procedure.reducers.play.phase import match_open
from controller.procedure.state.context import Context
from controller.procedure.state.house import House
from controller.procedure.state.play import Irregularity, Play
from controller.procedure.state.whole import Device

from .kind import Closing, Kind, Ruling
from .shared_rulings import TAKEN_NOTE


def match_is_closed(c: Context, _: Irregularity) -> bool:
    return not match_open(c.play)


def once_all_are_paid(
    play: Play, _: House, __: tuple[Device, ...], ___: Irregularity
) -> bool | None:
    """A blackjack paid at its turn: nobody else waits for the rest of it."""
    return False if play.round in ("deciding", "turn_due", "dealer_plays") else None


LATE = Ruling("settle_late", "SETTLED LATE", "Paid and taken now.", pay_rulings.match_late)
PAID = Ruling(
    "paid",
    "VERIFIED AND PAID",
    "The payment is verified, made and entered.",
    card_rulings.nothing,
    asks="reason",
    confirm=True,
)

OF_PAYMENT: dict[str, Kind] = {
    "match_unpaid": Kind(
        "Match unpaid",
        (LATE,),
        closes=Closing("settle_late", match_is_closed),
        never=lambda pack: pack.settle.match_at.value != "after_deal",
        void="falls away",
        accuses=True,
        chip=True,
    ),
    "insurance_unpaid": Kind(
        "Insurance unpaid",
        (replace(LATE, act=pay_rulings.insurance_late),),
        never=lambda pack: pack.play.insurance_collected.value == "none",
        accuses=True,
    ),
    "paid_wrong": Kind(
        "Box {box} paid wrongly",
        (
            Ruling(
                "paid_right",
                "PAID AS THE RECORD SAYS",
                "The difference is paid or taken; the picture of the record counts.",
                pay_rulings.paid_right,
                asks="reason",
                confirm=True,
            ),
        ),
        mode="NO CLAUSE: REASON REQUIRED",
        watched=True,
    ),
    "payout_over_limit": Kind(
        "Payout over limit, box {box}",
        (replace(PAID, act=pay_rulings.released),),
        holds=once_all_are_paid,
        watched=True,
    ),
    "super_bonus": Kind(
        "Super bonus, box {box}",
        (PAID,),
        never=lambda pack: not pack.settle.super_low_cents.value,
        watched=True,
    ),
    "cards_not_gathered": Kind("Last round's cards not gathered", (TAKEN_NOTE,), accuses=True),
}
