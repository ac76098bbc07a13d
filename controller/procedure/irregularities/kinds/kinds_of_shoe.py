"""Decks, shuffle, cut and shoe, up to the card that ends it."""

from __future__ import annotations

from controller.domain.commands import RecutOrdered
from controller.domain.structs import replace
from controller.procedure.irregularities.rulings import (
    card_rulings,
    device_rulings,
    stack_rulings,
    undealt,
)
from controller.procedure.queries.inventory import TENS
from controller.procedure.reducers.cards import cut
from controller.procedure.state import refs
from controller.procedure.state.house import House
from controller.procedure.state.play import Irregularity, Play
from controller.procedure.state.whole import Device
from controller.rules.pack import Pack

from .kind import Kind, Question, Ruling
from .questions import DRAWN_OFF
from .shared_rulings import (
    AS_THEY_LIE,
    DECKS_OUT,
    FREE,
    NOTED,
    OUT,
    RESHUFFLE,
    TAKEN_NOTE,
)

RECUT = RecutOrdered(rank="casino_supervisor", reason="as ruled")


def no_ten_is_burned(pack: Pack) -> bool:
    rules = pack.irregularity.items()
    return not any("burn_card" in r.rulings for kind, r in rules if kind in TENS)


def no_continuous_shuffler(pack: Pack) -> bool:
    return "on" not in pack.shuffle.continuous_device.allow


def not_recut(play: Play, house: House, _: Irregularity) -> str:
    return (cut.why_not_recut(play, house, RECUT) or ("", ""))[1]


def shuffler_is_due(play: Play, _: House, __: tuple[Device, ...], ___: Irregularity) -> bool | None:
    return play.shuffle == "faulted" and play.shoe == "empty"


def the_count(play: Play, _: House, __: Irregularity) -> dict[str, str]:
    return {"shuffle": play.shuffle}


def drawn_without_power(_: Play, i: Irregularity) -> tuple[Question, ...]:
    return (DRAWN_OFF,) if i.code == refs.POWER else ()


def drawn_is_known(_: Play, __: House, i: Irregularity) -> dict[str, str]:
    return {"off_known": "YES"} if DRAWN_OFF.name in dict(i.answers) else {}


OF_SHOE: dict[str, Kind] = {
    "decks_in_doubt": Kind(
        "Inspect the decks for tens",
        (
            Ruling(
                "inspected",
                "INSPECTED",
                "At the end of the round; the decks stay.",
                card_rulings.nothing,
                asks="reason",
            ),
            DECKS_OUT,
        ),
        never=no_ten_is_burned,
    ),
    "decks_too_old": Kind(
        "Decks too old",
        (replace(DECKS_OUT, asks="", confirm=False),),
        dealer="Stop. Old decks. Floor.",
        mode="RULE, NO CHOICE",
        never=lambda pack: not pack.cards.set_age_max_h.value,
    ),
    "shuffler_fault": Kind(
        "Shuffler: {about}",
        (
            Ruling(
                "again",
                "CLEARED: SHUFFLE ALL",
                "A complete shuffle from the start.",
                stack_rulings.shuffle_all,
            ),
            replace(OUT, act=device_rulings.shuffler_out),
        ),
        dealer="Shuffler fault. Floor.",
        holds=shuffler_is_due,
        device="shuffler",
        faulty=True,
        chip=True,
    ),
    "shuffle_exposed": Kind("Card exposed in the shuffle", (NOTED,)),
    "count_differs": Kind(
        "Count does not agree: {about}",
        (
            Ruling(
                "found",
                "FOUND",
                "The difference is explained; the cards are complete.",
                stack_rulings.count_stands,
                asks="reason",
            ),
            replace(AS_THEY_LIE, act=stack_rulings.count_stands),
            DECKS_OUT,
            Ruling(
                "shuffle_again",
                "SHUFFLE AGAIN",
                "The right cards go in; a complete shuffle from the start.",
                card_rulings.nothing,
                asks="reason",
                when=(("shuffle", "miscounted"),),
            ),
        ),
        mode="NO CLAUSE: REASON REQUIRED",
        knows=the_count,
    ),
    "cut_in_doubt": Kind(
        "Cut in doubt",
        (
            Ruling(
                "recut",
                "RECUT",
                "The cut is made again, the {cover_card} placed again.",
                stack_rulings.recut,
                asks="reason",
                why_not=not_recut,
            ),
            Ruling(
                "stands",
                "THE CUT STANDS",
                "The cut was proper. Play goes on.",
                card_rulings.nothing,
                asks="reason",
            ),
            RESHUFFLE,
        ),
    ),
    "cover_card_early": Kind("{cover_card} early: {about}", (NOTED,)),
    "cover_card_late": Kind("{cover_card} out of place", (NOTED, RESHUFFLE)),
    "cover_card_unexpected": Kind(
        "{cover_card}, none in use", (NOTED, RESHUFFLE), never=no_continuous_shuffler
    ),
    "shoe_opened": Kind("Shoe opened", (NOTED, RESHUFFLE), watched=True),
    "shoe_empty": Kind(
        "Shoe empty",
        (
            Ruling(
                "shuffle_rack",
                "SHUFFLE THE RACK",
                "The {rack} is shuffled and cut, one card burned; hands and wagers stay.",
                card_rulings.nothing,
            ),
            replace(
                FREE["as_dealt"],
                effect="No card comes any more. What was staked for one goes back.",
                act=undealt.stand_as_they_are,
                why_not=undealt.why_not_as_dealt,
            ),
        ),
        dealer="Stop. Shoe empty. Floor.",
        mode="RULE, NO CHOICE",
        card="none",
    ),
    "events_lost": Kind(
        "{about}",
        (
            Ruling(
                "counts",
                "ENTER THE CARDS",
                "Each card drawn while it was off is read out, in order; with none, play goes on.",
                stack_rulings.drawn_off,
                when=(("off_known", "YES"),),
            ),
            AS_THEY_LIE,
        ),
        mode="NO CLAUSE: REASON REQUIRED",
        dealer="Stop. {device}. Floor.",
        asks=drawn_without_power,
        knows=drawn_is_known,
        faulty=True,
    ),
    "late_reports": Kind("Late reports: {about} in this shoe", (TAKEN_NOTE,), watched=True),
    "slow_draw": Kind("Slow draw, {about}", (TAKEN_NOTE,)),
    "card_pushed_back": Kind("Card pushed back: {about}", (TAKEN_NOTE, RESHUFFLE)),
    "unshuffled_run": Kind("Unshuffled: {about}", (TAKEN_NOTE, RESHUFFLE)),
}
