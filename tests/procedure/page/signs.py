"""Signs of tables as they stand before the first round, and the options that fill one most."""

from __future__ import annotations

from typing import Any

from controller.domain.views import floor_view as floor_page
from controller.domain.views.view import TableName
from controller.procedure.state.house import House
from controller.procedure.state.whole import State
from controller.view import Frame, sign_view
from tests.kit.progressives import OPTIONS

FRAME = Frame(seq=1, at=0, table=TableName(id="BJ-07", pack=""))
METERS: dict[str, Any] = OPTIONS | {"paytable_100": "A", "prize_a_cents": 120_000}
LIMITS: dict[str, Any] = {
    "main_min_cents": 1500,
    "main_max_cents": 100_000,
    "match_min_cents": 100,
    "match_max_cents": 10_000,
    "payout_limit_cents": 5_000_000,
}


def sign(at: House) -> floor_page.SignView:
    return sign_view(State(), at, FRAME)
