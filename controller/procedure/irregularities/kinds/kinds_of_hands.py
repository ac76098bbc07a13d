"""Players and their hands in play: asked, passed over, gone, or given what they did not want."""

from __future__ import annotations

from controller.domain.structs import replace
from controller.procedure.irregularities.rulings import card_rulings, hand_rulings
from controller.procedure.queries import places
from controller.procedure.reducers.play import missed_draw
from controller.procedure.state import refs
from controller.procedure.state.house import House
from controller.procedure.state.play import Irregularity, Play
from controller.procedure.state.whole import Device

from .kind import Kind, Mode, Question, Ruling
from .kinds_of_deal import once_settled
from .questions import HOLE_DOWN, ONE_CARD, UNTOUCHED
from .shared_rulings import AS_THEY_LIE, ENTERED, HAND_DEAD, TAKEN_NOTE

SILENT: Mode = "NO CLAUSE: REASON REQUIRED"
"""What people report and no text rules: what floors are called for most (console/README 5)."""


def before_the_turn(play: Play, _: House, __: tuple[Device, ...], ___: Irregularity) -> bool | None:
    """The dealer's own hand does not begin before it is answered."""
    return True if play.round in ("turn_due", "dealer_plays") else None


def wagers_lie(play: Play, house: House, _: Irregularity) -> str:
    """From the first card on the box is dealt to and settled: no chips of it go back."""
    return house.no("wagers_closed")[1] if places.begun(play) else ""


def of_dealers_card(play: Play, _: Irregularity) -> tuple[Question, ...]:
    return (ONE_CARD,) if play.variant == "no_hole_card" else (HOLE_DOWN,)


def hole_turned(play: Play, house: House, _: Irregularity) -> str:
    return house.no("hole_turned")[1] if missed_draw.shown(play) else ""


def no_hands(play: Play, house: House, _: Irregularity) -> str:
    lying = any(not h.dead for h in play.hands) and play.round != "settled"
    return "" if lying else house.no("not_now")[1]


def not_dealt(play: Play, house: House, _: Irregularity) -> str:
    """The cards of the deal are nobody's hand before it is confirmed."""
    return "" if play.hands else house.line("deal_ok_first")[1]


def after_evacuation(_: Play, __: House, ___: tuple[Device, ...], i: Irregularity) -> bool | None:
    """Nobody plays before it is known who plays on."""
    return True if i.code == refs.EVACUATION else None


def settled_again(ruling: Ruling, play: Play, _: Irregularity) -> Ruling:
    if play.round != "settled":
        return ruling
    return replace(ruling, effect=f"{ruling.effect} The settlement is taken back.")


OF_HANDS: dict[str, Kind] = {
    "whose_card": Kind(
        "Last card: box {box} or {about}?",
        (
            Ruling("stands", "BOX {box}", "The card stays where it is.", card_rulings.nothing),
            Ruling(
                "next_hand",
                "BOX {about}",
                "Box {box} stood; the card is the next hand's.",
                act=None,
            ),
        ),
        of_two_hands=True,
        on_line="always",
        holds=once_settled,
        until="payment of that box",
        marks_box=True,
    ),
    "missed_draw": Kind(
        "Box {box} asked, got no card",
        (
            Ruling(
                "card_last",
                "CARD LAST",
                "After all other boxes, before the hole card. Cards already dealt stay.",
                missed_draw.card_last,
                when=((HOLE_DOWN.name, "YES"),),
                why_not=hole_turned,
            ),
            Ruling(
                "hand_dead",
                "HAND DEAD",
                "The original wager goes back; a double or split on it too (house).",
                hand_rulings.hand_dead,
                confirm=True,
            ),
            AS_THEY_LIE,
        ),
        (HOLE_DOWN,),
        "PLAYER CHOOSES",
        asks=of_dealers_card,
        on_line="dealers",
        holds=before_the_turn,
        card="none",
        of_hand=True,
        accuses=True,
    ),
    "late_double": Kind(
        "Bust undone, box {box}",
        (Ruling("stands", "STANDS", ENTERED, card_rulings.nothing, asks="note"),),
        holds=once_settled,
        until="payment of that box",
        watched=True,
    ),
    "touched": Kind(
        "Cards touched, box {box}",
        (
            Ruling(
                "seen",
                "DEALT WITH",
                "Entered with what was done about it.",
                card_rulings.nothing,
                asks="reason",
            ),
        ),
        mode=SILENT,
        dealer="Stop. Cards touched. Floor.",
        watched=True,
    ),
    "hand_not_asked": Kind(
        "Box {box} was not asked",
        (
            Ruling(
                "ask_now",
                "ASK NOW",
                "Box {box} decides now.",
                hand_rulings.ask_now,
                asks="reason",
                confirm=True,
                now=settled_again,
            ),
            Ruling(
                "card_last",
                "CARD LAST",
                "Box {box} gets its card after all others, before the hole card.",
                missed_draw.card_last,
                asks="reason",
                confirm=True,
                why_not=hole_turned,
            ),
            HAND_DEAD,
            replace(AS_THEY_LIE, label="STANDS AS DEALT", act=hand_rulings.stands),
        ),
        mode=SILENT,
        of_hand=True,
        accuses=True,
    ),
    "unwanted_card": Kind(
        "Box {box} wanted no card",
        (
            Ruling(
                "in_error",
                "DRAWN IN ERROR, SEEN",
                "The hand is as before the card, which is offered and goes aside.",
                hand_rulings.unwanted,
                asks="reason",
                confirm=True,
            ),
            AS_THEY_LIE,
        ),
        mode=SILENT,
        of_hand=True,
    ),
    "cleared_early": Kind(
        "Box {box} cleared too early",
        (
            Ruling(
                "rebuilt",
                "REBUILT FROM THE RECORD",
                "The cards are laid again as the record has them.",
                card_rulings.nothing,
                asks="reason",
            ),
            HAND_DEAD,
        ),
        mode=SILENT,
        of_hand=True,
    ),
    "player_gone": Kind(
        "Player of box {box} gone",
        (
            Ruling(
                "play_on",
                "IS BACK: PLAYS ON",
                "Box {box} goes on as it lay.",
                card_rulings.nothing,
                asks="reason",
            ),
            Ruling(
                "hand_stands",
                "HANDS STAND",
                "Every hand of box {box} stands and is settled.",
                hand_rulings.stand_all,
                asks="reason",
                confirm=True,
                why_not=not_dealt,
            ),
            replace(HAND_DEAD, act=hand_rulings.all_dead_of_box, why_not=not_dealt),
        ),
        mode=SILENT,
        holds=after_evacuation,
    ),
    "player_removed": Kind(
        "Player of box {box} removed",
        (
            replace(
                TAKEN_NOTE,
                effect="Entered. The dealer puts box {box} out, if it is lit.",
                asks="reason",
            ),
        ),
        watched=True,
    ),
    "chips_knocked": Kind(
        "Chips knocked over, box {box}",
        (
            Ruling(
                "rebuilt",
                "CHIPS AS AGREED",
                "They are put up again before a card. Write the amount.",
                card_rulings.nothing,
                asks="reason",
            ),
            Ruling(
                "return_wager",
                "RETURNED",
                "They go back. The player bets anew before a card, or the box is out.",
                card_rulings.nothing,
                asks="note",
                why_not=wagers_lie,
            ),
        ),
        chip=True,
        watched=True,
    ),
    "wrong_total": Kind("Wrong total, box {box}", (TAKEN_NOTE,)),
    "evacuation": Kind(
        "Evacuation",
        (
            Ruling(
                "play_on",
                "BACK: PLAY ON",
                "The round goes on as it lay.",
                card_rulings.nothing,
                when=((UNTOUCHED.name, "YES"),),
                asks="reason",
            ),
            Ruling(
                "box_by_box",
                "BOX BY BOX",
                "Each box is ruled by itself: it plays on, stands, or its wagers go back.",
                hand_rulings.box_by_box,
                asks="reason",
                why_not=no_hands,
            ),
        ),
        (UNTOUCHED,),
        mode=SILENT,
        watched=True,
    ),
}
