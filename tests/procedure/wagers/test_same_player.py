"""One player on several boxes (MA 5.g~3, 14; MD 6.H, 12.C.3; NH play.21; CA limits.4.iii)."""

from __future__ import annotations

from typing import Any

import pytest

from controller.domain import commands as cmd
from controller.procedure.state.inputs import Outcome
from tests.kit.evening import Evening
from tests.kit.filed import filed
from tests.kit.shown import box, labels

MA = "massachusetts-bonus-spin"


def table(pack: str = MA, **options: Any) -> Evening:
    return Evening(filed(pack, **options)).opened()


def linked(at: Evening, *boxes: int) -> Outcome:
    return at.put(cmd.PlayersLinked(boxes=boxes))


@pytest.mark.clause("MA 14")
def test_one_box_to_a_player_is_the_default() -> None:
    """Player A on box 2: a wager of his on box 3 too is refused."""
    at = table().lit(2, 3)

    outcome = linked(at, 2, 3)

    assert (outcome.verdict, outcome.clause) == ("refused", "MA 14")


@pytest.mark.clause("MA 14~2")
def test_licensee_lets_a_player_have_two_boxes() -> None:
    """Granted and logged: boxes 2 and 3 are one player's, a third is not."""
    at = table(boxes_per_player=2).lit(2, 3, 4)

    two, three = linked(at, 2, 3), linked(at, 2, 3, 4)

    assert at.house.pack.deal.boxes_per_player.approval is not None
    assert (two.verdict, three.verdict) == ("accepted", "refused")
    assert at.play.people.linked == ((2, 3),)


@pytest.mark.clause("MD 6.H")
def test_boxes_of_a_player_are_adjacent_and_as_many_as_were_filed() -> None:
    """At most two: 3 and 4 accepted, 3 and 5 not adjacent, 3 4 5 too many."""
    at = table("maryland", boxes_per_player=2).lit(3, 4, 5)

    apart, many, two = linked(at, 3, 5), linked(at, 3, 4, 5), linked(at, 3, 4)

    assert (apart.verdict, apart.clause) == ("refused", "MD 6.H")
    assert (many.verdict, many.clause) == ("refused", "MD house.adjacent-boxes")
    assert two.verdict == "accepted"


@pytest.mark.clause("NH play.21")
def test_two_hands_of_a_person_lie_side_by_side() -> None:
    """P on seat 2: seat 4 is refused, seat 3 accepted."""
    at = table("boston-billiard").lit(2, 3, 4)

    apart, beside = linked(at, 2, 4), linked(at, 2, 3)

    assert (apart.verdict, apart.clause) == ("refused", "NH play.21")
    assert beside.verdict == "accepted"


def test_a_link_lasts_until_it_is_changed() -> None:
    """Over rounds; a box that goes to another leaves the old group."""
    at = table(boxes_per_player=3).lit(2, 3, 4)
    linked(at, 2, 3)
    at.draw("Kh Kd Kc 7d Qc Qd Qh Kd")
    at.press("act1")
    at.press("act7")
    at.put(cmd.LayoutCleared(), after_ms=5000)

    kept = at.play.people.linked
    linked(at, 3)
    linked(at, 3, 4)
    moved = at.play.people.linked
    linked(at, 3)

    assert (kept, moved, at.play.people.linked) == (((2, 3),), ((3, 4),), ())


# ---- envy is paid per player ----
def superbonus(at: Evening) -> None:
    """Box 3 makes three sevens in spades against a seven; 4 and 5 stand on 20."""
    at.draw("7s Kd Kc 7d 7s Qd Qc Kh")
    at.press("act1")
    at.draw("7s")
    at.press("act7")


def envied(at: Evening) -> list[int]:
    return [p.box for p in at.play.payments if p.kind == "envy"]


def test_another_players_two_boxes_earn_one_envy_and_the_winners_own_none() -> None:
    """MA 5.g~3: every other player, not every other box."""
    apart = table().lit(3, 4, 5, main={3: 1000})
    both = table(boxes_per_player=2).lit(3, 4, 5, main={3: 1000})
    own = table(boxes_per_player=2).lit(3, 4, 5, main={3: 1000})
    linked(both, 4, 5)
    linked(own, 3, 4)

    for at in (apart, both, own):
        superbonus(at)

    assert [envied(at) for at in (apart, both, own)] == [[5, 4], [4], [5]]


def test_same_player_is_asked_at_the_settlement_when_envy_is_paid() -> None:
    """The picture is made anew; without envy nothing is asked there."""
    at = table(boxes_per_player=2).lit(3, 4, 5, main={3: 1000})
    superbonus(at)
    asked = labels(at, "people4")

    at.put(cmd.PlayersLinked(boxes=(4, 5)))

    assert asked == ["SAME PLAYER"]
    assert envied(at) == [4]
    assert [p.kind for p in at.play.payments].count("super_bonus") == 1


def test_menu_links_a_box_with_the_next_and_unlinks_it() -> None:
    at = table(boxes_per_player=2).lit(3, 4)
    offered = labels(at, "people3")

    at.press("people3.1")

    assert offered == ["SAME PLAYER"]
    assert labels(at, "people3") == ["ANOTHER PLAYER"]
    assert box(at, 3).was == "boxes 3 4, one player"


def test_players_fee_is_one_for_one_player() -> None:
    """CA limits.4.iii: two boxes of one player owe one fee."""
    fees = []
    for boxes in ((), (2, 3)):
        at = table("pure-21-5", fee_schedule=1)
        at.put(cmd.BankSet(box=7, on=True))
        at.lit(2, 3, main={2: 2000, 3: 2000})
        if boxes:
            linked(at, *boxes)
            at.put(next(c.command for c in at.allowed if isinstance(c.command, cmd.FeesTaken)))
        at.draw("Kh Kc 7d Qc Qd Kd")
        at.press("act1")
        fees.append([p.cents for p in at.play.payments if p.kind == "fee" and p.box != 7])

    assert fees == [[100, 100], [100]]
