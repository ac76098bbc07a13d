"""What is due before play may go on: decks, inspections, jackpots, the end of a shoe."""

from __future__ import annotations

from .kind import DECKS_OUT, TAKEN_NOTE, Kind, Ruling

PAID = Ruling(
    "paid",
    "VERIFIED AND PAID",
    "The payment is verified, made and entered.",
    asks="reason",
    confirm=True,
)

VERIFIED = Ruling(
    "verified",
    "VERIFIED",
    "Cards, section and value were looked at. A second person signs the rest.",
    stays=True,
)

ACKNOWLEDGED = Ruling(
    "acknowledged",
    "SURVEILLANCE HAS SEEN IT",
    "The surveillance room has seen cards and section; who said so is entered.",
    asks="reason",
    stays=True,
)

OF_DUTIES: dict[str, Kind] = {
    "decks_in_doubt": Kind(
        "Inspect the decks for tens",
        (
            Ruling(
                "inspected", "INSPECTED", "At the end of the round; the decks stay.", asks="reason"
            ),
            DECKS_OUT,
        ),
    ),
    "decks_too_old": Kind(
        "Decks too old",
        (
            Ruling(
                "decks_out",
                "DECKS OUT",
                "The open round is finished, then the decks leave play and new ones come in.",
            ),
        ),
        mode="RULE, NO CHOICE",
    ),
    "reader_inspection_due": Kind("Reader inspection due", (TAKEN_NOTE,)),
    "jackpot": Kind(
        "Jackpot, box {box}: {about}",
        (
            VERIFIED,
            ACKNOWLEDGED,
            Ruling(
                "paid",
                "PAID, SLIP NUMBER",
                "Signed by a second person, paid, and entered with the slip's number.",
                when=(("verified", "YES"), ("acknowledged", "YES"), ("agreed", "YES")),
                asks="reason",
                confirm=True,
                needs="casino_supervisor",
            ),
            Ruling(
                "no_jackpot",
                "NO JACKPOT",
                "Signed by a second person: the meter has its value again, the spin is ruled anew.",
                when=(("verified", "YES"),),
                asks="reason",
                confirm=True,
                needs="casino_supervisor",
            ),
        ),
    ),
    "meter_differs": Kind(
        "Meter differs: {about}",
        (
            VERIFIED,
            Ruling(
                "corrected",
                "THE OTHER VALUE",
                "Signed by a second person: the value of the system, or of the account, counts.",
                when=(("verified", "YES"),),
                asks="reason",
                confirm=True,
                needs="casino_supervisor",
            ),
            TAKEN_NOTE,
        ),
    ),
    "system_fault": Kind(
        "Progressive system: {about}",
        (
            Ruling("seen", "IT SERVES", "Looked at: each of its meters is read anew."),
            Ruling(
                "out_of_service",
                "OUT OF SERVICE",
                "The table deals on; a floorperson reads the meters off.",
                confirm=True,
            ),
        ),
    ),
    "payout_over_limit": Kind("Payout over limit, box {box}", (PAID,)),
    "super_bonus": Kind("Super bonus, box {box}", (PAID,)),
    "fees_late": Kind("Fees: {about}", (TAKEN_NOTE,)),
    "cards_not_gathered": Kind("Last round's cards not gathered", (TAKEN_NOTE,)),
    "burn_missed": Kind(
        "Burn missed",
        (Ruling("continue", "GO ON", "Cards have gone to players: none is burned.", asks="note"),),
    ),
    "shoe_empty": Kind(
        "Shoe empty",
        (
            Ruling(
                "shuffle_rack",
                "SHUFFLE THE RACK",
                "The {rack} is shuffled and cut, one card burned; hands and wagers stay.",
            ),
        ),
        mode="RULE, NO CHOICE",
    ),
}
