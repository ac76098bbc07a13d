"""Boston Billiard: who wins, bonuses, match and Break Bonus, in the ledger's own examples."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.rules.settlement import settle
from tests.kit.evening import Evening, house
from tests.rules.examples.clause_cases import NH, account, case, listed, pack, played

WINS = [
    case("NH object.1", "2 $10: Ks 9h", "Kc 8d", "2 pay 10"),
    case("NH object.1", "2 $10: Ks 9h", "Qc Jd", "2 take 10"),
    case("NH object.2", "1 $10: Ac Jd", "6h Kd 9c", "1 pay 15"),
    case("NH rules.11", "2 $6: Kh 8d", "Kd 8c", "2 return 6"),
    case("NH rules.11", "2 $6: 9c 3d 9s", "9h 2d Kc", "2 pay 6"),
    case(
        "NH rules.12",
        "1 $10: 9s 3d 9c | 2 $10: Ah Qh | 3 $10: Kh Jd",
        "Kc Ad",
        "1 pay 10, 2 pay 15, 3 take 10",
    ),
    case("NH rules.13", "4 $5: Ad Ks", "6h Kd 9c", "4 pay 7.5"),
    case("NH rules.14", "1 $8: 9c 2d Kh", "Kd 9h", "1 pay 8"),
    case("NH rules.14", "1 $8: 5c 2d 4h Ks", "Kd 9h", "1 pay 8"),
    case("NH rules.15", "3 $10: 2c 3d 4h 5s 7c", "Kd 9h", "3 pay 15"),
    case("NH rules.16", "2 $10: 7h 7h 7h x$10 | 4 $10: Kh 9d", "7c Kd", "2 pay 20, 4 pay 10"),
    case(
        "NH rules.17",
        "2 $10: 8s 7s 6s split | 2.2: 8d Kc split",
        "Kd 8h",
        "2 pay 30, 2.2 return 10",
    ),
    case("NH rules.18.a", "1 $10: 2c 3d 4s 5h 7c", "Kd 9h", "1 pay 15"),
    case("NH rules.18.b", "1 $10: 2c 2d 3s 4h 5c 5d", "Kd 9h", "1 pay 20"),
    case("NH rules.18.c", "1 $10: Ac Ad 2s 2h 3c 3d 4s 5h", "Kd 9h", "1 pay 30"),
    case("NH rules.18.d", "1 $10: 8s 6s 7d", "Kd 9h", "1 pay 15"),
    case("NH rules.18.e", "1 $10: 6h 8h 7h", "Kd 9h", "1 pay 20"),
    case("NH rules.18.f", "1 $10: 7s 8s 6s", "Kd 9h", "1 pay 30"),
    case("NH rules.18.g", "1 $10: 7s 7s 7d", "Kd 9h", "1 pay 15"),
    case("NH rules.18.h", "1 $10: 7d 7d 7d", "9c Kd", "1 pay 20"),
    case("NH rules.18.i", "1 $10: 7s 7s 7s", "Kd 9c", "1 pay 30"),
    case(
        "NH split.4", "1 $10: Ac Ks split | 1.2: Ad 7c split", "Kd 5h 6c", "1 pay 10, 1.2 take 10"
    ),
    case("NH insurance.3", "1 $10 ins$5: Ks 9d", "Ad Js", "1 take 10, 1 insurance pay 10"),
    case("NH insurance.3", "1 $10 ins$5: Ah Qc", "Ad Js", "1 pay 15, 1 insurance pay 10"),
    ("1 $10 ins$5: Kh 8d", "Ad 6s Ac", "1 return 10, 1 insurance take 5"),
    case("NH payouts.beat", "1 $10: 5h 6d 9c x$5", "Kd 9h", "1 pay 15"),
    case("NH payouts.blackjack", "1 $2: As Js", "Kd Ac", "1 pay 3"),
    case("NH payouts.bonus21.a", "1 $3: Ac 2d 3s 4h Ad", "Kd 9h", "1 pay 4.5"),
    case("NH payouts.bonus21.b", "1 $4: 2s 2h 2d 3c 3s 9d", "Kd 5h 6c", "1 pay 8"),
    case("NH payouts.bonus21.c", "1 $10: 2s 2h 2d 3c 3s 4d 5h", "Kd 9h", "1 pay 30"),
    case("NH payouts.bonus21.c", "1 $10: 2s 2h 2d 2c 3s 3d 3h 4d", "Kd 9h", "1 pay 30"),
    case("NH payouts.bonus21.d", "1 $10: 6c 7c 8d", "Kd 9h", "1 pay 15"),
    case("NH payouts.bonus21.d", "1 $10: 6c 7c 3d 5d", "Kd 9h", "1 pay 10"),
    case("NH payouts.bonus21.e", "1 $10: 6d 7d 8d x$10", "Kd 9h", "1 pay 20"),
    case("NH payouts.bonus21.f", "1 $10: 6s 7s 8s", "Kc Ac", "1 pay 30"),
    case(
        "NH payouts.bonus21.g",
        "1 $10: 7c 7h 7s split | 1.2: 7d Kd split",
        "Kc 7s",
        "1 pay 15, 1.2 return 10",
    ),
    case(
        "NH payouts.bonus21.h",
        "1 $10: 7c 7c 7c split | 1.2: 7c Kd split",
        "7d Kc",
        "1 pay 20, 1.2 return 10",
    ),
]


@pytest.mark.parametrize(("boxes", "dealer", "expected"), WINS)
def test_a_wager_is_settled_as_the_text_says(boxes: str, dealer: str, expected: str) -> None:
    """Every movement of the round, and no other."""
    assert sorted(account(pack(NH), played(dealer, boxes))) == sorted(listed(expected))


@pytest.mark.clause("NH silent.unchecked-blackjack")
def test_a_plain_split_21_still_wins_against_a_blackjack_found_late() -> None:
    """Seat 2 split to 21 and 18: + $10 and - $10, seat 1's double is lost whole."""
    boxes = "1 $10: 5h 6d 8c x$10 | 2 $10: 8h 4d 9c split | 2.2: 8d Kc split"

    found = account(pack(NH), played("Qd Ac", boxes))

    assert sorted(found) == sorted(listed("1 take 20, 2 pay 10, 2.2 take 10"))


SUPERS = [
    case("NH payouts.super.1", "3 $10: 7h 7h 7h", "7s Kd", 550),
    case("NH payouts.super.1", "3 $10: 7h 7h 7h", "6s 7d Kd", 0),
    case("NH payouts.super.2", "3 $1: 7d 7d 7d", "7c Kd", 550),
    case("NH payouts.super.4", "3 $10: 7h 7h 7h", "7s Kd", 550),
    case(
        "NH payouts.bonus21.h, NH payouts.super.1",
        "3 $10: 7c 7c 7c split | 3.2: 7c Kd split",
        "7d Kc",
        0,
    ),
    ("3 $10: 7s 7s 7s", "7h Kd", 550),
    case("NH rules.16", "3 $10: 7h 7h 7h x$10", "7c Kd", 0),
    case("NH rules.18.h", "3 $10: 7d 7d 7d", "9c Kd", 0),
]


@pytest.mark.parametrize(("boxes", "dealer", "fixed"), SUPERS)
def test_three_suited_sevens_against_a_seven(boxes: str, dealer: str, fixed: int) -> None:
    """$500, and $50 to every player who played a hand, the winner too."""
    found = settle(pack(NH), played(dealer, boxes))

    paid = {p.kind: p.cents for p in found if p.kind in {"super_bonus", "envy"}}
    assert paid == ({"super_bonus": 50_000, "envy": 5000} if fixed else {})


@pytest.mark.clause("NH payouts.bonus21.i")
def test_three_sevens_of_spades_against_a_seven_win_both() -> None:
    """Three to one on $10 and the fixed $500."""
    found = account(pack(NH), played("7h Kd", "3 $10: 7s 7s 7s"))

    assert [line for line in found if "envy" not in line] == ["3 pay 30", "3 super_bonus pay 500"]


@pytest.mark.clause("NH payouts.super.2")
def test_a_dollar_of_suited_sevens_is_502_dollars_before_envy() -> None:
    """Two to one on the dollar and the fixed $500."""
    found = account(pack(NH), played("7c Kd", "3 $1: 7d 7d 7d"))

    assert [line for line in found if "envy" not in line] == ["3 pay 2", "3 super_bonus pay 500"]


ENVIES = [
    case("NH payouts.super.3", "every_player", {"1", "2", "5"}),
    case("NH payouts.super.3", "other_players", {"2", "5"}),
]


@pytest.mark.parametrize(("who", "boxes"), ENVIES)
def test_every_player_is_paid_once_whatever_became_of_his_hand(who: str, boxes: set[str]) -> None:
    """P wins at seat 1, Q holds seats 2 and 3, R busted at seat 5."""
    given = played(
        "7s Kd",
        "1 $10: 7h 7h 7h | 2 $10: Kh 8d | 3 $10: Kc 9d | 5 $10: Ks 6d 9h",
        same_player=((2, 3),),
    )

    found = settle(pack(NH, envy_to=who), given)

    assert {str(p.box) for p in found if p.kind == "envy"} == boxes
    assert {p.cents for p in found if p.kind == "envy"} == {5000}


MATCHES = [
    case("NH match.a", "9d 9d", "9d Kc", "pay 50"),
    case("NH match.b", "9d 9c", "9d Kc", "pay 30"),
    case("NH match.c", "9s 9s", "9d Kc", "pay 16"),
    case("NH match.d", "Qc 4h", "Qc 9d", "pay 20"),
    case("NH match.e", "Qh 4h", "Qc 9d", "pay 6"),
    case("NH match.e", "Kc 4c", "Qc 9d", "take 2"),
]


@pytest.mark.parametrize(("hand", "dealer", "expected"), MATCHES)
def test_a_match_wager_pays_by_the_combination(hand: str, dealer: str, expected: str) -> None:
    """One line for both cards, not the sum of two."""
    found = account(pack(NH), played(dealer, f"2 $10 match$2: {hand}", decks=8))

    assert [line for line in found if "match" in line] == [f"2 match {expected}"]


@pytest.mark.clause("NH silent.side-bet-timing")
def test_a_bust_takes_the_ante_and_leaves_the_match() -> None:
    """Seat 2 busts with a winning Match of $2 at 3 to 1: $6 is paid in the pass at the end."""
    table = Evening(house(NH)).opened().lit(2, 4)
    for kind, cents in (("main", 1000), ("match", 200)):
        table.put(cmd.WagerSet(box=2, kind=kind, on=True, cents=cents))
    table.draw("9s Kh 9d 5h 8h Kc")
    table.put(cmd.DealOk())
    early = table.put(cmd.MatchDone()).verdict

    table.draw("Kd")
    at_bust = [p.kind for p in table.play.payments]
    table.put(cmd.Turned())
    moved = {(p.kind, p.direction, p.cents) for p in table.play.payments if p.box == 2}

    assert early == "refused"
    assert "match" not in at_bust
    assert moved == {("main", "take", 1000), ("match", "pay", 600)}


BREAKS = [
    case("NH break.1", "5", "Kc 8d", "take 5"),
    case("NH break.1", "5", "Ac Kd", "take 5"),
    case("NH break.2", "5", "6c Kd 9s", "pay 5"),
    case("NH break.a", "1", "2c 2d 2h 2s 2c 2d 2h Kd", "pay 200"),
    case("NH break.a", "1", "2c 2d 2h 2s 2c 2d 2h 2s Kd", "pay 200"),
    case("NH break.b", "2", "2c 2d 2h 2s 3c 3d Kh", "pay 100"),
    case("NH break.c", "2", "2c 3d 2h 4s 3c 9d", "pay 30"),
    case("NH break.d", "5", "4c 3d 2h 5s Qc", "pay 20"),
    case("NH break.e", "5", "Ac 6d 8s Kh", "pay 15"),
    case("NH break.f", "5", "Kc 6d 8s", "pay 5"),
]


@pytest.mark.parametrize(("stake", "dealer", "expected"), BREAKS)
def test_the_break_bonus_pays_by_the_number_of_the_dealers_cards(
    stake: str, dealer: str, expected: str
) -> None:
    """The dealer goes over with so many cards; else the wager is lost."""
    found = account(pack(NH), played(dealer, f"2 $10 break${stake}: Kh Qd", decks=8))

    assert [line for line in found if "break" in line] == [f"2 break_bonus {expected}"]


@pytest.mark.clause("NH play.19")
def test_settlement_runs_from_the_dealers_right() -> None:
    """Live wagers on seats 1, 3 and 6: 6, 3, 1."""
    found = settle(pack(NH), played("Kd 8c", "1 $10: Kh Qd | 3 $10: Kc 7d | 6 $10: Ks Jd"))

    assert [p.box for p in found] == [6, 3, 1]


def test_match_and_break_wagers_are_settled_on_the_same_visit_as_the_hand() -> None:
    """NH play.19: paying and taking at each spot in one visit: base, then Match, then Break."""
    boxes = "1 $10 match$5 break$5: Kh Qd | 6 $10 match$5: Ks Jd"

    found = settle(pack(NH), played("Kd 8c", boxes))

    visits = [(p.box, p.kind) for p in found]
    assert visits == [
        (6, "main"), (6, "match"), (1, "main"), (1, "match"), (1, "break_bonus"),
    ]  # fmt: skip
