"""Stretches between two shoes: a table that is open and unshuffled, a round, the end of a shoe."""

from __future__ import annotations

from typing import Any

from controller.bench.automatic.opening import FIRST_BOX
from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure.reducers.cards.shuffle import script
from controller.procedure.state.house import House
from controller.procedure.state.inputs import Outcome
from controller.rules.pack import apply_options
from controller.rules.pack import load as read

from .evening import Evening, house

MA, MD, NH, CA = "massachusetts-bonus-spin", "maryland", "boston-billiard", "pure-21-5"


def by_hand(pack: str = MA) -> House:
    return house(pack, method="manual")


def approved(pack: str, **options: object) -> House:
    """The pack with choices that depart from it, each under an approval."""
    under = {"reference": "FILED-17", "date": "2026-01-02"}
    given = {key: {"value": value, "approval": under} for key, value in options.items()}
    return House(apply_options(read(pack), given))


def unshuffled(at: House, first: int = FIRST_BOX) -> Evening:
    """Open, all cards in a stack that may be shuffled; the first player came to box `first`."""
    return Evening(at).open_table(first)


def say(evening: Evening, said: Any) -> Outcome:
    """A word of the opening; a tuple = two test cards in the reader and its answer."""
    return evening.peek(said[2]) if isinstance(said, tuple) else evening.put(said)


def at_cut(at: House, first: int = FIRST_BOX) -> Evening:
    """Shuffled at the opening; the cut, or the cover card alone, is due."""
    evening = unshuffled(at, first)
    shuffle(evening)
    return evening


def shuffle(evening: Evening) -> None:
    """By the method that the table has."""
    if evening.put(cmd.ShuffleAsked()).verdict == "accepted":
        done(evening, evening.house.shoe_cards - evening.play.removed)
        return
    for step in script(evening.play, evening.house):
        assert evening.put(cmd.ShuffleStep(step=step)).verdict == "accepted"


def done(evening: Evening, cards: int) -> Outcome:
    """The shuffler reports what it counted."""
    wire = evening.state.orders[-1].wire
    return evening.reading(fact.ShuffleDone, "shuffler", order=wire, cards=cards)


def jam(evening: Evening, reason: str = "jam") -> Outcome:
    wire = evening.state.orders[-1].wire
    return evening.reading(fact.ShuffleFaulted, "shuffler", order=wire, reason=reason)


def load_refused(evening: Evening) -> bool:
    """The gate closes too early: the shoe counts as empty; the floor frees the table again."""
    raised = evening.reading(fact.ShoeLoaded, "shoe").raised
    evening.rule("continue")
    return bool(raised) and evening.play.shoe == "empty"


def load(evening: Evening, box: int = 0) -> None:
    """That box cuts, the card goes in, the shoe is loaded and the first card burnt."""
    if evening.play.cut == "due":
        assert evening.put(cmd.CutTaken(box=box)).verdict == "accepted"
    evening.put(cmd.CutPlaced())
    evening.reading(fact.ShoeLoaded, "shoe")
    rules = evening.house.pack.shoe
    if rules.burn_on_new_shoe_cards.value and rules.burn_at.value == "shoe_loaded":
        evening.draw("9c")


def deal(evening: Evening) -> None:
    """The whole initial deal: 18 for every box, 9 up; the burn first, where it waits for wagers."""
    if evening.play.shoe == "burn_due":
        evening.draw("9c")
    many = len(evening.play.boxes)
    evening.draw(*["Kc"] * many, "9s", *["8d"] * many, "9h")


def finish(evening: Evening) -> None:
    """Everybody stands on 18, so does the dealer; the layout is cleared."""
    evening.press("act1")
    evening.press("act7")
    evening.put(cmd.LayoutCleared(), after_ms=5000)


def count_rest(evening: Evening) -> Outcome:
    left = evening.play.loaded - evening.play.drawn
    return evening.reading(fact.RestCounted, "shoe", cards=left)


def last_round(evening: Evening) -> None:
    """The cover card comes in place of the first card; the round is dealt, the rest counted."""
    evening.reading(fact.CoverCardSeen, "shoe")
    deal(evening)
    finish(evening)
    count_rest(evening)


def in_play(at: House, *boxes: int) -> Evening:
    """A shoe in play, these boxes lit, bets open."""
    evening = at_cut(at)
    load(evening)
    return evening.lit(*boxes)


def ordered(evening: Evening) -> None:
    """The floor has the cards shuffled again between two rounds; the rest is counted."""
    assert evening.floor(cmd.ShuffleOrdered(reason="a player asks")).verdict == "accepted"
    count_rest(evening)
