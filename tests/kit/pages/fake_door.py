"""A table that shows what a test puts on it and remembers what it was asked."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

from controller.domain.commands import RANKS, Command
from controller.domain.facts import SignInTried
from controller.domain.pays import Asked, Pays
from controller.domain.views.floor_view import (
    Fact,
    FloorView,
    Health,
    RoundLine,
    SignView,
    Step,
    SurveillanceView,
    Verdict,
)
from controller.domain.views.view import DealerView
from controller.rules.cases.pays import pays
from controller.rules.pack import load

from .floor_views import CALM_FLOOR, HEALTH, ROUNDS, SIGN, STEPS
from .table_views import DEALER_VIEWS


class FakeDoor:
    def __init__(self) -> None:
        self._waiting: set[asyncio.Event] = set()
        self.reset()

    def reset(self) -> None:
        self.dealer: DealerView = DEALER_VIEWS["deciding"]
        self.floor, self.sign = CALM_FLOOR, SIGN
        self.watched = SurveillanceView(seq=1, table=CALM_FLOOR.table)
        self.state = HEALTH
        self.reported: tuple[Fact, ...] = ()
        self.asked: list[Command] = []
        self.tried: list[SignInTried] = []
        self.verdict = Verdict(verdict="accepted")
        self.judge: Callable[[Command], Verdict] | None = None
        """Answers instead of `verdict`: a real table that is asked on the side."""
        self.pack = "massachusetts"
        self.closed = False
        self._known: dict[str, Verdict] = {}

    def put(self, dealer: DealerView) -> None:
        self.dealer = dealer
        self.changed()

    def changed(self) -> None:
        for event in self._waiting:
            event.set()

    def close(self) -> None:
        self.closed = True
        self.changed()

    def view(self) -> DealerView:
        return self.dealer

    def floor_view(self, rank: str = RANKS[-1]) -> FloorView:
        return self.floor

    def reports(self) -> tuple[Fact, ...]:
        return self.reported

    def sign_view(self) -> SignView:
        return self.sign

    async def note(self, tried: SignInTried) -> None:
        self.tried.append(tried)

    def surveillance_view(self) -> SurveillanceView:
        return self.watched

    async def subscribe(self) -> AsyncIterator[None]:
        event = asyncio.Event()
        self._waiting.add(event)
        try:
            while True:
                await event.wait()
                event.clear()
                if self.closed:
                    return
                yield
        finally:
            self._waiting.discard(event)

    async def command(self, command: Command) -> Verdict:
        if command.rid in self._known:
            return self._known[command.rid]
        said = self.judge(command) if self.judge else self.verdict
        if said.verdict != "not_recorded":
            self.asked.append(command)
            self._known[command.rid] = said
        return said

    def health(self) -> Health:
        return self.state

    def explain(self, clause: str) -> str:
        return f"What {clause} means, in the words of the ledger." if clause else ""

    def rounds(self) -> tuple[RoundLine, ...]:
        return ROUNDS

    async def steps(self, round_no: int) -> tuple[Step, ...]:
        return STEPS if round_no == 117 else ()

    def settle(self, asked: Asked | None) -> Pays:
        return pays(load(self.pack), asked)
