"""What the dealer may report: what people see and no device does, of which box or hand."""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain.views.floor_view import Answer, Fact
from controller.procedure.irregularities.reports import REPORTS, Report, offered
from controller.procedure.state.house import House
from controller.procedure.state.whole import State

from .keys.dealer_keys import body


def dealers_reports(state: State, house: House) -> tuple[Fact, ...]:
    """Only what can be true now, and only what needs no rank above the dealer's."""
    found = []
    for report in REPORTS:
        at = offered(state.play, house, report) if report.rank == "dealer" else ()
        boxes = [box for box, _ in at]
        answers = tuple(
            Answer(
                label=place(report, box, hand, alone=boxes.count(box) == 1),
                body=body(cmd.Reported(what=report.kind, box=box, hand=hand)),
            )
            for box, hand in at
        )
        if answers:
            found.append(Fact(question=report.label, answers=answers))
    return tuple(found)


def place(report: Report, box: int, hand: int, *, alone: bool) -> str:
    """What stands on the key: the hand, where a box has several."""
    if report.of == "table":
        return "REPORT"
    if not box:
        return "DEALER"
    return f"BOX {box}" if alone else f"BOX {box}, HAND {hand}"
