"""Wagers, burn and first cards, until every hand is placed."""

from __future__ import annotations

from controller.procedure.irregularities.rulings import card_rulings, hand_rulings
from controller.procedure.queries import target
from controller.procedure.reducers.deal.initial_deal import OF_DEAL
from controller.procedure.state.context import Context
from controller.procedure.state.house import House
from controller.procedure.state.play import Irregularity, Play
from controller.procedure.state.whole import Device
from controller.rules.pack import Pack

from .kind import Closing, Kind, Ruling
from .shared_rulings import NOTED, TAKEN_NOTE


def deal_is_over(c: Context, _: Irregularity) -> bool:
    return c.play.round not in OF_DEAL


def has_its_cards(c: Context, i: Irregularity) -> bool:
    """Or it is out of the round: nothing is owed to it any more."""
    at = target.find(c.play, i.box, i.hand)
    hand = None if at is None else c.play.hands[at]
    return hand is None or len(hand.cards) >= 2 or hand.dead


def once_settled(play: Play, _: House, __: tuple[Device, ...], ___: Irregularity) -> bool | None:
    """The layout is not cleared before it is answered."""
    return True if play.round == "settled" else None


def always_hole_card(pack: Pack) -> bool:
    return "no_hole_card" not in pack.deal.variant.allow


LATE = {
    "match": "Late match wager: box {box}",
    "break_bonus": "Late Break bonus: box {box}",
    "bonus_spin": "Late Bonus Spin: box {box}",
    "xtreme": "Late Xtreme wager: box {box}",
}
ALTERED = {
    "bonus_spin": "Bonus Spin altered, box {box}",
    "xtreme": "Xtreme wager altered, box {box}",
}
"""Beside the main wager, by what is known of the chip."""


def late_one(i: Irregularity) -> str:
    return LATE.get(i.about, "")


def altered_one(i: Irregularity) -> str:
    return ALTERED.get(i.about, "")


OF_WAGERS: dict[str, Kind] = {
    "fees_late": Kind("Fees: {about}", (TAKEN_NOTE,), accuses=True),
    "wager_late": Kind(
        "Late wager: box {box}",
        (
            Ruling("return_wager", "RETURNED", "The late chips go back.", card_rulings.nothing),
            Ruling(
                "stands",
                "LOCKED AMOUNT STANDS",
                "What was on the box at the first card counts.",
                card_rulings.nothing,
            ),
        ),
        named=late_one,
        accuses=True,
        chip=True,
        watched=True,
    ),
    "wager_altered": Kind(
        "Wager altered, box {box}",
        (
            Ruling(
                "stands",
                "LOCKED AMOUNT STANDS",
                "What was on the box when it locked counts.",
                card_rulings.nothing,
            ),
            Ruling(
                "return_wager",
                "RETURNED",
                "The added chips go back; the rest counts.",
                card_rulings.nothing,
            ),
            Ruling(
                "made_good",
                "MADE GOOD",
                "The player puts back what was taken; write the amount. The locked amount counts.",
                card_rulings.nothing,
                asks="reason",
            ),
        ),
        named=altered_one,
        watched=True,
    ),
}

OF_FIRST_CARDS: dict[str, Kind] = {
    "burn_missed": Kind(
        "Burn missed",
        (
            Ruling(
                "continue",
                "GO ON",
                "Cards have gone to players: none is burned.",
                card_rulings.nothing,
                asks="note",
            ),
        ),
        accuses=True,
    ),
    "cards_due": Kind(
        "Cards due: box out?",
        (NOTED,),
        closes=Closing("continue", deal_is_over),
        void="falls away",
        accuses=True,
    ),
    "dealer_missed": Kind(
        "Dealer's card missed",
        (NOTED,),
        mode="RULE, NO CHOICE",
        card="none",
        void="falls away",
        accuses=True,
    ),
    "hand_with_one_card": Kind(
        "Box {box} has one card",
        (
            # The hand stays owed: the next card is its second (MA 15.h~2).
            Ruling(
                "second_card_last",
                "SECOND CARD LAST",
                "After all others, before any decision.",
                card_rulings.nothing,
            ),
            Ruling(
                "hand_dead",
                "DOES NOT WANT IT",
                "Hand dead, wager back (house).",
                hand_rulings.hand_dead,
                confirm=True,
            ),
        ),
        mode="PLAYER CHOOSES",
        on_line="dealers",
        holds=once_settled,
        closes=Closing("second_card_last", has_its_cards),
        card="none",
        marks_box=True,
    ),
    "hand_without_cards": Kind(
        "Box {box} has no card",
        (
            Ruling(
                "in_next_deal",
                "HAND DEAD, IN THE NEXT DEAL",
                "Nothing is won or lost. The chips go back or stay for the next round.",
                card_rulings.nothing,
            ),
        ),
        mode="RULE, NO CHOICE",
        card="none",
    ),
    "second_card_unannounced": Kind(
        "Dealer's card not announced",
        (TAKEN_NOTE,),
        never=always_hole_card,
        card="booked",
        accuses=True,
    ),
}

OF_DEALING: dict[str, Kind] = {**OF_WAGERS, **OF_FIRST_CARDS}
