"""A pack that an earlier version recorded is read by this one: what it says stands."""

from __future__ import annotations

import re

import pytest

from controller.errors import PackError
from controller.rules.pack import load, names, parse, parse_recorded, read


def without(text: str, leaf: str) -> str:
    return re.sub(rf"(?m)^{leaf} = .*\n", "", text)


def test_leaf_that_the_earlier_text_lacks_is_as_shipped_now() -> None:
    text = without(read("maryland"), "burn_on_new_shoe_cards")
    with pytest.raises(PackError):
        parse(text, "x")

    assert parse_recorded(text, "maryland", "x") == load("maryland")


def test_value_of_the_earlier_text_stands_beside_a_leaf_that_is_gone() -> None:
    """Only what cannot be read is replaced; an order of its own does not matter either."""
    text = read("massachusetts").replace(
        "[cards]\n", '[cards]\nold = { value = 1, clause = "x" }\n'
    )
    text = text.replace(
        'burn_on_new_shoe_cards = { value = 1, clause = "MA 7.c" }',
        'burn_on_new_shoe_cards = { value = 2, clause = "MA 7.c" }',
    )
    found = parse_recorded(text, "massachusetts", "x")

    assert found.shoe.burn_on_new_shoe_cards.value == 2
    assert found.deal == load("massachusetts").deal


def test_clause_that_no_ledger_knows_any_more_is_the_one_of_now() -> None:
    text = read("maryland").replace('"MD 7.B.3"', '"MD 99.Z"')

    assert parse_recorded(text, "maryland", "x") == load("maryland")


@pytest.mark.parametrize("pack", names())
def test_pack_as_shipped_is_read_as_it_stands(pack: str) -> None:
    assert parse_recorded(read(pack), pack, "x") is parse(read(pack), "x")


def test_text_that_is_no_toml_is_refused() -> None:
    with pytest.raises(PackError):
        parse_recorded("[cards", "maryland", "x")
