"""The licensee's shuffle by hand as the pack has it: what it must contain and in which order."""

from __future__ import annotations

import re

import pytest

from controller.errors import PackError
from controller.rules.decks import cards_behind
from controller.rules.pack import Pack, groups, load, parse, read, warnings

PACK = "massachusetts-bonus-spin"


def scripted(*steps: str) -> Pack:
    """The pack with another script."""
    listed = ", ".join(f'"{step}"' for step in steps)
    text = re.sub(
        r"^manual_steps = \{ value = \[.*?\]",
        f"manual_steps = {{ value = [{listed}]",
        read(PACK),
        flags=re.MULTILINE,
    )
    return parse(text, "test")


@pytest.mark.clause("MA 4.j")
def test_script_without_plug_and_turn_is_refused() -> None:
    """Riffle, riffle, strip, riffle, cut lacks two of the five elements."""
    with pytest.raises(PackError) as refused:
        scripted("riffle", "riffle", "strip", "riffle", "cut")

    assert "lacks plug and turn" in str(refused.value)
    assert "MA 4.j" in str(refused.value)


@pytest.mark.clause("MA 4.j.4~2")
def test_script_with_a_strip_after_a_single_riffle_is_refused() -> None:
    with pytest.raises(PackError) as refused:
        scripted("plug", "riffle", "strip", "turn", "riffle", "cut")

    assert "strip before 2 riffles" in str(refused.value)
    assert "MA 4.j.4~2" in str(refused.value)


@pytest.mark.clause("MA 4.j.5")
def test_script_with_a_step_after_the_cut_is_refused() -> None:
    """The cut is the last step before the cards go back to the shoe."""
    with pytest.raises(PackError) as refused:
        scripted("plug", "riffle", "turn", "strip", "cut", "riffle")

    assert "riffle after the cut" in str(refused.value)


@pytest.mark.clause("MA 4.j.1~2")
def test_script_that_plugs_second_is_loaded_with_a_warning() -> None:
    """Riffle first, plug second: a warning; plug first: none."""
    second = scripted("riffle", "plug", "riffle", "turn", "strip", "cut")
    first = load(PACK)

    assert warnings(second.shuffle) == (
        "the plug is usually the first step of the shuffle (MA 4.j.1~2)",
    )
    assert warnings(first.shuffle) == ()


def test_groups_of_a_script_join_riffles_and_close_each_turn() -> None:
    """What the dealer taps; the cut has a key of its own."""
    written = scripted("plug", "riffle", "riffle", "turn", "riffle", "strip", "cut").shuffle

    assert groups(written, plug=True) == ("plug", "riffles", "turn", "riffles", "strip")
    assert groups(load(PACK).shuffle, plug=False) == ("riffles", "turn", "riffles", "strip")
    assert groups(load("maryland").shuffle, plug=True) == ("shuffle",)


@pytest.mark.parametrize(
    ("pack", "cards", "behind"),
    [
        (PACK, 288, 72),
        (PACK, 384, 96),
        ("maryland", 287, 72),
        ("boston-billiard", 384, 48),
        ("pure-21-5", 192, 48),
    ],
)
def test_share_behind_the_cover_card_is_rounded_up(pack: str, cards: int, behind: int) -> None:
    """A quarter of the actual number, or the pack's own number of cards."""
    assert cards_behind(load(pack), cards) == behind
