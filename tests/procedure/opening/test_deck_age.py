"""The age of a set of decks: 24 hours, and then a new one (MD 3.C)."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.view.keys import opening_keys
from tests.kit.evening import DEVICES, Evening, house
from tests.kit.shown import page

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
    assert none == ("none", "empty")
    assert evening.play.decks == "received"
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


# ---- nobody touches the table ----
def fires(evening: Evening) -> None:
    """The timer of the day runs out, to the millisecond in which it does."""
    armed = next(t for t in evening.play.timers if t.id.startswith("day/"))
    since = evening.mono
    evening.fire("day", after_ms=int(armed.seconds * 1000) + 1)
    assert evening.mono > since


def due(evening: Evening) -> list[str]:
    asked = opening_keys.duties(evening.state, evening.house, evening.mono)
    return [d.when for d in asked if d.due and d.text == "Change the decks"]


@pytest.mark.clause("MD 3.C")
def test_idle_table_says_by_itself_that_decks_are_due_and_then_too_old() -> None:
    """An hour before the floor reads it; at 24 hours the table is held, and nobody did anything."""
    evening = dealt_day()
    fires(evening)  # another gaming day
    evening.floor(cmd.ReaderSealRead(seal="S-4712"))
    for answer in (True, False, True, False):
        evening.peek(answer)
    before = due(evening), evening.held

    fires(evening)
    soon = due(evening), evening.held
    fires(evening)

    assert before == ([], "")
    assert soon == (["in 59 min"], "")
    assert evening.held == "decks_too_old"
    assert evening.mono - opened_ms(evening) - DAY_MS in range(1000)


def test_day_is_watched_only_while_the_table_is_open() -> None:
    evening = dealt_day(MA)
    watched = evening.timer("day")
    evening.floor(cmd.TableClosed())

    assert watched
    assert evening.timer("day") == ""


def test_time_left_is_counted_anew_after_a_restart() -> None:
    """The daemon was down for an hour: the timer is not an hour late."""
    evening = dealt_day(MA)
    name = evening.timer("day")
    before = next(t.seconds for t in evening.play.timers if t.id == name)

    evening.put(fact.Started(devices=DEVICES), after_ms=3600 * 1000)

    assert evening.timer("day") == name
    assert next(t.seconds for t in evening.play.timers if t.id == name) <= before - 3600


@pytest.mark.clause("MD 2.F")
def test_no_day_begins_by_a_clock_that_was_set_before_somebody_has_looked_at_it() -> None:
    """A day forward would ask for the reader's inspection in the middle of the evening."""
    evening = Evening(house(MD)).opened()
    now = evening.mono * 1000
    evening.put(fact.ClockStepped(due=now, found=now + 24 * 3600 * 10**6))
    lines = []

    evening.fire("day", after_ms=DAY_MS // 2)
    lines.append(page(evening).next_step.text)
    evening.rule("seen", reason="the clock is right now")
    lines.append(page(evening).next_step.text)

    assert lines == ["Bets open", "Reader inspection. Floor"]
