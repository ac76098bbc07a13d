"""What may be named in a scenario: points of the procedure, charts, devices, levels, kinds."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from controller.bench.simulated import setup
from controller.domain.orders import Levels
from controller.rules.pack import KINDS

CHARTS = ("opening", "shuffle", "cut", "shoe", "round", "dealer_hand", "wheel")
PHASES = ("wagers", "deal", "deal_ok", "match", "peek", "deciding", "turn", "dealer", "settle")
"""Of a round, with a shoe to deal from."""
BEFORE_WAGERS = ("closed", "open")
POINTS = (*BEFORE_WAGERS, *PHASES, "cover_card", "shoe_end")
"""`open` = opened, no shoe yet; `shoe_end` = the cards are out and counted."""
DEVICES = tuple(setup.DEVICES)
LEVELS = Levels.__struct_fields__
IRREGULARITIES: tuple[str, ...] = KINDS
MOST_TOLD = 40


def allowed(given: str, known: Iterable[str], what: str = "Allowed") -> str:
    """What may stand there: all of it, or the nearest of too many."""
    every = sorted(known)
    if len(every) > MOST_TOLD:
        every = get_close_matches(str(given), every, 6, 0.4) or every[:MOST_TOLD]
    return f"{what}: {', '.join(every)}"


def no_point(given: str) -> str:
    """Say why the procedure has no such point; a chart and its state are one: `cut due`."""
    chart, _, state = given.partition(" ")
    if given in POINTS or (chart in CHARTS and state):
        return ""
    return f"{given!r} is no point. {allowed(given, POINTS)}, or a chart and its state: `cut due`"
