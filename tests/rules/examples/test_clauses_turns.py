"""Clauses on turns, totals and match wagers, proven through the procedure."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure.guide.next_step import next_step
from controller.view.dealer import chips
from tests.kit.evening import Evening, house

from .clause_cases import CA, MA, MD, NH, case


def evening(name: str, *boxes: int, **options: object) -> Evening:
    return Evening(house(name, **options)).opened().lit(*boxes)


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


@pytest.mark.clause("NH play.16")
def test_a_hit_asked_for_on_18_books_the_next_card_there() -> None:
    """Without HIT a card on 18 would be seat 3's."""
    table = evening(NH, 1, 3)
    table.draw("Kh 9s 6c 8h 6d Kd")
    table.put(cmd.DealOk())

    assert table.put(cmd.Hit(box=1, hand=1)).verdict == "accepted"
    table.draw("2c")

    assert table.hand(1) == ["Kh", "8h", "2c"]
    assert table.hand(3) == ["9s", "6d"]


@pytest.mark.clause("MD 7.H.2.d")
def test_a_stand_passes_the_turn_and_takes_no_card() -> None:
    """Seat 2 stands on 5h 4c: box 4 is next, and the next card is box 4's."""
    table = evening(MD, 2, 4)
    table.draw("5h Kh 6d 4c 6h Kc")
    table.put(cmd.DealOk())

    outcome = table.put(cmd.Next(box=2, hand=1))
    step = next_step(table.state, table.house)
    table.draw("3c")

    assert outcome.verdict == "accepted"
    assert step.target is not None
    assert step.target.box == 4
    assert table.put(cmd.Hit(box=2, hand=1)).verdict == "refused"
    assert (table.hand(2), table.hand(4)) == (["5h", "4c"], ["Kh", "6h", "3c"])


@pytest.mark.clause("MD 7.H.2.e")
def test_a_hand_below_21_decides_again_after_its_card() -> None:
    """Seat 2 on 5h 4c draws 2c (11): the turn is still seat 2's; at 21 it is seat 4's."""
    table = evening(MD, 2, 4)
    table.draw("5h Kh 6d 4c 6h Kc")
    table.put(cmd.DealOk())
    turns = []

    for card in ("2c", "Kd"):
        table.draw(card)
        step = next_step(table.state, table.house)
        turns.append(step.target.box if step.target else 0)

    assert table.hand(2) == ["5h", "4c", "2c", "Kd"]
    assert turns == [2, 4]


FORGONE = [
    case("MD 9.B.1", "5h", "6d", cmd.Double(box=2, hand=1), ""),
    case("MD 9.B.1", "5h", "6d", cmd.Double(box=2, hand=1), "2d"),
    case("MD 9.B.2", "8h", "8c", cmd.Split(box=2, hand=1), ""),
    case("MD 9.B.2", "8h", "8c", cmd.Split(box=2, hand=1), "3c"),
    case("MD 9.B.3", "9h", "7c", cmd.Next(box=2, hand=1), ""),
    case("MD 9.B.4", "Kh", "Qc", cmd.Hit(box=2, hand=1), ""),
    case("MD 9.B.4", "9h", "5c", None, "2d"),
]


@pytest.mark.parametrize(("first", "second", "indicated", "card"), FORGONE)
def test_a_surrender_comes_too_late_after_any_other_indication(
    request: pytest.FixtureRequest,
    first: str,
    second: str,
    indicated: cmd.Double | cmd.Split | cmd.Next | cmd.Hit | None,
    card: str,
) -> None:
    """Refused with the clause of what was indicated first, for either hand of a split."""
    table = evening(MD, 2, 4)
    table.draw(f"{first} 9s 6c {second} 6h Kh")
    table.put(cmd.DealOk())
    if indicated is not None:
        assert table.put(indicated).verdict == "accepted"
    if card:
        table.draw(card)

    asked = [
        table.put(cmd.Surrender(box=2, hand=hand.number))
        for hand in table.play.hands
        if hand.box == 2
    ]

    wanted = request.node.get_closest_marker("clause").args[0]
    assert {(o.verdict, o.clause) for o in asked} == {("refused", wanted)}


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

    assert (outcome.verdict, outcome.clause) == ("refused", "MD 7.L")
    assert table.play.dealer[1].face is None


MATCHED = [case("MA 6.d", MA, "As"), case("MD 7.F", MD, "As")]


@pytest.mark.parametrize(("name", "up"), MATCHED)
def test_the_readers_answer_waits_for_the_match_wagers(name: str, up: str) -> None:
    """Inserted before MATCH DONE: `Match first`, withheld, no irregularity; given with the key."""
    table = evening(name, 1, 3).lit(1, 3, match={3: 500})
    table.draw(f"5h 9s {up} 8h 6d Kh")
    table.put(cmd.DealOk())

    outcome = table.peek(False)
    withheld = table.play.peek_given
    step = next_step(table.state, table.house)
    table.put(cmd.MatchDone())

    assert (outcome.raised, table.held, withheld) == ((), "", False)
    assert step.hint == "Match first"
    assert step.clause.startswith("MD 7.F" if name == MD else "MA 6.d")
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
    assert any("Match" in chip for chip in chips(table.play, table.house))
    table.put(cmd.Next(box=1, hand=1))
    assert any("Match" in chip for chip in chips(table.play, table.house))


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
    choices = [c.command for c in table.allowed if isinstance(c.command, cmd.Decision)]
    assert all(choice.box != 4 for choice in choices)
    assert [p for p in table.play.payments if p.box == 4] == []


@pytest.mark.clause("CA dealing.6.i")
def test_the_turn_comes_after_the_last_box_even_when_all_are_over() -> None:
    """A seat undecided: refused; once every player is over, the turn is called for."""
    table = evening(CA)
    table.put(cmd.BankSet(box=4, on=True))
    table.lit(1, 7)
    table.draw("Kh 9s 6c 6d 7c Kd")
    table.put(cmd.DealOk())
    table.draw("Kc")
    early = table.put(cmd.Turned())
    table.draw("Ks")

    line = next_step(table.state, table.house).text.lower()
    late = table.put(cmd.Turned())

    assert (early.verdict, late.verdict) == ("refused", "accepted")
    assert "turn" in line
