"""A wrong payment that is found later: told in the story of its round, which stays as it was."""

from __future__ import annotations

from pathlib import Path
from zoneinfo import ZoneInfo

from controller.audit import hand
from controller.audit.explain import round_steps
from controller.domain import commands as cmd
from controller.journal.read import open_reader
from tests.kit.evening import Evening
from tests.kit.shown import floor_page

from .shift import shift
from .test_hand import story

BOSTON = ZoneInfo("America/New_York")


def round_of(on: Evening) -> None:
    """Boxes 1 and 4 stand; the dealer has 17."""
    on.lit(1, 4, main={1: 1000, 4: 1000})
    on.draw("6h 9c 9s 5h 9d 8d")
    on.press("act1")
    on.draw("Kc")
    on.put(cmd.Next(box=4, hand=1))
    on.press("act7")
    on.put(cmd.LayoutCleared(), after_ms=6000)


def wrong(number: int, box: int = 1, cents: int = 500) -> cmd.Adjusted:
    return cmd.Adjusted(
        round=number, box=box, direction="take", cents=cents, form="4711", reason="paid 3 to 2"
    )


def test_adjustment_is_told_in_the_story_of_its_round_and_changes_nothing_in_it(
    tmp_path: Path,
) -> None:
    path = tmp_path / "journal.db"
    with shift(path) as on:
        on.opened()
        round_of(on)
        before = story(path, 1)
        round_of(on)
        assert on.floor(wrong(1), rank="casino_supervisor").verdict == "accepted"

    after = story(path, 1)
    text = "\n".join(hand.as_text(after, BOSTON))
    other = "\n".join(hand.as_text(hand.only_box(after, 4), BOSTON))
    with open_reader(path) as reader:
        steps = round_steps(reader, 1)

    said = "Round 1, box 1 paid wrong: $5.00 back from the player, form 4711 (paid 3 to 2)"
    assert said in text
    assert said not in other
    assert "M. Okafor" in text
    assert steps[-1].text.startswith(said)
    assert (after.told, after.payments, after.closed) == (before.told, before.payments, True)
    assert story(path, 2).adjusted == ()


def test_day_sum_counts_what_was_paid_taken_and_lost(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with shift(path) as on:
        on.opened()
        round_of(on)
        for item in (
            wrong(1),
            cmd.Adjusted(round=1, box=4, cents=250, form="4712", reason="short"),
            cmd.Adjusted(
                round=1, box=4, direction="take", recovered=False, cents=1000, form="9", reason="x"
            ),
        ):
            assert on.floor(item, rank="casino_supervisor").verdict == "accepted"
        duty = next(d for d in floor_page(on).duties if d.text == "Adjustments today")

    assert (duty.when, duty.sub) == ("3", "paid $2.50, back $5, not recovered $10")
