"""Boston Billiard's table: second spots as the house decides, the check by eye, no wheel."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure.guide.next_step import next_step
from controller.view.layout import boxes as layout
from tests.kit.evening import Evening, house

NH = "boston-billiard"


def table(*boxes: int, **options: object) -> Evening:
    return Evening(house(NH, **options)).opened().lit(*boxes)


def dealt(e: Evening, cards: str) -> Evening:
    e.draw(cards)
    assert e.put(cmd.DealOk(boxes=e.play.boxes)).verdict == "accepted"
    return e


def one_player(e: Evening, *boxes: int) -> tuple[str, str, str]:
    outcome = e.put(cmd.PlayersLinked(boxes=boxes))
    return outcome.verdict, outcome.clause, outcome.text


# ---- who has a second spot ----
@pytest.mark.clause("NH rules.6")
@pytest.mark.parametrize("box", [0, 3])
def test_second_spot_is_refused_while_the_floorperson_has_it_off(box: int) -> None:
    """OFF for the table or for the player: seat 4 beside 3 is refused, with who decided."""
    e = table(3, 4)
    assert e.put(cmd.SecondSpots(box=box, on=False)).verdict == "refused"
    e.floor(cmd.SecondSpots(box=box, on=False))

    refused = one_player(e, 3, 4)

    assert refused == ("refused", "NH rules.6", "House decision (M. Okafor): one hand")
    e.floor(cmd.SecondSpots(box=box, on=True))
    assert one_player(e, 3, 4)[0] == "accepted"


def test_permission_of_one_player_leaves_the_others_theirs() -> None:
    e = table(3, 4, 5)
    e.floor(cmd.SecondSpots(box=3, on=False))

    assert one_player(e, 4, 5)[0] == "accepted"


def test_permission_is_set_once_and_only_where_it_is_the_houses() -> None:
    e = table(3, 4)

    assert e.floor(cmd.SecondSpots(box=0, on=True)).verdict == "refused"
    assert e.floor(cmd.SecondSpots(box=9, on=False)).verdict == "refused"
    assert {c.slot for c in e.allowed if c.slot.startswith("floor.second")} == {
        "floor.second.0",
        "floor.second.3",
        "floor.second.4",
    }
    other = Evening().opened().lit(3)
    assert other.floor(cmd.SecondSpots(box=0, on=False)).verdict == "refused"


@pytest.mark.clause("NH play.22")
def test_newcomer_gets_a_second_spot_between_rounds() -> None:
    """P holds 3 and 4: seat 4 goes to Q, and P may bet only seat 3."""
    e = table(3, 4)
    one_player(e, 3, 4)
    assert e.floor(cmd.SpotGiven(box=3, reason="all full")).text == "Box 3 is no second spot"
    assert e.floor(cmd.SpotGiven(box=4, reason=" ")).verdict == "refused"

    assert e.floor(cmd.SpotGiven(box=4, reason="no seat at any table")).verdict == "accepted"

    assert not e.play.people.linked
    assert e.play.boxes == (3,)
    assert e.put(cmd.BoxSet(box=4, lit=True)).verdict == "accepted"
    assert one_player(e, 3, 4)[1:] == ("NH play.22", "Box 4 was given to another player")


@pytest.mark.clause("NH play.22")
def test_spot_changes_its_player_when_the_round_is_over() -> None:
    """The same command in mid-round waits for the end."""
    e = table(3, 4)
    one_player(e, 3, 4)
    dealt(e, "Kh Kd 9c 9h 9d 8d")

    assert e.floor(cmd.SpotGiven(box=4, reason="no seat at any table")).verdict == "accepted"
    assert e.play.people.linked == ((3, 4),)
    assert e.floor(cmd.SpotGiven(box=4, reason="again")).verdict == "refused"
    e.press("act7")
    e.put(cmd.LayoutCleared(), after_ms=5000)

    assert not e.play.people.linked
    assert e.play.boxes == (3,)


# ---- the check ----
@pytest.mark.clause("NH play.24")
def test_check_under_an_ace_closes_insurance_and_comes_before_any_card() -> None:
    """Up A, hole Q: nobody draws, the settlement opens."""
    e = dealt(table(2, variant="hole_card"), "9h As 9d Qc")
    assert next_step(e.state, e.house).text == "Insurance? Tap boxes"
    assert e.put(cmd.InsuranceClosed()).verdict == "refused"
    assert e.put(cmd.Next(box=2, hand=1)).verdict == "refused"

    e.put(cmd.PeekAttested(blackjack=True))

    assert e.put(cmd.Hit(box=2, hand=1)).verdict == "refused"
    assert e.play.round == "turn_due"
    e.press("act7")
    assert str(e.play.round) == "settled"


@pytest.mark.clause("NH play.24")
def test_no_check_under_a_court_card_and_the_blackjack_is_found_at_the_reveal() -> None:
    """Up Q, hole A: a reader is refused, the players act."""
    e = dealt(table(2, variant="hole_card_reader"), "9h Qc 3d As")
    assert e.play.round == "deciding"
    assert e.put(cmd.PeekAttested(blackjack=True)).verdict == "refused"
    e.draw("7h")

    e.press("act7")

    assert e.hand(2) == ["9h", "3d", "7h"]
    assert e.paid()[2, "main"] == ("take", "")

    other = dealt(table(2, variant="hole_card_reader"), "9h Qc 3d As")
    other.peek(True)
    assert other.held == "reader_used"


# ---- busts and the wheel ----
def test_busted_hand_is_taken_before_play_moves_on() -> None:
    """NH play.20: the word stands at the hand, and the next card goes to the next one."""
    e = dealt(table(2, 3), "9h 6h 9c 5h 6d 8d")

    e.draw("Kd")

    assert layout.boxes(e.state, e.house)[1].hands[0].result == "bust"
    assert next_step(e.state, e.house).text == "Next card → box 3"


@pytest.mark.clause("NH silent.wheel")
def test_wheel_and_its_wager_do_not_exist() -> None:
    """A Bonus Spin wager is refused; a wheel that speaks is on the record as unknown."""
    e = table(2)

    wager = e.put(cmd.WagerSet(box=2, kind="bonus_spin", on=True))
    e.reading(fact.WagerSensed, "wheel", box=2, on=True)
    e.reading(fact.SeatButtonPressed, "wheel", box=2)
    e.reading(fact.SpinDone, "wheel", order=7, section="50")

    assert (wager.verdict, wager.clause) == ("refused", "NH silent.wheel")
    assert all(w.kind == "main" for w in e.play.wagers)
    assert e.play.spins == ()
    assert not [o for o in e.state.orders if o.kind == "spin"]
    assert e.open
