"""Units that do not fit the record: a spare from another table, and one that forgot its numbers."""

from __future__ import annotations

from typing import Any, Protocol

from drivers.sim.line import Line
from drivers.tablelink.messages.events import Code
from drivers.tablelink.messages.wire import Forget

from .mechanism import Identity
from .results import Results
from .retained import Retained

ACCEPTED = 9 << 48 | 4711 << 8 | 1
"""An order id of another table: what is kept of the ids survives every move of the unit."""
MOVED = 4711
BOOT = "0badcafe0badcafe" + "07000000"
KEPT: dict[str, tuple[Code, dict[str, Any]]] = {
    "card_reader": (Code.PEEKED, {"blackjack": True}),
    "shoe_scanner": (Code.CARD_DRAWN, {"card": b"As"}),
    "shuffler": (Code.CARDS_TAKEN_IN, {"cards": 3}),
    "wheel": (Code.SEAT_BUTTON_PRESSED, {"box": 1}),
}
"""What it saw at the other table, and could not tell there any more."""


class Unit(Protocol):
    """What of a far end is another's, or forgotten."""

    line: Line
    identity: Identity
    results: Results
    retained: Retained
    moved: int

    def leave(self) -> None: ...
    def restart(self, *, memory: bool = True, cause: str = "power") -> None: ...
    def greet(self) -> None: ...
    def say(self, code: Code, values: dict[str, Any]) -> bool: ...


def from_elsewhere(end: Unit, serial: str) -> None:
    """The plug is the same; the unit has served, and was taken away in the middle of a round."""
    end.leave()
    end.identity = end.identity._replace(serial=serial)
    end.results.accepted, end.moved = ACCEPTED, MOVED
    end.retained.restart(BOOT, memory=False)
    for _ in range(3):
        end.say(*KEPT[end.identity.role])
    end.retained.acknowledge(BOOT, 1, end.line.now_s)
    end.restart()


def forget(end: Unit, message: Forget) -> None:
    """As from the factory: only at rest, and only the unit that is meant."""
    mine = message.boot == end.retained.boot and message.serial == end.identity.serial
    if mine and not end.results.running:
        end.results, end.moved = Results(), 0
        end.restart(memory=False, cause="request")


def forgets(end: Unit) -> None:
    """Its memory fails: it counts its events from one again, under the same boot."""
    end.retained.restart(end.retained.boot, memory=False)
    end.greet()
