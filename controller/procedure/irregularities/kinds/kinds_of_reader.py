"""The reader gives no answer or a wrong one: lamp, try again, freeze, or go on without it.

Source: console/README 4.

A table whose text stops it is frozen until the reader is repaired or replaced and inspected; one
whose text lets it play on goes over to the procedure without a reader.
"""

from __future__ import annotations

from controller.domain.structs import replace

from .kind import FREE, TAKEN_NOTE, Kind, Ruling

NO_ANSWER = "no answer"
HEADLINES = {
    ("reader_fault", "answer"): "Answer was wrong",
    ("reader_fault", "out of service"): "Reader out of service",
    ("reader_fault", "tamper"): "Reader opened",
    ("reader_fault", "test cards"): "Reader failed its test cards",
    ("unknown_event", "reader"): "Reader used, no check due",
    ("hole_card_shown", "hands not asked"): "No Blackjack: hands not asked",
    ("drawn_while_held", "paused"): "Card drawn while paused",
}
"""By kind and what it is about; every other reader's fault is that it gives no answer."""
FROZEN, INSPECTED = ("frozen", "YES"), (("seal", "YES"), ("test_cards", "YES"))
BACK = "Play goes on at the same point."

LAMP_RULINGS = (
    Ruling(
        "lamp_blackjack",
        "LAMP SAYS BLACKJACK",
        "The answer counts as the reader's.",
        when=(("lamp", "YES"),),
        confirm=True,
    ),
    Ruling(
        "lamp_none",
        "LAMP SAYS NONE",
        "The answer counts as the reader's.",
        when=(("lamp", "YES"),),
        confirm=True,
    ),
)

READER_EARLY = Kind("Reader used before {about}", (TAKEN_NOTE,))

CHECK_WRONG = Kind(
    "Dealer's check was wrong",
    (
        Ruling(
            "go_on_without_reader", "GO ON", "Entered in the record. The card counts as it lies."
        ),
    ),
    mode="RULE, NO CHOICE",
    dealer="Stop. Check was wrong. Floor.",
)

READER_FAULT = Kind(
    "Reader gives no answer",
    (
        Ruling(
            "try_again",
            "TRY AGAIN",
            "The hole card is put into the reader again.",
            when=(("tries", "left"),),
            early=True,
        ),
        *LAMP_RULINGS,
        Ruling(
            "go_on_without_reader",
            "GO ON WITHOUT READER",
            "The hole card stays down until all hands are done. The table's notice changes.",
            when=(("lamp", "NO"),),
        ),
        Ruling(
            "freeze",
            "FREEZE",
            "Cards and wagers stay as they lie until the reader works.",
            when=(("lamp", "NO"), ("frozen", "NO")),
            stays=True,
        ),
        Ruling("repaired", "REPAIRED", f"Inspected. {BACK}", when=(FROZEN, *INSPECTED)),
        Ruling(
            "replaced",
            "REPLACED, SERIAL",
            f"Inspected, its serial number entered. {BACK}",
            when=(FROZEN, *INSPECTED),
            asks="reason",
        ),
        replace(
            FREE["void_back"],
            effect="Outside the text: no result, every open wager goes back.",
            when=(FROZEN,),
        ),
    ),
    mode="RULE, NO CHOICE",
    dealer="Stop. Reader fault. Floor.",
)
