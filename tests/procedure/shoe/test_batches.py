"""Two batches that alternate: one in play, one in the shuffler (MD 5.I.2)."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure.guide.next_step import next_step
from controller.procedure.state.house import House
from tests.kit.evening import Evening, house
from tests.kit.stacks import (
    MA,
    MD,
    NH,
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
    shuffle,
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

    assert waiting == ("none", 2)
    assert first == 1
    assert (evening.play.stack.batch, evening.play.cut) == (2, "due")
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
    assert (evening.play.stack.batch, evening.play.cut) == (2, "cover_due")


def test_batch_in_a_shuffler_that_is_put_out_of_the_way_goes_into_play_no_more() -> None:
    """The one that was in play is shuffled by hand, with its own count of cards taken out."""
    evening = other_shuffled(in_play(two(MD), 3))
    ordered(evening)
    load(evening)
    evening.put(cmd.ShuffleAsked())
    jam(evening)

    aside = evening.floor(cmd.ShufflerSetAside(how="covered"))
    ordered(evening)
    shuffle(evening)

    assert aside.verdict == "accepted"
    assert (evening.play.stack.batch, evening.play.cut) == (2, "due")


def test_shuffle_that_still_runs_at_the_end_of_the_shoe_is_waited_for() -> None:
    evening = in_play(two(MA), 3)
    evening.put(cmd.ShuffleAsked())
    evening.floor(cmd.ShuffleOrdered(reason="cards worn"))
    count_rest(evening)

    waits = next_step(evening.state, evening.house).text
    done(evening, 288)

    assert waits == "Shuffling. Wait"
    assert evening.play.cut == "cover_due"
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


# ---- both sets at the table ----
def test_both_batches_are_inspected_and_spread_at_the_opening() -> None:
    """MD 4.A-4.E of each set: 48 tens of twelve decks; one set may have come without."""
    evening = Evening(two()).open_table(before=cmd.DecksInspected)

    short = evening.put(cmd.DecksInspected(tens=47))
    offered = [c.command for c in evening.allowed if isinstance(c.command, cmd.DecksInspected)]
    one_set = evening.put(cmd.DecksInspected(tens=24))
    evening.floor(cmd.DecksVerified(torn=True))
    spread = next_step(evening.state, evening.house).text
    for said in (cmd.DeckSpread(), cmd.FirstPlayer(box=7)):
        evening.put(said)

    assert (short.verdict, short.clause) == ("refused", "MD 4.B")
    assert offered[0] == cmd.DecksInspected(tens=48)
    assert one_set.verdict == "accepted"
    assert spread == "Spread 12 decks face up"
    assert next_step(evening.state, evening.house).hint == "Each batch by itself."


def test_each_of_sixteen_decks_is_confirmed_where_the_text_asks_it() -> None:
    evening = Evening(two(NH)).open_table(before=cmd.CardsWashed)

    assert evening.play.day.spread == tuple(range(1, 17))
    assert evening.play.decks == "looked"


@pytest.mark.clause("MD 3.C")
def test_new_set_for_one_batch_does_not_make_the_other_one_younger() -> None:
    """Both came together: 24 hours later the other one is too old as well."""
    evening = other_shuffled(in_play(two(), 3))
    both = evening.play.day.decks_opened_at

    evening.floor(cmd.DecksTakenOut())
    evening.put(cmd.DecksReceived(), after_ms=3_600_000)
    new = evening.play.day.decks_opened_at
    tens = evening.put(cmd.DecksInspected(tens=24))
    evening.floor(cmd.DecksVerified(torn=True))
    said = (cmd.DeckSpread(), cmd.FirstPlayer(box=3), cmd.CardsWashed(), cmd.CardsStacked())
    for one in said:
        assert evening.put(one).verdict == "accepted"

    assert new > both
    assert tens.verdict == "accepted"
    assert evening.play.stack.batch == 2
    assert (evening.play.day.decks_opened_at, evening.play.stack.opened_other) == (both, new)


@pytest.mark.parametrize(("cards", "open_"), [(576, []), (288, ["count_differs"])])
def test_closing_count_is_of_both_batches(cards: int, open_: list[str]) -> None:
    evening = other_shuffled(in_play(two(), 3))

    evening.floor(cmd.TableClosed(reason="end of the day"))
    asked = [c.command for c in evening.allowed if isinstance(c.command, cmd.DecksCounted)]
    evening.floor(cmd.DecksCounted(cards=cards, seal="S-0815"))

    assert [one.cards for one in asked] == [576]
    assert [i.kind for i in evening.open] == open_
    assert (evening.play.stack.other, evening.play.stack.inside) == (False, 0)
