"""Cards, inventory and exact money: the plain values under the rules."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.domain import money
from controller.domain.cards import EVERY_CARD, NAME_IT, Card, cards
from controller.domain.inventory import Inventory
from controller.rules import hands
from controller.rules.pack import load
from controller.rules.pack.files import names


@given(card=st.sampled_from(EVERY_CARD))
def test_card_text_reads_back(card: Card) -> None:
    """Rank and suit, two characters."""
    assert Card.parse(card.code) == card
    assert str(card) == card.code


def test_deck_has_48_cards_and_no_ten() -> None:
    """The ten of each suit is removed."""
    assert len(EVERY_CARD) == 48
    assert not any(card.forbidden for card in EVERY_CARD)
    assert Card.parse("Th").forbidden


def test_court_card_without_its_mark_is_foreign() -> None:
    """Every king, queen and jack says Bonus (CA deck.2); a ten is in no deck (CA deck.3)."""
    pure = load("pure-21-5")

    assert Card.parse("Kd-").code == "Kd-"
    assert hands.foreign(pure, Card.parse("Kd-"))
    assert hands.foreign(pure, Card.parse("Th"))
    assert not hands.foreign(pure, Card.parse("Kd"))


@pytest.mark.parametrize("text", ["", "A", "1s", "Ax", "10h", "Asd", "9h-", "Th-", "-"])
def test_text_that_is_no_card_is_refused_without_the_text(text: str) -> None:
    """An error never repeats what may be a hidden face."""
    with pytest.raises(ValueError, match=r"card") as refused:
        Card.parse(text)

    assert len(text) < 2 or text not in str(refused.value)


@pytest.mark.parametrize(
    ("text", "code"),
    [("10h", "Th"), ("Th", "Th"), ("th", "Th"), ("10H", "Th"), (" kD ", "Kd"), ("kd-", "Kd-")],
)
def test_card_is_read_as_people_write_it(text: str, code: str) -> None:
    """One reader for the floor, the keys of a table without its scanner, the calculator, find."""
    assert Card.typed(text).code == code


@pytest.mark.parametrize("text", ["", "1h", "h10", "110h", "10", "Zz", "9h-", "Kd--", "8h9c"])
def test_what_is_no_card_is_refused_in_the_words_of_every_pack(text: str) -> None:
    with pytest.raises(ValueError, match=r"^Name the card: rank and suit$"):
        Card.typed(text)

    for name in names():
        assert load(name).refusal.card_text.value == NAME_IT


def test_hand_says_its_total_as_the_dealer_does() -> None:
    """Soft, hard, Blackjack, 21.5."""
    pure, plain = load("pure-21-5"), load("maryland")

    assert hands.value(plain, cards("As 6d"), split=False).text == "soft 17"
    assert hands.value(plain, cards("Ks 7d"), split=False).text == "17"
    assert hands.value(plain, cards("As Kd"), split=False).text == "Blackjack"
    best = hands.value(pure, cards("As Kd"), split=False)
    assert (best.text, best.total) == ("21.5", 21)
    assert hands.value(pure, cards("As Kd"), split=True).text == "soft 21"
    assert hands.value(plain, cards("Ks 7d 9h"), split=False).bust
    assert hands.value(plain, cards("Ks 7d"), split=False).hard


def test_inventory_counts_exposed_cards_only() -> None:
    """A face-down card is a gap until it is turned."""
    shoe = Inventory(2)
    card = Card("9", "h")

    once = shoe.expose(card)
    twice = once.expose(card)

    assert (shoe.left(card), once.left(card), twice.left(card)) == (2, 1, 0)
    assert not once.fault(card)
    assert twice.fault(card) == "copy_too_many"
    assert twice.withdraw(card) == once
    assert twice.exposed == 2
    assert shoe.fault(Card("T", "h")) == "ten"
    assert shoe.fault(Card.parse("Kd-")) == "foreign"
    with pytest.raises(KeyError):
        shoe.expose(Card("T", "h"))


@given(st.fractions())
def test_exact_amount_reads_back(amount: Fraction) -> None:
    """Cents as a number, a decimal or a fraction; nothing is lost."""
    assert money.exact(money.text(amount)) == amount


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        (Fraction(1497, 2), "748.5"),
        (Fraction(100, 3), "100/3"),
        (Fraction(-1, 4), "-0.25"),
        (Fraction(1, 20), "0.05"),
        (Fraction(4, 2), 2),
        (7, 7),
    ],
)
def test_amount_is_written_exactly(amount: Fraction | int, text: object) -> None:
    """A decimal where there is one."""
    assert money.text(amount) == text


@given(amount=st.fractions(min_value=0, max_value=10**6), unit=st.integers(1, 500))
def test_rounding_moves_less_than_one_unit(amount: Fraction, unit: int) -> None:
    """Up is not below, down is not above, nearest is within half a unit."""
    up = money.rounded(amount, "up", unit)
    down = money.rounded(amount, "down", unit)
    near = money.rounded(amount, "nearest", unit)

    assert down <= amount <= up
    assert up - down in (0, unit)
    assert near in (up, down)
    assert abs(near - amount) * 2 <= unit
    assert money.rounded(amount, "exact", unit) == amount


def test_half_goes_up_when_rounded_to_the_nearest() -> None:
    """The half is the player's."""
    assert money.rounded(Fraction(5, 2), "nearest") == 3
    assert money.times(Fraction(1, 2), 2, 1) == 1
    assert money.times(5, 3, 2) == Fraction(15, 2)


def test_meter_is_shown_rounded_down() -> None:
    """Exact inside, whole cents outside (controller/README 1.6)."""
    assert money.meter_cents(Fraction(100060, 3)) == 33353
    assert money.meter_cents(12) == 12
