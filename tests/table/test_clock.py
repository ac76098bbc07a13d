"""The wall clock against the table's own: what is a step, what is a slow correction."""

from __future__ import annotations

import pytest

from controller.domain import facts as fact
from controller.table.clock import WallClock, behind_the_record

AT, MONO = 1_800_000_000_000_000, 50_000
HOUR_S, DAY_S = 3600, 86_400


def later(seconds: float, wall_s: float = 0.0) -> tuple[int, int]:
    """Both clocks so much later, the wall set by `wall_s` meanwhile."""
    return AT + int((seconds + wall_s) * 1e6), MONO + int(seconds * 1000)


@pytest.mark.parametrize("step_s", [2, -2, 6 * HOUR_S, -12 * HOUR_S, 2 * DAY_S, -56 * 365 * DAY_S])
def test_step_is_told_once_with_both_times(step_s: float) -> None:
    clock = WallClock(AT, MONO)
    assert clock.look(*later(1)) is None

    found = clock.look(*later(2, step_s))

    due, _ = later(2)
    assert found == fact.ClockStepped(due=due, found=due + int(step_s * 1e6))
    assert clock.look(*later(3, step_s)) is None


def test_slow_correction_is_no_step_however_long_it_lasts() -> None:
    """A system corrects by half a millisecond a second at the most."""
    clock = WallClock(AT, MONO)

    seen = [clock.look(*later(s, s * 0.0005)) for s in range(0, 10 * HOUR_S, 60)]
    assert set(seen) == {None}
    assert clock.look(*later(20 * HOUR_S, 10 * HOUR_S * 0.001)) is None


def test_step_that_was_not_recorded_is_told_again() -> None:
    clock = WallClock(AT, MONO)
    lost = clock.look(*later(2, 60))
    assert lost is not None

    clock.forget(lost)

    again = clock.look(*later(5, 60))
    assert again is not None
    assert again.found - again.due == 60_000_000


def test_start_before_the_last_row_is_told_and_a_later_one_is_not() -> None:
    behind = behind_the_record(AT, AT / 1e6 - 7200)
    assert behind == fact.ClockStepped(due=AT, found=AT - 7_200_000_000, start=True)
    assert behind_the_record(AT, AT / 1e6 + DAY_S) is None
    assert behind_the_record(AT, AT / 1e6) is None
