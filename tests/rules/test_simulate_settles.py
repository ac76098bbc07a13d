"""The integer reckoning of the simulator pays what `rules.settle` pays, on random rounds."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.domain.cards import RANKS, SUITS, Card
from controller.domain.settled import PlayedHand, PlayedRound
from controller.domain.wagers import Wager
from controller.rules import pack as packs
from controller.rules.decisions import Situation, why_not
from controller.rules.draw import dealer_draws
from controller.rules.settlement import net, settle
from controller.rules.simulate import strategy
from controller.rules.simulate.play import Round, play_round
from controller.rules.simulate.reckon import Dealer, Hand, box_net
from controller.rules.simulate.terms import STAKE_CENTS, Terms, terms

PACKS = list(packs.names())
BOOKS = {
    "massachusetts": "S17",
    "massachusetts-bonus-spin": "S17",
    "maryland": "S17",
    "boston-billiard": "H17R",
    "pure-21-5": "H17R",
}
TERMS: dict[str, Terms] = {name: terms(packs.load(name)) for name in PACKS}


def card(number: int) -> Card:
    return Card(RANKS[number >> 2], SUITS[number & 3])


def doubles_of(held: Terms, hand: Hand) -> int:
    units = hand.added // STAKE_CENTS
    return units.bit_length() if held.double_current else units


def as_played(held: Terms, hands: list[Hand], dealer: Dealer) -> PlayedRound:
    return PlayedRound(
        decks=6,
        hands=tuple(
            PlayedHand(
                box=1,
                hand=number,
                cards=tuple(map(card, hand.cards)),
                split=hand.split,
                doubled=doubles_of(held, hand),
                doubled_cents=hand.added,
                rescued=hand.rescued,
                surrendered=hand.surrendered,
            )
            for number, hand in enumerate(hands, 1)
        ),
        wagers=(Wager(1, "", "main", STAKE_CENTS),),
        dealer=tuple(map(card, dealer.cards)),
    )


def dealt(name: str, seed: int, rounds: int) -> list[Round]:
    shoe = [one for one in range(48) for _ in range(6)]
    random.Random(seed).shuffle(shoe)
    found: list[Round] = []
    place = 0
    for _ in range(rounds):
        found.append(play_round(TERMS[name], strategy.load(BOOKS[name]), shoe, place))
        place = found[-1].place
    return found


@pytest.mark.parametrize("name", PACKS)
@settings(max_examples=40)
@given(seed=st.integers(0, 2**32))
def test_rounds_by_the_book_are_settled_alike(name: str, seed: int) -> None:
    """Rounds as the simulator plays them, thirty from each shoe."""
    for played in dealt(name, seed, 30):
        full = as_played(TERMS[name], played.hands, played.dealer)

        assert box_net(TERMS[name], played.hands, played.dealer) == net(
            settle(packs.load(name), full)
        )


cards = st.integers(0, 47)
sevens = st.sampled_from([24, 25, 26, 27, 20, 21, 28, 29, 0, 44])
"""Sevens, sixes, eights, an ace and a king: where bonuses lie."""


def numbers(hand: str) -> list[int]:
    return [4 * RANKS.index(code[0]) + SUITS.index(code[1]) for code in hand.split()]


SPECIAL = st.sampled_from(
    [
        numbers(hand)
        for hand in (
            "6h 7d 8c",
            "6h 7h 8h",
            "6s 7s 8s",
            "7h 7d 7c",
            "7h 7h 7h",
            "7s 7s 7s",
            "2h 3d 4c 5s 7h",
            "2h 2d 3c 4s 4h 6d",
            "2h 2d 2c 3s 3h 4d 5c",
            "Ah Ad 2s 2h 3c 3d 4s 5h",
            "Ah Kd",
            "Kh 5d 6c",
        )
    ]
)
"""The 21s that pay more than even money, and two that do not."""


@st.composite
def wild_hands(draw: st.DrawFn) -> list[Hand]:
    split = draw(st.booleans())
    count = draw(st.integers(2, 4)) if split else 1
    hands = []
    for _ in range(count):
        held = draw(st.lists(cards | sevens, min_size=2, max_size=8) | SPECIAL)
        hand = Hand(held, split=split)
        mark = draw(st.sampled_from(["", "", "doubled", "rescued", "surrendered"]))
        if mark in {"doubled", "rescued"} and len(held) > 2:
            hand.added = hand.last = STAKE_CENTS
            hand.rescued = mark == "rescued" and hand.total <= 21
        elif mark == "surrendered" and len(held) == 2 and not split:
            hand.surrendered = True
        hands.append(hand)
    return hands


@pytest.mark.parametrize("name", PACKS)
@settings(max_examples=300)
@given(hands=wild_hands(), dealer=st.lists(cards | sevens, min_size=2, max_size=7))
def test_wild_rounds_are_settled_alike(name: str, hands: list[Hand], dealer: list[int]) -> None:
    """Any cards, marks and dealer, also such as no strategy would bring about."""
    held, text = TERMS[name], packs.load(name)
    if text.play.surrender.value == "none":
        for hand in hands:
            hand.surrendered = False
    if text.play.rescue.value == "none":
        for hand in hands:
            hand.rescued = False
    shown = Dealer(Hand(dealer))

    assert box_net(held, hands, shown) == net(settle(text, as_played(held, hands, shown)))


@pytest.mark.parametrize(("second", "lost"), [("Kd", 0), ("8d", STAKE_CENTS)])
def test_split_21_that_ties_a_blackjack_loses_no_original_wager(second: str, lost: int) -> None:
    """Where the house has it so (`split_two_card_21_v_blackjack`), beside MA 9.c."""
    tie = {"value": "tie", "approval": {"reference": "r", "date": "2026-01-01"}}
    text = packs.apply_options(packs.load("massachusetts"), {"split_two_card_21_v_blackjack": tie})
    hands = [Hand(numbers("Ah Kh"), split=True), Hand(numbers(f"Ad {second}"), split=True)]
    shown = Dealer(Hand(numbers("As Ks")))

    assert box_net(terms(text), hands, shown) == -lost
    assert net(settle(text, as_played(terms(text), hands, shown))) == -lost


@pytest.mark.parametrize("name", PACKS)
@settings(max_examples=15)
@given(seed=st.integers(0, 2**32))
def test_the_dealer_of_the_simulator_draws_as_the_rules_say(name: str, seed: int) -> None:
    """No card too many and none too few, in every round."""
    text, held = packs.load(name), TERMS[name]
    for played in dealt(name, seed, 30):
        full = as_played(held, played.hands, played.dealer)
        for count in range(2, len(full.dealer)):
            assert dealer_draws(text, full.dealer[:count], full.hands).must
        peeked = played.dealer.blackjack
        assert peeked or not dealer_draws(text, full.dealer, full.hands).must


@pytest.mark.parametrize("name", PACKS)
@settings(max_examples=15)
@given(seed=st.integers(0, 2**32))
def test_the_player_of_the_simulator_keeps_to_the_rules(name: str, seed: int) -> None:
    """Each card that a hand took was one it might take."""
    text = packs.load(name)
    for played in dealt(name, seed, 30):
        up = card(played.dealer.cards[0]).rank
        for hand in played.hands:
            before = tuple(map(card, hand.cards))
            doubles = doubles_of(TERMS[name], hand)
            for count in range(2, len(before)):
                given_doubles = max(0, doubles - (len(before) - count))
                doubling = len(before) - count <= doubles
                situation = Situation(
                    cards=before[:count],
                    split=hand.split,
                    doubles=given_doubles,
                    hands=len(played.hands),
                    first_decision=False,
                    up_rank=up,
                )
                decision = "double" if doubling else "hit"
                assert why_not(text, situation, decision) is None
