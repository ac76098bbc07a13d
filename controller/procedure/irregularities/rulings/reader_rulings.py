"""Rulings on the reader: its lamp, the freeze until it works (MD 13.Q; console/README 1.4, 4)."""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain.structs import replace
from controller.procedure.reducers.opening import reader_inspection
from controller.procedure.state import follow_ups
from controller.procedure.state.context import Context
from controller.procedure.state.play import Irregularity

WAITS_FOR_IT = ("insurance", "peek_due")


def freeze(c: Context, i: Irregularity, _: cmd.Ruled) -> None:
    """Nothing moves until it is repaired or replaced, and inspected."""
    reader_inspection.forget(c)
    c.put(replace(i, answers=(*i.answers, ("frozen", "YES"))))


def lamp_blackjack(c: Context, _: Irregularity, __: cmd.Ruled) -> None:
    given(c, blackjack=True)


def lamp_none(c: Context, _: Irregularity, __: cmd.Ruled) -> None:
    given(c, blackjack=False)


def lost_and_blackjack(c: Context, i: Irregularity, _: cmd.Ruled) -> None:
    """A reader that is lost is lost for the next answer too."""
    given(c, blackjack=True, lost=i)


def lost_and_none(c: Context, i: Irregularity, _: cmd.Ruled) -> None:
    given(c, blackjack=False, lost=i)


def given(c: Context, *, blackjack: bool, lost: Irregularity | None = None) -> None:
    """The lamp's answer is the reader's; before its turn it waits like any other."""
    c.play = replace(c.play, peek=blackjack)
    if lost is not None:
        c.raise_("device_lost", about=lost.about, role=lost.role)
    if c.play.round in WAITS_FOR_IT:
        c.follow(follow_ups.Round.LAMP_READ)


def works_again(c: Context, _: Irregularity, __: cmd.Ruled) -> None:
    """Repaired or replaced: its test cards come again before the next round (house)."""
    reader_inspection.forget(c)
