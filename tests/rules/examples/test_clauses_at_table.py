"""Clauses on wagers and insurance, proven through the procedure: cards and presses in order."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.procedure.guide.levels import levels
from controller.procedure.guide.next_step import next_step
from tests.kit.evening import Evening, house

from .clause_cases import CA, MA, MA_SPIN, MD, NH, case


def evening(name: str, *boxes: int, **options: object) -> Evening:
    return Evening(house(name, **options)).opened().lit(*boxes)


def wager(table: Evening, box: int, kind: str) -> int | None:
    """Cents of the wager at the box; -1 = there is none."""
    held = [w for w in table.play.wagers if (w.box, w.kind) == (box, kind)]
    return held[0].cents if held else -1


def set_wager(box: int, kind: str, cents: int | None = None) -> cmd.WagerSet:
    return cmd.WagerSet(box=box, kind=kind, on=True, cents=cents)


LATE = [
    case("MA 5.a", MA, 2, "main", 1000),
    case("MA 6.b", MA, 3, "match", 500),
    case("MA 16.b~2", MA_SPIN, 3, "bonus_spin", 500),
    case("NH play.11, NH match.1", NH, 3, "match", 500),
    case("NH play.11", NH, 6, "main", 500),
]


@pytest.mark.parametrize(("name", "box", "kind", "cents"), LATE)
def test_no_wager_is_made_after_the_first_card(name: str, box: int, kind: str, cents: int) -> None:
    """Boxes 1 and 3 are in; the first card closes the wagers of the round."""
    table = evening(name, 1, 3)
    table.draw("5h")

    outcome = table.put(set_wager(box, kind, cents))

    assert outcome.verdict == "refused"
    assert wager(table, box, kind) == -1


EARLY = [
    case("MA 6.b", MA, 3, "match", 500),
    case("MA 16.b~2", MA_SPIN, 3, "bonus_spin", 500),
    case("NH match.1", NH, 3, "match", 500),
]


@pytest.mark.parametrize(("name", "box", "kind", "cents"), EARLY)
def test_a_side_wager_before_the_first_card_is_accepted(
    name: str, box: int, kind: str, cents: int
) -> None:
    """Beside the main wager of the box."""
    table = evening(name, 1, 3)

    assert table.put(set_wager(box, kind, cents)).verdict == "accepted"
    assert wager(table, box, kind) == cents


@pytest.mark.parametrize(
    ("name", "least", "raised"), [case("MA 5.d", MA, 1000, 2500), (MD, 1000, 1500)]
)
def test_a_wager_stands_as_it_was_at_the_first_card(name: str, least: int, raised: int) -> None:
    """Raised after the first card: refused, and the wager counts as it was."""
    table = evening(name, 1, 5)
    table.put(set_wager(5, "main", least))
    table.draw("5h")

    assert table.put(set_wager(5, "main", raised)).verdict == "refused"
    assert wager(table, 5, "main") == least


@pytest.mark.clause("MD 6.D")
def test_only_insurance_comes_after_the_first_card() -> None:
    """Seat 2 raises $10 to $15: it counts as $10 and $5 is refused; insurance is accepted later."""
    table = evening(MD, 2)
    table.put(set_wager(2, "main", 1000))
    table.draw("5h")

    late = [
        table.put(set_wager(2, kind, cents)).verdict
        for kind, cents in (("main", 1500), ("match", 500), ("bonus_spin", 100), ("xtreme", 500))
    ]
    table.draw("As 8c 9h", after_ms=5000)
    table.put(cmd.DealOk())

    assert late == ["refused"] * 4
    assert table.put(cmd.Insured(box=2, on=True, cents=500)).verdict == "accepted"
    assert [(w.kind, w.cents) for w in table.play.wagers] == [("main", 1000), ("insurance", 500)]


ALONE = [
    case("MA 6.b~2", MA, "match", "MA 6.a~2"),
    case("MA 16.a~2", MA_SPIN, "bonus_spin", "MA 16.a~2"),
    case("MD 6.F", MD, "match", "MD 6.F"),
    case("NH wagers.ante.1", NH, "match", "NH wagers.ante.1"),
    case("CA match.2", CA, "match", "CA match.2"),
]


@pytest.mark.parametrize(("name", "kind", "clause"), ALONE)
def test_a_side_wager_without_a_main_wager_is_refused(name: str, kind: str, clause: str) -> None:
    """Box 2 has no main wager: no side wager, and no cards."""
    table = Evening(house(name)).opened()
    table.put(cmd.BankSet(box=4, on=True))
    table.lit(1, 3)

    outcome = table.put(set_wager(2, kind, 500))

    assert outcome.verdict == "refused"
    assert outcome.clause == clause
    assert wager(table, 2, kind) == -1


@pytest.mark.clause("MA 5.a", "MD 6.F", "NH wagers.ante.1")
@pytest.mark.parametrize("name", [MA, MD, NH])
def test_a_box_without_a_main_wager_is_not_dealt_to(name: str) -> None:
    """Boxes 1 and 3 hold wagers; box 2 gets no cards."""
    table = evening(name, 1, 3)

    table.draw("5h 9s Kd 8c 6d 9h")
    table.put(cmd.DealOk())

    assert [hand.box for hand in table.play.hands] == [1, 3]


@pytest.mark.clause("MD 6.G")
def test_only_the_offered_side_wagers_are_taken() -> None:
    """Match is offered, Bonus Spin is not: $5 is accepted, $1 refused."""
    table = evening(MD, 2, bonus_spin="off")

    assert table.put(set_wager(2, "match", 500)).verdict == "accepted"
    assert table.put(set_wager(2, "bonus_spin", 100)).verdict == "refused"


@pytest.mark.parametrize("name", [NH, CA])
def test_a_table_without_a_wheel_takes_no_bonus_spin(name: str) -> None:
    """The text does not know it; the refusal says so with its clause."""
    outcome = evening(name, 2).put(set_wager(2, "bonus_spin", 100))

    assert outcome.verdict == "refused"
    assert outcome.clause.startswith(house(name).pack.ledger)


@pytest.mark.clause("MD 1.B.4")
def test_the_second_dealer_card_is_the_hole_card_and_lies_face_down() -> None:
    """Order 8h, 5d, 9s, Kc with one seat: 5d is up; Kc has no face before it is turned."""
    table = evening(MD, 1)

    table.draw("8h 5d 9s Kc")
    table.put(cmd.DealOk())

    assert [slot.face for slot in table.play.dealer] == ["5d", None]


INSURE = [
    case("MA 11.b~5", MA, True),
    case("MD 8.D", MD, True),
    case("MA 11.b~4", MA, False),
]


@pytest.mark.parametrize(("name", "reader"), INSURE)
def test_insurance_closes_with_the_reader_or_a_further_card(name: str, reader: bool) -> None:
    """Up As: box 4 insures in time; then the hole card is inserted, or box 1 draws."""
    variant = {} if reader else {"variant": "hole_card"}
    table = evening(name, 1, 4, **variant)
    table.draw("5h 9s As 8c 8d 9h")
    table.put(cmd.DealOk())
    assert table.put(cmd.Insured(box=1, on=True, cents=500)).verdict == "accepted"

    _ = table.peek(False) if reader else table.draw("2c")
    outcome = table.put(cmd.Insured(box=4, on=True, cents=500))

    assert outcome.verdict == "refused"
    assert [w.box for w in table.play.wagers if w.kind == "insurance"] == [1]


@pytest.mark.clause("MA 11.b")
def test_insurance_is_kept_by_box_apart_from_the_wager() -> None:
    """Box 2 puts $10 on the line."""
    table = evening(MA, 2, 4)
    table.put(set_wager(2, "main", 2000))
    table.draw("5h 9s As 8c 8d 9h")
    table.put(cmd.DealOk())

    table.put(cmd.Insured(box=2, on=True, cents=1000))

    assert (wager(table, 2, "insurance"), wager(table, 2, "main")) == (1000, 2000)


@pytest.mark.clause("NH play.23")
def test_insurance_is_open_before_any_hit() -> None:
    """Up Ad: a hit is refused until the check; up Kd: insurance is refused."""
    ace, king = evening(NH, 2, 4), evening(NH, 2, 4)
    for table, up in ((ace, "Ad"), (king, "Kd")):
        table.draw(f"5h 9s {up} 8c 8d 6s")
        table.put(cmd.DealOk())

    line = next_step(ace.state, ace.house).text
    hit = ace.put(cmd.Hit(box=2, hand=1))

    assert "Insurance?" in line
    assert hit.verdict == "refused"
    assert ace.put(cmd.Insured(box=2, on=True, cents=None)).verdict == "accepted"
    assert king.put(cmd.Insured(box=2, on=True, cents=None)).verdict == "refused"


@pytest.mark.clause("NH insurance.4")
def test_without_a_dealer_blackjack_insurance_is_lost_and_the_hand_plays_on() -> None:
    """Ace with a six in the hole: $5 is taken, the $10 stays, seat 2 decides first."""
    table = evening(NH, 2, 4)
    table.put(set_wager(2, "main", 1000))
    table.draw("5h 9s Ad 8c 8d 6s")
    table.put(cmd.DealOk())
    table.put(cmd.Insured(box=2, on=True, cents=500))

    table.put(cmd.PeekAttested(blackjack=False))

    step = next_step(table.state, table.house)
    moved = [(p.box, p.kind, p.direction, p.cents) for p in table.play.payments]
    assert moved == [(2, "insurance", "take", 500)]
    assert step.target is not None
    assert step.target.box == 2


@pytest.mark.clause("CA dealing.2.i")
def test_the_players_wager_once_the_bank_is_there() -> None:
    """Before the player-dealer's wager $5 on seat 2 is refused, after it accepted."""
    table = Evening(house(CA)).opened()

    early = table.put(set_wager(2, "main", 500))
    table.put(cmd.BankSet(box=4, on=True, cents=30_000))

    assert (early.verdict, wager(table, 2, "main")) == ("refused", -1)
    assert table.put(set_wager(2, "main", 500)).verdict == "accepted"
    assert wager(table, 2, "main") == 500


@pytest.mark.clause("NH insurance.1")
@pytest.mark.parametrize("variant", ["hole_card", "hole_card_reader"])
def test_each_seat_insures_or_not_until_the_check_is_made(variant: str) -> None:
    """Up Ac: seat 2 insures, seat 4 does not; after the check seat 4 is refused."""
    table = evening(NH, 2, 4, variant=variant)
    table.put(set_wager(2, "main", 1000))
    table.put(set_wager(4, "main", 1000))
    table.draw("5h 9s Ac 8c 8d 9h")
    table.put(cmd.DealOk())
    assert table.put(cmd.Insured(box=2, on=True, cents=500)).verdict == "accepted"

    if variant == "hole_card_reader":
        table.peek(False)
    else:
        table.put(cmd.PeekAttested(blackjack=False))
    outcome = table.put(cmd.Insured(box=4, on=True, cents=500))

    assert outcome.verdict == "refused"
    assert [w.box for w in table.play.wagers if w.kind == "insurance"] == [2]


@pytest.mark.clause("NH silent.reader")
def test_the_check_is_the_readers_where_one_is_fitted_and_else_the_dealers() -> None:
    """Up Ah: one use of the reader closes insurance; without one the dealer's yes or no is due."""
    fitted, bare = evening(NH, 2, 4, variant="hole_card_reader"), evening(NH, 2, 4)
    for table in (fitted, bare):
        table.draw("5h 9s Ah 8c 8d 6s")
        table.put(cmd.DealOk())
    king = evening(NH, 2, 4, variant="hole_card_reader")
    king.draw("5h 9s Kh 8c 8d 6s")
    king.put(cmd.DealOk())

    free = [levels(table.state, table.house).reader_free for table in (fitted, king)]
    fitted.peek(False)
    after = levels(fitted.state, fitted.house).reader_free
    waits = bare.put(cmd.Hit(box=2, hand=1)).verdict
    bare.put(cmd.PeekAttested(blackjack=False))

    assert (free, after, waits) == ([True, False], False, "refused")
    for table in (fitted, bare):
        assert table.put(cmd.Insured(box=4, on=True, cents=None)).verdict == "refused"
        step = next_step(table.state, table.house)
        assert step.target is not None
        assert step.target.box == 2
