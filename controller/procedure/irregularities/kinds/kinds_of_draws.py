"""A card that was drawn too soon: in error, while held, before the peek, too far."""

from __future__ import annotations

from controller.domain.structs import replace
from controller.procedure.irregularities.rulings import card_rulings, free_rulings
from controller.procedure.irregularities.standing import AGAIN, dealers
from controller.procedure.queries import target
from controller.procedure.reducers.opening import pause
from controller.procedure.state.context import Context
from controller.procedure.state.house import House
from controller.procedure.state.play import Irregularity, Play
from controller.procedure.state.whole import Device

from .kind import Closing, Kind, Ruling
from .questions import SEEN
from .shared_rulings import FREE

Devices = tuple[Device, ...]


def may_double_again(play: Play, _: House, __: Devices, i: Irregularity) -> bool | None:
    """The dealer tells whether that hand doubled again, before anybody else is asked."""
    return False if i.code == AGAIN and any(target.chooses(h) for h in play.hands) else None


def no_hand_left(play: Play, house: House, devices: Devices, i: Irregularity) -> bool | None:
    waits = may_double_again(play, house, devices, i)
    return True if waits is None and play.round in ("wagering", "settled") else waits


def offer_is_over(c: Context, i: Irregularity) -> bool:
    """Somebody took it, or all have refused it."""
    aside = (c.play.pending, *c.play.behind)
    lies = i.card is not None and any(s is not None and s.id == i.card.id for s in aside)
    return dealers(c.house, i.kind) and not lies


OFFERED = "Offered box by box; refused by all: for the dealer's hand, else the {rack}."
LAID = "The next hand that takes a card takes this one, face down."
NEXT = Ruling(
    "next_card",
    "KEEP FACE DOWN: NEXT CARD",
    "The next hand that takes a card takes this one.",
    card_rulings.keep_as_next,
    lays=True,
)
ASIDE = Ruling("aside", "OFFER, THEN ASIDE", OFFERED, card_rulings.offer, lays=True)
BY_ITS_FACE = (
    replace(ASIDE, when=(("seen", "SEEN"),)),
    replace(NEXT, effect=LAID, when=(("seen", "NOT SEEN"),)),
)
"""Of a card drawn too soon, which lies face up nearly always: the rack is no course of any text."""
OF_DRAWS: dict[str, Kind] = {
    "card_drawn_in_error": Kind(
        "Card drawn in error: seen?",
        (NEXT,),
        (SEEN,),
        "RULE, NO CHOICE",
        dealer="Card in error. Seen?",
        answered=card_rulings.seen_or_not,
        on_line="dealers",
        holds=no_hand_left,
        accuses=True,
    ),
    "card_drawn_in_error_seen": Kind(
        "Card drawn in error, seen",
        (replace(ASIDE, act=card_rulings.nothing),),
        mode="PLAYER CHOOSES",
        holds=may_double_again,
        closes=Closing("aside", offer_is_over),
        accuses=True,
    ),
    "drawn_while_held": Kind(
        "Card drawn while held",
        (*BY_ITS_FACE, replace(FREE["as_dealt"], lays=True)),
        (SEEN,),
        dealer="Stop. Card drawn. Floor.",
        mode="RULE, NO CHOICE",
        answered=card_rulings.looked_at,
        headlines=((pause.PAUSED, "Card drawn while paused"),),
        accuses=True,
    ),
    "draw_with_peek_due": Kind(
        "Card drawn before the peek",
        tuple(replace(r, asks="reason") for r in BY_ITS_FACE),
        (SEEN,),
        dealer="Stop. Peek first. Floor.",
        mode="NO CLAUSE: REASON REQUIRED",
        answered=card_rulings.looked_at,
        accuses=True,
    ),
    "dealer_drew_too_far": Kind(
        "Dealer drew on {about}",
        (
            Ruling(
                "burn",
                "BURN",
                "The card goes to the {rack}; the dealer's total stays.",
                card_rulings.to_rack,
            ),
            Ruling(
                "rack",
                "TO RACK",
                "The card goes to the {rack}; the dealer's total stays.",
                card_rulings.to_rack,
            ),
            Ruling(
                "burn_card",
                "BURN IT, {about} STANDS",
                "The card goes to the {rack}. The dealer's total stays, no money moves.",
                card_rulings.to_rack,
                asks="reason",
                early=True,
                of_card=True,
            ),
            Ruling(
                "as_dealt",
                "CONTINUE: {about} STANDS",
                "The card does not count and goes to the {rack}. No money moves.",
                free_rulings.not_counted,
                asks="reason",
                early=True,
            ),
            replace(FREE["reassign_card"], early=True),
            Ruling(
                "counts",
                "COUNTS FOR THE DEALER",
                "The card is the dealer's. Every box is settled again.",
                free_rulings.counts_for_dealer,
                when=(("seen", "SEEN"),),
                asks="reason",
                confirm=True,
                needs="casino_supervisor",
                of_card=True,
            ),
        ),
        (SEEN,),
        mode="RULE, NO CHOICE",
        answered=card_rulings.looked_at,
        accuses=True,
        watched=True,
    ),
}
