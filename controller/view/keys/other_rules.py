"""Other rules that wait, on the floor's page: what they change, when they may come, who signed."""

from __future__ import annotations

from collections.abc import Iterator

from controller.domain import commands as cmd
from controller.domain.views import floor_view as floor_page
from controller.domain.views.rules_view import RuleChange, RulesWait, Said
from controller.procedure.state.house import House
from controller.procedure.state.inputs import Input
from controller.procedure.state.parts.rules_offer import at_closed, in_words, told
from controller.procedure.state.play import Play
from drivers.number import counted

MS = 1000
"""Microseconds in a millisecond: pages tell times in these."""


def words(play: Play, _house: House, item: Input) -> tuple[str, str]:
    if isinstance(item, cmd.RulesRefused):
        return "REFUSE RULES", "with a reason"
    if not isinstance(item, cmd.RulesAccepted):
        return "", ""
    return "ACCEPT RULES", counted(len(play.offer.changes), "change")


def duties(play: Play, house: House) -> Iterator[floor_page.Duty]:
    """Each change, and above them what is still needed."""
    offer = play.offer
    if not offer.id:
        return
    if offer.refused_by:
        clause, text = house.line("rules_refused", by=offer.refused_by)
        yield floor_page.Duty(text=text, sub=offer.reason, when="refused")
        return
    text = house.line("rules_wait")[1]
    clause, when = house.line("rules_closed" if offer.closed else "rules_now")
    signed = house.line("rules_signed", by=offer.signed_by)[1] if offer.signed_by else clause
    yield floor_page.Duty(text=f"{text}: {when}", sub=signed, when="due", due=True)
    for change in offer.changes:
        clause = house.pack.line.rules_change.clause
        yield floor_page.Duty(text=told(house, change), sub=clause, when="new")


def waiting(play: Play, house: House) -> RulesWait | None:
    """Line by line; None = the configuration holds the rules in force."""
    offer = play.offer
    if not offer.id:
        return None
    changes = []
    for change in offer.changes:
        what, before, after = in_words(change)
        closed = at_closed(house, change)
        changes.append(
            RuleChange(what=what, key=change.name, before=before, after=after, closed=closed)
        )
    return RulesWait(
        changes=tuple(changes),
        closed=offer.closed,
        short=offer.id,
        in_force=offer.in_force,
        at=offer.at // MS,
        signed=_said(offer.signed_by, offer.signed_rank, offer.signed_at),
        refused=_said(offer.refused_by, offer.refused_rank, offer.refused_at),
        reason=offer.reason,
    )


def _said(by: str, rank: str, at_us: int) -> Said | None:
    return Said(by=by, rank=rank, at=at_us // MS) if by else None
