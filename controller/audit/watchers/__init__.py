"""Promises that no record may break, each as a watcher over its rows.

`journal verify --watch`, every scenario, played case, demo and walk run them. Those that look at
what a page draws stand above the procedure: `controller.bench.promises` has all of them.
"""

from __future__ import annotations

from collections.abc import Mapping

from controller.procedure.state.house import House

from . import cards, money, preview, record, rulings, spins, wheel
from . import frame as _frame
from .asked import Asked
from .bounds import Bounds
from .frame import Finding, Watcher, plain
from .no_blame import NoBlame
from .once import Once
from .told_money import ToldMoney

__all__ = ["SEQUENCES", "WATCHERS", "Finding", "Watch", "Watcher", "plain"]

SEQUENCES: dict[str, Watcher] = {
    see.__name__: plain(see)
    for see in (
        cards.player_card_before_peek,
        cards.deal_after_last_round,
        cards.face_before_place,
        cards.hole_before_turned,
        cards.given_up_goes_on,
        money.payment_without_clause,
        money.match_before_peek,
        money.money_lost,
        wheel.spin_without_cause,
        wheel.order_twice,
        wheel.meter_out_of_account,
        wheel.meter_falls,
        spins.share_without_stake,
        spins.stake_twice,
        rulings.lifted_by_rank,
        rulings.way_on,
        rulings.hand_is_as_ruled,
        preview.true_preview,
        record.refusal_moves,
        record.clock_back,
    )
}
"""What never follows upon what."""
BOUNDS: dict[str, Watcher] = {"bounds": lambda: Bounds().see}
OF_ROUND: dict[str, Watcher] = {
    "asked": lambda: Asked().see,
    "told_money": lambda: ToldMoney().see,
    "no_blame": lambda: NoBlame().see,
    "once": lambda: Once().see,
    "fees": lambda: money.Fees().see,
    "spin_told_once": spins.SpinToldOnce,
}
"""What a round promises from its first wager to the cleared layout."""
WATCHERS: dict[str, Watcher] = {**SEQUENCES, **BOUNDS, **OF_ROUND}


class Watch(_frame.Watch):
    """All watchers of the procedure; others may be named instead."""

    def __init__(self, house: House, watchers: Mapping[str, Watcher] | None = None) -> None:
        super().__init__(house, WATCHERS if watchers is None else watchers)
