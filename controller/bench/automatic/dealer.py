"""An automatic dealer and its players: round after round, doing only what people do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from msgspec import Struct

from controller.bench.consoles.console import Console
from controller.bench.consoles.screen import OnHold, Screen, no_ruling
from controller.bench.simulated import setup
from controller.domain.wagers import Payment
from controller.rules.pack import Pack
from controller.rules.settlement import net
from drivers.sim.hosting.client import WorldClient

from . import closing, dealing, opening, playing, shoe_work
from .notes import Notes
from .pace import Pace
from .players import Habits, Players, Seated
from .post import Floor, Post, Say, nobody


class Dealt(Struct, frozen=True):
    """A round as the dealer's own eyes saw it, with the account by the rules alone."""

    notes: Notes
    account: tuple[Payment, ...]

    @property
    def won(self) -> int:
        """Cents that the players are up."""
        return int(net(self.account))


class Dealer:
    """`told` hears of each round once it is paid."""

    def __init__(self, post: Post, told: Callable[[Dealt], None] = lambda _: None) -> None:
        self.post, self._told = post, told
        self.rounds: list[Dealt] = []
        self.shoes = 0

    async def play(self, rounds: int | None = None) -> None:
        """Raises: Disagreement, CannotBe, ConnectionError."""
        while rounds is None or len(self.rounds) < rounds:
            # A gaming day that has begun since asks for the reader's inspection or the list.
            await opening.open_table(self.post)
            await self.shoe()
            await self.round()

    async def shoe(self) -> None:
        """See to it that there is a shoe to deal from."""
        await shoe_work.discards(self.post)
        ended = self.post.cover_out
        if self.post.endless:
            # A cover card ends nothing there, unless the cards were shuffled by hand.
            ended = (await self.post.screen.view()).shoe.cut_card_seen
        if ended:
            await shoe_work.end_shoe(self.post)
        if ended or await self._empty():
            self.shoes += 1
            await shoe_work.new_shoe(self.post)
        await shoe_work.feed(self.post)

    async def _empty(self) -> bool:
        view = await self.post.screen.at_rest()
        return shoe_work.due(view)

    async def round(self) -> Dealt:
        post = self.post
        cards, presses = post.cards, post.screen.presses
        notes = await dealing.take_bets(post)
        await dealing.deal(post, notes)
        await dealing.before_decisions(post, notes)
        await playing.players_hands(post, notes)
        await playing.dealers_hand(post, notes)
        account = await closing.settle(post, notes)
        notes.presses = post.screen.presses - presses
        notes.cards = post.cards - cards
        dealt = Dealt(notes, account)
        self.rounds.append(dealt)
        self._told(dealt)
        return dealt


def seeded_dealer(
    world: WorldClient,
    console: Console,
    pack: Pack,
    *,
    seed: int,
    speed: float = 1.0,
    habits: Habits | None = None,
    players: Seated | None = None,
    sections: Mapping[str, int] | None = None,
    cover: int | None = None,
    told: Callable[[Dealt], None] = lambda _: None,
    say: Say = lambda _: None,
    on_hold: OnHold = no_ruling,
    floor: Floor = nobody,
) -> Dealer:
    """A dealer with players at a bench table; `cover` = cards behind the cover card."""
    pace = Pace(speed)
    post = Post(
        world,
        Screen(console, pace, on_hold),
        players or Players(Random(f"{seed}/players"), pack, habits),  # noqa: S311 - seeded players
        pace=pace,
        pack=pack,
        sections=setup.SECTIONS if sections is None else sections,
        cover=cover,
        say=say,
        floor=floor,
    )
    return Dealer(post, told)
