"""A ruling is checked against its rank, its facts, notice and reason, then carried out."""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain.structs import replace
from controller.procedure.state.context import Context, Refuse, refuse
from controller.procedure.state.play import Irregularity

from . import catalog, voiding


def rule(c: Context, command: cmd.Ruled) -> None:
    i = find(c, command.irr)
    offer = next(
        (o for o in catalog.offers(c.play, c.house, i) if o.ruling.name == command.ruling), None
    )
    if offer is None:
        raise Refuse(*c.house.no("no_ruling"))
    needs = offer.ruling.needs or catalog.rules(c.house, i.kind).needs
    watches = command.rank == cmd.SURVEILLANCE and command.ruling == "acknowledged"
    if not (watches or c.house.at_least(command.rank, needs)):
        refuse((offer.clause, c.house.no("rank", rank=c.house.word(needs))[1]))
    if offer.grey:
        refuse((offer.clause, offer.grey))
    if offer.ruling.asks in ("reason", "box") and not (watches or command.reason.strip()):
        refuse((offer.clause, c.house.no("reason_first")[1]))
    if offer.ruling.asks == "box" and (command.box, command.hand) not in catalog.seats(
        c.play, c.house
    ):
        refuse(c.house.no("no_hand", box=command.box))
    if not offer.ruling.stays:
        close(c, i, command.ruling, command.by)
    act = offer.ruling.act or voiding.OF_ROUND[command.ruling]
    act(c, i, command)
    if voiding.nobody_left(c.play):
        voiding.dead_hands(c, offer.clause)


def find(c: Context, name: str) -> Irregularity:
    for i in c.play.irregularities:
        if i.id == name and catalog.is_open(i):
            return i
    raise Refuse(*c.house.no("no_irregularity"))


def close(c: Context, i: Irregularity, ruling: str, by: str) -> None:
    c.put(replace(i, ruling=ruling, ruled_by=by, status="carried_out"))
