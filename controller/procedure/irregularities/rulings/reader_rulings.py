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


def lamp_blackjack(c: Context, i: Irregularity, _: cmd.Ruled) -> None:
    given(c, i, blackjack=True)


def lamp_none(c: Context, i: Irregularity, _: cmd.Ruled) -> None:
    given(c, i, blackjack=False)


def given(c: Context, i: Irregularity, *, blackjack: bool) -> None:
    """The lamp's answer is the reader's; before its turn it waits like any other.

    A reader that is lost is lost for the next answer too.
    """
    c.play = replace(c.play, peek=blackjack)
    if i.kind == "device_lost":
        c.raise_("device_lost", about=i.about, role=i.role)
    if c.play.round in WAITS_FOR_IT:
        c.follow(follow_ups.Round.LAMP_READ)


def works_again(c: Context, i: Irregularity, _: cmd.Ruled) -> None:
    """Repaired or replaced: its test cards come again before the next round (house)."""
    if i.kind == "reader_fault":
        reader_inspection.forget(c)
