"""One step as a watcher sees it: the play before and after, what was said, what came earlier."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from msgspec import Struct, field

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.sealed import Slot
from controller.domain.wagers import Wager
from controller.procedure.irregularities import catalog
from controller.procedure.queries import continuous
from controller.procedure.state import ledger
from controller.procedure.state.context import faces
from controller.procedure.state.house import House
from controller.procedure.state.inputs import Input, Stamped
from controller.procedure.state.play import Hand, Play
from controller.procedure.state.whole import State, Step
from controller.rules import hands as rule_hands
from controller.view.dealer import DealersPage


class Past(Struct):
    """What happened before this step, as far as a watcher needs it."""

    wires: set[int] = field(default_factory=set)
    orders: set[str] = field(default_factory=set)
    cover_round: int = 0
    """The last round that the cover card allows; 0 = it has not come."""
    staked: tuple[Wager, ...] = ()
    """What stood on the layout when the round was settled; later chips are the next round's."""
    mono: int = 0
    shown: tuple[State, House, DealersPage] | None = None
    """The page as it was drawn last: for the next step it is the page before."""


class Move(Struct, frozen=True, dict=True):
    """`view` and `saw` are made when a watcher asks, once for all of them."""

    house: House
    before: State
    stamped: Stamped
    step: Step
    past: Past

    @cached_property
    def said(self) -> Input:
        """The input as it was folded: a key has become its command."""
        entry = self.stamped.seq << 8
        newest_first = reversed(self.after.log)
        return next((e.input for e in newest_first if e.id == entry), self.stamped.input)

    @property
    def after(self) -> State:
        return self.step.state

    @property
    def was(self) -> Play:
        """The play that this input met: behind a boundary the layout is clear."""
        return (self.step.boundary or self.before).play

    @property
    def is_(self) -> Play:
        return self.after.play

    @cached_property
    def saw(self) -> DealersPage:
        """What the dealer's page showed when the input came."""
        match self.past.shown:
            case (state, house, view) if state is self.before and house is self.house:
                return view
        return DealersPage(self.before, self.house)

    @cached_property
    def view(self) -> DealersPage:
        """What it shows now."""
        return DealersPage(self.after, self.house)


def draws(item: Input) -> bool:
    return isinstance(item, fact.CardDrawn | cmd.CardKeyed | cmd.CardTaken)


def cover_came(m: Move) -> bool:
    """By the reading itself, whatever was made of it; one that a device had kept by its mark.

    A device out of service or one that contradicts itself says nothing: then a person does.
    """
    seen = m.stamped.input
    came = (
        isinstance(seen, fact.CoverCardSeen)
        and m.step.outcome.verdict == "accepted"
        and not catalog.out_of_service(m.before.devices, seen.device)
        and all(r.kind != "device_contradicts_itself" for r in m.step.outcome.raised)
    )
    counts = came and m.was.shoe == "ready" and not continuous.deals(m.was, m.house)
    return counts or (m.is_.marks.last and not m.was.marks.last)


def amends(m: Move) -> bool:
    """Whether earlier entries were edited, so that cards move without a draw."""
    return m.before.log != m.after.log[: len(m.before.log)] and m.step.boundary is None


def line_waits(m: Move) -> bool:
    """Whether a hold, a pause or a device that has not been heard has the line."""
    return bool(m.view.hold is not None or m.is_.pause.since or ledger.unheard(m.after))


def staked(m: Move) -> tuple[Wager, ...]:
    """What lay there when the round was settled; a chip sensed after it is the next round's."""
    later = {
        (e.input.box, e.input.kind)
        for e in m.after.log
        if isinstance(e.input, fact.WagerSensed) and e.before.round == "settled"
    }
    return tuple(w for w in m.is_.wagers if (w.box, w.kind) not in later)


def cards(play: Play) -> int:
    return sum(len(h.cards) for h in play.hands)


def slots(play: Play) -> Iterator[Slot]:
    """Every card that a player or the dealer may look at, and those laid aside."""
    for hand in play.hands:
        yield from hand.cards
    yield from (*play.dealer, *play.dealt, *play.unturned)
    yield from (s for s in (play.pending, play.burn) if s is not None)


def named(m: Move, card: int) -> bool:
    """An irregularity of this step names the card: a burnt ten, a card that people saw."""
    return any(
        i.card is not None and i.card.id == card and i.card.face is not None
        for i in m.is_.irregularities
    )


def blackjack(house: House, slots: tuple[Slot, ...]) -> bool:
    known = len(slots) == 2 and all(s.face is not None for s in slots)
    return known and rule_hands.value(house.pack, faces(slots), split=False).blackjack


def first(m: Move) -> Iterator[Hand]:
    return (h for h in m.is_.hands if not h.split)
