"""The console's door to the table: views of the recorded state, commands, health."""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import AsyncIterator, Callable
from contextlib import suppress

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
from controller.procedure.state import ledger
from controller.procedure.state.house import House
from controller.procedure.state.inputs import Outcome
from controller.rules import ledger as clauses
from controller.rules.cases.pays import pays
from controller.table.actor import Current, Table
from controller.view import Frame, dealer_view, dealers_reports, floor_view, sign_view
from drivers.errors import NotRecorded

from .history import History
from .watchman import Watchman

NOT_RECORDED = "Not recorded. Nothing has moved."
FAULT = "The controller could not decide this."


class Subscription(AsyncIterator[None]):
    """One turn for all changes since the last."""

    def __init__(self, door: Door) -> None:
        self.news = asyncio.Event()
        self._door = door

    async def __anext__(self) -> None:
        await self.news.wait()
        self.news.clear()
        if self._door.closed:
            raise StopAsyncIteration


class Door:
    """Implements `controller.console.door.TableDoor`. `frame` is what the daemon adds to a view."""

    def __init__(
        self,
        table: Table,
        house: House,
        *,
        frame: Callable[[Current], Frame],
        health: Callable[[], Health],
        history: History,
    ) -> None:
        self._table, self._house, self._frame, self._health = table, house, frame, health
        self._history = history
        self.closed = False
        self._subscriptions: weakref.WeakSet[Subscription] = weakref.WeakSet()
        self._shown: tuple[Current, Frame] | None = None
        self._dealer: DealerView | None = None
        self._floors: dict[str, FloorView] = {}
        self._sign: SignView | None = None
        self._watchman = Watchman(house)

    def changed(self) -> None:
        self._watchman.look(self._table.current)
        for subscription in self._subscriptions:
            subscription.news.set()

    def close(self) -> None:
        """End every subscription."""
        self.closed = True
        self.changed()

    # ---- TableDoor ----
    def view(self) -> DealerView:
        current, frame = self._look()
        if self._dealer is None:
            self._dealer = dealer_view(current.state, self._house, frame)
        return self._dealer

    def floor_view(self, rank: str = RANKS[-1]) -> FloorView:
        current, frame = self._look()
        if rank not in self._floors:
            self._floors[rank] = floor_view(current.state, self._house, frame, rank)
        return self._floors[rank]

    def reports(self) -> tuple[Fact, ...]:
        current, _ = self._look()
        return dealers_reports(current.state, self._house)

    def sign_view(self) -> SignView:
        current, frame = self._look()
        if self._sign is None:
            self._sign = sign_view(current.state, self._house, frame)
        return self._sign

    def surveillance_view(self) -> SurveillanceView:
        current, frame = self._look()
        return self._watchman.view(current, frame)

    def subscribe(self) -> AsyncIterator[None]:
        subscription = Subscription(self)
        self._subscriptions.add(subscription)
        if self.closed:
            subscription.news.set()
        return subscription

    async def command(self, command: Command) -> Verdict:
        try:
            outcome = await self._table.command(command)
        except NotRecorded:
            return Verdict(verdict="not_recorded", text=NOT_RECORDED)
        return self._verdict(command, outcome)

    async def note(self, tried: SignInTried) -> None:
        # With a full disk the floor must still be able to sign in and see why.
        with suppress(NotRecorded):
            await self._table.put("console", tried)

    def health(self) -> Health:
        return self._health()

    def explain(self, clause: str) -> str:
        return clauses.clause(clause).means if clauses.exists(clause) else ""

    def rounds(self) -> tuple[RoundLine, ...]:
        return self._history.rounds()

    async def steps(self, round_no: int) -> tuple[Step, ...]:
        return await self._history.steps(round_no)

    def settle(self, asked: Asked | None) -> Pays:
        return pays(self._house.pack, asked)

    def _look(self) -> tuple[Current, Frame]:
        """The present state and frame; views of others are forgotten."""
        now = self._table.current, self._frame(self._table.current)
        if self._shown is None or self._shown[0] is not now[0] or self._shown[1] != now[1]:
            self._shown, self._dealer, self._floors, self._sign = now, None, {}, None
        return now

    def _verdict(self, command: Command, outcome: Outcome) -> Verdict:
        if outcome.verdict == "dropped":
            earlier = ledger.answered(self._table.current.state, command.rid)
            if earlier is not None:
                verdict = self._named(earlier.verdict, earlier.text)
                return Verdict(verdict=verdict, clause=earlier.clause, text=earlier.text)
        return Verdict(
            verdict=self._named(outcome.verdict, outcome.text),
            clause=outcome.clause,
            text=FAULT if outcome.verdict == "fault" else outcome.text,
        )

    def _named(self, verdict: str, text: str) -> str:
        if verdict == "fault":
            return "refused"
        stale = verdict == "refused" and text == self._house.no("stale")[1]
        return "stale" if stale else verdict
