"""Numbers, times, quotations and colours as the pages write them."""

from __future__ import annotations

import pytest

from controller.console.drawing.words import ASK, ago, hue, in_words, inked
from controller.daemon.health import _short_name
from controller.rules.pack import names
from tests.kit.evening import house


@pytest.mark.parametrize(
    ("ms", "said"),
    [
        (0, "0 seconds ago"),
        (1000, "1 second ago"),
        (59_000, "59 seconds ago"),
        (60_000, "1 minute ago"),
        (125_000, "2 minutes ago"),
    ],
)
def test_one_second_and_one_minute_are_no_plural(ms: int, said: str) -> None:
    """`1 seconds ago` stood beside the floor's call."""
    assert ago(ms) == said


def test_quotation_marks_are_those_of_print() -> None:
    assert inked('Say "Blackjack". Pay 3') == "Say “Blackjack”. Pay 3"


def test_no_two_packs_have_the_same_colour_or_an_odd_name() -> None:
    """Every pack had one blue, and `Pure 21 5` stood on each page (console/README 4)."""
    said = [_short_name(house(name)) for name in names()]

    assert len({hue(one) for one in said}) == len(said)
    assert "California, Pure 21.5" in said


def test_only_a_dealer_is_sent_to_the_floor() -> None:
    """`The floor can tell you more` stood on the floor's own page of a round."""
    note = "the parameter late_reports_notice of the controller"

    assert in_words("MD house.next-step", note, ASK).endswith("The floor can tell you more.")
    assert in_words("MD house.next-step", note) == "The rule text leaves this to the house."
    assert in_words("MD 7.F", note, ASK) == note
