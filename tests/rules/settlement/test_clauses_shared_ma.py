"""Massachusetts: several wagerers on one box, and the Bonus Spin, in the ledger's own examples."""

from __future__ import annotations

from typing import Any

import pytest

from controller.domain.settled import Cover, PlayedHand, PlayedRound, Spin
from controller.domain.wagers import Wager
from controller.rules.decisions import why_not, why_not_insure
from controller.rules.draw import dealer_draws
from controller.rules.settlement import settle, spins_due
from tests.rules.examples.clause_cases import (
    MA,
    MA_SPIN,
    account,
    cards,
    case,
    listed,
    pack,
    played,
    said,
    situation,
)


def shared(hands: list[PlayedHand], wagers: list[Wager], dealer: str = "Kd 8c") -> list[str]:
    given = PlayedRound(
        decks=6, hands=tuple(hands), wagers=tuple(wagers), dealer=cards(dealer), variant="hole_card"
    )
    return sorted(said(p) for p in settle(pack(MA, wagerers_per_box=3), given))


def mains(**wagerers: int) -> list[Wager]:
    return [Wager(2, name, "main", cents) for name, cents in wagerers.items()]


@pytest.mark.clause("MA 13.d~2")
def test_however_many_double_the_hand_takes_one_card() -> None:
    """A and B double, C does not: after 9c the hand is closed, and it is one hand for all three."""
    text = pack(MA, wagerers_per_box=3)
    hand = PlayedHand(
        box=2,
        cards=cards("5h 6d 9c"),
        doubled=1,
        doubled_cents=1000,
        covers=(
            Cover("B", on=True, doubled=1, doubled_cents=2000),
            Cover("C", on=True, doubled=0, doubled_cents=0),
        ),
    )

    further = [
        why_not(text, situation("5h 6d 9c", doubles=1, first_decision=False), decision)
        for decision in ("hit", "double", "split")
    ]

    assert None not in further
    assert shared([hand], mains(A=1000, B=2000, C=3000)) == [
        "2 A pay 20",
        "2 B pay 40",
        "2 C pay 30",
    ]


@pytest.mark.clause("MA 13.d")
def test_a_wagerer_who_declines_the_double_keeps_his_stake_on_the_same_hand() -> None:
    """A doubles $10, B ($20) stays: one card to the hand, $20 to A and $20 to B."""
    hand = PlayedHand(
        box=2,
        cards=cards("5h 6d 9c"),
        doubled=1,
        doubled_cents=1000,
        covers=(Cover("B", on=True, doubled=0, doubled_cents=0),),
    )

    assert shared([hand], mains(A=1000, B=2000)) == ["2 A pay 20", "2 B pay 20"]


@pytest.mark.clause("MA 13.e")
def test_a_wagerer_may_cover_both_split_hands_or_name_one() -> None:
    """A splits 8s 8h; B adds $20; C names the second hand."""
    first = PlayedHand(
        box=2, hand=1, cards=cards("8s Kd"), split=True, covers=(Cover("C", on=False),)
    )
    second = PlayedHand(box=2, hand=2, cards=cards("8h Kc 3d"), split=True)

    found = shared([first, second], mains(A=2000, B=2000, C=2000), "Kh 9c")

    assert found == sorted(
        listed("2 A take 20, 2 B take 20, 2.2 A pay 20, 2.2 B pay 20, 2.2 C pay 20")
    )


@pytest.mark.clause("MA 13.f")
def test_each_wagerer_insures_for_himself() -> None:
    """A $20 declines, B $10 insures for $5: B's insurance stands alone."""
    hand = PlayedHand(box=2, cards=cards("Kh 9d"))
    wagers = [*mains(A=2000, B=1000), Wager(2, "B", "insurance", 500)]

    found = shared([hand], wagers, "As Kd")

    assert found == sorted(["2 A take 20", "2 B take 10", "2 B insurance pay 10"])
    assert why_not_insure(pack(MA), "A", main_cents=1000, cents=600) is not None
    assert why_not_insure(pack(MA), "A", main_cents=1000, cents=500) is None


SPINS: list[Any] = [
    case("MA 16.a, MA 16.c", "Ah 5c 4d", None, "pay 10"),
    case("MA 16.a", "Kh Qc", None, "take 5"),
    case("MA 16.a, MA 16.d", "Ah Kd", None, "hold ?"),
    case("MA 16.d.2~2, MA 16.a", "Ah Kd", 5000, "pay 50"),
]


@pytest.mark.parametrize(("hand", "wheel", "expected"), SPINS)
def test_the_bonus_spin_wins_with_an_ace_and_by_the_wheel_with_blackjack(
    hand: str, wheel: int | None, expected: str
) -> None:
    """$10 for an ace in the first two cards; the section of the wheel for a blackjack."""
    spins = () if wheel is None else (Spin(2, "50", wheel),)

    found = account(pack(MA_SPIN), played("Ks 8d", f"2 $10 bonus$5: {hand}", spins=spins))

    assert [line for line in found if "bonus" in line] == [f"2 bonus_spin {expected}"]


@pytest.mark.clause("MA 16.c")
def test_two_aces_are_paid_once() -> None:
    """Ah As: $10, and a split of them changes nothing."""
    boxes = "2 $10 bonus$5: Ah 8c split | 2.2: As 9d split"

    found = account(pack(MA_SPIN), played("Ks 8d", boxes))

    assert [line for line in found if "bonus" in line] == ["2 bonus_spin pay 10"]


@pytest.mark.clause("MA 16.c")
def test_a_paid_bonus_spin_keeps_its_stake_unless_the_house_says_otherwise() -> None:
    """With bonus_spin_stake = returned nothing is taken; with kept the $5 is collected."""
    given = played("Ks 8d", "2 $10 bonus$5: Ah 5c 4d")

    kept = account(pack(MA_SPIN, bonus_spin_stake="kept"), given)
    returned = account(pack(MA_SPIN), given)

    assert "2 bonus_spin take 5" in kept
    assert "2 bonus_spin take 5" not in returned


@pytest.mark.clause("MA 16.d")
def test_only_a_blackjack_of_the_first_two_cards_gets_the_wheel() -> None:
    """Box 2 Ah Kd; box 4 splits aces and gets a king on the first: only box 2 spins."""
    wagers = [Wager(box, "", "bonus_spin", 500) for box in (2, 4)]
    first = {2: cards("Ah Kd"), 4: cards("Ah As")}

    assert spins_due(pack(MA_SPIN), wagers, first) == (2,)


@pytest.mark.parametrize(
    ("covers", "must"),
    [
        ((), False),
        ((Cover("B", on=False),), False),
        ((Cover("B", rescued=True), Cover("C", on=False)), False),
        ((Cover("B"),), True),
        ((Cover("B", rescued=True), Cover("C")), True),
    ],
)
def test_dealer_draws_for_whoever_did_not_rescue_on_a_shared_box(
    covers: tuple[Cover, ...], must: bool
) -> None:
    """The caller has rescued: the hand goes on for each other who has a wager on it."""
    hand = PlayedHand(box=2, cards=cards("6s 5d 4h"), doubled=1, rescued=True, covers=covers)

    assert dealer_draws(pack(MA), cards("9h 5c"), (hand,)).must is must
