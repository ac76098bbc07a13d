"""Placing wagers, and several wagerers on one box."""

from __future__ import annotations

import pytest

from controller.domain.wagers import Wager
from controller.rules.pack import apply_options, load
from controller.rules.placing import why_not_bank, why_not_boxes, why_not_place
from controller.rules.wagerers import (
    caller,
    why_not_follow_double,
    why_not_follow_split,
    why_not_insure_own,
    why_not_join,
)

APPROVAL = {"reference": "r", "date": "2026-01-01"}
MA = load("massachusetts-bonus-spin")
MD = load("maryland")
NH = load("boston-billiard")
CA = load("pure-21-5")
FIVE = apply_options(CA, {"main_min_cents": 500})
SHARED = apply_options(MA, {"wagerers_per_box": {"value": 3, "approval": APPROVAL}})


def main(cents: int | None = 1000, who: str = "", box: int = 1) -> Wager:
    return Wager(box, who, "main", cents)


@pytest.mark.parametrize(
    ("pack", "wager", "beside", "clause"),
    [
        (MA, main(), (), None),
        (MA, main(None), (), None),
        (MA, main(box=8), (), "MA house.seats"),
        (MA, main(0), (), "MA house.table-limits"),
        (MA, Wager(1, "", "match", 100), (), "MA 6.b~2"),
        (MA, Wager(1, "", "match", 100), (main(),), None),
        (MA, Wager(1, "", "match", 99), (main(),), "MA 6.b~3"),
        (MA, Wager(1, "", "match", 1001), (main(),), "MA 6.b.1"),
        (MA, Wager(1, "", "match", 1001), (main(None),), None),
        (MA, Wager(1, "", "match"), (main(),), None),
        (MA, Wager(1, "", "bonus_spin", 500), (main(),), None),
        (MA, Wager(1, "", "bonus_spin", 1000), (main(),), "MA 16.b"),
        (MA, Wager(1, "", "xtreme", 500), (main(),), "MA house.not-in-text"),
        (MA, Wager(1, "", "lucky", 500), (main(),), "MA house.not-in-text"),
        (MA, Wager(1, "", "break_bonus", 500), (main(),), "MA house.not-in-text"),
        (MD, Wager(1, "", "bonus_spin", 500), (main(),), "MD 6.G.2"),
        (NH, main(1001), (), "NH wagers.ante.2"),
        (NH, main(99), (), "NH wagers.ante.2"),
        (NH, Wager(1, "", "break_bonus", 1000), (main(),), None),
        (NH, Wager(1, "", "break_bonus", 1001), (main(),), "NH break.1"),
        (NH, Wager(1, "", "match", 1001), (main(),), "NH match.1"),
        (CA, main(1050), (), "CA silent.rounding"),
        (CA, Wager(1, "", "match", 5100), (main(),), "CA limits.2"),
    ],
)
def test_wager_is_refused_with_its_clause(
    pack: object, wager: Wager, beside: tuple[Wager, ...], clause: str | None
) -> None:
    """Kind, limits and what must stand beside it."""
    no = why_not_place(pack, wager, beside)  # type: ignore[arg-type]

    assert (no.clause if no else None) == clause


def test_match_that_is_not_offered_is_refused() -> None:
    """An operator may leave it out (MD 6.G)."""
    without = apply_options(MD, {"match": False})

    no = why_not_place(without, Wager(1, "", "match", 100), (main(),))

    assert no is not None
    assert no.clause == "MD 6.G"


def test_xtreme_takes_five_dollars_only() -> None:
    """The paytable is printed for that amount (MD 12.E)."""
    options = {
        "xtreme": True,
        "xtreme_primary_rate": "1/10",
        "xtreme_primary_initial_cents": 1000000,
        "xtreme_primary_reset_cents": 1000000,
        "xtreme_secondary_rate": "1/20",
        "xtreme_secondary_initial_cents": 500000,
        "xtreme_secondary_reset_cents": 500000,
    }
    pack = apply_options(MD, options)

    no = why_not_place(pack, Wager(1, "", "xtreme", 100), (main(),))

    assert no is not None
    assert no.clause == "MD 12.E"
    assert why_not_place(pack, Wager(1, "", "xtreme", 500), (main(),)) is None


@pytest.mark.clause("CA silent.pd-bets")
def test_bank_does_not_wager_against_itself() -> None:
    """One would be payer and payee (CA silent.pd-bets)."""
    no = why_not_place(CA, main(), bank_boxes=(1, 5))

    assert no is not None
    assert no.clause == "CA silent.pd-bets"


@pytest.mark.clause("CA silent.bank-minimum", "CA dealing.8.v")
def test_bank_puts_up_more_than_nothing() -> None:
    """A player-dealer's wager has no other bound (CA dealing.8.v)."""
    assert why_not_bank(FIVE, 500) is None
    assert why_not_bank(FIVE, 10**7) is None
    assert why_not_bank(apply_options(FIVE, {"bank_min_cents": 1}), 300) is None
    for cents in (0, 300, None):
        no = why_not_bank(FIVE, cents)
        assert no is not None
        assert no.clause == "CA silent.bank-minimum"
    house = why_not_bank(NH, 100)
    assert house is not None
    assert house.clause == "NH object.1"


@pytest.mark.parametrize(
    ("pack", "boxes", "clause"),
    [
        (MA, (1,), None),
        (MA, (1, 2), "MA 14"),
        (NH, (1, 2), None),
        (NH, (1, 3), "NH play.21"),
        (NH, (1, 2, 3), "NH rules.5"),
        (CA, (1, 4, 7), None),
    ],
)
def test_boxes_of_one_player_are_limited(
    pack: object, boxes: tuple[int, ...], clause: str | None
) -> None:
    """How many, and whether they must be neighbours."""
    no = why_not_boxes(pack, boxes)  # type: ignore[arg-type]

    assert (no.clause if no else None) == clause


def test_seated_player_calls() -> None:
    """Only the player seated at the box decides for its cards (MA 13.b)."""
    wagers = (main(500, "A"), main(9000, "B"))

    assert caller(SHARED, wagers, seated="A").wagerer == "A"
    assert caller(SHARED, wagers, seated="A").clause == "MA 13.b"


def test_highest_wager_calls_when_nobody_is_seated() -> None:
    """A tie goes to the earlier wager (MA 13.b~2)."""
    wagers = (main(500, "A"), main(9000, "B"), main(9000, "C"))

    assert caller(SHARED, wagers, seated=None).wagerer == "B"
    assert caller(SHARED, wagers, seated="X").clause == "MA 13.b~2"
    assert caller(SHARED, (main(None, "A"),), seated=None).wagerer == "A"


def test_caller_is_asked_for_when_amounts_are_open() -> None:
    """Never guessed."""
    with pytest.raises(ValueError, match="every amount"):
        caller(SHARED, (main(None, "A"), main(5, "B")), seated=None)
    with pytest.raises(ValueError, match="nobody"):
        caller(SHARED, (), seated="A")


def test_another_joins_only_with_consent_and_room() -> None:
    """One to three to a box, the first wagerer consenting (MA 13.a, 13.a~2)."""
    three = tuple(main(500, who) for who in "ABC")

    assert why_not_join(SHARED, three[:1], consent=True) is None
    assert why_not_join(SHARED, (), consent=False) is None
    for no, clause in (
        (why_not_join(SHARED, three[:1], consent=False), "MA 13.a~2"),
        (why_not_join(SHARED, three, consent=True), "MA house.wagerers-per-box"),
        (why_not_join(CA, three[:1], consent=True), "CA dealing.2.ii"),
        (why_not_place(MA, main(500, "B"), three[:1]), "MA house.wagerers-per-box"),
    ):
        assert no is not None
        assert no.clause == clause


def test_others_double_only_when_the_caller_does() -> None:
    """Up to one's own original (MA 13.d)."""
    assert why_not_follow_double(SHARED, caller_doubles=True, original_cents=9, cents=9) is None
    assert why_not_follow_double(SHARED, caller_doubles=True, original_cents=9, cents=None) is None
    for no in (
        why_not_follow_double(SHARED, caller_doubles=False, original_cents=9, cents=9),
        why_not_follow_double(SHARED, caller_doubles=True, original_cents=9, cents=10),
    ):
        assert no is not None
        assert no.clause == "MA 13.d"
    alone = why_not_follow_double(CA, caller_doubles=True, original_cents=9, cents=9)
    assert alone is not None
    assert alone.clause == "CA winners.7"


def test_others_cover_each_split_hand_or_name_one() -> None:
    """Play is held until each has chosen (MA 13.e)."""
    assert why_not_follow_split(SHARED, covers=2, hands=2, names_hand=False) is None
    assert why_not_follow_split(SHARED, covers=1, hands=2, names_hand=True) is None
    for no in (
        why_not_follow_split(SHARED, covers=1, hands=2, names_hand=False),
        why_not_follow_split(CA, covers=2, hands=2, names_hand=False),
    ):
        assert no is not None
        assert no.clause in ("MA 13.e", "CA winners.7")


def test_each_insures_his_own_wager() -> None:
    """Whatever the others do (MA 13.f)."""
    assert why_not_insure_own(SHARED, "A", main(1000, "B"), 500) is None
    no = why_not_insure_own(SHARED, "A", main(1000, "B"), 600)
    assert no is not None
    assert no.clause == "MA 11.b~2"
    closed = why_not_insure_own(SHARED, "A", main(1000, "B"), 500, closed=True)
    assert closed is not None
    assert closed.clause == "MA 11.b~5"
