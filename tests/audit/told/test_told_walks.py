"""Whatever a hostile evening records can be told: with a clause, and without a hidden face."""

from __future__ import annotations

import re

import pytest

from controller.audit.explain import Told, tell
from controller.audit.fold import Turn
from controller.procedure.state.whole import State
from controller.rules import ledger
from tests.procedure.walks.walk import Walk

SEEDS = range(8)
INPUTS = 500
FACE = re.compile(r"\{([2-9TJQKA][shdc])\}")


def told(walk: Walk) -> list[tuple[Turn, Told]]:
    before, found = State(), []
    for stamped, step in walk.steps:
        if step.outcome.verdict != "dropped":
            kind = type(stamped.input).__name__
            turn = Turn(stamped.seq, kind, stamped, step.outcome, before, step, walk.house)
            found.append((turn, tell(turn)))
        before = step.state
    return found


def walked(seed: int) -> Walk:
    walk = Walk(seed, wrong=0.3)
    for _ in range(INPUTS):
        walk.go()
    return walk


@pytest.mark.parametrize("seed", SEEDS)
def test_every_row_is_told_with_a_clause_and_no_card_before_its_turn(seed: int) -> None:
    """Faces in words and layout were opened by this row or one before it.

    Source: controller/README 1.2, 1.4.
    """
    opened: set[str] = set()
    for turn, one in told(walked(seed)):
        if turn.step.boundary is not None:
            opened = _kept(turn)
        opened |= {e.face for e in turn.recorded.exposed}
        opened |= _read_out(turn)
        assert one.text
        assert ledger.exists(one.clause), one.text
        words = " ".join((one.text, *(x.text for x in one.lines)))
        assert set(FACE.findall(words)) <= opened, words
        assert _faces(one) <= opened
        assert all(ledger.exists(x.clause) for x in one.lines if x.clause)


def _kept(turn: Turn) -> set[str]:
    """Cards of questions that are still open when the layout is cleared."""
    assert turn.step.boundary is not None
    questions = turn.step.boundary.play.irregularities
    return {i.card.face for i in questions if i.card is not None and i.card.face is not None}


def _read_out(turn: Turn) -> set[str]:
    """A face that a person keyed in."""
    return {face for _, face in turn.step.state.play.entered}


def _faces(one: Told) -> set[str]:
    layout = one.snapshot
    hands = [c for box in layout.boxes for hand in box.hands for c in hand.cards]
    return {c for c in (*hands, *layout.dealer_hand.cards) if c not in ("back", "placed")}
