"""A player-dealer's table: a bank, a whole round, the page."""

from __future__ import annotations

from typing import Any

from controller.domain import commands as cmd
from controller.domain.cards import SUITS
from controller.domain.views import view as shown
from controller.domain.views.view import TableName
from controller.procedure.guide.next_step import next_step
from controller.procedure.state.inputs import Outcome
from controller.view import dealer_view
from controller.view.frame import Frame

from .evening import Evening, house

CA = "pure-21-5"
FRAME = Frame(seq=1, at=0, table=TableName(id="BJ-07", pack=""))


def table(**options: Any) -> Evening:
    """Open and ready to deal; nobody holds the bank."""
    return Evening(house(CA, **options)).opened()


def bank(box: int, cents: int | None = None, **options: Any) -> Evening:
    e = table(**options)
    assert e.put(cmd.BankSet(box=box, on=True, cents=cents)).verdict == "accepted"
    return e


def takes(e: Evening, box: int, cents: int | None = None) -> Outcome:
    return e.put(cmd.BankSet(box=box, on=True, cents=cents))


def declines(e: Evening, *boxes: int) -> Outcome:
    outcome = Outcome("accepted")
    for box in boxes:
        outcome = e.put(cmd.BankDeclined(box=box))
    return outcome


def dealt(e: Evening, cards: str) -> Evening:
    e.draw(cards)
    assert e.put(cmd.DealOk(boxes=e.play.boxes)).verdict == "accepted"
    return e


def hand(e: Evening, *boxes: int) -> Evening:
    """Every box on 19 against the bank's 17, settled and cleared."""
    e.lit(*(boxes or e.play.boxes))
    suits = [SUITS[(e.play.number + box) % 4] for box in e.play.boxes]
    first, second = (f"K{s}" for s in suits), (f"9{s}" for s in suits)
    dealt(e, " ".join([*first, "9c", *second, "8d"]))
    e.press("act7")
    assert e.play.round == "settled"
    e.put(cmd.LayoutCleared(), after_ms=5000)
    return e


def line(e: Evening) -> str:
    return next_step(e.state, e.house).text


def hint(e: Evening) -> str:
    return next_step(e.state, e.house).hint


def page(e: Evening) -> shown.DealerView:
    return dealer_view(e.state, e.house, FRAME)


def labels(e: Evening) -> dict[str, str]:
    """What stands on the keys of the dealer's page, by place."""
    return {a.slot: a.label for a in page(e).allowed}
