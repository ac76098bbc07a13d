"""Decisions: what may be done, what may not, and by which clause."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.domain.cards import EVERY_CARD, cards
from controller.domain.settled import PlayedHand
from controller.rules.decisions import (
    DECISIONS,
    Situation,
    insurance_cap,
    legal,
    why_not,
    why_not_double_amount,
    why_not_insure,
)
from controller.rules.draw import dealer_draws
from controller.rules.ledger import exists
from controller.rules.pack import Pack, apply_options, load, names, parse, read
from controller.rules.peek import insurance_offered, peek_due, up_card_can_make_blackjack

MA = load("massachusetts-bonus-spin")
MD = load("maryland")
NH = load("boston-billiard")
CA = load("pure-21-5")
APPROVAL = {"reference": "r", "date": "2026-01-01"}


def variant_of(name: str, key: str, value: str) -> Pack:
    """A pack with one fixed rule set otherwise: what another text would say."""
    lines = read(name).splitlines()
    changed = [
        line.replace("value = true", f"value = {value}") if line.startswith(f"{key} = ") else line
        for line in lines
    ]
    assert changed != lines
    return parse("\n".join(changed), "test")


def hand(text: str, up: str = "6", **given: Any) -> Situation:
    return Situation(cards=cards(text), up_rank=up, **given)


def clause(pack: Pack, situation: Situation, decision: str) -> str | None:
    no = why_not(pack, situation, decision)
    return no.clause if no else None


@pytest.mark.parametrize("name", names())
@given(
    held=st.lists(st.sampled_from(EVERY_CARD), min_size=1, max_size=8),
    split=st.booleans(),
    doubles=st.integers(0, 3),
    hands=st.integers(1, 4),
    first=st.booleans(),
    peek=st.sampled_from(["not_due", "due", "negative", "positive"]),
    barred=st.booleans(),
    closed=st.booleans(),
)
def test_each_decision_is_allowed_or_refused_by_an_existing_clause(
    name: str,
    held: list[Any],
    split: bool,
    doubles: int,
    hands: int,
    first: bool,
    peek: Any,
    barred: bool,
    closed: bool,
) -> None:
    """Every no names its clause (controller/README 1.4), in any situation at all."""
    pack = load(name)
    situation = Situation(
        cards=tuple(held),
        split=split,
        doubles=doubles,
        hands=hands,
        first_decision=first,
        up_rank="6",
        peek=peek,
        barred=barred,
        rescue_closed=closed,
    )

    allowed = legal(pack, situation)

    assert all(exists(yes.clause) for yes in allowed)
    for decision in set(DECISIONS) - {yes.decision for yes in allowed}:
        no = why_not(pack, situation, decision)
        assert no is not None
        assert exists(no.clause)
        assert no.text


@pytest.mark.parametrize(
    ("pack", "situation", "decision", "by"),
    [
        (MA, hand("5s 6d", barred=True), "hit", "MA 15.d~2"),
        (MD, hand("5s 6d", barred=True), "double", "MD 13.G"),
        (MD, hand("8s 8d", barred=True), "split", "MD 13.G"),
        (MA, hand("Ks 5d 6c"), "double", "MA 9.a"),
        (MA, hand("As 4d 6c"), "double", None),
        (MA, hand("As 4d 6c"), "hit", None),
        (MA, hand("Ks 5d 6c"), "hit", "MA 12.a.1"),
        (MD, hand("As 4d 6c"), "hit", "MD 7.J.2"),
        (CA, hand("As 4d 6c"), "hit", None),
        (CA, hand("Ks 7d"), "hit", "CA chart-1A.stand"),
        (CA, hand("Ks 7d"), "double", None),
        (MD, hand("As 4d 6c"), "double", "MD house.soft-21"),
        (MA, hand("5s 6d 2c", doubles=1), "hit", "MA 9.a~3"),
        (MA, hand("5s 6d 2c", doubles=1), "double", "MA 9.a~3"),
        (CA, hand("5s 6d 2c", doubles=1), "double", None),
        (CA, hand("5s 6d 2c"), "double", "CA options.1.i"),
        (NH, hand("8s 8d", doubles=1), "split", "NH split.1"),
        (MD, hand("As Kd"), "surrender", "MD 7.H.1"),
        (MA, hand("5s 6d 2c", doubles=1, rescue_closed=True), "rescue", "MA house.rescue-window"),
        (MA, hand("5s 6d Kc", doubles=1), "rescue", None),
        (MA, hand("Ks 6d Kc", doubles=1), "rescue", "MA 9.d~2"),
        (MA, hand("Ks 6d Kc"), "stand", "MA house.bust-loses"),
        (MA, hand("Ks 6d Kc"), "hit", "MA house.bust-loses"),
        (MA, hand("Ks 6d Kc"), "double", "MA house.bust-loses"),
        (MA, hand("8s"), "hit", "MA 7.d"),
        (MA, hand("Ks 6d"), "sleep", "MA house.not-in-text"),
        (MA, hand("Ks 6d", peek="due"), "hit", "MA 7.i~3"),
        (MA, hand("Ks 6d", peek="positive"), "hit", "MA 7.i~5"),
        (MA, hand("Ks 6d", split=True), "surrender", "MA 10.c~2"),
        (MA, hand("Ks 6d 2s"), "surrender", "MA 8.a"),
        (MA, hand("Ks 6d", first_decision=False), "surrender", "MA 8.a~2"),
        (CA, hand("Ks 6d", first_decision=False), "surrender", None),
        (MA, hand("8s 8d", hands=4), "split", "MA 10.c~4"),
        (MA, hand("As Ad", hands=4), "split", "MA 10.c~4"),
        (NH, hand("Ks Qd"), "split", "NH split.1"),
        (MA, hand("Ks Qd"), "split", None),
        (NH, hand("As Kd"), "hit", "NH silent.hit-on-21"),
    ],
)
def test_decision_is_judged_by_its_clause(
    pack: Pack, situation: Situation, decision: str, by: str | None
) -> None:
    """One case for each refusal."""
    assert clause(pack, situation, decision) == by


def test_split_aces_that_may_not_draw_are_refused() -> None:
    """A parameter that all five texts set to yes."""
    pack = variant_of("maryland", "split_aces_draw", "false")

    assert clause(pack, hand("As 5d", split=True), "hit") == "MD 11.C"
    assert clause(pack, hand("5s As", split=True), "hit") is None


def test_double_after_split_that_is_not_allowed_is_refused() -> None:
    """A parameter that all five texts set to yes."""
    pack = variant_of("maryland", "double_after_split", "false")

    assert clause(pack, hand("5s 6d", split=True), "double") == "MD 10.B"


@pytest.mark.parametrize(
    ("pack", "situation", "decision"),
    [
        (MA, hand("As Kd"), "surrender"),
        (NH, hand("Ks 5d 6c"), "hit"),
        (NH, hand("As Kd"), "double"),
    ],
)
def test_doubtful_decision_asks_for_confirmation(
    pack: Pack, situation: Situation, decision: str
) -> None:
    """The text leaves it open; it is asked once more."""
    (yes,) = [one for one in legal(pack, situation) if one.decision == decision]

    assert exists(yes.confirm)


@pytest.mark.parametrize(
    ("pack", "situation", "cents", "by"),
    [
        (MA, hand("5s 6d", original_cents=1000), 1000, None),
        (MA, hand("5s 6d", original_cents=1000), 1, None),
        (MA, hand("5s 6d", original_cents=1000), 0, "MA 9.a~2"),
        (MA, hand("5s 6d", original_cents=1000), 1001, "MA 9.a~2"),
        (MA, hand("5s 6d"), 1001, None),
        (MA, hand("5s 6d", original_cents=1000), None, None),
        (NH, hand("5s 6d", original_cents=1000), 500, None),
        (NH, hand("5s 6d", original_cents=1000), 600, "NH double.3"),
        (NH, hand("5s 6d", original_cents=100), 50, "NH wagers.ante.2"),
        (CA, hand("5s 6d", original_cents=1000), 500, "CA options.3.ii"),
        (CA, hand("5s 6d 2s", original_cents=1000, added_cents=1000, doubles=1), 2000, None),
    ],
)
def test_double_is_for_an_amount_the_pack_allows(
    pack: Pack, situation: Situation, cents: int | None, by: str | None
) -> None:
    """Less, half, or exactly what is on the hand."""
    no = why_not_double_amount(pack, situation, cents)

    assert (no.clause if no else None) == by


def test_stand_on_soft_17_brings_double_for_less_and_one_double() -> None:
    """The two features follow the soft-17 parameter (CA options.3.a)."""
    option = {"dealer_soft_17": {"value": "stand", "approval": APPROVAL}}
    stands = apply_options(CA, option)
    first = hand("5s 6d", original_cents=1000)

    assert why_not_double_amount(stands, first, 400) is None
    assert clause(stands, hand("5s 6d 2c", doubles=1), "double") == "CA options.3.a"


@pytest.mark.parametrize(
    ("pack", "up", "main", "cents", "by"),
    [
        (MA, "A", 1000, 500, None),
        (MA, "A", 1000, 501, "MA 11.b~2"),
        (MA, "A", 500, 300, None),
        (MA, "A", 500, 301, "MA 11.b~2"),
        (MA, "K", 1000, 500, "MA 11.a"),
        (MA, "A", None, 500, None),
        (MA, "A", 1000, None, None),
        (MA, "A", 1000, 0, "MA 11.b~2"),
        (NH, "A", 1000, 500, None),
        (NH, "A", 1000, 400, "NH insurance.2"),
        (NH, "A", 100, 50, "NH wagers.ante.2"),
        (CA, "A", 1000, 500, "CA silent.insurance"),
    ],
)
def test_insurance_is_capped_by_the_pack(
    pack: Pack, up: str, main: int | None, cents: int | None, by: str | None
) -> None:
    """Half, up to the next chip; exactly half; or none."""
    no = why_not_insure(pack, up, main_cents=main, cents=cents)

    assert (no.clause if no else None) == by


def test_insurance_is_rounded_up_to_the_smallest_chip() -> None:
    """Half that chips cannot make (MA 11.b~3, MD 8.C)."""
    five = apply_options(MD, {"smallest_chip_cents": 500})

    assert insurance_cap(five, 2500) == 1500
    assert insurance_cap(NH, 999) == 499


def test_most_of_an_added_wager_is_limited_where_the_text_says_so() -> None:
    """Each separate wager is $1 to $10 (NH wagers.ante.2)."""
    no = why_not_insure(NH, "A", main_cents=2002, cents=1001)

    assert no is not None
    assert no.clause == "NH wagers.ante.2"


def test_dealers_second_card_is_always_taken() -> None:
    """Also when nobody is left (MA house.dealer-second-card)."""
    draw = dealer_draws(MA, cards("9s"), ())

    assert draw.must
    assert exists(draw.clause)


def test_dealer_draws_when_needed_if_the_option_says_so() -> None:
    """A live hand under 21 or a Break Bonus (NH silent.dealer-completes)."""
    option = {"dealer_completes": {"value": "when_needed", "approval": APPROVAL}}
    pack = apply_options(NH, option)
    over = PlayedHand(box=1, cards=cards("Ks 9d 9c"), dead=True)
    live = PlayedHand(box=1, cards=cards("Ks 9d"))

    assert dealer_draws(NH, cards("9s 3d"), (over,)).must
    assert not dealer_draws(pack, cards("9s 3d"), (over,)).may
    assert dealer_draws(pack, cards("9s 3d"), (live,)).must


def test_check_depends_on_up_card_and_variant() -> None:
    """Ace and court cards, with a reader or by the dealer."""
    assert peek_due(MA, "K")
    assert not peek_due(MA, "9")
    assert not peek_due(MA, "K", "hole_card")
    assert not peek_due(MA, "K", "no_hole_card")
    assert peek_due(NH, "A")
    assert not peek_due(NH, "K")
    assert peek_due(CA, "K", "hole_card")
    assert insurance_offered(MA, "A")
    assert not insurance_offered(CA, "A")
    assert up_card_can_make_blackjack("Q")
    assert not up_card_can_make_blackjack("9")
