"""The age of a set of decks: 24 hours, and then a new one (MD 3.C)."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd

from .evening import Evening, house

MA, MD, NH, CA = "massachusetts", "maryland", "boston-billiard", "pure-21-5"
DAY_MS = 24 * 3600 * 1000


def dealt_day(pack: str = MD) -> Evening:
    """A shoe in play, one round settled and cleared."""
    evening = Evening(house(pack)).opened().lit(7)
    evening.draw("9h 8h 9s 9c")
    evening.press("act1")
    evening.press("act7")
    evening.put(cmd.LayoutCleared(), after_ms=5000)
    return evening


def opened_ms(evening: Evening) -> int:
    return evening.play.day.decks_opened_at // 1000


@pytest.mark.clause("MD 3.C")
@pytest.mark.parametrize(("past_ms", "held"), [(-1000, ""), (1000, "decks_too_old")])
def test_round_starts_with_decks_of_24_hours_at_the_most(past_ms: int, held: str) -> None:
    evening = dealt_day()
    reinspect(evening)
    wait = opened_ms(evening) + DAY_MS + past_ms - evening.mono

    outcome = evening.put(cmd.BoxSet(box=1, lit=True), after_ms=wait)

    assert evening.held == held
    assert outcome.verdict == ("refused" if held else "accepted")
    assert outcome.clause == ("MD 3.C" if held else "")


@pytest.mark.clause("MD 3.C")
def test_round_under_way_is_finished_and_then_a_new_set_must_come() -> None:
    evening = dealt_day()
    reinspect(evening)
    wait = opened_ms(evening) + DAY_MS - 500 - evening.mono
    evening.draw("9h", after_ms=wait)
    evening.draw("8h 9s 9c")
    evening.press("act1")
    finished = evening.press("act7"), evening.held
    evening.put(cmd.LayoutCleared(), after_ms=5000)

    too_old = evening.held
    evening.rule("decks_out")
    none = evening.play.decks, evening.play.shoe
    evening.put(cmd.DecksReceived())

    assert (finished[0].verdict, finished[1]) == ("accepted", "")
    assert too_old == "decks_too_old"
    assert none == (("none",), ("empty",))
    assert evening.play.decks == ("received",)
    assert opened_ms(evening) == evening.mono


def reinspect(evening: Evening) -> None:
    """The next gaming day's inspection, shortly before the set is 24 hours old."""
    evening.floor(cmd.ReaderSealRead(seal="S-4712"), rank="floorperson")
    evening.put(
        cmd.BoxSet(box=2, lit=False),
        after_ms=opened_ms(evening) + DAY_MS - 60_000 - evening.mono,
    )
    evening.floor(cmd.ReaderSealRead(seal="S-4712"))
    for answer in (True, False, True, False):
        evening.peek(answer)


def test_same_set_keeps_its_age_over_a_closing() -> None:
    evening = dealt_day()
    opened = evening.play.day.decks_opened_at
    evening.floor(cmd.TableClosed())
    evening.floor(cmd.DecksCounted(cards=288, seal="S-12"))
    evening.open_table(before=cmd.DecksReceived)

    evening.put(cmd.DecksReceived(fresh=False))

    assert evening.play.day.decks_opened_at == opened
