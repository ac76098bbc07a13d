"""What disclosed cards and the pace of devices give away: an unshuffled run, a slow draw, a sensor.

And a reader that does not answer. Pure over the state. A face-down card is a gap: it ends a run and
joins at its disclosure. An alarm of cards or pace is amber; how often a fair shoe raises one is
computed in the tests.
"""

from __future__ import annotations

from itertools import product

from msgspec import Struct

from controller.domain import facts as fact
from controller.domain.cards import EVERY_CARD, RANKS
from controller.domain.structs import replace
from controller.procedure.queries import places
from controller.procedure.queries.inventory import DECK, lying
from controller.procedure.reducers.deal.initial_deal import OF_DEAL, card_may_come
from controller.procedure.reducers.play.phase import reader_in_use
from controller.procedure.state.context import NO_ANSWER, Context
from controller.procedure.state.parts.detector_memory import Watch
from controller.procedure.state.timers import waits

from . import catalog

DOWN = ".."
SECOND_MS = 1000

PAIRS = tuple((one, two) for one, two in product((card.code for card in EVERY_CARD), repeat=2))
RISING = frozenset(a + b for a, b in PAIRS if RANKS.index(b[0]) == RANKS.index(a[0]) + 1)
FALLING = frozenset(b + a for a, b in PAIRS if a + b in RISING)
SAME_RANK = frozenset(a + b for a, b in PAIRS if a[0] == b[0])
SAME_SUIT = frozenset(a + b for a, b in PAIRS if a[1] == b[1])
"""Two cards in the order of their draw, written one after the other, that belong to one run."""


class Limits(Struct, frozen=True):
    """From how many cards on a run is told. Units: cards."""

    sequence: int
    rank: int
    suit: int
    repeat: int


def limits(c: Context) -> Limits:
    shoe = c.pack.shoe
    return Limits(
        sequence=shoe.unshuffled_sequence_cards.number,
        rank=shoe.unshuffled_rank_cards.number,
        suit=shoe.unshuffled_suit_cards.number,
        repeat=shoe.unshuffled_repeat_cards.number,
    )


# ---- hooks of the fold ----
def before(c: Context) -> None:
    """A card leaves the shoe, a sensor speaks: entered before anything is made of it."""
    item, watch = c.input, c.play.watch
    if c.card is not None:
        if isinstance(item, fact.Fact):
            slow_draw(c)
        c.play = replace(c.play, watch=drawn(watch, c.card.id, c.mono))
    elif isinstance(item, fact.WagerSensed):
        unsteady_sensor(c, item)


def after(c: Context) -> None:
    """What was disclosed in this step joins its neighbours; a peek that is due is waited for."""
    silent_reader(c)
    down = dict(c.play.watch.down)
    if not down:
        return
    of, watch = limits(c), c.play.watch
    for slot in lying(c.play):
        if slot.face in DECK and slot.id in down:
            watch, told = disclosed(watch, slot.id, slot.face, of)
            for text in told:
                c.raise_("unshuffled_run", about=text)
    c.play = replace(c.play, watch=watch)


# ---- unshuffled runs ----
def drawn(watch: Watch, card: int, mono: int) -> Watch:
    at = len(watch.faces) // 2
    return replace(watch, faces=watch.faces + DOWN, down=(*watch.down, (card, at)), last_draw=mono)


def disclosed(watch: Watch, card: int, face: str, of: Limits) -> tuple[Watch, tuple[str, ...]]:
    """The face in its place in the order of draws, and each run that it completes."""
    at = dict(watch.down)[card]
    faces = watch.faces[: 2 * at] + face + watch.faces[2 * at + 2 :]
    joined = replace(watch, faces=faces, down=tuple(d for d in watch.down if d[0] != card))
    return joined, completed(joined, at, of)


def completed(watch: Watch, at: int, of: Limits) -> tuple[str, ...]:
    """Runs through the card at `at` that were none without it."""
    found = []
    for limit, what, pairs in (
        (of.sequence, "in sequence", RISING),
        (of.sequence, "in sequence", FALLING),
        (of.rank, "of a rank", SAME_RANK),
        (of.suit, "of a suit", SAME_SUIT),
    ):
        left, right = _beside(watch.faces, at, pairs)
        if left + 1 + right >= limit and left < limit and right < limit:
            found.append(f"{left + 1 + right} {what}")
    if any(_repeats(watch.faces, at, earlier, of.repeat) for earlier in watch.earlier):
        found.append(f"{of.repeat} as before")
    return tuple(found)


def _beside(faces: str, at: int, pairs: frozenset[str]) -> tuple[int, int]:
    """How many cards before and after the one at `at` belong to its run."""
    first = last = at
    while _stretch(faces, first - 1, 2) in pairs:
        first -= 1
    while _stretch(faces, last, 2) in pairs:
        last += 1
    return at - first, last - at


def _repeats(faces: str, at: int, earlier: str, cards: int) -> bool:
    """Whether the card completes a stretch that lay so in an earlier shoe, and is its first."""
    if not any(_known(earlier, _stretch(faces, n, 2)) for n in (at - 1, at)):
        return False
    first = max(0, at - cards + 1)
    last = min(at, len(faces) // 2 - cards)
    starts = [n for n in range(first, last + 1) if _known(earlier, _stretch(faces, n, cards))]
    return bool(starts) and not _known(earlier, _stretch(faces, starts[0] - 1, cards))


def _stretch(faces: str, start: int, cards: int) -> str:
    return faces[2 * start : 2 * (start + cards)] if start >= 0 else DOWN


def _known(earlier: str, stretch: str) -> bool:
    """Whether the stretch lies there, from the beginning of a card on."""
    if DOWN in stretch:
        return False
    at = earlier.find(stretch)
    while at % 2 == 1 and at > 0:
        at = earlier.find(stretch, at + 1)
    return at >= 0


# ---- pace ----
def slow_draw(c: Context) -> None:
    """A card of the initial deal that came long after the one before it.

    A burn is none, and what was shuffled before it took its time.
    """
    last, limit = c.play.watch.last_draw, c.pack.shoe.slow_draw_s.number
    waited = (c.mono - last) // SECOND_MS
    due = c.play.round in OF_DEAL and places.due(c.play) > 0 and card_may_come(c.play)
    if due and last and waited > limit:
        c.raise_("slow_draw", about=f"{waited} s")


def silent_reader(c: Context) -> None:
    """Nothing tells when the hole card went in: the wait counts from when it was due."""
    p = c.play
    due = p.round == "peek_due" and reader_in_use(p) and p.peek is None
    stopped = bool(p.pause.since) or catalog.hold(p, c.house, c.devices) is not None
    if not due or stopped:
        c.disarm("reader_answer")
    elif not waits(p.timers, "reader_answer"):
        c.arm("reader_answer", float(c.pack.deal.reader_answer_s.number))


def no_answer(c: Context) -> None:
    c.disarm("reader_answer")
    c.raise_("reader_fault", about=NO_ANSWER)


def unsteady_sensor(c: Context, item: fact.WagerSensed) -> None:
    """A wager's sensor that changes faster than chips are laid; told once in a row."""
    limit, watch = c.pack.wheel.sensor_changes.number, c.play.watch
    near = tuple((b, m) for b, m in watch.sensed if c.mono - m < SECOND_MS)
    c.play = replace(c.play, watch=replace(watch, sensed=(*near, (item.box, c.mono))))
    if sum(1 for b, _ in near if b == item.box) + 1 == limit:
        c.raise_("sensor_unsteady", box=item.box, about=item.device, role="wheel")
