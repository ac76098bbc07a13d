"""The dealer who does what the page says, and players who stand, up to a point of the procedure."""

from __future__ import annotations

import asyncio

from controller.bench.automatic.by_page import ByPage
from controller.bench.consoles.screen import Disagreement, told_by
from controller.bench.simulated.table import BenchTable
from controller.domain.views.view import DealerView
from controller.procedure.reducers.cards import burns
from controller.procedure.state.house import House
from controller.procedure.state.play import Play

from .names import PHASES

ROUNDS, SHOE_ROUNDS = 2, 80
"""How many rounds a point of the round, and one of the shoe, may be away."""
ACTS = 4000
"""More than people do in that many rounds: a page that asks for nothing ends here."""
SHOE_CHARTS = ("opening", "shuffle", "cut", "shoe")
SEEN_S = 0.5
"""What an act leads to is on the page by then."""


def reached(point: str, view: DealerView, play: Play, house: House) -> bool:
    chart, _, state = point.partition(" ")
    if state:
        return bool(getattr(play, chart) == state)
    if point in PHASES:
        waits = play.shoe == "burn_due" and not burns.may_come(play, house)
        in_use = point != "wagers" or waits or play.shoe in ("ready", "last_round")
        return play.opening == "open" and view.round.phase == point and in_use
    return {
        "closed": play.opening != "open",
        "open": play.opening == "open",
        "cover_card": play.shoe == "last_round",
        "shoe_end": play.shoe == "empty",
    }[point]


async def follow(table: BenchTable, point: str) -> None:
    """Raises: Disagreement, when the page asks what nobody does or the point does not come."""
    of_shoe = point in ("cover_card", "shoe_end") or point.partition(" ")[0] in SHOE_CHARTS
    dealer = ByPage(table.dealer.post, lambda: _play(table), table.daemon.house)
    last = _play(table).number + (SHOE_ROUNDS if of_shoe else ROUNDS)
    for _ in range(ACTS):
        view, play = await table.screen.view(), _play(table)
        if reached(point, view, play, table.daemon.house):
            return
        if play.number > last:
            break
        view, play = await table.screen.at_rest(), _play(table)
        if reached(point, view, play, table.daemon.house):
            return  # a ruling has brought it there
        await dealer.act()
        await asyncio.sleep(SEEN_S)
    raise Disagreement(f"{point!r} did not come; {told_by(await table.screen.view())}")


def _play(table: BenchTable) -> Play:
    return table.daemon.table.current.state.play


async def collect(table: BenchTable) -> None:
    await ByPage(table.dealer.post, lambda: _play(table), table.daemon.house).collect()
