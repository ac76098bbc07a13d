"""What people report and no text rules: what floors are called for most (console/README 5)."""

from __future__ import annotations

from controller.domain.structs import replace

from .kind import (
    AS_THEY_LIE,
    DECKS_OUT,
    HAND_DEAD,
    NOTED,
    TAKEN_NOTE,
    Kind,
    Mode,
    Question,
    Ruling,
)

SILENT: Mode = "NO CLAUSE: REASON REQUIRED"

OF_REPORTS: dict[str, Kind] = {
    "hand_not_asked": Kind(
        "Box {box} was not asked",
        (
            Ruling("ask_now", "ASK NOW", "Box {box} decides now.", asks="reason", confirm=True),
            Ruling(
                "card_last",
                "CARD LAST",
                "Box {box} gets its card after all others, before the hole card.",
                asks="reason",
                confirm=True,
            ),
            HAND_DEAD,
            replace(AS_THEY_LIE, label="STANDS AS DEALT"),
        ),
        mode=SILENT,
    ),
    "unwanted_card": Kind(
        "Box {box} wanted no card",
        (
            Ruling(
                "in_error",
                "DRAWN IN ERROR, SEEN",
                "The hand is as before the card, which is offered and goes aside.",
                asks="reason",
                confirm=True,
            ),
            AS_THEY_LIE,
        ),
        mode=SILENT,
    ),
    "cleared_early": Kind(
        "Box {box} cleared too early",
        (
            Ruling(
                "rebuilt",
                "REBUILT FROM THE RECORD",
                "The cards are laid again as the record has them.",
                asks="reason",
            ),
            HAND_DEAD,
        ),
        mode=SILENT,
    ),
    "cards_stuck": Kind(
        "Two cards stuck together",
        (
            Ruling(
                "second_to_rack",
                "SECOND CARD TO RACK",
                "One more card has left the shoe and goes to the {rack}.",
                asks="reason",
            ),
            AS_THEY_LIE,
        ),
        mode=SILENT,
    ),
    "card_off_table": Kind("Card off the table", (AS_THEY_LIE, DECKS_OUT), mode=SILENT),
    "card_damaged": Kind("Damaged or marked card", (AS_THEY_LIE, DECKS_OUT), mode=SILENT),
    "paid_wrong": Kind(
        "Box {box} paid wrongly",
        (
            Ruling(
                "paid_right",
                "PAID AS THE RECORD SAYS",
                "The difference is paid or taken; the picture of the record counts.",
                asks="reason",
                confirm=True,
            ),
        ),
        mode=SILENT,
    ),
    "player_gone": Kind(
        "Player of box {box} gone",
        (
            Ruling(
                "hand_stands",
                "HANDS STAND",
                "Every hand of box {box} stands and is settled.",
                asks="reason",
                confirm=True,
            ),
            HAND_DEAD,
        ),
        mode=SILENT,
    ),
    "evacuation": Kind(
        "Evacuation",
        (
            Ruling(
                "play_on",
                "BACK: PLAY ON",
                "The round goes on as it lay.",
                when=(("untouched", "YES"),),
                asks="reason",
            ),
        ),
        (Question("untouched", "Do cards and chips lie as recorded?", ("YES", "NO")),),
        mode=SILENT,
    ),
    "wager_altered": Kind(
        "Wager altered, box {box}",
        (
            Ruling("stands", "LOCKED AMOUNT STANDS", "What was on the box when it locked counts."),
            Ruling("return_wager", "RETURNED", "The added chips go back; the rest counts."),
        ),
    ),
    "wrong_total": Kind("Wrong total, box {box}", (TAKEN_NOTE,)),
    "shuffle_exposed": Kind("Card exposed in the shuffle", (NOTED,)),
    "insurance_unpaid": Kind(
        "Insurance unpaid", (Ruling("settle_late", "SETTLED LATE", "Paid and taken now."),)
    ),
}
