"""The wall clock beside the table's own: a step of it is told, a slow correction is followed."""

from __future__ import annotations

from controller.domain import facts as fact

STEP_US = 1_000_000
"""Video is matched to the second (console/README 6)."""
SLEW_US_A_MS = 0.5
"""As fast as a system corrects its clock without setting it: 500 us in a second."""


class WallClock:
    """Looked at with each input. Units: `at` us UTC, `mono` ms of the table's own clock."""

    def __init__(self, at: int, mono: int) -> None:
        self._offset, self._mono = at - mono * 1000, mono

    def look(self, at: int, mono: int) -> fact.ClockStepped | None:
        """None = it went on as it should."""
        offset = at - mono * 1000
        allowed = STEP_US + SLEW_US_A_MS * (mono - self._mono)
        due = self._offset + mono * 1000
        stepped = abs(offset - self._offset) > allowed
        self._offset, self._mono = offset, mono
        return fact.ClockStepped(due=due, found=at) if stepped else None

    def forget(self, step: fact.ClockStepped) -> None:
        """It was not recorded: the next look tells it again."""
        self._offset -= step.found - step.due


def behind_the_record(last_at: int, now: float) -> fact.ClockStepped | None:
    """A start that is earlier than the newest row. Units: `last_at` us, `now` s, both UTC."""
    found = int(now * 1e6)
    if found >= last_at - STEP_US:
        return None
    return fact.ClockStepped(due=last_at, found=found, start=True)
