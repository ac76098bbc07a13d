"""A hole card keyed face down is nowhere: nobody has told its face, so nothing can."""

from __future__ import annotations

import msgspec
import pytest

from controller.domain import commands as cmd
from controller.domain.views.view import TableName
from controller.procedure.guide.allowed import allowed
from controller.view.dealer import dealer_view
from controller.view.floor import floor_view
from controller.view.frame import Frame
from tests.kit.by_keys import keyed
from tests.kit.evening import Evening
from tests.procedure.deal.test_hand_entry import at

PACKS = ("boston-billiard", "maryland", "massachusetts", "massachusetts-bonus-spin")
HOLE = "Qd"


@pytest.mark.parametrize("pack", PACKS)
def test_hole_card_appears_with_the_turn_and_not_before(pack: str) -> None:
    """In no state, outcome, page or token, up to the key that reads it out."""
    e = at(pack)
    keyed(e, "7h 9c 6d 8s Kc ..")
    e.press("act1")
    keyed(e, "5d")

    assert e.play.dealer[1].face is None
    assert HOLE not in told(e)
    keyed(e, HOLE)
    assert e.play.dealer[1].face == HOLE


def test_face_keyed_to_a_hidden_place_is_refused_and_shown_nowhere() -> None:
    """A dealer who keys one is told so, and no page has it."""
    e = at()
    keyed(e, "7h 9c 6d 8s Kc")

    refused = e.put(cmd.CardKeyed(face=HOLE))

    assert refused.text == "That card lies face down"
    assert HOLE not in told(e)


def told(e: Evening) -> str:
    """All that leaves the procedure, as text."""
    frame = Frame(seq=1, at=e.mono, table=TableName(id="BJ-07", pack=""))
    pages = (dealer_view(e.state, e.house, frame), floor_view(e.state, e.house, frame))
    outcomes = [step.outcome for _, step in e.steps]
    offered = [c.token for c in allowed(e.state, e.house)]
    return "".join(
        (
            *(msgspec.json.encode(p).decode() for p in pages),
            str(outcomes),
            str(offered),
            str(e.play),
        )
    )
