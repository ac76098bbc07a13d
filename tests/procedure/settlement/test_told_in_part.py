"""What a correction or a hold has left to tell says which chips of a hand move, counted or not."""

from __future__ import annotations

import pytest

from controller.console.drawing.language import language_of
from controller.domain import commands as cmd
from tests.kit.banks import bank, dealt
from tests.kit.evening import Evening, house
from tests.kit.shown import page
from tests.procedure.walks.promises import watched

NO_HOLE = {"deal.variant": "no_hole_card"}


def hint(at: Evening) -> str:
    return page(at).next_step.hint


@pytest.mark.parametrize(
    ("cents", "told"), [(500, "Now: box 5 take $5."), (None, "Now: box 5 take one wager.")]
)
@pytest.mark.parametrize("pack", ["massachusetts", "massachusetts-bonus-spin"])
def test_doubled_hand_that_a_ruling_sends_over_loses_one_wager_at_first(
    pack: str, cents: int | None, told: str
) -> None:
    """MA 9.c: the double comes back from a blackjack that the dealer may still have."""
    e = Evening(house(pack, **NO_HOLE)).opened().lit(2, 5, main={2: 500, 5: cents})
    e.draw("7s 2d Ah Kd Qs")
    e.press("act1")
    e.put(cmd.InsuranceClosed())
    e.draw("7c")
    e.put(cmd.Double(box=5, hand=1))
    e.draw("7h")
    e.put(cmd.Next(box=5, hand=1))

    e.floor(cmd.Ruled(irr=e.open[0].id, ruling="next_hand", reason="as told"), rank="floorperson")

    assert hint(e).endswith(told)
    e.draw("9h")
    assert not list(watched(e))


@pytest.mark.parametrize(
    ("cents", "told"), [(1000, "Now: box 4 back $10."), (None, "Now: box 4 back the double.")]
)
def test_double_of_a_hand_given_up_into_a_hold_goes_back_by_name(
    cents: int | None, told: str
) -> None:
    """CA: the rest stays there until the bank's money has reached it."""
    e = bank(1).lit(4, 6, main={4: cents, 6: 500})
    dealt(e, "2d Kh 7h 5h 9c 9d")
    e.put(cmd.Double(box=4, hand=1))
    e.draw("5s 2c")
    e.put(cmd.Rescue(box=4, hand=1))
    e.draw("3c")

    for irr in e.open:
        said = cmd.FactAnswered(irr=irr.id, question="seen", answer="SEEN")
        e.floor(said, rank="floorperson")
        ruled = cmd.Ruled(irr=irr.id, ruling="reassign_card", reason="as seen", box=6, hand=1)
        e.floor(ruled, rank="floorperson")

    assert hint(e).startswith(told)


def test_part_is_told_in_spanish() -> None:
    spanish = language_of("es")

    assert spanish is not None
    assert spanish("Now: box 5 take one wager.") == "Ahora: caja 5 retirar una apuesta."
    assert spanish("Now: box 4 back the double.") == "Ahora: caja 4 devolver el doble."
