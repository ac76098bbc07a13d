"""Leaves that every shipped pack has alike: another value acts, or does not load."""

from __future__ import annotations

import pytest

from controller.errors import PackError
from controller.rules import pack as packs
from controller.rules.decisions import why_not
from controller.rules.pack import Pack
from tests.rules.examples.clause_cases import CA, MA, MA_SPIN, MD, NH, account, played, situation


def changed(name: str, old: str, new: str) -> Pack:
    text = packs.read(name)
    assert text.count(old) == 1
    return packs.parse(text.replace(old, new), f"packs/{name}.toml")


COUNTS = [
    ("court_value = { value = 10,", "court_value = { value = 11,", "court_value"),
    ("ace_high = { value = 11,", "ace_high = { value = 10,", "ace_high"),
    ("ace_low = { value = 1,", "ace_low = { value = 2,", "ace_low"),
]


@pytest.mark.parametrize(("old", "new", "key"), COUNTS)
def test_a_card_that_would_count_otherwise_does_not_load(old: str, new: str, key: str) -> None:
    """The code knows these values only, so a pack cannot state others."""
    with pytest.raises(PackError, match=key):
        changed(MD, old, new)


def test_a_double_waits_for_as_many_cards_as_the_pack_says() -> None:
    text = changed(MD, "double_min_cards = { value = 2,", "double_min_cards = { value = 3,")

    no = why_not(text, situation("6h 5d"), "double")

    assert no is not None
    assert no.clause == "MD 10.B"
    assert why_not(text, situation("6h 3d 2c"), "double") is None


def test_split_hands_lose_each_their_wager_where_the_pack_says_so() -> None:
    """A dealer blackjack against two hands of a split box and one doubled hand."""
    lost = played("9s Ah", "1 $20: 8h 9c split | 1.2: 8d Kc split | 2 $10: 6h 5d 9c x$10")
    late = played("Ks Ah", "1 $20: 8h 9c split | 1.2: 8d Kc split | 2 $10: 6h 5d 9c x$10")
    text = changed(
        MA, "original_only_split = { value = true", "original_only_split = { value = false"
    )

    assert [p for p in account(text, late) if "take" in p] == [
        "2 take 10",
        "1 take 20",
        "1.2 take 20",
    ]
    assert [p for p in account(packs.load(MA), late) if "take" in p] == ["2 take 10", "1 take 20"]
    assert account(text, lost) == account(packs.load(MA), lost)


SPLIT_21 = [
    (MA, "1 pay 30", "MA house.split-two-card-21"),
    (MA_SPIN, "1 pay 30", "MA house.split-two-card-21"),
    (MD, "1 return 20", "MD house.split-two-card-21"),
    (NH, "1 pay 20", "NH split.4"),
    (CA, "1 pay 20", "CA winners.5"),
]


@pytest.mark.parametrize(("name", "first", "clause"), SPLIT_21)
def test_a_split_two_card_21_against_a_drawn_21_is_settled_as_each_pack_says(
    name: str, first: str, clause: str
) -> None:
    """The texts differ, or say nothing: 3 to 2, a tie, even money."""
    text = packs.load(name)
    drawn = played("6s 7h 8d", "1 $20: Ah Kc split | 1.2: Ad 9c split")

    assert first in account(text, drawn)
    assert text.settle.split_two_card_21_v_drawn_21.clause == clause
