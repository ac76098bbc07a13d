"""What a hand may do at Boston Billiard and at Pure 21.5, in the ledger's own examples."""

from __future__ import annotations

from typing import Any

import pytest

from controller.rules.decisions import legal, why_not, why_not_double_amount

from .clause_cases import CA, NH, case, pack, situation

YES, NO = True, False
SPLIT: dict[str, Any] = {"split": True, "hands": 2, "first_decision": False}
LATER: dict[str, Any] = {"first_decision": False}
DOUBLED: dict[str, Any] = {"doubles": 1, "first_decision": False}
TWICE: dict[str, Any] = {"doubles": 2, "first_decision": False}
THRICE: dict[str, Any] = {"doubles": 3, "first_decision": False}
CHECKED: dict[str, Any] = {"peek": "negative"}

NEW_HAMPSHIRE = [
    case("NH split.1, NH rules.4", NH, "split", YES, "Kc Kd", {}),
    case("NH split.1, NH rules.4", NH, "split", NO, "Kc Qd", {}),
    case("NH split.1", NH, "split", NO, "8s 3d 8c", LATER),
    case("NH split.3", NH, "split", NO, "Ac Ad", {**SPLIT, "hands": 4}),
    case("NH split.3", NH, "hit", YES, "Ac Ad", {**SPLIT, "hands": 4}),
    case("NH split.3", NH, "stand", YES, "Ac Ad", {**SPLIT, "hands": 4}),
    case("NH split.3", NH, "double", YES, "Ac Ad", {**SPLIT, "hands": 4}),
    case("NH split.5", NH, "hit", YES, "Ac 4d", SPLIT),
    case("NH split.5", NH, "hit", YES, "Ac 4d 3h", SPLIT),
    case("NH split.5", NH, "double", YES, "Ad 6s", SPLIT),
    case("NH double.1", NH, "double", YES, "4c 3d 2s 2h", LATER),
    case("NH double.1", NH, "double", NO, "Kc 7d 5s", LATER),
    case("NH double.2", NH, "double", YES, "8s 2d 3c", SPLIT),
    case("NH double.2", NH, "double", YES, "Ad 4c 2h", LATER),
    case("NH double.4", NH, "double", YES, "5c 2d 2h", DOUBLED),
    case("NH double.4", NH, "double", NO, "5c 2d 2h 4s", TWICE),
    case("NH double.4", NH, "hit", NO, "5c 2d 2h 4s", TWICE),
    case("NH silent.surrender", NH, "surrender", NO, "Kh 6d", {"up": "K"}),
    case("NH silent.rescue", NH, "rescue", NO, "9h 2d 4c", DOUBLED),
    case("NH silent.double-card", NH, "hit", NO, "9c 2d 3h", DOUBLED),
    case("NH silent.double-card", NH, "double", YES, "9c 2d 3h", DOUBLED),
    case("NH silent.double-card", NH, "stand", YES, "9c 2d 3h", DOUBLED),
    case("NH silent.hit-on-21", NH, "hit", YES, "Ac 2d 3s 5h", LATER),
    case("NH silent.hit-on-21", NH, "hit", NO, "Ac Kd", {}),
]

CALIFORNIA = [
    case("CA object.3", CA, "hit", YES, "5c 6d", {"up": "8"}),
    case("CA dealing.5, CA chart-1A.stand", CA, "hit", NO, "Kc 7d", {}),
    case("CA dealing.5", CA, "hit", YES, "Ac 6d", {}),
    case("CA chart-1A.stand", CA, "hit", NO, "9c 8d", {}),
    case("CA chart-1A.stand", CA, "hit", NO, "Ac 6d Ks", LATER),
    case("CA chart-1A.option", CA, "stand", YES, "2c 2d", {}),
    case("CA chart-1A.option", CA, "hit", YES, "Ac 8d", {}),
    case("CA chart-1A.option", CA, "hit", YES, "Ac 5d 5s", LATER),
    case("CA options.1.i", CA, "double", YES, "5c 6d", {}),
    case("CA options.1.i", CA, "double", NO, "5c 6d 2s", LATER),
    case("CA options.1.iii", CA, "hit", NO, "5c 6d 2s", DOUBLED),
    case("CA options.2", CA, "rescue", YES, "5c 4d 3s", DOUBLED),
    case("CA options.2", CA, "rescue", NO, "8c 5d Ks", DOUBLED),
    case("CA options.3.i", CA, "double", YES, "2c 3d 4s", DOUBLED),
    case("CA options.3.i", CA, "rescue", YES, "2c 3d 4s", DOUBLED),
    case("CA options.3.i", CA, "stand", YES, "2c 3d 4s", DOUBLED),
    case("CA options.3.i", CA, "hit", NO, "2c 3d 4s", DOUBLED),
    case("CA options.3.iii", CA, "hit", NO, "2c 3d 4s 2h 4d", THRICE),
    case("CA options.3.iii", CA, "double", NO, "2c 3d 4s 2h 4d", THRICE),
    case("CA options.3.iii", CA, "rescue", YES, "2c 3d 4s 2h 4d", THRICE),
    case("CA options.4.i", CA, "split", YES, "Kc Jd", {}),
    case("CA options.4.i", CA, "split", NO, "9c 8d", {}),
    case("CA options.4.iii", CA, "hit", YES, "As 3c", SPLIT),
    case("CA options.4.iii", CA, "hit", YES, "As 3c 2d", SPLIT),
    case("CA options.4.iii", CA, "hit", NO, "As 3c 2d Kh Ad", SPLIT),
    case("CA options.5.i", CA, "split", NO, "8c 8d", {**SPLIT, "hands": 4}),
    case("CA options.5.ii", CA, "double", YES, "8c 3d", SPLIT),
    case("CA options.5.ii", CA, "double", NO, "8c 3d 2s", SPLIT),
    case("CA options.6", CA, "surrender", YES, "Kc 6d", {"up": "9"}),
    case("CA options.6", CA, "surrender", NO, "Kc 4d 2s", {"up": "9", **LATER}),
    case("CA options.7.a", CA, "surrender", NO, "Kc 6d", {"up": "K", "peek": "due"}),
    case("CA options.7.a", CA, "surrender", NO, "Kc 6d", {"up": "K", "peek": "positive"}),
    case("CA options.7.b", CA, "surrender", YES, "Kc 6d", {"up": "A", **CHECKED}),
    case("CA dealing.13.iii", CA, "hit", YES, "Kc 6d", {"up": "A", **CHECKED}),
]


@pytest.mark.parametrize(
    ("name", "decision", "allowed", "hand", "given"), NEW_HAMPSHIRE + CALIFORNIA
)
def test_a_decision_is_allowed_or_refused_with_a_clause(
    name: str, decision: str, allowed: bool, hand: str, given: dict[str, Any]
) -> None:
    """Only what the text grants stands open; each refusal names its clause of this text."""
    text = pack(name)

    no = why_not(text, situation(hand, **given), decision)

    assert (no is None) is allowed
    if no is not None:
        assert no.clause.startswith(f"{text.ledger} ")


@pytest.mark.clause("NH silent.hit-on-21")
def test_a_hit_on_soft_21_asks_once_more() -> None:
    """HIT on a drawn soft 21 is asked for confirmation and then accepted."""
    found = {yes.decision: yes for yes in legal(pack(NH), situation("Ac 2d 3s 5h", **LATER))}

    assert found["hit"].confirm.startswith("NH ")


AMOUNTS = [
    case("NH double.3", NH, {}, 1000, 0, "yes", 1000),
    case("NH double.3", NH, {}, 1000, 0, "yes", 500),
    case("NH double.3", NH, {}, 1000, 0, "no", 700),
    case("NH double.3", NH, {}, 1000, 0, "no", 200),
    case("NH double.3", NH, {}, 1000, 1000, "yes", 1000),
    case("NH double.3", NH, {}, 1000, 1000, "yes", 500),
    case("NH double.3", NH, {}, 1000, 1000, "no", 2000),
    case("CA options.1.ii", CA, {"dealer_soft_17": "stand"}, 2000, 0, "yes", 2000),
    case("CA options.1.ii", CA, {"dealer_soft_17": "stand"}, 2000, 0, "yes", 500),
    case("CA options.1.ii", CA, {"dealer_soft_17": "stand"}, 2000, 0, "no", 2500),
    case("CA options.1.ii, CA options.3.a", CA, {}, 2000, 0, "yes", 2000),
    case("CA options.1.ii, CA options.3.a", CA, {}, 2000, 0, "no", 500),
    case("CA options.3.ii", CA, {}, 1000, 0, "yes", 1000),
    case("CA options.3.ii", CA, {}, 1000, 1000, "yes", 2000),
    case("CA options.3.ii", CA, {}, 1000, 3000, "yes", 4000),
    case("CA options.3.ii", CA, {}, 1000, 3000, "no", 3000),
]


@pytest.mark.parametrize(("name", "options", "original", "added", "answer", "cents"), AMOUNTS)
def test_a_double_is_of_an_amount_that_the_text_allows(
    name: str, options: dict[str, object], original: int, added: int, answer: str, cents: int
) -> None:
    """Half or full of the ante; or exactly what lies there; or anything up to the original."""
    given = situation("5h 4c", original_cents=original, added_cents=added)

    no = why_not_double_amount(pack(name, **options), given, cents)

    assert ("yes" if no is None else "no") == answer


@pytest.mark.clause("CA options.3.ii")
def test_a_fourth_double_is_refused() -> None:
    """10, 20, 40, 80 and no more."""
    assert why_not(pack(CA), situation("2c 2d 2h 2s 3c", **THRICE), "double") is not None


@pytest.mark.clause("CA options.3.a")
def test_where_the_player_dealer_stands_on_soft_17_there_is_one_double() -> None:
    """Redoubling belongs to the game that hits soft 17."""
    text = pack(CA, dealer_soft_17="stand")

    assert why_not(text, situation("5c 6d"), "double") is None
    assert why_not(text, situation("2c 3d 4s", **DOUBLED), "double") is not None


@pytest.mark.clause("CA dealing.13.ii")
@pytest.mark.parametrize("decision", ["hit", "double", "split", "surrender"])
def test_no_decision_is_open_after_a_positive_check(decision: str) -> None:
    """Up K, ace in the hole: neither HIT nor DOUBLE, SPLIT or SURRENDER is accepted."""
    given = situation("8c 8d", "K", peek="positive")

    assert why_not(pack(CA), given, decision) is not None
