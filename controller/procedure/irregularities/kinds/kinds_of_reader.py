"""The check of the hole card, by reader or by eye, and a hole card that was seen.

A table whose text stops it is frozen until the reader is repaired or replaced and inspected; one
whose text lets it play on goes over to the procedure without a reader.
"""

from __future__ import annotations

from controller.domain.structs import replace
from controller.domain.wording import OUT_OF_SERVICE
from controller.procedure.irregularities.needed_device import BEFORE_PEEK
from controller.procedure.irregularities.rulings import (
    card_rulings,
    device_rulings,
    hand_rulings,
    reader_rulings,
)
from controller.procedure.queries import target
from controller.procedure.state import refs
from controller.procedure.state.context import NO_ANSWER, Context
from controller.procedure.state.house import House
from controller.procedure.state.play import Irregularity, Play

from .kind import Closing, Kind, Question, Ruling
from .questions import LAMP, SEAL, TEST_CARDS, UP_RIGHT, WHO_SAW
from .shared_rulings import CORRECT_CARDS, FREE, TAKEN_NOTE

TRIES = 2
"""Further insertions after a reader gave no answer."""
ASK_THEM = "Every hand that was not asked is asked. The hole card stays open."
"""What PLAY ON does where the check said yes and no Blackjack came."""


# ---- what is asked and known ----
def of_the_lamp(play: Play, i: Irregularity) -> tuple[Question, ...]:
    """The lamp, where an answer of the reader is due."""
    due = play.round in BEFORE_PEEK and not play.peek_given and i.code != refs.ANSWER
    return (LAMP,) if due else ()


def of_inspection(i: Irregularity) -> tuple[Question, ...]:
    """After the freeze (MD 2.F)."""
    return (SEAL, TEST_CARDS) if dict(i.answers).get("frozen") else ()


def lamp_then_inspection(play: Play, i: Irregularity) -> tuple[Question, ...]:
    return of_the_lamp(play, i) + of_inspection(i)


def reader_knows(play: Play, _: House, i: Irregularity) -> dict[str, str]:
    asked = LAMP in of_the_lamp(play, i)
    left = "left" if asked and tries(play) < TRIES else "none"
    return {"frozen": "NO", "tries": left} | ({} if asked else {"lamp": "NO"})


def tries(play: Play) -> int:
    """How often the reader was tried again in this round."""
    return sum(1 for i in play.irregularities if i.ruling == "try_again")


def value_disclosed(_: Play, house: House, __: Irregularity) -> dict[str, str]:
    return {"discloses": "YES" if house.pack.deal.reader_can_disclose_value.value else "NO"}


def answered_late(c: Context, i: Irregularity) -> bool:
    """It was waited for and has answered after all, before anybody froze the table."""
    return i.code == NO_ANSWER and c.play.peek is not None and not dict(i.answers).get("frozen")


# ---- rulings ----
def hands_are_asked(ruling: Ruling, _: Play, i: Irregularity) -> Ruling:
    return replace(ruling, effect=ASK_THEM) if i.code == target.UNASKED else ruling


FROZEN, INSPECTED = ("frozen", "YES"), (("seal", "YES"), ("test_cards", "YES"))
BACK = "Play goes on at the same point."
LAMP_BLACKJACK = Ruling(
    "lamp_blackjack",
    "LAMP SAYS BLACKJACK",
    "The answer counts as the reader's.",
    reader_rulings.lamp_blackjack,
    when=(("lamp", "YES"),),
    confirm=True,
)
LAMP_NONE = replace(
    LAMP_BLACKJACK, name="lamp_none", label="LAMP SAYS NONE", act=reader_rulings.lamp_none
)
DEAD = Ruling(
    "all_hands_dead",
    "ALL HANDS DEAD, WAGERS BACK",
    "Cards are collected, every open wager goes back.",
    act=None,
    asks="reason",
    confirm=True,
    needs="casino_supervisor",
)

OF_READER: dict[str, Kind] = {
    "reader_early": Kind("Reader used before {about}", (TAKEN_NOTE,), accuses=True),
    "reader_inspection_due": Kind(
        "Reader inspection due",
        (TAKEN_NOTE,),
        dealer="Stop. Test reader. Floor.",
        never=lambda pack: pack.deal.reader_inspection.value == "none",
    ),
    "reader_used": Kind(
        "Reader used, up card {up}",
        (
            Ruling(
                "continue",
                "CONTINUE",
                "Same hands. The reader's answer is discarded.",
                card_rulings.nothing,
                when=(("up_right", "YES"), ("discloses", "NO")),
            ),
            Ruling(
                "all_hands_dead",
                "ALL HANDS DEAD",
                "Cards are collected, every open wager goes back. Settled match wagers stand.",
                act=None,
                when=(("up_right", "YES"), ("discloses", "YES")),
                confirm=True,
            ),
            replace(CORRECT_CARDS, when=(("up_right", "NO"),)),
        ),
        (UP_RIGHT,),
        "RULE, NO CHOICE",
        dealer="Stop. Reader used. Floor.",
        knows=value_disclosed,
        card="none",
        void="falls away",
        accuses=True,
        watched=True,
    ),
    "reader_fault": Kind(
        "Reader gives no answer",
        (
            Ruling(
                "try_again",
                "TRY AGAIN",
                "The hole card is put into the reader again.",
                card_rulings.nothing,
                when=(("tries", "left"),),
                early=True,
            ),
            LAMP_BLACKJACK,
            LAMP_NONE,
            Ruling(
                "go_on_without_reader",
                "GO ON WITHOUT READER",
                "The hole card stays down until all hands are done. The table's notice changes.",
                device_rulings.go_on_without_reader,
                when=(("lamp", "NO"),),
            ),
            Ruling(
                "freeze",
                "FREEZE",
                "Cards and wagers stay as they lie until the reader works.",
                reader_rulings.freeze,
                when=(("lamp", "NO"), ("frozen", "NO")),
                stays=True,
            ),
            Ruling(
                "repaired",
                "REPAIRED",
                f"Inspected. {BACK}",
                reader_rulings.works_again,
                when=(FROZEN, *INSPECTED),
            ),
            Ruling(
                "replaced",
                "REPLACED, SERIAL",
                f"Inspected, its serial number entered. {BACK}",
                reader_rulings.works_again,
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
        headlines=(
            ("answer", "Answer was wrong"),
            (OUT_OF_SERVICE, f"Reader {OUT_OF_SERVICE}"),
            ("tamper", "Reader opened"),
            ("test cards", "Reader failed its test cards"),
        ),
        asks=lamp_then_inspection,
        knows=reader_knows,
        closes=Closing("try_again", answered_late),
        round="peek_due",
        device="card_reader",
        faulty=True,
    ),
    "check_wrong": Kind(
        "Dealer's check was wrong",
        (
            # A check by eye has no reader: that it was wrong is entered, and no more.
            Ruling(
                "go_on_without_reader",
                "GO ON",
                "Entered in the record. The card counts as it lies.",
                card_rulings.nothing,
            ),
        ),
        mode="RULE, NO CHOICE",
        dealer="Stop. Check was wrong. Floor.",
    ),
    "hole_card_shown": Kind(
        "Hole card shown",
        (
            Ruling(
                "play_on",
                "PLAY ON",
                "The card stays the hole card.",
                hand_rulings.play_on,
                asks="reason",
                now=hands_are_asked,
            ),
            DEAD,
        ),
        (WHO_SAW,),
        "NO CLAUSE: REASON REQUIRED",
        headlines=((target.UNASKED, "No Blackjack: hands not asked"),),
        watched=True,
    ),
}
