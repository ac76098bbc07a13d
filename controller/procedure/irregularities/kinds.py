"""The catalogue's words: headline, facts before rulings, rulings with their effect (TABLE 4).

Who rules, who must be notified, red or amber and the clause are the pack's; here stands what no
pack changes. `when` names the answers through which a ruling is reached.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Mode = Literal["PLAYER CHOOSES", "RULE, NO CHOICE", "NO CLAUSE: REASON REQUIRED", "CHOOSE"]
Asks = Literal["", "reason", "card", "section"]


class Question(Struct, frozen=True):
    name: str
    text: str
    answers: tuple[str, ...]
    free: bool = False
    """The answer may be any of `answers` typed, such as a number."""


class Ruling(Struct, frozen=True):
    name: str
    label: str
    effect: str
    when: tuple[tuple[str, str], ...] = ()
    asks: Asks = ""
    confirm: bool = False
    """Money moves or a hand dies: asked once more."""
    needs: str = ""
    """A rank above the pack's, empty = the pack's."""
    text_clause: str = ""
    """Key of the pack's `[refusal]` whose clause it cites; empty = the kind's."""


class Kind(Struct, frozen=True):
    headline: str
    rulings: tuple[Ruling, ...] = ()
    questions: tuple[Question, ...] = ()
    mode: Mode = "CHOOSE"
    dealer: str = ""
    """The dealer's one line where it is not the headline."""


SEEN = Question("seen", "Did anyone see its face?", ("SEEN", "NOT SEEN"))
ENTERED = "Entered in the record. Play goes on."
NOTED = Ruling("continue", "NOTED", ENTERED)
TAKEN_NOTE = Ruling("seen", "SEEN", ENTERED)
RACK = Ruling("rack", "RACK, FACE DOWN", "The card goes to the rack, unseen.", asks="reason")
NEXT = Ruling(
    "next_card", "KEEP FACE DOWN: NEXT CARD", "The next hand that takes a card takes this one."
)
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
OUT = Ruling(
    "out_of_service",
    "OUT OF SERVICE",
    "The table goes on without the device, as far as the pack allows.",
    confirm=True,
)
AS_THEY_LIE = Ruling(
    "as_they_lie", "CONTINUE AS DEALT", "Nothing moves. Play goes on.", asks="reason"
)

KINDS: dict[str, Kind] = {
    "card_drawn_in_error": Kind(
        "Card drawn in error: seen?",
        (NEXT,),
        (SEEN,),
        "RULE, NO CHOICE",
        dealer="Card in error. Seen?",
    ),
    "card_drawn_in_error_seen": Kind(
        "Card drawn in error, seen",
        (
            Ruling(
                "aside",
                "OFFER, THEN ASIDE",
                "Offered box by box; refused by all it waits for the dealer's hand, else the rack.",
            ),
        ),
        mode="PLAYER CHOOSES",
    ),
    "drawn_while_held": Kind("Card drawn while held", (NEXT, RACK), mode="CHOOSE"),
    "draw_with_peek_due": Kind(
        "Card drawn before the peek",
        (
            Ruling(
                "next_card", "KEEP AS NEXT CARD", "It waits aside for the next hand.", asks="reason"
            ),
            RACK,
        ),
        mode="NO CLAUSE: REASON REQUIRED",
    ),
    "dealer_drew_too_far": Kind(
        "Dealer drew too far",
        (Ruling("burn", "BURN", "The card goes to the rack; the dealer's total stays."),),
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
            Ruling(
                "correct_cards",
                "CORRECT CARDS",
                "The deal is opened again: tap the boxes as they lie, then DEAL OK.",
                when=(("up_right", "NO"),),
                confirm=True,
            ),
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
                "enter_card",
                "NOT A TEN",
                "The card on the table counts.",
                when=(("ten", "NO"),),
                asks="card",
            ),
        ),
        (Question("ten", "Look: is it a ten?", ("YES", "NO")),),
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
                "enter_card",
                "NOT A TEN",
                "The card on the table counts.",
                when=(("ten", "NO"),),
                asks="card",
            ),
        ),
        (Question("ten", "Look: is it a ten?", ("YES", "NO")),),
        "RULE, NO CHOICE",
        dealer="Stop. Ten. Floor.",
    ),
    "foreign_card": Kind(
        "Card not of the set: {card}",
        (
            Ruling(
                "remove_card",
                "REMOVE CARD",
                "It leaves the pack; the next card takes its place.",
                asks="reason",
            ),
            ENTER,
        ),
        mode="NO CLAUSE: REASON REQUIRED",
    ),
    "copy_too_many": Kind("One {card} too many", (AS_THEY_LIE,), mode="NO CLAUSE: REASON REQUIRED"),
    "face_up_card": Kind(
        "Card face up in the shoe",
        (Ruling("rack", "RACK", "It goes to the rack; the next card takes its place."),),
        mode="RULE, NO CHOICE",
    ),
    "face_up_card_second": Kind("Second face-up card", (VOID,), mode="RULE, NO CHOICE"),
    "card_not_read": Kind(
        "Card not read",
        (
            ENTER,
            Ruling("no_card", "NO CARD LEFT THE SHOE", "The next card is still due."),
            Ruling("play_on", "LEAVE IT DOWN", "Asked when it is turned.", when=(("down", "YES"),)),
        ),
        (Question("down", "Does it lie face down as the hole card?", ("YES", "NO")),),
        "RULE, NO CHOICE",
        dealer="Stop. Card not read. Floor.",
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
            Ruling("reassign_card", "BOX {about}", "Box {box} stood; the card is the next hand's."),
        ),
    ),
    "match_unpaid": Kind(
        "Match unpaid", (Ruling("settle_late", "SETTLED LATE", "Paid and taken now."),)
    ),
    "wager_late": Kind(
        "Wager after the first card: box {box}",
        (
            Ruling("return_wager", "RETURNED", "The late chips go back."),
            Ruling(
                "stands",
                "LOCKED AMOUNT STANDS",
                "What was on the box at the first card counts.",
            ),
        ),
    ),
    "reader_fault": Kind(
        "Card reader fault",
        (
            Ruling(
                "go_on_without_reader",
                "GO ON WITHOUT READER",
                "The hole card stays down until all hands are done. The notice on the table changes.",
            ),
        ),
        mode="RULE, NO CHOICE",
        dealer="Stop. Reader fault. Floor.",
    ),
    "device_lost": Kind("{about} lost", (OUT,), dealer="Stop. {about} lost. Floor."),
    "order_in_doubt": Kind(
        "{about}: did it move?",
        (
            Ruling(
                "counts", "IT MOVED: IT COUNTS", "The result on the device counts.", asks="section"
            ),
            Ruling("again", "IT DID NOT MOVE: AGAIN", "A new order is sent.", confirm=True),
            Ruling(
                "none",
                "NO RESULT",
                "The order is closed; nothing is sent.",
                asks="reason",
                confirm=True,
            ),
        ),
        (Question("looked", "Look at the device: did it move?", ("YES", "NO")),),
        "NO CLAUSE: REASON REQUIRED",
        dealer="Stop. Device in doubt. Floor.",
    ),
    "order_withheld": Kind(
        "Order withheld",
        (
            Ruling("again", "SEND IT", "The device moves once."),
            Ruling("none", "DO NOT SEND", "Nothing moves.", asks="reason"),
        ),
    ),
    "order_without_cause": Kind(
        "Movement without cause",
        (Ruling("none", "DOES NOT COUNT", "The result is not used.", asks="reason"),),
        mode="NO CLAUSE: REASON REQUIRED",
    ),
    "spin_fault": Kind(
        "Wheel fault, box {box}",
        (
            Ruling("again", "SPIN AGAIN", "A new spin for the box.", confirm=True),
            Ruling(
                "counts",
                "SECTION STANDS",
                "The section under the clapper counts.",
                asks="section",
                confirm=True,
            ),
            Ruling(
                "none",
                "NO SPIN: STAKE BACK",
                "The Bonus Spin stake goes back.",
                asks="reason",
                confirm=True,
            ),
        ),
        mode="NO CLAUSE: REASON REQUIRED",
        dealer="Wheel fault. Floor.",
    ),
    "wrong_button": Kind("Seat button {box}: no blackjack", (TAKEN_NOTE,)),
    "shuffler_fault": Kind(
        "Shuffler: {about}",
        (Ruling("again", "CLEARED: SHUFFLE ALL", "A complete shuffle from the start."), OUT),
        dealer="Shuffler fault. Floor.",
    ),
    "count_differs": Kind(
        "Count does not agree: {about}",
        (
            Ruling(
                "found",
                "FOUND",
                "The difference is explained; the cards are complete.",
                asks="reason",
            ),
            AS_THEY_LIE,
        ),
        mode="NO CLAUSE: REASON REQUIRED",
    ),
    "cover_card_late": Kind("Cover card out of place", (NOTED,)),
    "shoe_opened": Kind("Shoe opened", (NOTED,)),
    "controller_fault": Kind(
        "Controller fault",
        (
            Ruling(
                "strike_out",
                "STRIKE OUT",
                "The input is taken off the record of play. A card goes to the rack.",
                confirm=True,
            ),
        ),
        dealer="Stop. Controller. Floor.",
    ),
    "device_contradicts_itself": Kind("{about} contradicts itself", (AS_THEY_LIE, OUT)),
    "alignment_required": Kind(
        "Alignment required: {about}", (AS_THEY_LIE,), mode="NO CLAUSE: REASON REQUIRED"
    ),
    "backlog_order": Kind(
        "Two devices kept events",
        (Ruling("continue", "IN THIS ORDER", "The events enter as listed."),),
        dealer="Stop. Events kept. Floor.",
    ),
    "events_lost": Kind("{about} lost events", (AS_THEY_LIE,), mode="NO CLAUSE: REASON REQUIRED"),
    "unknown_event": Kind("Unknown event: {about}", (NOTED,)),
    "recording_failed": Kind("Recording had failed", (TAKEN_NOTE,)),
    "no_longer_legal": Kind("A command fell away", (TAKEN_NOTE,)),
    "late_double": Kind("Late double, box {box}", (Ruling("stands", "STANDS", ENTERED),)),
    "free_ruling": Kind("Floor called", (TAKEN_NOTE,)),
}
