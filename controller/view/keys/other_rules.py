"""Other rules that wait, on the floor's page: what they change, when they may come, who signed."""

from __future__ import annotations

from collections.abc import Iterator

from controller.domain import commands as cmd
from controller.domain.views import floor_view as floor_page
from controller.procedure.state.house import House
from controller.procedure.state.inputs import Input
from controller.procedure.state.parts.rules_offer import told
from controller.procedure.state.play import Play


def words(play: Play, _house: House, item: Input) -> tuple[str, str]:
    if not isinstance(item, cmd.RulesAccepted):
        return "", ""
    number = len(play.offer.changes)
    return "ACCEPT RULES", "1 change" if number == 1 else f"{number} changes"


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
