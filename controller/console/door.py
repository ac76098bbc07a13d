"""What the consoles ask of the table: views, commands and the daemon's health, nothing else."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Protocol

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


class TableDoor(Protocol):
    def view(self) -> DealerView:
        """Return the dealer's view of the last recorded state."""

    def floor_view(self, rank: str = RANKS[-1]) -> FloorView:
        """Return the floor's view of the same state; what is a higher rank's is greyed."""

    def reports(self) -> tuple[Fact, ...]:
        """Return what the dealer may report now."""

    def sign_view(self) -> SignView:
        """Return what players may read."""

    def surveillance_view(self) -> SurveillanceView:
        """Return what the surveillance room is told."""

    def subscribe(self) -> AsyncIterator[None]:
        """Yield after each change, coalesced: a slow reader gets one turn for many changes.

        It ends when the table closes its door.
        """

    async def command(self, command: Command) -> Verdict:
        """Decide a command; a repeated `rid` gets the earlier verdict and moves nothing."""

    async def note(self, tried: SignInTried) -> None:
        """Put a sign-in on the record; nothing waits for it but the page that it opens."""

    def health(self) -> Health:
        """Return counters, the journal's state and the age of the oldest unrecorded input."""

    def explain(self, clause: str) -> str:
        """Return the clause's meaning in our words, empty when there is none."""

    def rounds(self) -> tuple[RoundLine, ...]:
        """Return the recent rounds, newest first."""

    async def steps(self, round_no: int) -> tuple[Step, ...]:
        """Return a recent round step by step, empty when it is not known."""

    def settle(self, asked: Asked | None) -> Pays:
        """Return what the table's pack pays for this box; None asks what the table offers."""
