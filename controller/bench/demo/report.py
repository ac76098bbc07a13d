"""What the demo tells in the terminal: a line a round, a line for each notable event."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from controller.bench import promises
from controller.bench.automatic.dealer import Dealt
from controller.config import Config
from controller.domain.views.view import DealerView
from controller.errors import TableError
from controller.journal.verify import verify
from controller.rules import hands
from drivers.number import counted


class Narrator:
    def __init__(self, tell: Callable[[str], None], clock: Callable[[], float]) -> None:
        self._tell, self._clock = tell, clock
        self._began = clock()
        self.rounds: list[Dealt] = []
        self.first_round = asyncio.Event()

    def greet(
        self,
        config: Config,
        pins: tuple[tuple[str, str, str], ...],
        seed: int,
        *,
        hands: bool = False,
    ) -> None:
        address = f"http://{config.console.host}:{config.console.port}"
        self._tell("A simulated table: every device is a program, every card is the seed's.")
        self._tell(f"Seed {seed}, a shuffle like any other: no card is arranged. Ctrl-C ends it.\n")
        if hands:
            self._tell(f"  YOU     {address}/hands     (you are the dealer's hands)")
        self._tell(f"  dealer  {address}/dealer")
        self._tell(f"  floor   {address}/floor")
        self._tell(f"  watch   {address}/surveillance")
        for name, rank, pin in pins:
            self._tell(f"          {name}, {rank.replace('_', ' ')}: PIN {pin}")
        self._tell(f"  sign    {address}/sign\n")

    def say(self, text: str) -> None:
        minutes, seconds = divmod(int(self._clock() - self._began), 60)
        self._tell(f"{minutes:>3}:{seconds:02}  {text}")

    async def held(self, view: DealerView) -> None:
        headline = view.hold.headline if view.hold else ""
        self.say(f"HELD: {headline}  (a floorperson rules on /floor)")

    def round(self, dealt: Dealt) -> None:
        self.rounds.append(dealt)
        self.first_round.set()
        notes = dealt.notes
        dealer, _ = hands.total(notes.faces())
        won = f"{'+' if dealt.won >= 0 else '-'}${abs(dealt.won) / 100:,.2f}"
        self.say(
            f"round {notes.number}: {len(notes.bets)} boxes, {notes.cards} cards, "
            f"{notes.presses} presses; dealer {dealer}; players {won}"
        )

    def failed(self, error: BaseException | None) -> None:
        self.say(f"STOPPED: {error or 'the table ended'}")

    def sum_up(self, journal: Path) -> int:
        """Count and verify. Return 0, or 1 when the record is not whole."""
        cards = sum(dealt.notes.cards for dealt in self.rounds)
        later = self.rounds[1:]  # in the first one everybody sits down
        presses = sum(dealt.notes.presses for dealt in later)
        each = f", {presses / len(later):.1f} presses a round after the first" if later else ""
        self._tell(f"\n{counted(len(self.rounds), 'round')}, {counted(cards, 'card')}{each}.")
        if self.rounds:
            self._tell("Each was settled as the rules settle the cards that lay there.")
        try:
            found = verify(journal)
        except TableError as error:
            self._tell(f"Journal: {error}")
            return 1
        if found.fault is not None:
            self._tell(f"Journal: row {found.fault.seq}: {found.fault.what}")
            return 1
        self._tell(
            f"Journal verified: {counted(found.rows, 'row')} in the chain, "
            f"{counted(found.signatures, 'signature')}."
        )
        self._tell(f"  {journal}")
        broken = [*promises.Following(journal).look()]
        for finding in broken:
            self._tell(f"Promise broken: {finding.watcher}: {finding}")
        return 1 if broken else 0
