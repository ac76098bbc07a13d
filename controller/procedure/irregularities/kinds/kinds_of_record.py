"""What devices, orders and the record itself raise: their words (console/README 4)."""

from __future__ import annotations

from controller.domain.structs import replace

from .kind import (
    AS_THEY_LIE,
    DECKS_OUT,
    ENTERED,
    NOTED,
    RESHUFFLE,
    TAKEN_NOTE,
    Kind,
    Question,
    Ruling,
)
from .kinds_of_reader import CHECK_WRONG, LAMP_RULINGS, READER_EARLY, READER_FAULT

OUT = Ruling(
    "out_of_service",
    "OUT OF SERVICE",
    "The table goes on without the device, as far as the pack allows.",
    confirm=True,
)
WITHOUT = replace(OUT, when=(("lamp", "NO"),))
"""A lost reader whose own lamp answers is still in use."""

OF_RECORD: dict[str, Kind] = {
    "reader_early": READER_EARLY,
    "reader_fault": READER_FAULT,
    "check_wrong": CHECK_WRONG,
    "device_lost": Kind(
        "{about} lost", (*LAMP_RULINGS, WITHOUT), dealer="Stop. {about} lost. Floor."
    ),
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
        "Movement without cause: {about}",
        (Ruling("none", "DOES NOT COUNT", "The result is not used.", asks="reason"),),
        mode="NO CLAUSE: REASON REQUIRED",
    ),
    "spin_fault": Kind(
        "Wheel fault, box {box}: {about}",
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
                "The stake on the wheel goes back.",
                asks="reason",
                confirm=True,
                needs="casino_supervisor",
            ),
        ),
        mode="NO CLAUSE: REASON REQUIRED",
        dealer="Wheel fault. Floor.",
    ),
    "wrong_button": Kind("Seat button {box}: no spin due", (TAKEN_NOTE,)),
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
            DECKS_OUT,
            Ruling(
                "shuffle_again",
                "SHUFFLE AGAIN",
                "The right cards go in; a complete shuffle from the start.",
                asks="reason",
                when=(("shuffle", "miscounted"),),
            ),
        ),
        mode="NO CLAUSE: REASON REQUIRED",
    ),
    "cover_card_early": Kind("{cover_card} early: {about}", (NOTED,)),
    "cover_card_late": Kind("{cover_card} out of place", (NOTED, RESHUFFLE)),
    "cover_card_unexpected": Kind("{cover_card}, none in use", (NOTED, RESHUFFLE)),
    "cut_in_doubt": Kind(
        "Cut in doubt",
        (
            Ruling(
                "recut",
                "RECUT",
                "The cut is made again, the {cover_card} placed again.",
                asks="reason",
            ),
            Ruling("stands", "THE CUT STANDS", "The cut was proper. Play goes on.", asks="reason"),
            RESHUFFLE,
        ),
    ),
    "shoe_opened": Kind("Shoe opened", (NOTED, RESHUFFLE)),
    "controller_fault": Kind(
        "Controller fault",
        (
            Ruling(
                "strike_out",
                "STRIKE OUT",
                "The input is taken off the record of play. A card goes to the {rack}.",
                confirm=True,
            ),
        ),
        dealer="Stop. Controller. Floor.",
    ),
    "device_contradicts_itself": Kind("{about} contradicts itself", (AS_THEY_LIE, OUT)),
    "new_unit": Kind(
        "Another unit: {about}",
        (
            Ruling(
                "inspected",
                "INSPECTED: IT SERVES",
                "The unit is inspected and accepted. What it kept of another table is not played.",
                asks="reason",
            ),
            OUT,
        ),
        dealer="Stop. {about} exchanged. Floor.",
    ),
    "alignment_required": Kind(
        "Alignment required: {about}", (AS_THEY_LIE,), mode="NO CLAUSE: REASON REQUIRED"
    ),
    "backlog_order": Kind(
        "Two devices kept events",
        (Ruling("continue", "IN THIS ORDER", "The events enter as listed."),),
        dealer="Stop. Events kept. Floor.",
    ),
    "events_lost": Kind(
        "{about}",
        (
            Ruling(
                "counts",
                "ENTER THE CARDS",
                "Each card drawn while it was off is read out, in order; with none, play goes on.",
                when=(("off_known", "YES"),),
            ),
            AS_THEY_LIE,
        ),
        mode="NO CLAUSE: REASON REQUIRED",
        dealer="Stop. Shoe. Floor.",
    ),
    "unknown_event": Kind("Unknown event: {about}", (NOTED,)),
    "recording_failed": Kind("Recording had failed", (TAKEN_NOTE,)),
    "no_longer_legal": Kind("A command fell away", (TAKEN_NOTE,)),
    "late_double": Kind(
        "Late double, box {box}", (Ruling("stands", "STANDS", ENTERED, asks="note"),)
    ),
    "late_reports": Kind("Late reports: {about} in this shoe", (TAKEN_NOTE,)),
    "second_card_unannounced": Kind("Dealer's card not announced", (TAKEN_NOTE,)),
    "free_ruling": Kind(
        "Floor called",
        (
            Ruling(
                "seen",
                "RULED",
                "What was seen and ruled is written into the record. Play goes on.",
                asks="reason",
            ),
        ),
        mode="NO CLAUSE: REASON REQUIRED",
    ),
    "cannot_record": Kind("Cannot record", (NOTED,)),
    "slow_draw": Kind("Slow draw, {about}", (TAKEN_NOTE,)),
    "card_pushed_back": Kind("Card pushed back: {about}", (TAKEN_NOTE, RESHUFFLE)),
    # The lock-out begins with the first card, so it is known to have failed when cards are out: a
    # stop there would be one for a lamp. The wheel waits instead, and at the last the table.
    "lock_unconfirmed": Kind(
        "Bonus wagers not locked: {about}", (TAKEN_NOTE, OUT), dealer="Wagers not locked. Floor."
    ),
    "sensor_unsteady": Kind("Sensor of box {box} unsteady", (TAKEN_NOTE, OUT)),
    "unshuffled_run": Kind("Unshuffled: {about}", (TAKEN_NOTE, RESHUFFLE)),
}
