"""Who may wager where: shared boxes, further boxes, the bank, in the ledger's own examples."""

from __future__ import annotations

from typing import Any

import pytest

from controller.domain.wagers import Wager
from controller.rules.placing import why_not_bank, why_not_boxes, why_not_place
from controller.rules.wagerers import (
    caller,
    why_not_follow_double,
    why_not_follow_split,
    why_not_join,
)

from .clause_cases import CA, MA, MA_SPIN, MD, NH, case, pack

YES, NO = "accepted", "refused"


def said(no: object) -> str:
    return YES if no is None else NO


def mains(**wagerers: int) -> list[Wager]:
    """Main wagers in dollars on box 2, the first wagerer first."""
    return [Wager(2, name, "main", dollars * 100) for name, dollars in wagerers.items()]


BOXES = [
    case("MA 14", MA, {}, (2, 3), NO),
    case("MA 14", MA, {}, (2,), YES),
    case("MA 14~2", MA, {"boxes_per_player": 2}, (2, 3), YES),
    case("MD 6.H", MD, {"boxes_per_player": 2}, (3, 4), YES),
    case("MD 6.H", MD, {"boxes_per_player": 2}, (3, 5), NO),
    case("MD 6.H", MD, {"boxes_per_player": 2}, (3, 4, 5), NO),
    case("NH rules.5", NH, {}, (3, 4, 5), NO),
    case("NH rules.5", NH, {}, (3, 4), YES),
    case("NH play.21", NH, {}, (2, 4), NO),
    case("NH play.21", NH, {}, (2, 3), YES),
    case("CA dealing.2.ii", CA, {}, (3, 5), YES),
]


@pytest.mark.parametrize(("name", "options", "boxes", "answer"), BOXES)
def test_a_player_holds_as_many_boxes_as_the_text_grants(
    name: str, options: dict[str, Any], boxes: tuple[int, ...], answer: str
) -> None:
    """One by default, two neighbours, or any that are free."""
    text = pack(name, **options)

    no = why_not_boxes(text, boxes)

    assert said(no) == answer
    assert no is None or no.clause.startswith(f"{text.ledger} ")


JOINS = [
    case("MA 13.a", MA, 3, {"A": 10, "B": 20, "C": 30}, True, NO),
    case("MA 13.a", MA, 3, {"A": 10, "B": 20}, True, YES),
    (MA, 2, {"A": 10}, False, NO),
    (MA, 2, {"A": 10}, True, YES),
    case("MA 13.a", MA, 1, {"A": 10}, True, NO),
    case("CA winners.7, CA dealing.2.ii", CA, 1, {"P": 10}, True, NO),
]


@pytest.mark.parametrize(("name", "most", "present", "consent", "answer"), JOINS)
def test_another_person_joins_a_box_by_number_and_consent(
    name: str, most: int, present: dict[str, int], consent: bool, answer: str
) -> None:
    """At most so many to a box, and only if the first wagerer consents."""
    text = pack(name, wagerers_per_box=most)

    assert said(why_not_join(text, mains(**present), consent=consent)) == answer


CALLERS = [
    case("MA 13.b", {"A": 10, "B": 50}, "A", "A"),
    case("MA 13.b~2", {"B": 50, "C": 20}, None, "B"),
    case("MA 13.b~2", {"C": 20, "B": 20}, None, "C"),
]


@pytest.mark.parametrize(("present", "seated", "calls"), CALLERS)
def test_the_seated_player_calls_else_the_highest_wager(
    present: dict[str, int], seated: str | None, calls: str
) -> None:
    """B standing with $50 does not call while A sits at the box with $10."""
    assert caller(pack(MA, wagerers_per_box=3), mains(**present), seated=seated).wagerer == calls


@pytest.mark.clause("MA 13.d")
def test_the_others_double_only_when_the_caller_does() -> None:
    """A doubles: B may or may not; A draws: B's double is refused."""
    text = pack(MA, wagerers_per_box=3)

    def asked(*, doubles: bool) -> object:
        return why_not_follow_double(text, caller_doubles=doubles, original_cents=2000, cents=2000)

    assert said(asked(doubles=True)) == YES
    assert said(asked(doubles=False)) == NO


@pytest.mark.clause("MA 13.e")
@pytest.mark.parametrize(
    ("covers", "names", "answer"), [(2, False, YES), (1, True, YES), (1, False, NO)]
)
def test_the_others_cover_each_split_hand_or_name_one(
    covers: int, names: bool, answer: str
) -> None:
    """Play is held until each has chosen."""
    text = pack(MA, wagerers_per_box=3)

    assert said(why_not_follow_split(text, covers=covers, hands=2, names_hand=names)) == answer


PLACED = [
    case("MA 6.b~2", MA, {}, "", "match", 500, NO),
    case("MA 16.a~2", MA_SPIN, {}, "", "bonus_spin", 500, NO),
    case("MA 16.a~2", MA_SPIN, {}, "A", "bonus_spin", 500, YES),
    case("MD 6.F", MD, {}, "", "match", 500, NO),
    (MD, {}, "A", "match", 500, YES),
    (MD, {}, "A", "bonus_spin", 100, NO),
    case("NH wagers.ante.1", NH, {}, "", "match", 500, NO),
    (NH, {}, "A", "bonus_spin", 100, NO),
    (CA, {}, "", "main", 500, YES),
    case("CA match.2", CA, {}, "", "match", 500, NO),
    case("CA match.3", CA, {}, "Q", "match", 500, NO),
]


@pytest.mark.parametrize(("name", "options", "main_of", "kind", "cents", "answer"), PLACED)
def test_a_wager_is_placed_beside_ones_own_main_wager(
    name: str, options: dict[str, Any], main_of: str, kind: str, cents: int, answer: str
) -> None:
    """A side wager needs the same person's main wager, and must be one that is offered."""
    text = pack(name, **options)
    beside = [Wager(2, main_of, "main", 1000)] if main_of else []

    no = why_not_place(text, Wager(2, "A", kind, cents), beside)

    assert said(no) == answer
    assert no is None or no.clause.startswith(f"{text.ledger} ")


@pytest.mark.clause("CA dealing.8.v")
def test_the_bank_may_put_up_more_than_the_table_limit() -> None:
    """Table limit $5 to $500: W = $5,000 is accepted."""
    assert why_not_bank(pack(CA, main_min_cents=500), 500_000) is None
    assert why_not_bank(pack(CA, main_min_cents=500), 0) is not None


def test_a_house_banked_table_takes_no_bank() -> None:
    """Only a player-dealer puts up a wager for the bank."""
    assert why_not_bank(pack(MA), 10_000) is not None
