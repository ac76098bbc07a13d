"""How the cards fall: burn, initial deal, hole card, peek, split, double; by the procedure."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain.views.view import TableName
from controller.procedure.guide.levels import levels
from controller.procedure.guide.next_step import next_step
from controller.procedure.state.play import Play
from controller.view import Frame, dealer_view
from tests.kit.evening import Evening, house

from .clause_cases import MA, MD, NH, case

FRAME = Frame(seq=1, at=0, table=TableName(id="T1", pack="p", edition="e"))
V1 = {"variant": "no_hole_card"}
V2 = {"variant": "hole_card"}


def evening(name: str, *boxes: int, **options: object) -> Evening:
    return Evening(house(name, **options)).opened().lit(*boxes)


def lie(play: Play) -> dict[str, list[str]]:
    """Box (and `dealer`) -> its cards; a card face down is `back`."""
    found = {str(h.box): [s.face or "back" for s in h.cards] for h in play.hands}
    found["dealer"] = [s.face or "back" for s in play.dealer]
    return found


DEALS = [
    case(
        "MA 7.d, MA 7.d.1, MA 7.d.2, MA 7.d.3",
        MA,
        V1,
        (1, 3, 6),
        "5h Kd 2c 9s 8h 8d Qc",
        {"1": ["5h", "8h"], "3": ["Kd", "8d"], "6": ["2c", "Qc"], "dealer": ["9s"]},
    ),
    case(
        "MA 7.i",
        MA,
        V2,
        (1, 3, 6),
        "5h Kd 2c 9s 8h 8d Qc 7s",
        {"1": ["5h", "8h"], "3": ["Kd", "8d"], "6": ["2c", "Qc"], "dealer": ["9s", "back"]},
    ),
    case(
        "MD 7.E",
        MD,
        {},
        (2, 5),
        "7h 9c Kd 4s 8h 6c",
        {"2": ["7h", "4s"], "5": ["9c", "8h"], "dealer": ["Kd", "back"]},
    ),
    case(
        "MD 7.E.1, MD 7.E.2, MD 7.E.3, MD 7.E.4",
        MD,
        {},
        (1, 3, 7),
        "5h Kd 2c 9s 8h 8d Qc 7s",
        {"1": ["5h", "8h"], "3": ["Kd", "8d"], "7": ["2c", "Qc"], "dealer": ["9s", "back"]},
    ),
    case(
        "NH play.13, NH play.14",
        NH,
        {},
        (2, 5),
        "8c Kh 7d 3s Ac 9d",
        {"2": ["8c", "3s"], "5": ["Kh", "Ac"], "dealer": ["7d", "back"]},
    ),
]


@pytest.mark.parametrize(("name", "options", "boxes", "deal", "expected"), DEALS)
def test_the_initial_deal_falls_box_by_box_from_the_dealers_left(
    name: str,
    options: dict[str, object],
    boxes: tuple[int, ...],
    deal: str,
    expected: dict[str, list[str]],
) -> None:
    """Players, up card, players, and the hole card face down where there is one."""
    table = evening(name, *boxes, **options)

    table.draw(deal)
    before = lie(table.play)
    asked = next_step(table.state, table.house).text
    outcome = table.put(cmd.DealOk())

    assert f"Up {expected['dealer'][0][0]}" in asked
    assert outcome.verdict == "accepted"
    assert lie(table.play) == expected
    assert all(face == "back" for faces in before.values() for face in faces)


@pytest.mark.clause("MA 7.d.3")
def test_a_card_too_many_before_the_deal_is_confirmed_lies_face_down() -> None:
    """V1, boxes 1, 3, 6: an eighth card stays hidden and DEAL OK is refused; after it, a hit."""
    table = evening(MA, 1, 3, 6, **V1)
    table.draw("5h Kd 2c 9s 8h 8d Qc 4c")
    assert table.put(cmd.DealOk()).verdict == "refused"

    other = evening(MA, 1, 3, 6, **V1)
    other.draw("5h Kd 2c 9s 8h 8d Qc")
    other.put(cmd.DealOk())
    other.draw("4c")

    assert other.hand(1) == ["5h", "8h", "4c"]


@pytest.mark.clause("MA 7.i")
def test_the_hole_card_comes_before_any_hit() -> None:
    """V2, boxes 1, 3, 6: with seven cards out a hit is refused; the eighth is the dealer's."""
    table = evening(MA, 1, 3, 6, **V2)
    table.draw("5h Kd 2c 9s 8h 8d Qc")

    hit = table.put(cmd.Hit(box=1, hand=1))
    table.draw("7s")

    assert hit.verdict == "refused"
    assert table.put(cmd.DealOk()).verdict == "accepted"
    assert lie(table.play)["dealer"] == ["9s", "back"]


VARIANTS = [
    case("MA 7.g~5", V2, "5h Kd 9s 8h 8d 7s", ["9s", "back"], False),
    (V1, "5h Kd 9s 8h 8d", ["9s"], True),
]


@pytest.mark.parametrize(("variant", "deal", "dealer", "announced"), VARIANTS)
def test_the_variant_decides_on_the_hole_card_and_its_announcement(
    variant: dict[str, object], deal: str, dealer: list[str], announced: bool
) -> None:
    """V2 has a card face down after the second cards and no `Dealer's Card`; V1 the reverse."""
    table = evening(MA, 1, 3, **variant)
    table.draw(deal)
    assert table.put(cmd.DealOk()).verdict == "accepted"
    lies = lie(table.play)["dealer"]
    lines = []

    for box in (1, 3):
        table.put(cmd.Next(box=box, hand=1))
        step = next_step(table.state, table.house)
        lines.append(f"{step.text} {step.hint}")

    assert lies == dealer
    assert any("Dealer's Card" in line for line in lines) is announced


BURNS = [
    case("MA 7.c", MA, "Qs", "5h"),
    case("MD 7.B.3", MD, "8c", "5h"),
    case("NH play.12", NH, "5c", "Kd"),
]


@pytest.mark.parametrize(("name", "burn", "first"), BURNS)
def test_the_first_card_of_a_loaded_shoe_is_the_burn(name: str, burn: str, first: str) -> None:
    """Unseen to the rack, whatever boxes are lit; the next card is box 1's."""
    table = Evening(house(name))
    table.open_table()
    table.shuffled()
    table.lit(1, 2)
    due = next_step(table.state, table.house).text

    table.draw(burn)
    table.draw(first, "9s 6c 8h 6d Kh")
    table.put(cmd.DealOk())

    assert table.hand(1)[0] == first
    assert table.hand(2)[0] == "9s"
    assert "Burn" in due
    assert table.play.drawn == 7


@pytest.mark.clause("NH play.12")
def test_the_second_round_of_a_shoe_has_no_burn() -> None:
    """The first card goes to seat 1."""
    table = evening(NH, 1)
    table.draw("Kh 6c 9d Ks")
    table.put(cmd.DealOk())
    table.put(cmd.Turned())
    table.draw("9h")

    table.draw("4c", after_ms=60_000)
    table.draw("6c 9d Ks")
    table.put(cmd.DealOk())

    assert table.hand(1) == ["4c", "9d"]


PEEKS = [
    case("MA 7.i~3", MA, "Jh", "peek"),
    case("MA 7.i~3", MA, "9s", "box 1"),
    case("MD 7.G.1", MD, "As", "insurance"),
    case("MD 7.G.1", MD, "Ks", "peek"),
]


@pytest.mark.parametrize(("name", "up", "line"), PEEKS)
def test_the_up_card_decides_what_comes_before_the_decisions(name: str, up: str, line: str) -> None:
    """Insurance under an ace, the reader under a court card, else the first box."""
    table = evening(name, 1, 3)

    table.draw(f"5h 9s {up} 8h 6d 7c")
    table.put(cmd.DealOk())

    assert line in next_step(table.state, table.house).text.lower()


@pytest.mark.clause("MD 7.G")
@pytest.mark.parametrize(("up", "free", "line"), [("Kd", True, "Peek"), ("9d", False, "box 1")])
def test_the_reader_is_free_after_the_match_wagers_under_a_court_card_only(
    up: str, free: bool, line: str
) -> None:
    """Up Kd: it is enabled; up 9d: it stays locked and the decisions open directly."""
    table = evening(MD, 1, 3).lit(1, 3, match={3: 500})
    table.draw(f"5h 9s {up} 8h 6d 7c")
    table.put(cmd.DealOk())
    assert levels(table.state, table.house).reader_free is False

    table.put(cmd.MatchDone())

    assert levels(table.state, table.house).reader_free is free
    assert line in next_step(table.state, table.house).text


@pytest.mark.clause("MD 7.G.1")
def test_the_inserted_hole_card_closes_insurance_without_a_key() -> None:
    """Up As: open until the reader has it, no key closes it; up Ks: a chip is refused."""
    ace, king = evening(MD, 1, 3), evening(MD, 1, 3)
    for table, up in ((ace, "As"), (king, "Ks")):
        table.draw(f"5h 9s {up} 8h 6d 7c")
        table.put(cmd.DealOk())
    insured = cmd.Insured(box=1, on=True, cents=500)

    key = ace.put(cmd.InsuranceClosed())
    chips = [table.put(insured).verdict for table in (ace, king)]
    ace.peek(False)

    assert key.verdict == "refused"
    assert chips == ["accepted", "refused"]
    assert ace.put(cmd.Insured(box=3, on=True, cents=500)).verdict == "refused"
    assert "box 1" in next_step(ace.state, ace.house).text.lower()


@pytest.mark.clause("MA 7.i~3")
def test_a_card_before_the_reader_holds_the_table() -> None:
    """Up Jh: HIT is refused, a card drawn is held for a supervisor."""
    table = evening(MA, 1, 3)
    table.draw("5h 9s Jh 8h 6d 7c")
    table.put(cmd.DealOk())

    assert table.put(cmd.Hit(box=1, hand=1)).verdict == "refused"
    outcome = table.draw("2c")

    assert [raised.kind for raised in outcome.raised] == ["draw_with_peek_due"]
    assert table.held == "draw_with_peek_due"
    assert table.house.pack.irregularity["draw_with_peek_due"].needs == "casino_supervisor"


ANSWERS = [case("MA 7.i~4", MA, "As", "7d"), case("MD 7.G.2.a", MD, "Qh", "6c")]


@pytest.mark.parametrize(("name", "up", "hole"), ANSWERS)
def test_a_negative_answer_tells_nothing_of_the_hole_card(name: str, up: str, hole: str) -> None:
    """The line says no Blackjack and the next box; the card stays a back."""
    table = evening(name, 1, 3)
    table.draw(f"5h 9s {up} 8h 6d {hole}")
    table.put(cmd.DealOk())

    table.peek(False)

    step = next_step(table.state, table.house)
    assert "no blackjack" in step.hint.lower()
    assert "box 1" in step.text.lower()
    assert lie(table.play)["dealer"] == [up, "back"]


@pytest.mark.clause("MA 7.i~2")
def test_the_hole_card_waits_for_the_last_box() -> None:
    """V2: refused while box 6 is undecided, accepted after it."""
    table = evening(MA, 1, 6, **V2)
    table.draw("5h 9s 6c 8h 6d 7c")
    table.put(cmd.DealOk())
    table.put(cmd.Next(box=1, hand=1))

    early = table.put(cmd.Turned())
    table.put(cmd.Next(box=6, hand=1))
    late = table.put(cmd.Turned())

    assert (early.verdict, late.verdict) == ("refused", "accepted")
    assert lie(table.play)["dealer"] == ["6c", "7c"]


@pytest.mark.clause("MD 11.B")
def test_the_left_split_hand_is_played_out_first() -> None:
    """8h 8c: 3d and Kc to the left hand for 21, then the right hand's second card."""
    table = evening(MD, 2)
    table.draw("8h 6c 8c Kh")
    table.put(cmd.DealOk())
    table.put(cmd.Split(box=2, hand=1))

    table.draw("3d Kc")
    waiting = table.hand(2, 2)
    table.draw("9d")

    assert table.hand(2, 1) == ["8h", "3d", "Kc"]
    assert waiting == ["8c"]
    assert table.hand(2, 2) == ["8c", "9d"]


@pytest.mark.clause("MD 10.D")
def test_the_card_after_a_double_is_the_double_card() -> None:
    """One card, face up, sideways: booked to the seat that doubled, and its hand is done."""
    table = evening(MD, 2, 4)
    table.draw("5h 9s 6c 6d 6h Kh")
    table.put(cmd.DealOk())
    table.put(cmd.Double(box=2, hand=1))
    asked = next_step(table.state, table.house)

    table.draw("4c")

    step = next_step(table.state, table.house)
    assert asked.text == "One card → box 2"
    assert asked.hint.startswith("Face up, sideways")
    assert table.hand(2) == ["5h", "6d", "4c"]
    assert step.target is not None
    assert step.target.box == 4


@pytest.mark.clause("MD 7.I")
def test_a_drawn_card_stands_with_its_hand() -> None:
    """Seat 2 holds 5h 4c and gets 8d: 17 hard."""
    table = evening(MD, 2)
    table.draw("5h 6c 4c Kh")
    table.put(cmd.DealOk())

    table.draw("8d")

    (seat,) = [box for box in dealer_view(table.state, table.house, FRAME).boxes if box.no == 2]
    (hand,) = seat.hands
    assert hand.cards == ("5h", "4c", "8d")
    assert (hand.total, hand.soft) == ("17", False)
