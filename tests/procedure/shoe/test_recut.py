"""The recut: who may order it, until when, and who cuts then (MA 4.f, MD 5.F)."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure.reducers.cards.cut import choices
from controller.procedure.state.inputs import Outcome
from tests.kit.evening import Evening, house
from tests.kit.stacks import (
    MA,
    MD,
    NH,
    approved,
    at_cut,
    by_hand,
    in_play,
    last_round,
    load,
    load_refused,
    ordered,
    shuffle,
)

SUPERVISOR = "casino_supervisor"


def placed(at: Evening, box: int) -> Evening:
    """That box has cut and the cards lie beside the shoe."""
    assert at.put(cmd.CutTaken(box=box)).verdict == "accepted"
    at.put(cmd.CutPlaced())
    return at


def recut(
    evening: Evening, rank: str = SUPERVISOR, reason: str = "cover card at the top"
) -> Outcome:
    return evening.floor(cmd.RecutOrdered(reason=reason), rank=rank)


def in_rotation(*boxes: int) -> Evening:
    """A later shoe of a table that shuffles by hand; its stack waits for the cut."""
    evening = in_play(by_hand(), *boxes)
    last_round(evening)
    shuffle(evening)
    return evening


@pytest.mark.clause("MA 4.f")
def test_casino_supervisor_orders_a_recut_after_the_load() -> None:
    """The state returns to the cut; a dealer's and a floorperson's order are refused."""
    evening = placed(in_rotation(2, 5, 7), 7)
    evening.reading(fact.ShoeLoaded, "shoe")

    dealers = evening.put(cmd.RecutOrdered(reason="cover card at the top"))
    floors = recut(evening, "floorperson")
    bare = recut(evening, reason=" ")
    supervisors = recut(evening)

    assert (dealers.verdict, dealers.clause) == ("refused", "MA 4.f")
    assert (floors.verdict, floors.clause) == ("refused", "MA 4.f")
    assert bare.verdict == "refused"
    assert supervisors.verdict == "accepted"
    assert (evening.play.cut, evening.play.shoe) == ("due", "empty")
    load(evening, 7)
    assert evening.play.shoe == "ready"


@pytest.mark.clause("MA 4.f", "MA house.recut-after-burn")
def test_full_shuffle_and_cut_takes_the_place_of_a_recut_after_the_burn() -> None:
    """recut_after_burn = no: refused, and the reshuffle is offered."""
    evening = placed(in_rotation(3), 3)
    evening.reading(fact.ShoeLoaded, "shoe")
    evening.draw("9c")

    outcome = recut(evening)

    assert (outcome.verdict, outcome.clause) == ("refused", "MA house.recut-after-burn")
    assert evening.offered("floor.recut") is None
    assert evening.offered("floor.reshuffle") is not None
    ordered(evening)
    shuffle(evening)
    assert evening.play.cut == "due"


@pytest.mark.clause("MA 4.f")
def test_recut_is_open_after_the_burn_where_the_house_says_so() -> None:
    """The burn card comes back and another one is burnt."""
    evening = at_cut(approved(MA, method="manual", recut_after_burn=True), first=3)
    placed(evening, 3)
    evening.reading(fact.ShoeLoaded, "shoe")
    evening.draw("9c")

    outcome = recut(evening)
    load(evening, 3)

    assert outcome.verdict == "accepted"
    assert (evening.play.drawn, evening.play.racked) == (1, 1)


@pytest.mark.clause("MA 4.f")
def test_recut_is_refused_after_the_first_card_of_the_round() -> None:
    evening = placed(in_rotation(1), 1)
    evening.reading(fact.ShoeLoaded, "shoe")
    evening.draw("9c 5h")

    outcome = recut(evening)

    assert (outcome.verdict, outcome.clause) == ("refused", "MA 4.f")


@pytest.mark.clause("MA 4.f~2", "MA house.recut")
def test_recut_is_offered_to_the_last_cutter_and_to_the_next_entitled() -> None:
    """Box 7 made the improper cut, boxes 2, 5 and 7 sit there: box 7 or box 5, and it is logged."""
    evening = placed(in_rotation(2, 5, 7), 7)
    recut(evening)

    offered = choices(evening.play, evening.house)
    other = evening.put(cmd.CutTaken(box=2))
    chosen = evening.put(cmd.CutTaken(box=5))

    assert offered == (7, 5)
    assert other.verdict == "refused"
    assert chosen.verdict == "accepted"
    assert evening.play.stack.cutter == 5


@pytest.mark.clause("MD 5.F")
def test_floorperson_orders_a_recut_until_the_cards_are_in_the_shoe() -> None:
    """With who and why; loaded: refused, and a reshuffle is offered instead."""
    evening = placed(at_cut(house(MD), first=3), 3)

    dealers = evening.put(cmd.RecutOrdered(reason="cover card 6 from top"))
    floors = recut(evening, "floorperson", "cover card 6 from top")
    placed(evening, 3)
    evening.reading(fact.ShoeLoaded, "shoe")
    late = recut(evening, "floorperson")

    assert (dealers.verdict, dealers.clause) == ("refused", "MD 5.F")
    assert floors.verdict == "accepted"
    said = [st.input for st, _ in evening.steps if isinstance(st.input, cmd.RecutOrdered)]
    assert (said[1].by, said[1].reason) == ("M. Okafor", "cover card 6 from top")
    assert (late.verdict, late.clause) == ("refused", "MD 5.F")
    assert late.text == "No recut any more: order a shuffle"
    assert evening.offered("floor.reshuffle") is not None


@pytest.mark.clause("MD 5.F.1", "MD house.recut-choice")
def test_recut_is_by_the_same_player_or_by_the_next_counter_clockwise() -> None:
    """Box 6 cut badly, boxes 1, 4 and 6 sit there: box 6 again, or box 4."""
    evening = in_play(house(MD), 1, 4, 6)
    ordered(evening)
    shuffle(evening)
    placed(evening, 6)
    recut(evening, "floorperson")

    assert choices(evening.play, evening.house) == (6, 4)
    assert evening.put(cmd.CutTaken(box=1)).verdict == "refused"


@pytest.mark.clause("MD 5.F.2")
def test_shoe_is_loaded_after_the_recut() -> None:
    """The cover card is placed anew with it."""
    evening = placed(at_cut(house(MD), first=3), 3)
    recut(evening, "floorperson")
    early = load_refused(evening)

    placed(evening, 3)
    evening.reading(fact.ShoeLoaded, "shoe")

    assert early
    assert evening.play.shoe == "burn_due"


def test_dealer_recuts_when_the_dealer_cut_last() -> None:
    """Nobody else is entitled; the dealer's cut is made again."""
    evening = in_play(house(MD), 2, 6)
    ordered(evening)
    shuffle(evening)
    placed(evening, 0)
    recut(evening, "floorperson")

    assert choices(evening.play, evening.house) == ()
    assert evening.press("act1").verdict == "accepted"
    assert evening.play.stack.cutter == 0


def test_recut_is_refused_where_the_text_gives_none() -> None:
    evening = placed(at_cut(house(NH), first=3), 3)

    outcome = recut(evening)

    assert (outcome.verdict, outcome.clause) == ("refused", "NH house.not-in-text")


def test_recut_is_refused_where_nobody_cut() -> None:
    """An automated shuffle without a cut has none to repeat."""
    evening = at_cut(house(MA), first=3)
    evening.press("act1")

    assert recut(evening).verdict == "refused"


@pytest.mark.parametrize("pack", ["boston-billiard", "pure-21-5"])
def test_refused_recut_names_a_way_that_is_open(pack: str) -> None:
    """The text has no reshuffle on order: a cut in doubt is reported, and the floor rules."""
    evening = at_cut(house(pack))
    evening.put(cmd.CutTaken(box=0))
    evening.put(cmd.CutPlaced())

    late = evening.floor(cmd.RecutOrdered(reason="card at the top"))
    ordered = evening.floor(cmd.ShuffleOrdered(reason="card at the top"))
    evening.floor(cmd.Reported(what="cut_in_doubt"))
    evening.rule("reshuffle", reason="card at the top")

    assert late.text == "No recut any more: report the cut"
    assert ordered.verdict == "refused"
    assert (evening.play.cut, evening.play.shuffle) == ("none", "idle")
