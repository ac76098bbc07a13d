"""What the surveillance room has been told since the daemon started, newest first.

The journal is the record; this is what stands on a page.
"""

from __future__ import annotations

from collections import deque

from controller.domain.views.floor_view import SurveillanceView, WatchLine
from controller.procedure.state.house import House
from controller.procedure.state.whole import State
from controller.table.actor import Current
from controller.view import Frame, happened, surveillance_view

KEPT = 200


class Watchman:
    def __init__(self, house: House) -> None:
        self._house = house
        self._seen = State()
        self._lines: deque[WatchLine] = deque(maxlen=KEPT)

    def look(self, current: Current) -> None:
        """Note what is new. What a round has already raised when it starts is new to it."""
        if current.state is self._seen:
            return
        self._lines.extendleft(happened(self._seen, current.state, self._house, current.at // 1000))
        self._seen = current.state

    def view(self, current: Current, frame: Frame) -> SurveillanceView:
        self.look(current)
        return surveillance_view(current.state, self._house, frame, tuple(self._lines))
