"""A spin that people must rule: the wheel does not serve, or told a jackpot that was none.

No fault takes a won spin away: it is made later, read by eye, or ruled by the rank that may void
(console/README 1.5).
"""

from __future__ import annotations

from controller.domain.structs import replace
from controller.domain.wording import OUT_OF_SERVICE
from controller.procedure.reducers.cards.orders import close_order
from controller.procedure.state.context import Context
from controller.procedure.state.parts import meters
from controller.procedure.state.play import Irregularity, Play, Spin

from . import spin_prizes
from .spin_turns import active, current


def put_out(c: Context) -> None:
    """The wheel serves no more: a spin that was won is read by eye, or ruled.

    Source: console/README 1.5.
    """
    close_order(c, "spin", "closed")
    turning = current(c.play) is not None
    ask_people(c, active(c.play))
    if turning:
        c.play = replace(c.play, wheel="faulted")


def put_back(c: Context) -> None:
    """It serves again: a spin that had not begun is made; of another people still say what was."""
    waits = {s.box for s in c.play.spins if s.status in ("button_due", "armed")}
    for i in _faults(c.play):
        if i.code == OUT_OF_SERVICE and i.box in waits:
            c.put(replace(i, status="withdrawn"))


def ask_people(c: Context, spins: tuple[Spin, ...]) -> None:
    asked = {i.box for i in _faults(c.play)}
    for spin in spins:
        if spin.box not in asked:
            c.raise_("spin_fault", box=spin.box, about=OUT_OF_SERVICE)


def _faults(play: Play) -> tuple[Irregularity, ...]:
    """Open ones of this round's spins."""
    return tuple(
        i
        for i in play.irregularities
        if (i.kind, i.status) == ("spin_fault", "raised") and not of_hit(i)
    )


def of_hit(i: Irregularity) -> str:
    """The jackpot that was none whose spin is ruled by the record alone; empty = no such."""
    return dict(i.answers).get("hit", "")


def faulted(play: Play, spin: Spin) -> bool:
    """Whether people are asked about it, so that nobody waits for its button."""
    return any(i.box == spin.box for i in _faults(play))


def answered(c: Context, spin: Spin) -> None:
    """It was read by eye: nothing of it is asked any more."""
    for i in _faults(c.play):
        if i.code == OUT_OF_SERVICE and i.box == spin.box:
            c.put(replace(i, status="closed", ruling="counts"))


def of_fault(play: Play, i: Irregularity) -> Spin | None:
    """The spin that an irregularity is about."""
    if i.code == OUT_OF_SERVICE:
        return next((s for s in active(play) if s.box == i.box), None)
    return current(play)


def unrest(c: Context, hit: meters.Hit) -> None:
    """A jackpot that was none: the section on which the wheel rested is ruled as a fault.

    The wheel itself is asked again only while it has done nothing since; else the record pays.
    """
    won = (hit.spin, hit.box, "rested")
    spin = next((s for s in c.play.spins if (s.order, s.box, s.status) == won), None)
    here = hit.round == c.play.number and spin is not None
    if spin is not None and here:
        spin_prizes.unpaid(c, spin)
    if spin is None or not here or active(c.play):
        i = c.raise_("spin_fault", box=hit.box, about="no jackpot", of_round=hit.round)
        c.put(replace(i, answers=(("hit", hit.id),)))
        return
    shared = spin.kind == "xtreme" and c.pack.wheel.xtreme_model.value == "hot_spot"
    box = 0 if shared else spin.box
    again = replace(spin, box=box, status="ordered", section="", cents=0, community="")
    c.play = replace(
        c.play, spins=tuple(again if s == spin else s for s in c.play.spins), wheel="faulted"
    )
    c.raise_("spin_fault", box=hit.box, about="no jackpot")
