"""Once: what the page asks a dealer to move, added up over the round, is the settlement.

A dealer who obeys moves what is asked when it appears and lets it be while it stays. What is asked
a second time after it was gone is moved a second time; what is never asked is never moved.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from controller.audit.move import Move, amends
from controller.domain import commands as cmd
from controller.procedure.reducers.cards import shoe_in_play
from controller.procedure.state import ledger
from controller.procedure.state.play import Play

from . import told
from .told import OF_BANK, OF_WHEEL, WHEEL, Told

Place = tuple[int, str, told.What]
WHATS: dict[str, told.What] = {"pay": "pay", "take": "take", "return": "back", "void": "back"}


class Once:
    """Remembers what was asked in this round and what is asked now."""

    def __init__(self) -> None:
        self._moved: Counter[Told] = Counter()
        self._now: set[Told] = set()
        self._line: set[Told] = set()
        self._marked: set[Told] = set()
        self._edited = False

    def see(self, m: Move) -> Iterator[str]:
        if m.step.boundary is not None:
            yield from self._sum(m.before.play)
            self.__init__()  # type: ignore[misc]
        late = bool(self._moved) or m.is_.round == "settled"
        self._edited = self._edited or (late and (amends(m) or _reversed(m)))
        if m.view.hold is not None or ledger.unheard(m.after):
            return
        # A burn or a shuffle in the round has the line for a while; nothing is asked anew after it.
        between = shoe_in_play.suspended(m.is_) or m.is_.shoe == "burn_due"
        line = self._line if between else told.by_line(m.view)
        now = line | told.by_picture(m.view)
        for one in now - self._now:
            self._moved[one] += 1
        self._now, self._line = now, line
        self._marked |= told.by_marks(m.view)

    def _sum(self, p: Play) -> Iterator[str]:
        """Rounds that were edited, reversed or called off are told as differences."""
        if self._edited or all(h.dead for h in p.hands):
            return
        due = Counter(place[:3] for place in {*_places(p)})
        moved: Counter[Place] = Counter()
        parts: Counter[Place] = Counter()
        for one, times in self._moved.items():
            (parts if one.part else moved)[one.box, one.kind, one.what] += times
        for one in self._marked:
            parts[one.box, one.kind, one.what] += 1
        for place in sorted({*due, *moved, *parts}):
            box, kind, what = place
            most = moved[place] + parts[place]
            if not moved[place] <= due[place] <= most:
                yield (
                    f"round {p.number} box {box} {kind}: {what} asked {most} times, "
                    f"settled {due[place]} times"
                )


def _reversed(m: Move) -> bool:
    """A ruling took back a payment, or chips were counted again: a person was told what moves."""
    left, said = Counter(m.is_.payments), m.said
    if isinstance(said, cmd.AmountStated):
        known = {(w.box, w.kind) for w in m.was.wagers if w.cents is not None}
        doubled = {(h.box, "double") for h in m.was.hands if h.double_cents is not None}
        again = (said.box, said.kind) in known | doubled
    else:
        again = isinstance(said, cmd.Ruled)
    return again and any(left[x] < 1 for x in m.was.payments)


def _places(p: Play) -> Iterator[tuple[int, str, told.What, int]]:
    """Each wager once, for all who have one on it; of a main wager each hand.

    A box that spins twice, for two wagers, is told of each spin's prize.
    """
    for x in p.payments:
        if x.kind in OF_BANK or x.direction not in WHATS:
            continue
        spun = x.kind in OF_WHEEL and x.direction == "pay"
        hand = x.hand if x.kind == "main" else sorted(OF_WHEEL).index(x.kind) if spun else 0
        yield x.box, WHEEL if spun else x.kind, WHATS[x.direction], hand
