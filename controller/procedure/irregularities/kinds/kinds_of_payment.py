"""What is paid late, wrongly, or only after a person has verified it."""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain.structs import replace
from controller.procedure.irregularities.rulings import card_rulings, pay_rulings
from controller.procedure.reducers.play.phase import match_open
from controller.procedure.state.context import Context
from controller.procedure.state.house import House
from controller.procedure.state.play import Irregularity, Play
from controller.procedure.state.whole import Device

from .kind import Closing, Kind, Question, Ruling
from .kinds_of_cards import MISREAD, is_meant, of_hand
from .questions import WRONG
from .shared_rulings import TAKEN_NOTE


def match_is_closed(c: Context, _: Irregularity) -> bool:
    return not match_open(c.play)


def once_all_are_paid(
    play: Play, _: House, __: tuple[Device, ...], ___: Irregularity
) -> bool | None:
    """A blackjack paid at its turn: nobody else waits for the rest of it."""
    return False if play.round in ("deciding", "turn_due", "dealer_plays") else None


def at_the_box(play: Play, i: Irregularity) -> tuple[Question, ...]:
    """Which card, once it is a card."""
    card = dict(i.answers).get(WRONG.name) == "A CARD"
    return (WRONG, *of_hand(play, i)) if card else (WRONG,)


def card_is_meant(c: Context, i: Irregularity, item: cmd.FactAnswered) -> None:
    if item.question != WRONG.name:
        is_meant(c, i, item)


def jackpot_too_high(i: Irregularity) -> str:
    """Another had won its meter before, as people have found only since."""
    return "Box {box}: jackpot {about} too high" if i.about else ""


def with_the_winner(ruling: Ruling, _: Play, i: Irregularity) -> Ruling:
    """The record says what was paid, and that is too much."""
    effect = "Written: what the winner gives back, and the form. It is adjusted in its round."
    return replace(ruling, label="SETTLED WITH THE WINNER", effect=effect) if i.about else ruling


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
    "match_wrong": Kind(
        "Match wrong, box {box}",
        (
            Ruling(
                "stands",
                "AS RECORDED",
                "The match wager of box {box} is settled as the page shows it.",
                card_rulings.nothing,
                when=((WRONG.name, "NOTHING"),),
                asks="reason",
            ),
            Ruling(
                "not_counted",
                "OTHER AMOUNT",
                "The recorded amount is struck. What lies there is paid or taken.",
                pay_rulings.match_not_counted,
                when=((WRONG.name, "THE CHIPS"),),
                asks="reason",
                confirm=True,
            ),
            Ruling(
                "no_wager",
                "NO MATCH WAGER",
                "No match chip lies at box {box}: nothing is paid or taken.",
                pay_rulings.no_match,
                when=((WRONG.name, "THE CHIPS"),),
                asks="reason",
                confirm=True,
            ),
            replace(MISREAD, when=((WRONG.name, "A CARD"),)),
        ),
        (WRONG,),
        "NO CLAUSE: REASON REQUIRED",
        dealer="Stop. Match wager. Floor.",
        box_beside=True,
        asks=at_the_box,
        answered=card_is_meant,
        round="match_due",
        never=lambda pack: pack.settle.match_at.value != "after_deal",
        void="falls away",
        card="booked",
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
                now=with_the_winner,
            ),
        ),
        mode="NO CLAUSE: REASON REQUIRED",
        named=jackpot_too_high,
        watched=True,
    ),
    "payout_over_limit": Kind(
        "Payout over limit, box {box}",
        (replace(PAID, act=pay_rulings.released),),
        dealer="Stop. Large payout. Floor.",
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
