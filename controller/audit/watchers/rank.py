"""A red hold ends by a ruling of a rank that may give it, or struck out by such a rank."""

from __future__ import annotations

from collections.abc import Iterator

from controller.audit.move import Move
from controller.domain import commands as cmd
from controller.procedure.irregularities import catalog
from controller.procedure.irregularities.kinds.every_kind import KINDS, words
from controller.procedure.state.house import House
from controller.procedure.state.play import Irregularity


def lifted_by_rank(m: Move) -> Iterator[str]:
    """console/README 3: what devices bring closes by itself; of people only whom the pack names."""
    said = m.stamped.input
    if not isinstance(said, cmd.Command):
        return
    now = {i.id: i for i in m.after.play.irregularities}
    for i in m.before.play.irregularities:
        if not catalog.red(m.before.play, m.house, m.before.devices, i):
            continue
        if i.id in now and catalog.is_open(now[i.id]):
            continue
        needed = _needed(m.house, i, said)
        if not m.house.at_least(said.rank, needed):
            name = type(said).__name__
            yield f"the hold {i.kind} ended by {name} of a {said.rank}, not of a {needed}"


def _needed(house: House, i: Irregularity, said: cmd.Command) -> str:
    ruled = words(KINDS[i.kind], said.ruling) if isinstance(said, cmd.Ruled) else None
    own = ruled.needs if ruled is not None and getattr(said, "irr", "") == i.id else ""
    return own or catalog.rules(house, i.kind).needs
