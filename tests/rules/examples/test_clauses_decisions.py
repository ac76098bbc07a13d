"""What a hand may do: the decisions of Massachusetts and Maryland, in the ledger's own examples."""

from __future__ import annotations

from typing import Any

import pytest

from controller.rules.decisions import DECISIONS, legal, why_not, why_not_double_amount

from .clause_cases import MA, MD, case, pack, situation

YES, NO = True, False
SPLIT: dict[str, Any] = {"split": True, "hands": 2, "first_decision": False}
LATER: dict[str, Any] = {"first_decision": False}
DOUBLED: dict[str, Any] = {"doubles": 1, "first_decision": False}

MASSACHUSETTS = [
    case("MA 8.a", MA, "surrender", YES, "Kh 6d", {"up": "9"}),
    case("MA 8.a~2", MA, "surrender", NO, "8h 5c", SPLIT),
    case("MA 8.a~2", MA, "surrender", NO, "8h 4d 2c", LATER),
    case("MA 8.a~2", MA, "surrender", NO, "Kh 6d", LATER),
    case("MA 9.a", MA, "double", YES, "2h 3d 4c", LATER),
    case("MA 9.a", MA, "double", NO, "As Kd", {}),
    case("MA 9.a", MA, "double", YES, "8s 3d", SPLIT),
    case("MA 9.a", MA, "double", NO, "Kh 5d 6c", LATER),
    case("MA 9.a~3, MA 12.a.2", MA, "hit", NO, "5h 4d 5h", DOUBLED),
    case("MA 9.a~3", MA, "double", NO, "5h 4d 5h", DOUBLED),
    case("MA 9.a~3", MA, "rescue", YES, "5h 4d 5h", DOUBLED),
    case("MA 12.a.2", MA, "hit", NO, "7h 4d 2c", DOUBLED),
    case("MA 9.d", MA, "rescue", YES, "7h 4d 4c", DOUBLED),
    case("MA 9.d", MA, "rescue", NO, "7h 4d", {}),
    case("MA 9.d~2", MA, "rescue", NO, "9h 4d Kh", DOUBLED),
    case("MA 10.a", MA, "split", YES, "Kh Jd", {}),
    case("MA 10.a", MA, "split", YES, "Ah Ad", {}),
    case("MA 10.a", MA, "split", NO, "8h 9d", {}),
    case("MA 10.c~2", MA, "stand", YES, "Ah 5c", SPLIT),
    case("MA 10.c~2", MA, "hit", YES, "Ah 5c", SPLIT),
    case("MA 10.c~2", MA, "double", YES, "Ah 5c", SPLIT),
    case("MA 10.c~2", MA, "surrender", NO, "Ah 5c", SPLIT),
    case("MA 10.c~3", MA, "split", YES, "Kh Qc", SPLIT),
    case("MA 10.c~4", MA, "split", NO, "8h 8c", {**SPLIT, "hands": 4}),
    case("MA 10.c~4", MA, "split", YES, "8h 8c", {**SPLIT, "hands": 3}),
    case("MA 12.a", MA, "hit", YES, "Kh 5d", {}),
    case("MA 12.a", MA, "hit", NO, "Kh 5d 9c", LATER),
    case("MA 12.a.1", MA, "hit", NO, "Kh 5d 6c", LATER),
    case("MA 12.a.1", MA, "hit", NO, "As Kd", {}),
    case("MA 12.a.1", MA, "hit", YES, "As 4d 6c", LATER),
]

MARYLAND = [
    case("MD 7.H.2.a, MD 9.B", MD, "surrender", YES, "9h 7c", {}),
    case("MD 7.H.2.a", MD, "surrender", NO, "9h 7c 2d", LATER),
    case("MD 7.H.2.b", MD, "double", YES, "5h 4c 2d", LATER),
    case("MD 7.H.2.c", MD, "split", YES, "Kh Jc", {}),
    case("MD 7.H.2.c", MD, "split", NO, "Kh 9c", {}),
    case("MD 7.J", MD, "hit", YES, "Kh Jc", {}),
    case("MD 7.J", MD, "hit", NO, "Kh Jc As", LATER),
    case("MD 7.J.1", MD, "hit", NO, "Ah Jc", {}),
    case("MD 7.J.2", MD, "hit", NO, "Ac 4d 6h", LATER),
    case("MD 7.J.2", MD, "hit", YES, "Ac 4d", {}),
    case("MD 7.K, MD 10.C", MD, "hit", NO, "5h 6c 2d", DOUBLED),
    case("MD 7.K, MD 10.C", MD, "double", NO, "5h 6c 2d", DOUBLED),
    case("MD 9.B", MD, "surrender", NO, "9h 7c", LATER),
    case("MD 11.C", MD, "hit", YES, "Ah 5c", SPLIT),
    case("MD 10.A", MD, "double", NO, "As Kd", {}),
    case("MD 10.B", MD, "double", YES, "2h 3c 4d", LATER),
    case("MD 10.B", MD, "double", YES, "8h 3c", SPLIT),
    case("MD 10.B", MD, "double", NO, "8h", SPLIT),
    case("MD 10.H", MD, "rescue", YES, "5h 6c 2d", DOUBLED),
    case("MD 10.H", MD, "rescue", YES, "5h 6c Kd", DOUBLED),
    case("MD 10.H", MD, "rescue", NO, "9h 3c Kd", DOUBLED),
    case("MD 11.A", MD, "split", YES, "Kh Jc", {}),
    case("MD 11.A", MD, "split", YES, "Ah Ac", {}),
    case("MD 11.A", MD, "split", NO, "9h 8c", {}),
]


@pytest.mark.parametrize(("name", "decision", "allowed", "hand", "given"), MASSACHUSETTS + MARYLAND)
def test_a_decision_is_allowed_or_refused_with_a_clause(
    name: str, decision: str, allowed: bool, hand: str, given: dict[str, Any]
) -> None:
    """Only the lawful choices stand open, and each refusal names its clause of this text."""
    text = pack(name)

    no = why_not(text, situation(hand, **given), decision)

    assert (no is None) is allowed
    if no is not None:
        assert no.clause.startswith(f"{text.ledger} ")
        assert no.text


REFUSALS = [
    case("MA 8.a~2", MA, "surrender", "Kh 6d 2c", LATER, "MA 8.a~2"),
    case("MA 9.d~2", MA, "rescue", "9h 4d Kh", DOUBLED, "MA 9.d~2"),
    case("MA 10.a", MA, "split", "8h 9d", {}, "MA 10.a"),
    case("MA 10.c~4", MA, "split", "8h 8c", {**SPLIT, "hands": 4}, "MA 10.c~4"),
    case("MA 12.a.1", MA, "hit", "Kh 5d 6c", LATER, "MA 12.a.1"),
    case("MA 12.a.1", MA, "hit", "As Kd", {}, "MA 12.a.1"),
    case("MD 7.H.2.a", MD, "surrender", "9h 7c 2d", LATER, "MD 9.B.4"),
    case("MD 7.J.1", MD, "hit", "Ah Jc", {}, "MD 7.J.1"),
    case("MD 7.J.2", MD, "hit", "Ac 4d 6h", LATER, "MD 7.J.2"),
    case("MD 7.K", MD, "hit", "5h 6c 2d", DOUBLED, "MD 7.K"),
    case("MD 9.B.4", MD, "surrender", "9h 7c", LATER, "MD 9.B.4"),
    case("MD 10.H", MD, "rescue", "9h 3c Kd", DOUBLED, "MD 10.H"),
]


@pytest.mark.parametrize(("name", "decision", "hand", "given", "clause"), REFUSALS)
def test_a_refusal_cites_the_clause_that_forbids_it(
    name: str, decision: str, hand: str, given: dict[str, Any], clause: str
) -> None:
    """Every no names its clause (controller/README 1.4)."""
    no = why_not(pack(name), situation(hand, **given), decision)

    assert no is not None
    assert no.clause == clause


OFFERS = [
    case("MA 7.e~2", MA, "8h 8d", {}, "hit stand double split surrender"),
    case("MA 7.e~2", MA, "8h 9d", {}, "hit stand double surrender"),
    case("MD 7.H.2", MD, "8h 8c", {}, "hit stand double split surrender"),
    case("MD 7.H.2", MD, "9h 7c 2d", LATER, "hit stand double"),
]


@pytest.mark.parametrize(("name", "hand", "given", "offered"), OFFERS)
def test_the_lawful_choices_are_offered_and_no_others(
    name: str, hand: str, given: dict[str, Any], offered: str
) -> None:
    """The player chooses among what the text allows for this hand."""
    found = legal(pack(name), situation(hand, **given))

    assert [yes.decision for yes in found] == offered.split()
    assert all(yes.clause.startswith(pack(name).ledger) for yes in found)


@pytest.mark.clause("MA 1.rescue")
def test_rescue_is_the_procedure_after_a_double_and_nothing_else() -> None:
    """Looked up it is MA 9.d; before a double, after standing or on a split hand it is none."""
    found = legal(pack(MA), situation("7h 4d 4c", **DOUBLED))
    others = [{}, LATER, SPLIT]

    assert [yes.clause for yes in found if yes.decision == "rescue"] == ["MA 9.d"]
    assert [why_not(pack(MA), situation("7h 4d", **g), "rescue") is None for g in others] == [
        False,
        False,
        False,
    ]


@pytest.mark.clause("MD 11.C")
def test_a_split_hand_offers_no_further_split_when_none_is_left() -> None:
    """Given one split and no further one allowed: stand, draw, double; no surrender, no split."""
    text = pack(MD, split_hands=2)

    found = legal(text, situation("8h 8d", **SPLIT))

    assert {yes.decision for yes in found} == {"stand", "hit", "double"}


@pytest.mark.clause("MD 11.D")
@pytest.mark.parametrize(("hands", "allowed"), [(4, False), (3, True)])
def test_two_additional_splits_make_four_hands(hands: int, allowed: bool) -> None:
    """A fifth 8 is refused; with three hands a further split is accepted."""
    no = why_not(pack(MD, split_hands=4), situation("8h 8c", **{**SPLIT, "hands": hands}), "split")

    assert (no is None) is allowed


@pytest.mark.clause("MA 12.a.1")
def test_soft_21_is_closed_by_the_house_option() -> None:
    """With draw_on_soft_21 = false a soft 21 is refused a card like a hard one."""
    text = pack(MA, hit_soft_below=21)

    assert why_not(text, situation("As 4d 6c", **LATER), "hit") is not None


AMOUNTS = [
    case("MA 9.a~2", MA, 2000, 2500, NO, 0),
    case("MA 9.a~2", MA, 2000, 1200, YES, 0),
    case("MA 9.a~2", MA, 2000, 2000, YES, 0),
    case("MD 10.A", MD, 2500, 2500, YES, 0),
    case("MD 10.A", MD, 2500, 1000, YES, 0),
    case("MD 10.A", MD, 2500, 3000, NO, 0),
]


@pytest.mark.parametrize(("name", "original", "cents", "allowed", "added"), AMOUNTS)
def test_a_double_is_at_most_the_original_wager(
    name: str, original: int, cents: int, allowed: bool, added: int
) -> None:
    """Less is allowed, more is refused."""
    given = situation("5h 6c", original_cents=original, added_cents=added)

    assert (why_not_double_amount(pack(name), given, cents) is None) is allowed


@pytest.mark.parametrize("name", [MA, MD])
@pytest.mark.parametrize("peek", ["due", "positive"])
@pytest.mark.clause("MA 7.i~5", "MD 7.G.3")
def test_nothing_is_decided_before_or_after_a_dealer_blackjack(peek: Any, name: str) -> None:
    """Up ace: with the reader due, or its answer yes, no decision is open."""
    given = situation("Kh Qc", "A", peek=peek)

    assert [d for d in DECISIONS if why_not(pack(name), given, d) is None] == []
