"""Departures in cards, hands and wagers: their words (console/README 4)."""

from __future__ import annotations

from controller.domain.structs import replace

from .kind import AS_THEY_LIE, CORRECT_CARDS, FREE, NOTED, SEEN, Kind, Question, Ruling

ASK_THEM = "Every hand that was not asked is asked. The hole card stays open."
"""What PLAY ON does where the check said yes and no Blackjack came."""
NEXT = Ruling(
    "next_card", "KEEP FACE DOWN: NEXT CARD", "The next hand that takes a card takes this one."
)
OFFERED = "Offered box by box; refused by all: for the dealer's hand, else the {rack}."
LAID = "The next hand that takes a card takes this one, face down."
BY_ITS_FACE = (
    Ruling("aside", "OFFER, THEN ASIDE", OFFERED, when=(("seen", "SEEN"),)),
    Ruling("next_card", "KEEP FACE DOWN: NEXT CARD", LAID, when=(("seen", "NOT SEEN"),)),
)
"""Of a card drawn too soon, which lies face up nearly always: the rack is no course of any text."""
VOID = Ruling(
    "void_round",
    "ROUND VOID",
    "Every open wager goes back. Settled wagers stand. The cards are reshuffled.",
    confirm=True,
)
DEAD = Ruling(
    "all_hands_dead",
    "ALL HANDS DEAD, WAGERS BACK",
    "Cards are collected, every open wager goes back. Settled match wagers stand.",
    confirm=True,
)
ENTER = Ruling("enter_card", "ENTER CARD", "The card on the table counts.", asks="card")
MISREAD = Ruling("misread", "READ WRONGLY", "The card on the table counts.", asks="card")
IS_TEN = Question("ten", "Look: is it a ten?", ("YES", "NO"))
NO_VALUE = (("ten", "no value here"),)
"""No answer opens it: a ten has no value, so it can be no hand's card."""
OF_A_TEN = (
    Ruling("as_dealt", "CONTINUE AS DEALT", FREE["as_dealt"].effect, when=NO_VALUE, asks="reason"),
    Ruling("reassign_card", "REASSIGN CARD", "", when=NO_VALUE, asks="reason"),
    Ruling(
        "burn_card",
        "BURN CARD",
        "It leaves the set. The next card takes its place.",
        when=(("ten", "YES"),),
        asks="reason",
    ),
    Ruling(
        "enter_card",
        "NOT A TEN",
        "The card on the table counts.",
        when=(("ten", "NO"),),
        asks="card",
    ),
)

OF_PLAY: dict[str, Kind] = {
    "card_drawn_in_error": Kind(
        "Card drawn in error: seen?",
        (NEXT,),
        (SEEN,),
        "RULE, NO CHOICE",
        dealer="Card in error. Seen?",
    ),
    "card_drawn_in_error_seen": Kind(
        "Card drawn in error, seen",
        (Ruling("aside", "OFFER, THEN ASIDE", OFFERED),),
        mode="PLAYER CHOOSES",
    ),
    "drawn_while_held": Kind("Card drawn while held", BY_ITS_FACE, (SEEN,), mode="RULE, NO CHOICE"),
    "draw_with_peek_due": Kind(
        "Card drawn before the peek",
        tuple(replace(r, asks="reason") for r in BY_ITS_FACE),
        (SEEN,),
        mode="NO CLAUSE: REASON REQUIRED",
    ),
    "dealer_drew_too_far": Kind(
        "Dealer drew on {about}",
        (
            Ruling("burn", "BURN", "The card goes to the {rack}; the dealer's total stays."),
            Ruling("rack", "TO RACK", "The card goes to the {rack}; the dealer's total stays."),
            Ruling(
                "burn_card",
                "BURN IT, {about} STANDS",
                "The card goes to the {rack}. The dealer's total stays, no money moves.",
                asks="reason",
                early=True,
                of_card=True,
            ),
            Ruling(
                "as_dealt",
                "CONTINUE: {about} STANDS",
                "The card does not count and goes to the {rack}. No money moves.",
                asks="reason",
                early=True,
            ),
            replace(FREE["reassign_card"], early=True),
            Ruling(
                "counts",
                "COUNTS FOR THE DEALER",
                "The card is the dealer's. Every box is settled again.",
                when=(("seen", "SEEN"),),
                asks="reason",
                confirm=True,
                needs="casino_supervisor",
                of_card=True,
            ),
        ),
        (SEEN,),
        mode="RULE, NO CHOICE",
    ),
    "reader_used": Kind(
        "Reader used, up card {up}",
        (
            Ruling(
                "continue",
                "CONTINUE",
                "Same hands. The reader's answer is discarded.",
                when=(("up_right", "YES"), ("discloses", "NO")),
            ),
            Ruling(
                "all_hands_dead",
                "ALL HANDS DEAD",
                "Cards are collected, every open wager goes back. Settled match wagers stand.",
                when=(("up_right", "YES"), ("discloses", "YES")),
                confirm=True,
            ),
            replace(CORRECT_CARDS, when=(("up_right", "NO"),)),
        ),
        (Question("up_right", "Is the dealer's first card {up}?", ("YES", "NO")),),
        "RULE, NO CHOICE",
        dealer="Stop. Reader used. Floor.",
    ),
    "hole_card_shown": Kind(
        "Hole card shown",
        (
            Ruling("play_on", "PLAY ON", "The card stays the hole card.", asks="reason"),
            Ruling(
                "all_hands_dead",
                "ALL HANDS DEAD, WAGERS BACK",
                "Cards are collected, every open wager goes back.",
                asks="reason",
                confirm=True,
                needs="casino_supervisor",
            ),
        ),
        (Question("who", "Who saw it?", ("DEALER", "PLAYERS", "NOBODY")),),
        "NO CLAUSE: REASON REQUIRED",
    ),
    "ten_found": Kind(
        "Ten: {card} to box {box}",
        (
            Ruling(
                "remove_card",
                "REMOVED AS APPROVED",
                "It leaves the pack. The next card takes its place.",
                when=(("ten", "YES"),),
            ),
            Ruling(
                "torn_and_boxed",
                "TORN AND BOXED",
                "Torn in half, into the box of the deck. The next card takes its place.",
                when=(("ten", "YES"),),
            ),
            *OF_A_TEN,
        ),
        (IS_TEN,),
        "RULE, NO CHOICE",
        dealer="Stop. Ten. Floor.",
    ),
    "ten_found_second": Kind(
        "Second ten: {card}",
        (
            Ruling(
                "void_round",
                "ROUND VOID, RESHUFFLE",
                "Every open wager goes back. Settled wagers stand. The cards are reshuffled.",
                when=(("ten", "YES"),),
                confirm=True,
            ),
            Ruling(
                "decks_out",
                "ROUND VOID, DECKS OUT",
                "Every open wager goes back. Settled wagers stand. The decks leave play.",
                when=(("ten", "YES"),),
                confirm=True,
            ),
            *OF_A_TEN,
        ),
        (IS_TEN,),
        "RULE, NO CHOICE",
        dealer="Stop. Ten. Floor.",
    ),
    "foreign_card": Kind(
        "Not of this set: {card}",
        (
            Ruling(
                "remove_card",
                "REMOVE CARD",
                "It leaves the pack; the next card takes its place.",
                asks="reason",
            ),
            ENTER,
        ),
        (IS_TEN,),
        "NO CLAUSE: REASON REQUIRED",
        dealer="Stop. Not of this set. Floor.",
    ),
    "copy_too_many": Kind(
        "One {card} too many",
        (
            AS_THEY_LIE,
            MISREAD,
        ),
        mode="NO CLAUSE: REASON REQUIRED",
    ),
    "card_misread": Kind(
        "Read wrongly: {card}", (MISREAD, AS_THEY_LIE), mode="NO CLAUSE: REASON REQUIRED"
    ),
    "face_up_card": Kind(
        "Card face up in the shoe",
        (Ruling("rack", "RACK", "It goes to the {rack}; the next card takes its place."),),
        mode="RULE, NO CHOICE",
    ),
    "face_up_card_second": Kind("Second face-up card", (VOID,), mode="RULE, NO CHOICE"),
    "card_not_read": Kind(
        "Card to box {box} not read",
        (
            ENTER,
            Ruling("no_card", "NO CARD LEFT THE SHOE", "The next card is still due."),
            Ruling("play_on", "LEAVE IT DOWN", "Asked when it is turned.", when=(("down", "YES"),)),
        ),
        (Question("down", "Does it lie face down as the hole card?", ("YES", "NO")),),
        "RULE, NO CHOICE",
        dealer="Stop. {place} not read. Floor.",
    ),
    "cannot_open": Kind("Card not known: look", (ENTER,), dealer="Stop. Turn it. Floor."),
    "cards_due": Kind("Cards due: box out?", (NOTED,)),
    "dealer_missed": Kind("Dealer's card missed", (NOTED,), mode="RULE, NO CHOICE"),
    "hand_with_one_card": Kind(
        "Box {box} has one card",
        (
            Ruling(
                "second_card_last", "SECOND CARD LAST", "After all others, before any decision."
            ),
            Ruling("hand_dead", "DOES NOT WANT IT", "Hand dead, wager back (house).", confirm=True),
        ),
        mode="PLAYER CHOOSES",
    ),
    "hand_without_cards": Kind(
        "Box {box} has no card",
        (
            Ruling(
                "in_next_deal",
                "HAND DEAD, IN THE NEXT DEAL",
                "Nothing is won or lost. The chips go back or stay for the next round.",
            ),
        ),
        mode="RULE, NO CHOICE",
    ),
    "whose_card": Kind(
        "Last card: box {box} or {about}?",
        (
            Ruling("stands", "BOX {box}", "The card stays where it is."),
            Ruling("next_hand", "BOX {about}", "Box {box} stood; the card is the next hand's."),
        ),
    ),
    "match_unpaid": Kind(
        "Match unpaid", (Ruling("settle_late", "SETTLED LATE", "Paid and taken now."),)
    ),
    "wager_late": Kind(
        "Late wager: box {box}",
        (
            Ruling("return_wager", "RETURNED", "The late chips go back."),
            Ruling(
                "stands",
                "LOCKED AMOUNT STANDS",
                "What was on the box at the first card counts.",
            ),
        ),
    ),
}
