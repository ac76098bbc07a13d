"""Two batches that alternate: one in play, one in the shuffler (MD 5.I.2)."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure.house import House
from controller.procedure.next_step import next_step

from .evening import Evening, house
from .stacks import (
    MA,
    MD,
    at_cut,
    count_rest,
    deal,
    done,
    finish,
    in_play,
    jam,
    last_round,
    load,
    ordered,
)


def two(pack: str = MD) -> House:
    return house(pack, batches=2)


def other_shuffled(evening: Evening) -> Evening:
    """While the first batch is in play the second one is shuffled."""
    assert evening.put(cmd.ShuffleAsked()).verdict == "accepted"
    done(evening, 288)
    return evening


@pytest.mark.clause("MD 5.I.2")
def test_other_batch_is_shuffled_while_a_shoe_is_in_play() -> None:
    """It waits in the shuffler; at the end of the shoe it is the one that is cut."""
    evening = in_play(two(), 3)
    first = evening.play.stack.batch

    other_shuffled(evening)
    waiting = (evening.play.cut, evening.play.stack.inside)
    ordered(evening)

    assert waiting == (("none",), 2)
    assert first == 1
    assert (evening.play.stack.batch, evening.play.cut) == (2, ("due",))
    load(evening)
    assert evening.put(cmd.ShuffleAsked()).verdict == "accepted"
    assert evening.play.stack.inside == 1


@pytest.mark.clause("MD 5.I.2", "MD 5.I.2.a")
def test_idle_batch_is_stacked_for_the_shuffler_and_the_other_goes_into_play() -> None:
    """B1 spread, B2 shuffled inside: no wash; B2 has its own 24 hours, B1 is in the shuffler."""
    evening = in_play(two(), 3)
    opened = evening.play.day.decks_opened_at
    other_shuffled(evening)
    evening.put(cmd.NoPlay())
    evening.put(cmd.FirstPlayer(box=4))

    evening.put(cmd.CardsStacked())
    cut = next_step(evening.state, evening.house).text
    evening.put(cmd.CutTaken(box=4))
    evening.put(cmd.CutPlaced())
    told = next_step(evening.state, evening.house).hint
    evening.reading(fact.ShoeLoaded, "shoe")
    evening.draw("9c")
    evening.put(cmd.ShuffleAsked())

    assert cut == "Offer cut: box 4"
    assert told == "The other batch into the shuffler."
    assert (evening.play.stack.batch, evening.play.stack.inside) == (2, 1)
    assert (evening.play.day.decks_opened_at, evening.play.stack.opened_other) == (opened, opened)


def test_shuffle_of_the_other_batch_that_fails_does_not_hold_the_table() -> None:
    """Amber until the shoe in play has ended."""
    evening = in_play(two(MA), 3)
    evening.put(cmd.ShuffleAsked())

    jam(evening)
    free = evening.held
    deal(evening)
    finish(evening)
    last_round(evening)

    assert free == ""
    assert evening.held == "shuffler_fault"
    evening.rule("again")
    done(evening, 288)
    assert (evening.play.stack.batch, evening.play.cut) == (2, ("cover_due",))


def test_shuffle_that_still_runs_at_the_end_of_the_shoe_is_waited_for() -> None:
    evening = in_play(two(MA), 3)
    evening.put(cmd.ShuffleAsked())
    evening.floor(cmd.ShuffleOrdered(reason="cards worn"))
    count_rest(evening)

    waits = next_step(evening.state, evening.house).text
    done(evening, 288)

    assert waits == "Shuffling. Wait"
    assert evening.play.cut == ("cover_due",)
    assert evening.play.stack.batch == 2


def test_each_batch_keeps_its_own_count_of_cards_taken_out() -> None:
    """A ten removed from the first batch is not missing in the second."""
    evening = at_cut(two(MA), first=3)
    evening.press("act1")
    evening.reading(fact.ShoeLoaded, "shoe")
    evening.draw("Th")
    evening.answer("ten", "YES")
    evening.rule("remove_card", reason="as approved")
    evening.draw("9c")

    other_shuffled(evening)
    ordered(evening)
    load(evening)
    evening.put(cmd.ShuffleAsked())

    assert evening.held == ""
    assert (evening.play.removed, evening.play.loaded) == (0, 288)
    assert done(evening, 288).raised
    assert evening.play.stack.removed_other == 1


def test_one_batch_is_shuffled_only_when_its_shoe_has_ended() -> None:
    evening = in_play(house(MA), 3)

    assert evening.put(cmd.ShuffleAsked()).verdict == "refused"
