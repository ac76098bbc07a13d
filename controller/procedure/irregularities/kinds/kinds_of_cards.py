"""A card that no hand can use, that is not as it should be, or that nobody could read."""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain.sealed import Slot
from controller.domain.structs import replace
from controller.domain.wording import text_of
from controller.procedure.irregularities.rulings import card_rulings, free_rulings, misread_rulings
from controller.procedure.irregularities.standing import dealers, unseen
from controller.procedure.queries import places, target
from controller.procedure.reducers.deal.initial_deal import OF_DEAL
from controller.procedure.state import refs
from controller.procedure.state.context import Context
from controller.procedure.state.house import House
from controller.procedure.state.play import Irregularity, Play

from .kind import Closing, Kind, Question, Ruling
from .questions import IS_HOLE_CARD, IS_TEN, LAY_UP, which_card
from .shared_rulings import AS_THEY_LIE, DECKS_OUT, FREE


# ---- what is asked, what closes ----
def next_has_come(c: Context, i: Irregularity) -> bool:
    """The next card has left the shoe: it takes the place. Or this shoe has no next card."""
    left = c.card is not None and i.card is not None and c.card.id != i.card.id
    over = c.play.shoe in ("rest_due", "empty") and not places.begun(c.play)
    return dealers(c.house, i.kind) and i.card is not None and (left or over)


def when_unseen(_: Play, i: Irregularity) -> tuple[Question, ...]:
    return (IS_TEN,) if unseen(i) else ()


def in_the_deal(play: Play, i: Irregularity) -> tuple[Question, ...]:
    """A card not read in the deal may be the hole card."""
    return (IS_HOLE_CARD,) if play.round in OF_DEAL and i.code != refs.BURN else ()


def of_hand(play: Play, i: Irregularity) -> tuple[Question, ...]:
    """A report means the last card, which the headline names; it may be any other one."""
    faces = tuple(dict.fromkeys(text_of(s.face) for s in _cards(play, i) if s.face))
    return (which_card(faces),) if len(faces) > 1 else ()


def is_meant(c: Context, i: Irregularity, item: cmd.FactAnswered) -> None:
    """The last card of that face: cards of one face are worth the same."""
    meant = (s for s in reversed(_cards(c.play, i)) if s.face and text_of(s.face) == item.answer)
    c.put(replace(i, card=next(meant)))


def _cards(play: Play, i: Irregularity) -> tuple[Slot, ...]:
    if not i.box:
        return tuple(s for s in play.dealer if s.face is not None)
    at = target.find(play, i.box, i.hand)
    return () if at is None else play.hands[at].cards


def burn_lies_down(_: Play, __: House, i: Irregularity) -> dict[str, str]:
    return {IS_HOLE_CARD.name: "YES"} if i.code == refs.BURN else {}


def may_be_hole_card(play: Play, house: House, i: Irregularity) -> str:
    """Told by its back alone it may be the hole card: nobody looks until the deal is placed."""
    return house.no("keyed_down")[1] if unseen(i) and not play.hands else ""


# ---- rulings ----
ENTER = Ruling(
    "enter_card",
    "ENTER CARD",
    "The card on the table counts.",
    card_rulings.enter_card,
    asks="card",
)
MISREAD = Ruling(
    "misread",
    "READ WRONGLY",
    "The card on the table counts.",
    misread_rulings.misread,
    asks="card",
)
NO_VALUE = (("ten", "no value here"),)
"""No answer opens it: a ten has no value, so it can be no hand's card."""
OF_A_TEN = (
    replace(FREE["as_dealt"], when=NO_VALUE),
    Ruling(
        "reassign_card", "REASSIGN CARD", "", free_rulings.reassign, when=NO_VALUE, asks="reason"
    ),
    Ruling(
        "burn_card",
        "BURN CARD",
        "It leaves the set. The next card takes its place.",
        card_rulings.burn_ten,
        when=(("ten", "YES"),),
        asks="reason",
    ),
    replace(ENTER, label="NOT A TEN", act=card_rulings.enter_no_ten, when=(("ten", "NO"),)),
)
REMOVE = Ruling(
    "remove_card",
    "REMOVE CARD",
    "It leaves the pack; the next card takes its place.",
    card_rulings.remove_card,
    asks="reason",
)
VOID = Ruling(
    "void_round",
    "ROUND VOID",
    "Every open wager goes back. Settled wagers stand. The cards are reshuffled.",
    act=None,
    confirm=True,
)

OF_NO_HAND: dict[str, Kind] = {
    "ten_found": Kind(
        "Ten: {card} to box {box}",
        (
            Ruling(
                "remove_card",
                "REMOVED AS APPROVED",
                "It leaves the pack. The next card takes its place.",
                card_rulings.remove_card,
                when=(("ten", "YES"),),
            ),
            Ruling(
                "torn_and_boxed",
                "TORN AND BOXED",
                "Torn in half, into the box of the deck. The next card takes its place.",
                card_rulings.remove_card,
                when=(("ten", "YES"),),
            ),
            *OF_A_TEN,
        ),
        (IS_TEN,),
        "RULE, NO CHOICE",
        dealer="Stop. Ten. Floor.",
        watched=True,
    ),
    "ten_found_second": Kind(
        "Second ten: {card}",
        (
            replace(VOID, label="ROUND VOID, RESHUFFLE", when=(("ten", "YES"),)),
            Ruling(
                "decks_out",
                "ROUND VOID, DECKS OUT",
                "Every open wager goes back. Settled wagers stand. The decks leave play.",
                act=None,
                when=(("ten", "YES"),),
                confirm=True,
            ),
            *OF_A_TEN,
        ),
        (IS_TEN,),
        "RULE, NO CHOICE",
        dealer="Stop. Ten. Floor.",
        never=lambda pack: not pack.shoe.ten_void_at.value,
        watched=True,
    ),
    "foreign_card": Kind(
        "Not of this set: {card}",
        (REMOVE, replace(ENTER, why_not=may_be_hole_card)),
        (IS_TEN,),
        "NO CLAUSE: REASON REQUIRED",
        dealer="Stop. Not of this set. Floor.",
        asks=when_unseen,
        answered=card_rulings.may_be_ten,
    ),
    "copy_too_many": Kind(
        "One {card} too many",
        (AS_THEY_LIE, MISREAD),
        mode="NO CLAUSE: REASON REQUIRED",
        card="booked",
    ),
    "card_misread": Kind(
        "Read wrongly: {card}",
        (replace(MISREAD, early=True), replace(AS_THEY_LIE, early=True)),
        mode="NO CLAUSE: REASON REQUIRED",
        asks=of_hand,
        answered=is_meant,
    ),
    "face_up_card": Kind(
        "Card face up in the shoe",
        (
            Ruling(
                "rack",
                "RACK",
                "It goes to the {rack}; the next card takes its place.",
                card_rulings.to_rack,
            ),
        ),
        mode="RULE, NO CHOICE",
        closes=Closing("rack", next_has_come, by="dealer", act=card_rulings.to_rack),
        watched=True,
    ),
    "face_up_card_second": Kind(
        "Second face-up card",
        (
            replace(VOID, early=True),
            Ruling(
                "not_face_up",
                "NOT FACE UP",
                "The report is taken back: the card lies where it was dealt.",
                act=None,
                when=(("up", "NO"),),
                asks="reason",
            ),
        ),
        (LAY_UP,),
        "RULE, NO CHOICE",
        never=lambda pack: not pack.shoe.face_up_void_at.value,
        card="booked",
        watched=True,
    ),
    "card_off_table": Kind(
        "Card off the table", (AS_THEY_LIE, DECKS_OUT), mode="NO CLAUSE: REASON REQUIRED"
    ),
    "card_damaged": Kind(
        "Damaged or marked card", (AS_THEY_LIE, DECKS_OUT), mode="NO CLAUSE: REASON REQUIRED"
    ),
    "not_from_shoe": Kind(
        "Card not from shoe: box {box}",
        (
            Ruling(
                "seen",
                "TAKEN OFF THE LAYOUT",
                "It is no card of any hand; every hand is as the record has it.",
                card_rulings.nothing,
                asks="reason",
            ),
            DECKS_OUT,
        ),
        mode="NO CLAUSE: REASON REQUIRED",
        dealer="Stop. Card not from shoe. Floor.",
    ),
    "cards_stuck": Kind(
        "Two cards stuck together",
        (
            Ruling(
                "second_to_rack",
                "SECOND CARD TO RACK",
                "One more card has left the shoe and goes to the {rack}.",
                card_rulings.second_to_rack,
                asks="reason",
            ),
            AS_THEY_LIE,
        ),
        mode="NO CLAUSE: REASON REQUIRED",
    ),
}


def whose_card_is_not_known(i: Irregularity) -> str:
    return "Card to box {box} not known" if i.box else ""


UNREAD: dict[str, Kind] = {
    "card_not_read": Kind(
        "Card to box {box} not read",
        (
            replace(ENTER, act=card_rulings.enter_unread),
            Ruling(
                "no_card",
                "NO CARD LEFT THE SHOE",
                "The next card is still due.",
                card_rulings.no_card,
            ),
            Ruling(
                "play_on",
                "LEAVE IT DOWN",
                "Asked when it is turned.",
                card_rulings.nothing,
                when=((IS_HOLE_CARD.name, "YES"),),
            ),
        ),
        (IS_HOLE_CARD,),
        "RULE, NO CHOICE",
        dealer="Stop. {place} not read. Floor.",
        asks=in_the_deal,
        knows=burn_lies_down,
        round="dealing",
    ),
    "cannot_open": Kind(
        "Card not known: look",
        (replace(ENTER, act=card_rulings.enter_unopened),),
        dealer="Stop. Turn it. Floor.",
        named=whose_card_is_not_known,
        box_beside=True,
        card="not counted",
        called="card not known",
    ),
}

OF_CARDS: dict[str, Kind] = {**OF_NO_HAND, **UNREAD}
