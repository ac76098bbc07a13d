"""No blame for obeying: who does what the line says raises no irregularity by doing it.

What the card itself shows (a ten, a card too many) is nobody's act, and raises what it raises.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from msgspec import Struct

from controller.audit.move import Move
from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure.irregularities import catalog
from controller.procedure.irregularities.kinds.every_kind import KINDS
from controller.procedure.reducers.cards import shoe_in_play
from controller.procedure.reducers.play.phase import reader_in_use
from controller.procedure.state.house import House
from controller.procedure.state.inputs import Input

DRAW_MS = 1000
"""A card sooner after the last input was drawn before anybody read the new line."""


class Act(Struct, frozen=True):
    """What a line asks for, by the pack's keys of it, and the input that does it."""

    lines: tuple[str, ...]
    by: tuple[type[Input], ...]


ACTS = (
    Act(
        (
            "deal", "deal_no_hole", "next_card", "next_card_hand", "one_card", "owed", "missed",
            "up_owed", "hole_owed", "draw", "burn",
        ),
        (fact.CardDrawn,),
    ),
    Act(("turn", "turn_open", "turn_gone", "blackjack"), (cmd.Turned,)),
    Act(("match",), (cmd.MatchDone,)),
    Act(("peek",), (fact.Peeked,)),
    Act(("check",), (cmd.PeekAttested,)),
    Act(("insurance",), (cmd.InsuranceClosed, fact.Peeked)),
    Act(("press_button",), (fact.SeatButtonPressed,)),
)  # fmt: skip
WHOLE_DAY_MS = 86_400_000
ENDS_DEAL = ("deal", "deal_no_hole")
CLOSES = "ext card closes"
"""In the hint of a settlement: who draws then obeys, too."""


class NoBlame:
    """Remembers since when the line stands."""

    def __init__(self) -> None:
        self._since, self._last = 0, 0
        self._off = -WHOLE_DAY_MS
        """When the shoe was last not to be dealt from in a deal."""

    def see(self, m: Move) -> Iterator[str]:
        now, line = m.stamped.mono, m.saw.next_step.text
        read = now - max(self._since, self._last) >= DRAW_MS
        if raised := {r.kind for r in m.step.outcome.raised}:
            if read and obeys(m, line):
                for kind in sorted(accusing(raised) - earlier(m)):
                    yield f"{line!r} was obeyed, and {kind} was raised"
            if read and closes(m) and "card_drawn_in_error" in raised:
                yield f"{m.saw.next_step.hint!r} was obeyed, and card_drawn_in_error was raised"
            yield from self._by_the_clock(m, line, raised)
        self._last = now
        if m.is_.dealt and (shoe_in_play.suspended(m.is_) or m.is_.shoe == "burn_due"):
            self._off = now
        if m.view.next_step.text != line:
            self._since = now

    def _by_the_clock(self, m: Move, line: str, raised: set[str]) -> Iterator[str]:
        """No wait is told slow while the cards are in other hands: a shuffle, a burn."""
        deals = any(key in ENDS_DEAL for key in keys(line, m.house))
        waited_s = (m.stamped.mono - self._off) / 1000
        limit_s = m.house.pack.shoe.slow_draw_s.number
        if "slow_draw" in raised and deals and waited_s < limit_s:
            yield f"slow_draw was raised {waited_s:g} s after {line!r} came"
        elsewhere = shoe_in_play.suspended(m.was) or m.was.shoe == "burn_due"
        of_deal = m.was.doubt or m.was.peek is not None
        elsewhere = elsewhere or (m.saw.next_step.asks and not of_deal)
        elsewhere = elsewhere or any(i.kind == "cards_due" for i in catalog.open_ones(m.was))
        if "cards_due" in raised and isinstance(m.said, fact.TimerFired) and elsewhere:
            yield f"cards_due was raised while the line says {line!r}"


def accusing(raised: set[str]) -> set[str]:
    """What says that the one who drew, turned or pressed did it wrongly."""
    return {kind for kind in raised if KINDS[kind].accuses}


def earlier(m: Move) -> set[str]:
    """The reader had answered before this act: its use is told once the deal is booked."""
    used = m.was.peek is not None and not isinstance(m.said, fact.Peeked)
    return {"reader_early", "reader_used"} if used else set()


def obeys(m: Move, line: str) -> bool:
    said, asked = m.said, keys(line, m.house)
    if m.saw.hold is not None or m.saw.next_step.asks:
        return False
    if isinstance(said, fact.Peeked) and not reader_in_use(m.was):
        return False
    return any(isinstance(said, act.by) and {*act.lines} & {*asked} for act in ACTS)


def closes(m: Move) -> bool:
    """A card where the hint says that it closes the round."""
    drawn = isinstance(m.said, fact.CardDrawn) and m.saw.hold is None
    return drawn and m.before.play.round == "settled" and CLOSES in m.saw.next_step.hint


def keys(line: str, house: House) -> tuple[str, ...]:
    """Which lines of the pack this one is, by its words."""
    return tuple(key for key, form in _forms(house) if form.fullmatch(line))


def _forms(house: House) -> tuple[tuple[str, re.Pattern[str]], ...]:
    words = ((key, getattr(house.pack.line, key).value) for act in ACTS for key in act.lines)
    return _compiled(tuple(words))


@cache
def _compiled(words: tuple[tuple[str, str], ...]) -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple(
        (key, re.compile(re.sub(r"\\\{\w+\\\}", ".+", re.escape(text))))
        for key, text in words
        if text
    )
