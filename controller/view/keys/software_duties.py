"""The table's own software and clock on the floor's page."""

from __future__ import annotations

from collections.abc import Iterator

from controller.domain.views import floor_view as floor_page
from controller.procedure.irregularities import catalog
from controller.procedure.reducers.opening import software_and_clock as itself
from controller.procedure.state.house import House
from controller.procedure.state.play import Play

SHOWN_US = 1_000_000
"""`clock_error_shown` (console/README 6): video is matched to the second."""


def duties(play: Play, house: House) -> Iterator[floor_page.Duty]:
    """Each part of the software that differs; a clock that may be a second wrong."""
    clause = catalog.clause(house, itself.OTHER)
    for change in play.software.changes:
        text = f"{change.name}: {change.before} → {change.after}"
        yield floor_page.Duty(text=text, sub=clause, when="new")
    clock = play.clock
    if clock.read_at and not (clock.synchronised and clock.error_us <= SHOWN_US):
        kept = "synchronised" if clock.synchronised else "not synchronised"
        seconds = clock.error_us / 1_000_000
        text = f"Clock {kept}: up to {seconds:.1f} s wrong"
        yield floor_page.Duty(
            text=text, sub=catalog.clause(house, itself.STEPPED), when="due", due=True
        )
