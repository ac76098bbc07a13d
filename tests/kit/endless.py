"""A table with a continuous shuffler: opened, a round, what it says."""

from __future__ import annotations

from controller.domain import facts as fact
from controller.domain.structs import replace
from controller.procedure.guide.next_step import next_step
from controller.procedure.state.inputs import Outcome
from controller.procedure.state.play import Play
from controller.rules.pack import load
from controller.rules.pack.leaf import Approval

from .evening import Evening
from .stacks import MD, approved, at_cut, deal, finish

ENDLESS = replace(
    load(MD).shuffle.continuous_device, value="on", approval=Approval("L-2031", "2026-01-02")
)
"""The device under its approval, as an option."""
SET = 288


def opened() -> Evening:
    """Shuffled and counted by the device, the burn card out: bets are open."""
    evening = at_cut(approved(MD, continuous_device="on"))
    evening.reading(fact.ShoeLoaded, "shoe")
    evening.draw("9c")
    return evening


def played(evening: Evening, *boxes: int) -> Evening:
    """One round; its cards lie in the rack."""
    evening.lit(*boxes)
    deal(evening)
    finish(evening)
    return evening


def put_in(evening: Evening, cards: int) -> Outcome:
    return evening.reading(fact.CardsTakenIn, "shuffler", cards=cards)


def jam(evening: Evening) -> Outcome:
    return evening.reading(fact.ShuffleFaulted, "shuffler", order=0, reason="jam")


def line(evening: Evening) -> tuple[str, str]:
    step = next_step(evening.state, evening.house)
    return step.text, step.hint


def raised(outcome: Outcome) -> list[str]:
    return [one.kind for one in outcome.raised]


def inside(play: Play) -> int:
    return play.loaded - play.drawn
