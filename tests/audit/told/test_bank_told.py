"""The story of a round in the player-dealer game names bank, cover and action button."""

from __future__ import annotations

from pathlib import Path

from controller.domain import commands as cmd
from tests.audit.shift import shift
from tests.audit.test_hand import story
from tests.kit.banks import CA
from tests.kit.evening import house


def test_bank_and_button_stand_in_the_story(tmp_path: Path) -> None:
    """CA dealing.7: the money acts from the button, in turn; the story says from where."""
    path = tmp_path / "table.journal"
    with shift(path, at=house(CA)) as on:
        on.opened()
        on.put(cmd.BankSet(box=2, on=True, cents=50000))
        on.lit(3, 5)
        on.draw("Kd Ks 9c 9d 9s 8d")
        on.put(cmd.DealOk(boxes=on.play.boxes))
        on.press("act7")

    told = [x.text for t in story(path, 1).told for x in t.lines]
    assert "Box 2: holds the bank, $500.00" in told
    assert "Action button: box 3" in told
    assert "Box 3 stands on 19, assumed: nobody pressed" in told
