"""Spins that are not due, unknown sections, open wagers: held or returned, never guessed."""

from __future__ import annotations

from typing import Any

import pytest

from controller.domain.cards import cards
from controller.domain.settled import PlayedHand, PlayedRound, Spin
from controller.domain.wagers import Wager
from controller.rules.pack import Pack, apply_options, load, parse, read
from controller.rules.settlement import settle, spins_due
from controller.rules.settlement.progressive import contribute, metered

APPROVAL = {"reference": "r", "date": "2026-01-01"}
MA = load("massachusetts-bonus-spin")
METERS = {
    "bonus_spin": "progressive",
    "paytable_100": "A",
    "prize_a_cents": 150000,
    "paytable_500": "D",
    "meter_500_rate": "1/5",
    "meter_500_initial_cents": 500000,
    "meter_500_reset_cents": 500000,
    "xtreme": True,
    "xtreme_primary_rate": "1/10",
    "xtreme_primary_initial_cents": 1000000,
    "xtreme_primary_reset_cents": 1000000,
    "xtreme_secondary_rate": "1/20",
    "xtreme_secondary_initial_cents": 500000,
    "xtreme_secondary_reset_cents": 500000,
}


def maryland(**more: Any) -> Pack:
    return apply_options(load("maryland"), METERS | more)


def game(hands: dict[int, str], wagers: list[Wager], **given: Any) -> PlayedRound:
    return PlayedRound(
        decks=6,
        hands=tuple(PlayedHand(box=b, cards=cards(held)) for b, held in hands.items()),
        wagers=(*(Wager(b, "", "main", 1000) for b in hands), *wagers),
        dealer=cards(given.pop("dealer", "6h Kd 2s")),
        **given,
    )


def spin_wager(box: int, cents: int | None = 500) -> Wager:
    return Wager(box, "", "bonus_spin", cents)


def side(pack: Pack, played: PlayedRound) -> list[tuple[int, str, str, Any, str]]:
    return [
        (p.box, p.kind, p.direction, p.cents, p.text)
        for p in settle(pack, played)
        if p.kind != "main"
    ]


@pytest.mark.parametrize(("bonus_spin", "used"), [("progressive", ("100", "500")), ("off", ())])
def test_paytable_that_nobody_may_bet_on_has_no_meter(
    bonus_spin: str, used: tuple[str, ...]
) -> None:
    """The list of the opening asks only for meters that can be won."""
    cents = {"meter_100_initial_cents": 100000, "meter_100_reset_cents": 100000}
    at = maryland(bonus_spin=bonus_spin, paytable_100="B", meter_100_rate="1/5", **cents)

    assert metered(at) == (*used, "primary", "secondary")


@pytest.mark.parametrize(
    ("played", "says"),
    [
        (game({1: "Kh 8d"}, [spin_wager(1)], spins=(Spin(1, "40"),)), "no spin is due here"),
        (game({1: "Ah Kd"}, [], spins=(Spin(1, "40"),)), "no spin is due here"),
        (game({1: "Ah Kd"}, [spin_wager(1)], spins=(Spin(1, "41"),)), "not in the paytable"),
        (game({1: "Ah Kd"}, [spin_wager(1)]), "spin due"),
        (
            game({1: "Kh 8d"}, [Wager(1, "", "xtreme", 500)], spins=(Spin(1, "7", kind="xtreme"),)),
            "no such prize is due here",
        ),
        (game({1: "Kh 8d"}, [Wager(1, "", "xtreme", 500)]), "spin due"),
    ],
)
def test_spin_without_ground_or_without_answer_is_held(played: PlayedRound, says: str) -> None:
    """The wheel's report is the only input, and each trigger gives one spin (MD 12.D.5)."""
    held = [row for row in side(maryland(), played) if row[2] == "hold"]

    assert len(held) == 1
    assert says in held[0][4]


def test_each_xtreme_wager_has_its_own_spin_when_the_model_says_so() -> None:
    """spin_model = each: no community pay."""
    pack = maryland(xtreme_model={"value": "each", "approval": APPROVAL})
    wagers = [Wager(1, "", "xtreme", 500), Wager(2, "", "xtreme", 500)]
    spins = (Spin(1, "200", kind="xtreme"), Spin(2, "250", kind="xtreme"))

    paid = [
        row
        for row in side(pack, game({1: "Kh 8d", 2: "Ks 8s"}, wagers, spins=spins))
        if row[2] == "pay"
    ]

    assert sorted(row[3] for row in paid) == [20000, 25000]


def test_only_progressive_wagers_feed_a_meter() -> None:
    """Not the dollar of a fixed-prize table, not an open amount, not the main wager."""
    before = contribute(maryland(), (), ())
    fed = contribute(
        maryland(),
        (),
        [spin_wager(1, 100), spin_wager(2, None), spin_wager(3), Wager(3, "", "main", 1000)],
    )

    changed = {m.name: m.cents for m, old in zip(fed, before, strict=True) if m != old}
    assert changed == {"500": 500100}


def test_receiver_without_a_table_of_his_own_wager_gets_nothing() -> None:
    """Community pay goes by the receiver's own wager (MD 12.D.8.a)."""
    options = {k: v for k, v in METERS.items() if k not in ("paytable_100", "prize_a_cents")}
    pack = apply_options(load("maryland"), options)
    played = game(
        {1: "Ah Kd", 2: "Kh 8d", 3: "Ks 8s"},
        [spin_wager(1), spin_wager(2, 100), spin_wager(3)],
        spins=(Spin(1, "100/15"),),
    )

    community = [row for row in side(pack, played) if row[1] == "community"]

    assert community == [(3, "community", "pay", 1500, "100/15")]


@pytest.mark.parametrize("pack", [MA, maryland()])
def test_side_wagers_of_a_hand_without_cards_go_back(pack: Pack) -> None:
    """As the dead hand's own wager does (MA 15.h, MD 13.M)."""
    played = PlayedRound(
        decks=6,
        hands=(PlayedHand(box=1, cards=(), dead=True),),
        wagers=(
            Wager(1, "", "main", 1000),
            Wager(1, "", "match", 100),
            Wager(1, "", "bonus_spin", 500),
        ),
        dealer=cards("9h Kd"),
    )

    found = {(p.kind, p.direction, p.cents) for p in settle(pack, played)}

    assert found == {
        ("main", "void", 1000),
        ("match", "void", 100),
        ("bonus_spin", "void", 500),
    }


def test_wheel_is_due_only_where_the_pack_has_one() -> None:
    """A blackjack with the wager earns one turn (MA 16.d)."""
    first = {1: cards("Ah Kd"), 2: cards("Kh 8d")}
    wagers = [spin_wager(1), spin_wager(2), spin_wager(3)]

    assert spins_due(MA, wagers, first) == (1,)
    assert spins_due(load("boston-billiard"), wagers, first) == ()


def test_nobody_else_is_paid_where_a_text_would_pay_nobody() -> None:
    """A parameter that no house-banked text sets that way."""
    rule = 'envy_to = { value = "other_players", clause = "MA 5.g~3", allow = ["other_players"] }'
    text = read("massachusetts-bonus-spin")
    assert rule in text
    pack = parse(text.replace(rule, rule.replace("other_players", "nobody")), "test")

    paid = side(pack, game({1: "7h 7h 7h", 2: "Kh 8d"}, [], dealer="7c Kd"))

    assert [row[1] for row in paid] == ["super_bonus"]
