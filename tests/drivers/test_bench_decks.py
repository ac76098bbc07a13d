"""A known deck: its file, and the fewest faults that explain what was read."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.bench.chance import chi_square, p_value
from drivers.bench.decks import UNREAD, compare, confused, in_order, parse
from drivers.errors import Refused

DECK = in_order(1)


def test_file_has_codes_comments_and_the_cover_card() -> None:
    assert parse("As 10d # ace, ten\n\n th 2C | Kc") == ("As", "Td", "Th", "2c", "|", "Kc")


@pytest.mark.parametrize(
    ("text", "said"),
    [("", "the deck is empty"), ("As 1x", "card 2 is '1x'"), ("As " * 900, "a shoe holds 832")],
)
def test_file_that_is_no_deck_says_what_is_wrong(text: str, said: str) -> None:
    with pytest.raises(Refused, match=said):
        parse(text)


def test_full_deck_has_tens() -> None:
    assert len(set(DECK)) == 52
    assert {"Ts", "Th", "Td", "Tc"} <= set(DECK)


def test_each_fault_is_told_for_itself() -> None:
    read = list(DECK)
    read[4] = "Kc"
    read[10] = UNREAD
    read.insert(20, read[19])
    del read[30]
    read[40], read[41] = read[41], read[40]
    found = compare(DECK, read)

    assert found.misread == ((5, DECK[4], "Kc"),)
    assert found.unread == (11,)
    assert found.doubled == (20,)
    assert found.omitted == (30,)
    assert found.swapped == (41,)
    assert found.invented == 0
    assert confused(found)[0][2] == 1


@given(st.lists(st.sampled_from(DECK), max_size=30), st.lists(st.sampled_from(DECK), max_size=30))
def test_every_card_of_both_sides_stands_once_in_the_pairs(
    stated: list[str], read: list[str]
) -> None:
    """Nothing is lost by comparing, whatever a broken scanner tells."""
    found = compare(stated, read)

    assert [was for was, _ in found.pairs if was] == stated
    assert [got for _, got in found.pairs if got] == read


def test_six_decks_are_compared_in_a_moment() -> None:
    rng, stated = Random(3), in_order(6)
    read = [card for card in stated if rng.random() > 0.01]

    assert len(compare(stated, read).omitted) == len(stated) - len(read)


@pytest.mark.parametrize(
    ("chi", "freedom", "p"),
    [
        (3.841, 1, 0.05), (5.991, 2, 0.05), (7.815, 3, 0.05), (18.307, 10, 0.05),
        (24.996, 15, 0.05), (6.635, 1, 0.01), (24.322, 7, 0.001), (69.346, 40, 0.0027),
        (0.0, 5, 1.0), (1e6, 7, 0.0),
    ],
)  # fmt: skip
def test_chance_is_that_of_the_printed_tables(chi: float, freedom: int, p: float) -> None:
    """Abramowitz and Stegun, table 26.8."""
    assert p_value(chi, freedom) == pytest.approx(p, abs=5e-4)


def test_chi_square_of_what_was_expected_is_nothing() -> None:
    assert chi_square([5, 5], [5.0, 5.0]) == 0
    assert chi_square([8, 2], [5.0, 5.0]) == pytest.approx(3.6)
