"""What comes after the deal, the match wagers, the insurance, the reader: one order (MA note A9).

Match wagers, then insurance, then the reader, then decisions; each is left out where nothing asks
for it. `proceed` names the next stretch as a follow-up; it never moves a chart itself.
"""

from __future__ import annotations

from msgspec.structs import replace

from controller.procedure import target
from controller.procedure.context import Context
from controller.procedure.house import House
from controller.procedure.state import Play, Spin
from controller.rules import peek as rule_peek


def up_rank(play: Play) -> str:
    """Rank of the up card; empty while there is none."""
    if not play.dealer or play.up_owed or play.dealer[0].face is None:
        return ""
    return play.dealer[0].face[0]


def match_boxes(play: Play) -> tuple[int, ...]:
    live = {h.box for h in play.hands if len(h.cards) >= 2 and not h.dead}
    return tuple(sorted({w.box for w in play.wagers if w.kind == "match" and w.box in live}))


def reader_in_use(play: Play) -> bool:
    return play.variant == "hole_card_reader"


def insurance_due(play: Play, house: House) -> bool:
    return bool(up_rank(play)) and rule_peek.insurance_offered(house.pack, up_rank(play))


def peek_due(play: Play, house: House) -> bool:
    return (
        reader_in_use(play)
        and bool(up_rank(play))
        and rule_peek.peek_due(house.pack, up_rank(play))
    )


def proceed(c: Context) -> None:
    """Name the next stretch. Only called while the round chart is in `deciding`."""
    note_triggers(c)
    p = c.play
    if target.owed(p) is not None or p.up_owed:
        return
    if not p.match_done and match_boxes(p):
        c.follow("round", "match_called")
        return
    if not p.insurance_closed and insurance_due(p, c.house):
        c.set(insurance_closed=True)
        if reader_in_use(p) and p.peek is not None:
            answer(c)
        else:
            c.follow("round", "insurance_called")
        return
    if not p.peek_given and peek_due(p, c.house):
        if p.peek is not None:
            answer(c)
        else:
            c.follow("round", "peek_called")
        return
    if p.peek is not None and not p.peek_given:
        c.raise_("reader_used")
        c.set(peek=None)
    advance(c)


def note_triggers(c: Context) -> None:
    """A blackjack with a Bonus Spin wager gets the wheel, once a seat (MA 16.d)."""
    if c.pack.wheel.spin_trigger.value != "blackjack":
        return
    has = {s.box for s in c.play.spins}
    staked = {w.box for w in c.play.wagers if w.kind == "bonus_spin"}
    for hand in c.play.hands:
        fits = len(hand.cards) == 2 and not hand.split and not hand.dead
        if hand.box in staked - has and fits and target.value(c.house, hand).blackjack:
            c.set(spins=(*c.play.spins, Spin(hand.box)))


def answer(c: Context) -> None:
    """Give the reader's answer at its turn (MA 7.i~3, 7.i~5)."""
    c.set(peek_given=True)
    if c.play.peek:
        finish_all(c)
    advance(c)


def finish_all(c: Context) -> None:
    c.set(hands=tuple(replace(h, done=True) for h in c.play.hands))


def advance(c: Context) -> None:
    """Call the turn when no hand takes a card any more.

    The chart may still stand where it came from: after the deal every hand may stand at once.
    """
    left = target.index(c.play, c.house) is not None
    if not left and not c.play.up_owed and c.play.round != ("turn_due",):
        c.follow("round", "hands_finished")
