"""Other rules that wait, on the floor's page: what they change, when they may come, who signed."""

from __future__ import annotations

from collections.abc import Iterator

from controller.domain import commands as cmd
from controller.domain.views import floor_view as floor_page
from controller.domain.views.rules_view import RuleChange, RulesWait
from controller.procedure.state.house import House
from controller.procedure.state.inputs import Input
from controller.procedure.state.parts.rules_offer import at_closed, in_words, told
from controller.procedure.state.play import Play
from drivers.number import counted


def words(play: Play, _house: House, item: Input) -> tuple[str, str]:
    if not isinstance(item, cmd.RulesAccepted):
        return "", ""
    return "ACCEPT RULES", counted(len(play.offer.changes), "change")


def duties(play: Play, house: House) -> Iterator[floor_page.Duty]:
    """Each change, and above them what is still needed."""
    offer = play.offer
    if not offer.id:
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
    return RulesWait(changes=tuple(changes), closed=offer.closed, signed_by=offer.signed_by)
