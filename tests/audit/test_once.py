"""What a correction brings back to the line lies there already: it is no second asking."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure.queries import inventory
from tests.kit.evening import Evening, house
from tests.kit.shown import page
from tests.procedure.walks.promises import watched

HALF = "Box 2: take $5, return $5."


def ruled(on: Evening, kind: str, ruling: str) -> None:
    irr = next(i.id for i in on.open if i.kind == kind)
    on.put(
        cmd.Ruled(by="F. Floor", rank="floorperson", irr=irr, ruling=ruling, reason="as it lies")
    )


@pytest.mark.parametrize("pack", ["massachusetts", "maryland"])
def test_half_that_comes_back_behind_a_shuffle_is_asked_once(pack: str) -> None:
    """MA 15.d, 15.g, MD 13.F, 13.K: the card of box 5 is told to be in error before the shuffle.

    Box 2 has given up before that card; its line comes back when the card that was burned has
    given the line free.
    """
    on = Evening(house(pack)).opened().lit(2, 5, main={2: 1000, 5: 700})
    on.draw("8c 9d 7d 9h 7c Kd")
    on.press("act1")
    on.put(cmd.Surrender(box=2, hand=1))
    said = page(on).next_step.hint
    on.draw("9s")
    on.put(cmd.ShoeEmptied(by="S. Super", rank="casino_supervisor"))
    ruled(on, "count_differs", "found")
    on.put(cmd.LastCard(what="error"))
    between = page(on).next_step.hint
    on.put(cmd.ShuffleAsked())
    cards = inventory.to_load(on.play, on.house.shoe_cards)
    on.reading(fact.ShuffleDone, "shuffler", order=on.state.orders[-1].wire, cards=cards)
    on.cut()
    on.reading(fact.ShoeLoaded, "shoe")
    on.draw("2c")
    again = page(on).next_step.hint
    on.put(cmd.OfferAnswered(irr="", box=5, hand=1, takes=False))
    on.press("act7")
    ruled(on, "late_double", "stands")
    on.draw("3c", after_ms=6000)

    assert (said, again) == (HALF, HALF)
    assert HALF not in between
    assert (on.play.number, list(watched(on))) == (2, [])
