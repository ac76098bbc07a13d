"""After the pick-up a round is rebuilt from the record: every hand, in the order of its cards."""

from __future__ import annotations

from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from controller.audit import hand
from controller.audit.explain import round_story
from controller.domain import commands as cmd
from controller.journal.read import open_reader
from tests.kit.evening import house

from .shift import shift

BALTIMORE = ZoneInfo("America/New_York")


@pytest.mark.clause("MD 7.T")
def test_round_is_rebuilt_after_the_next_card_has_acknowledged_the_pick_up(tmp_path: Path) -> None:
    """Seats 6, 4, 1 and the dealer have cards; the next round's first card comes; 4 is as dealt."""
    path = tmp_path / "table.journal"
    with shift(path, at=house("maryland")) as on:
        on.opened().lit(1, 4, 6)
        on.draw("Kc 5d Kh 7c Qd 6d Qh 8h")
        on.put(cmd.DealOk(boxes=(1, 4, 6)))
        on.draw("7s")
        on.put(cmd.Next(box=4, hand=1))
        on.put(cmd.Turned())
        on.draw("2d")
        on.draw("9c", after_ms=5000)

    with open_reader(path) as reader:
        story = round_story(reader, 1)
    assert story is not None
    text = "\n".join(hand.as_text(story, BALTIMORE))
    assert "Box 4: 5♦ 6♦, 11" in text
    assert "7♠ to box 4, total 18" in text
    assert "Dealer: 7♣ 8♥" in text
    assert story.closed
