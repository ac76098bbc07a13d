"""The charts of the evening, and which of them owns an input now.

The first chart whose present state knows the event owns the input, else the last one.
`desk` is no chart: answers, notices, rulings, devices, orders.
"""

from __future__ import annotations

from msgspec import structs

from controller.procedure.state.context import Context
from controller.procedure.state.inputs import ROWS
from controller.procedure.state.play import Play

from .base import ProcedureChart
from .cut_chart import CutChart
from .dealer_hand_chart import DealerHandChart
from .decks_chart import DecksChart
from .inspection_chart import InspectionChart
from .opening_chart import OpeningChart
from .round_chart import RoundChart
from .rows import FlatChart
from .shoe_chart import ShoeChart
from .shuffle_chart import ShuffleChart
from .wheel_chart import WheelChart

CHARTS: dict[str, type[ProcedureChart]] = {
    "opening": OpeningChart,
    "inspection": InspectionChart,
    "decks": DecksChart,
    "shuffle": ShuffleChart,
    "cut": CutChart,
    "shoe": ShoeChart,
    "round": RoundChart,
    "dealer_hand": DealerHandChart,
    "wheel": WheelChart,
}

OWNERS: dict[type, tuple[str, tuple[str, ...]]] = {
    kind: (row.event, row.charts) for kind, row in ROWS.items() if row.charts
}

MOVES = {name: FlatChart(chart) for name, chart in CHARTS.items()}


def stands(play: Play, chart: str) -> str:
    """The state in which that chart stands."""
    found: str = getattr(play, chart)
    return found


def moved(play: Play, chart: str, state: str) -> Play:
    """The play with that chart there; the compiled rows answer with words of this chart alone."""
    return structs.replace(play, **{chart: state})


def knows(play: Play, chart: str, event: str) -> bool:
    """Whether the chart takes the event where it stands."""
    return MOVES[chart].knows(stands(play, chart), event)


def takes(c: Context, chart: str, event: str) -> bool:
    """Whether the chart takes the event with all that is so now: a follow-up must be taken."""
    return MOVES[chart].takes(stands(c.play, chart), event, c)


def owner(play: Play, kind: type) -> tuple[str, str]:
    """(chart, event) for an input of this type now."""
    event, charts = OWNERS[kind]
    for chart in charts:
        if chart != "desk" and knows(play, chart, event):
            return chart, event
    return charts[-1], event
