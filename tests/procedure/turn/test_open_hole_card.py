"""A hole card that lies open answers the check by itself."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain.structs import replace
from tests.kit.checking import MA, MD, NH
from tests.kit.evening import Evening, house


def under_an_ace(hole: str, pack: str = NH, variant: str = "hole_card") -> Evening:
    """As after a deal that was opened again with the hole card turned."""
    e = Evening(house(pack, variant=variant)).opened().lit(7)
    e.draw(f"9h Ah 9s {hole}")
    e.put(cmd.DealOk())
    up, down = e.play.dealer
    e.state = replace(e.state, play=replace(e.play, dealer=(up, replace(down, face=hole))))
    return e


@pytest.mark.parametrize(("hole", "blackjack"), [("8d", False), ("Kd", True)])
def test_a_word_that_the_open_card_belies_is_neither_offered_nor_taken(
    hole: str, blackjack: bool
) -> None:
    """Else all hands are settled that nobody has asked."""
    e = under_an_ace(hole)
    offered = {c.command.blackjack for c in e.allowed if isinstance(c.command, cmd.PeekAttested)}

    wrong = e.put(cmd.PeekAttested(blackjack=not blackjack))
    right = e.put(cmd.PeekAttested(blackjack=blackjack))

    assert offered == {blackjack}
    assert (wrong.verdict, right.verdict) == ("refused", "accepted")
    assert wrong.text == e.house.no("open_card")[1]


@pytest.mark.parametrize("pack", [MA, MD])
@pytest.mark.parametrize(("hole", "blackjack"), [("8d", False), ("Kd", True)])
def test_a_reader_that_the_open_card_belies_is_at_fault(
    pack: str, hole: str, blackjack: bool
) -> None:
    """Where it says yes and is wrong, every hand would be settled that nobody has asked."""
    e = under_an_ace(hole, pack, "hole_card_reader")

    e.peek(not blackjack)

    assert e.asked.kind == "reader_fault"
    assert e.play.peek is blackjack
    assert e.play.hands[0].done is blackjack
