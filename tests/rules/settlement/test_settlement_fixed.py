"""Fixed payments, limits and rounds without a result."""

from __future__ import annotations

import pytest

from controller.domain.cards import cards
from controller.domain.settled import Cover, PlayedHand, PlayedRound, Spin
from controller.domain.structs import replace
from controller.domain.wagers import Wager
from controller.rules.pack import Pack, apply_options, load
from controller.rules.settlement import settle, void_round

MA, MD, NH = "massachusetts-bonus-spin", "maryland", "boston-billiard"


def played(
    hands: str | tuple[PlayedHand, ...], wagers: tuple[Wager, ...], dealer: str = "9h Kd"
) -> PlayedRound:
    held = (PlayedHand(box=1, cards=cards(hands)),) if isinstance(hands, str) else hands
    return PlayedRound(decks=6, hands=held, wagers=wagers, dealer=cards(dealer))


def main(cents: int | None, box: int = 1, wagerer: str = "") -> Wager:
    return Wager(box, wagerer, "main", cents)


def test_super_bonus_is_held_when_its_wager_was_not_counted() -> None:
    """The tier depends on the original wager: asked, never guessed."""
    hands = (
        PlayedHand(box=1, cards=cards("7h 7h 7h")),
        PlayedHand(box=2, cards=cards("Kh 8d")),
    )

    payments = settle(load(MA), played(hands, (main(None), main(500, 2)), "7c Kd"))

    held = {(p.kind, p.box): p.direction for p in payments if p.kind in ("super_bonus", "envy")}
    assert held == {("super_bonus", 1): "hold", ("envy", 2): "hold"}


def test_super_bonus_pays_each_co_wagerer_by_his_own_wager() -> None:
    """None of them is an other player; one who is not on the hand gets nothing (MA 5.g~3)."""
    hands = (
        PlayedHand(box=1, cards=cards("7h 7h 7h"), covers=(Cover("C", on=False),)),
        PlayedHand(box=3, cards=cards("Kh 8d")),
    )
    wagers = (
        main(2500, 1, "A"),
        main(500, 1, "B"),
        main(500, 1, "C"),
        main(400, 3, "D"),
    )

    payments = settle(load(MA), played(hands, wagers, "7c Kd"))

    fixed = {(p.wagerer, p.kind): p.cents for p in payments if p.kind != "main"}
    assert fixed == {
        ("A", "super_bonus"): 500000,
        ("B", "super_bonus"): 100000,
        ("D", "envy"): 5000,
    }


def test_envy_is_paid_without_an_award_when_the_option_says_so() -> None:
    """envy_requires_award = false: the event counts, not the winner's wager."""
    approval = {"reference": "r", "date": "2026-01-01"}
    option = {"envy_requires_award": {"value": False, "approval": approval}}
    hands = (PlayedHand(box=1, cards=cards("7h 7h 7h")), PlayedHand(box=2, cards=cards("Kh 8d")))
    game = played(hands, (main(499), main(500, 2)), "7c Kd")

    default = settle(load(MA), game)
    optional = settle(apply_options(load(MA), option), game)

    assert not [p for p in default if p.kind == "envy"]
    assert [(p.box, p.cents) for p in optional if p.kind == "envy"] == [(2, 5000)]


@pytest.mark.parametrize("name", [MA, MD, NH])
@pytest.mark.parametrize(("split", "doubled"), [(True, 0), (False, 1)])
def test_super_bonus_is_for_neither_split_nor_doubled_hands(
    name: str, split: bool, doubled: int
) -> None:
    """Nor is anything due to the others (MA 5.g~4, 10.e; MD 12.C.4; NH payouts.super.1)."""
    sevens = PlayedHand(
        box=1,
        cards=cards("7h 7h 7h"),
        split=split,
        doubled=doubled,
        doubled_cents=1000 * doubled,
    )
    other = PlayedHand(box=2, cards=cards("Kh 8d"))

    payments = settle(load(name), played((sevens, other), (main(1000), main(500, 2)), "7c Kd"))

    assert {p.kind for p in payments} == {"main"}


@pytest.mark.parametrize(
    ("stake", "moves"),
    [
        ("returned", {1: [("pay", 1000)], 2: [("take", 500)], 3: [("pay", 4000)]}),
        (
            "kept",
            {
                1: [("pay", 1000), ("take", 500)],
                2: [("take", 500)],
                3: [("pay", 4000), ("take", 500)],
            },
        ),
    ],
)
def test_bonus_spin_pays_an_ace_and_the_wheel(
    stake: str, moves: dict[int, list[tuple[str, int]]]
) -> None:
    """Beside the stake by the default, in all by the other reading (MA 16.c, 16.d.2~2)."""
    approval = {"reference": "r", "date": "2026-01-01"}
    option = {"bonus_spin_stake": {"value": stake, "approval": approval}}
    pack = load(MA) if stake == "returned" else apply_options(load(MA), option)
    hands = tuple(
        PlayedHand(box=b, cards=cards(c)) for b, c in ((1, "Ah 5c"), (2, "9h 5c"), (3, "As Kd"))
    )
    wagers = tuple(w for b in (1, 2, 3) for w in (main(500, b), Wager(b, "", "bonus_spin")))
    game = replace(played(hands, wagers), spins=(Spin(3, "forty", 4000),))

    payments = [p for p in settle(pack, game) if p.kind == "bonus_spin"]

    found = {b: sorted((p.direction, p.cents) for p in payments if p.box == b) for b in (1, 2, 3)}
    assert found == moves


def test_linked_boxes_count_as_one_player() -> None:
    """The winner's second box earns nothing, another player's two boxes one payment."""
    hands = tuple(
        PlayedHand(box=b, cards=cards("7h 7h 7h" if b == 1 else "Kh 8d")) for b in (1, 2, 3, 4)
    )
    game = PlayedRound(
        decks=6,
        hands=hands,
        wagers=tuple(main(1000, b) for b in (1, 2, 3, 4)),
        dealer=cards("7c Kd"),
        same_player=((1, 2), (3, 4)),
    )

    payments = settle(load(MA), game)

    assert [p.box for p in payments if p.kind == "envy"] == [3]


def limited(cents: int) -> Pack:
    return apply_options(load(MD), {"payout_limit_cents": cents})


def test_payout_above_the_limit_is_computed_and_held() -> None:
    """Never cut: the excess waits for the floorperson (MD 2.B.6.b)."""
    hands = (PlayedHand(box=1, cards=cards("7h 7h 7h")), PlayedHand(box=2, cards=cards("Kh 8d")))
    game = played(hands, (main(2500), main(500, 2)), "7c Kd")

    payments = settle(limited(100000), game)

    winner = [(p.kind, p.direction, p.cents) for p in payments if p.box == 1]
    assert winner == [
        ("main", "pay", 5000),
        ("super_bonus", "pay", 95000),
        ("super_bonus", "hold", 405000),
    ]
    assert [(p.direction, p.cents) for p in payments if p.kind == "envy"] == [("pay", 5000)]


def test_payout_within_the_limit_is_paid_whole() -> None:
    """A second hand has its own limit; nothing is left for a hand at its limit."""
    game = played("As Kd", (main(1000),))

    assert [p.cents for p in settle(limited(1500), game)] == [1500]
    assert [(p.direction, p.cents) for p in settle(limited(1499), game)] == [
        ("pay", 1499),
        ("hold", 1),
    ]
    super_game = played("7h 7h 7h", (main(2500),), "7c Kd")
    assert [(p.kind, p.direction) for p in settle(limited(5000), super_game)] == [
        ("main", "pay"),
        ("super_bonus", "hold"),
    ]


def test_void_returns_every_open_wager() -> None:
    """Doubles and splits included; what was settled stands (house.void-returns)."""
    hands = (
        PlayedHand(
            box=1, hand=1, cards=cards("8s 3h Kd"), split=True, doubled=1, doubled_cents=900
        ),
        PlayedHand(box=1, hand=2, cards=cards("8h"), split=True),
        PlayedHand(box=2, cards=cards("Kh 6d"), surrendered=True),
    )
    wagers = (main(1000), main(500, 2), main(None, 3), Wager(1, "", "match", 100))
    game = played(hands, wagers, "Ks")

    back = void_round(load(MA), game, "MA 15.a~2", settled=("match",))

    assert {p.clause for p in back} == {"MA 15.a~2"}
    assert {p.direction for p in back} == {"void"}
    assert [(p.box, p.cents) for p in back] == [(1, 1900), (1, 1000), (2, 500), (3, None)]


def test_void_leaves_what_was_given_up_at_once() -> None:
    """A rescued hand, and a surrender under a low up card, are settled."""
    hands = (
        PlayedHand(box=1, cards=cards("8s 3h 2d"), doubled=1, doubled_cents=9, rescued=True),
        PlayedHand(box=2, cards=cards("Kh 6d"), surrendered=True),
    )
    game = played(hands, (main(1000), main(500, 2)), "5s")

    assert void_round(load(MA), game, "MA 15.b~2") == ()


def test_dead_hand_gets_its_wager_back() -> None:
    """Insurance is settled as if nothing had happened (MA 15.i~2, house)."""
    hand = PlayedHand(box=1, cards=cards("Kh 5d"), dead=True)

    payments = settle(
        load(MA), played((hand,), (main(1000), Wager(1, "", "insurance", 500)), "As 9d")
    )

    assert [(p.kind, p.direction, p.cents) for p in payments] == [
        ("insurance", "take", 500),
        ("main", "void", 1000),
    ]
