"""Clauses on wagers, turns and draws, proven through the procedure: cards and presses in order."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure.next_step import next_step
from controller.procedure.view.dealer import chips
from tests.procedure.evening import Evening, house

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
    ("name", "least", "raised"), [case("MA 5.d", MA, 1000, 2500), case("MD 6.D", MD, 1000, 1500)]
)
def test_a_wager_stands_as_it_was_at_the_first_card(name: str, least: int, raised: int) -> None:
    """Raised after the first card: refused, and the wager counts as it was."""
    table = evening(name, 1, 5)
    table.put(set_wager(5, "main", least))
    table.draw("5h")

    assert table.put(set_wager(5, "main", raised)).verdict == "refused"
    assert wager(table, 5, "main") == least


ALONE = [
    case("MA 6.b~2", MA, "match", "MA 6.a~2"),
    case("MA 16.a~2", MA_SPIN, "bonus_spin", "MA 16.a~2"),
    case("MD 6.F", MD, "match", "MD "),
    case("NH wagers.ante.1", NH, "match", "NH "),
    case("CA match.2", CA, "match", "CA "),
]


@pytest.mark.parametrize(("name", "kind", "clause"), ALONE)
def test_a_side_wager_without_a_main_wager_is_refused(name: str, kind: str, clause: str) -> None:
    """Box 2 has no main wager: no side wager, and no cards."""
    table = evening(name, 1, 3)

    outcome = table.put(set_wager(2, kind, 500))

    assert outcome.verdict == "refused"
    assert outcome.clause.startswith(clause[:3])
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


TURNS = [
    case("MD 7.H", MD, (1, 4, 6), "5h 9s 8d 6c 8c 6d 6h 9h"),
    case("NH rules.8", NH, (1, 3, 6), "5h 9s 8d 6c 8c 6d 6h 9h"),
    case("NH play.15", NH, (4, 6), "9s 8d 6c 6d 6h 9h"),
]


@pytest.mark.parametrize(("name", "boxes", "deal"), TURNS)
def test_the_boxes_decide_from_the_dealers_left(
    name: str, boxes: tuple[int, ...], deal: str
) -> None:
    """Each in its turn; a decision for a later box is refused."""
    table = evening(name, *boxes)
    table.draw(deal)
    table.put(cmd.DealOk())
    seen = []

    for box in boxes:
        step = next_step(table.state, table.house)
        seen.append(step.target.box if step.target else 0)
        later = [one for one in boxes if one > box]
        for one in later:
            assert table.put(cmd.Hit(box=one, hand=1)).verdict == "refused"
        table.put(cmd.Next(box=box, hand=1))

    assert tuple(seen) == boxes


DRAWS = [
    case("MA 7.f", MA, "5h 9s 6c 7d 6d Kh", "4c"),
    case("NH play.16", NH, "5h 9s 6c 7d 6d Kh", "4c"),
    case("MD 7.H.2.e", MD, "5h 9s 6c 7d 6d Kh", "4c"),
]


@pytest.mark.parametrize(("name", "deal", "card"), DRAWS)
def test_the_next_card_belongs_to_the_hand_that_acts(name: str, deal: str, card: str) -> None:
    """The box holds 12; the card is its hit without a key."""
    table = evening(name, 1, 3)
    table.draw(deal)
    table.put(cmd.DealOk())

    table.draw(card)

    assert table.hand(1)[2:] == [card]
    assert len(table.hand(3)) == 2


@pytest.mark.clause("MA 7.f")
def test_a_card_after_the_last_hand_is_drawn_in_error() -> None:
    """V2, every hand finished and the hole card not turned: it is flagged."""
    table = evening(MA, 1, variant="hole_card")
    table.draw("Kh 6c 9d Ks")
    table.put(cmd.DealOk())

    table.put(cmd.Next(box=1, hand=1))
    outcome = table.draw("4c")

    assert [raised.kind for raised in outcome.raised] == ["card_drawn_in_error"]


@pytest.mark.clause("NH play.17")
def test_a_stand_passes_the_turn_and_is_not_taken_back_by_a_hit() -> None:
    """Seat 1 on 16: NEXT; a later HIT for seat 1 is refused."""
    table = evening(NH, 1, 3)
    table.draw("Kh 9s 6c 6d 6h Kd")
    table.put(cmd.DealOk())

    table.put(cmd.Next(box=1, hand=1))

    step = next_step(table.state, table.house)
    assert step.target is not None
    assert step.target.box == 3
    assert table.put(cmd.Hit(box=1, hand=1)).verdict == "refused"


@pytest.mark.clause("MA 7.e", "MA 7.f~2")
def test_totals_are_announced_box_by_box_and_after_each_card() -> None:
    """Box 1 with 13, then soft 17 at box 3, then 16 after a nine."""
    table = evening(MA, 1, 3)
    table.draw("5h As 6c 8h 6d Kh")
    table.put(cmd.DealOk())

    said = [next_step(table.state, table.house).say]
    table.put(cmd.Next(box=1, hand=1))
    said.append(next_step(table.state, table.house).say)
    table.draw("9c")
    said.append(next_step(table.state, table.house).say)

    assert said == ["Thirteen", "Soft seventeen", "Sixteen"]


@pytest.mark.clause("MA 10.b", "MA 10.c")
def test_a_split_is_played_hand_by_hand_from_the_left() -> None:
    """8s gets the first card, 13 is announced, 8h none until that hand is finished."""
    table = evening(MA, 3)
    table.draw("8s 6c 8h Kh")
    table.put(cmd.DealOk())
    table.put(cmd.Split(box=3, hand=1))

    table.draw("5c")
    said = next_step(table.state, table.house).say
    before = table.hand(3, 2)
    table.put(cmd.Next(box=3, hand=1))
    table.draw("Kc")

    assert said == "Thirteen"
    assert (table.hand(3, 1), before) == (["8s", "5c"], ["8h"])
    assert table.hand(3, 2) == ["8h", "Kc"]


@pytest.mark.clause("MD 7.L")
def test_the_hole_card_is_not_turned_before_every_hand_is_done() -> None:
    """Seat 6 has not decided: the turn is refused."""
    table = evening(MD, 1, 6)
    table.draw("5h 9s 6c 8h 6d Kh")
    table.put(cmd.DealOk())
    table.put(cmd.Next(box=1, hand=1))

    outcome = table.put(cmd.Turned())

    assert outcome.verdict == "refused"
    assert table.play.dealer[1].face is None


MATCHED = [case("MA 6.d", MA, "As"), case("MD 7.F", MD, "As")]


@pytest.mark.parametrize(("name", "up"), MATCHED)
def test_the_readers_answer_waits_for_the_match_wagers(name: str, up: str) -> None:
    """Inserted before MATCH DONE: withheld, no hold, no irregularity; given with the key."""
    table = evening(name, 1, 3).lit(1, 3, match={3: 500})
    table.draw(f"5h 9s {up} 8h 6d Kh")
    table.put(cmd.DealOk())

    outcome = table.peek(False)
    withheld = table.play.peek_given
    table.put(cmd.MatchDone())

    assert (outcome.raised, table.held, withheld) == ((), "", False)
    assert table.play.peek_given


@pytest.mark.parametrize(("name", "up"), [case("MA 6.d", MA, "9h"), case("MD 7.F", MD, "9h")])
def test_a_card_before_the_match_wagers_are_settled_is_booked_in_amber(name: str, up: str) -> None:
    """No reader is due: the card is box 1's, and the match stays open until done."""
    table = evening(name, 1, 3).lit(1, 3, match={3: 500})
    table.draw(f"5h 9s {up} 8h 6d Kh")
    table.put(cmd.DealOk())

    table.draw("2c")

    assert table.hand(1)[2:] == ["2c"]
    assert table.held == ""
    assert any("Match" in chip for chip in chips(table.play))
    table.put(cmd.Next(box=1, hand=1))
    assert any("Match" in chip for chip in chips(table.play))


@pytest.mark.clause("MD 7.H.1", "MD 7.H.1.b")
def test_a_players_blackjack_under_a_court_card_is_not_paid_at_its_turn() -> None:
    """Up Kd, reader no: no choice is offered to seat 4 and nothing is paid before the turn."""
    table = evening(MD, 1, 4, 6)
    table.draw("5h Ah 9s Kd 8c Jc 6d 9h")
    table.put(cmd.DealOk())
    table.put(cmd.MatchDone())
    table.reading(fact.Peeked, "reader", blackjack=False)

    table.put(cmd.Next(box=1, hand=1))

    step = next_step(table.state, table.house)
    assert step.target is not None
    assert step.target.box == 6
    assert all(choice.slot.split(".")[0] != "box4" for choice in table.allowed)
    assert [p for p in table.play.payments if p.box == 4] == []
