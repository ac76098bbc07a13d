"""The shuffle by hand, step group by step group; another method in place of the shuffler."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.structs import replace
from controller.procedure.reducers.cards.shuffle import riffles
from tests.kit.evening import Evening, house
from tests.kit.stacks import (
    MA,
    MD,
    NH,
    at_cut,
    by_hand,
    deal,
    in_play,
    jam,
    last_round,
    shuffle,
    unshuffled,
)

from .test_shuffle import line

GROUPS = ("plug", "riffles", "turn", "riffles", "strip")


def second_shoe() -> Evening:
    """The first shoe is dealt: undealt cards lie there to be plugged."""
    evening = in_play(by_hand(), 3)
    last_round(evening)
    return evening


def step(evening: Evening, name: str) -> tuple[str, str]:
    outcome = evening.put(cmd.ShuffleStep(step=name))
    return outcome.verdict, outcome.clause


def steps(evening: Evening, *names: str) -> None:
    for name in names:
        assert step(evening, name)[0] == "accepted"


@pytest.mark.clause("MA 4.j", "MA 4.j.1", "MA 4.j.4", "MA 4.j.5")
def test_hand_shuffle_takes_one_tap_for_each_step_group_and_ends_with_the_cut() -> None:
    """PLUG, RIFFLES, TURN, RIFFLES, STRIP, CUT: six taps, each on the record."""
    evening = second_shoe()
    seen = []

    for _ in range(6):
        seen.append(line(evening)[0])
        assert evening.press("act1").verdict == "accepted"

    assert seen == [
        "Plug: the rest into the rack cards",
        "Riffle, twice or more",
        "Turn: one half by 180 degrees",
        "Riffle, twice or more",
        "Strip: running cuts",
        "Offer cut: box 3",
    ]
    taps = [st.input.step for st, _ in evening.steps if isinstance(st.input, cmd.ShuffleStep)]
    assert tuple(taps[-5:]) == GROUPS
    assert evening.play.cut == "cutting"


@pytest.mark.clause("MA 4.j")
def test_opening_shuffle_has_no_plug() -> None:
    """Nothing was dealt yet, so there is nothing to plug."""
    evening = unshuffled(by_hand())

    assert step(evening, "plug") == ("refused", "MA 4.j")
    assert step(evening, "riffles")[0] == "accepted"


def test_rack_that_is_shuffled_in_mid_round_has_no_plug() -> None:
    """MA 15.g: the shoe is empty; nothing undealt lies behind a cutting card."""
    evening = in_play(by_hand(), 3)
    play = replace(evening.play, drawn=evening.play.loaded - 4, racked=evening.play.loaded - 4)
    evening.state = replace(evening.state, play=play)
    deal(evening)
    evening.press("act1")
    evening.put(cmd.ShoeEmptied())

    assert line(evening)[0] == "Shoe empty: shuffle the rack"
    assert step(evening, "plug") == ("refused", "MA 4.j")
    assert step(evening, "riffles")[0] == "accepted"


def test_stack_that_is_shuffled_once_more_has_no_plug() -> None:
    """Ordered before the load: all its cards lie together."""
    evening = second_shoe()
    shuffle(evening)

    evening.floor(cmd.ShuffleOrdered(reason="a player asks"))

    assert line(evening)[0] == "Riffle, twice or more"


@pytest.mark.clause("MA 4.j.2")
def test_each_tap_of_riffles_counts_as_two() -> None:
    evening = second_shoe()

    steps(evening, "plug", "riffles")
    first = riffles(evening.play, evening.house)
    steps(evening, "turn", "riffles")

    assert (first, riffles(evening.play, evening.house)) == (2, 4)


@pytest.mark.clause("MA 4.j.3")
def test_turn_is_complete_only_with_the_riffle_after_it() -> None:
    evening = second_shoe()
    steps(evening, "plug", "riffles", "turn")

    refused = evening.put(cmd.ShuffleStep(step="strip"))

    assert (refused.verdict, refused.clause) == ("refused", "MA 4.j.3")
    assert refused.text == "First the riffle that joins the halves"
    steps(evening, "riffles", "strip")


@pytest.mark.clause("MA 4.j.4~2")
def test_strip_is_refused_before_two_riffles() -> None:
    """Refused after PLUG alone; accepted after the riffles."""
    evening = second_shoe()
    steps(evening, "plug")

    assert step(evening, "strip") == ("refused", "MA 4.j.4~2")
    steps(evening, "riffles", "turn", "riffles", "strip")


@pytest.mark.clause("MA 4.j.5")
def test_riffle_after_the_cut_is_flagged_and_asks_for_a_new_cut() -> None:
    """The load is refused until the stack is cut again."""
    evening = at_cut(by_hand(), first=3)
    evening.press("act1")
    evening.press("act1")

    flagged = evening.put(cmd.ShuffleStep(step="riffles"))
    loaded = evening.reading(fact.ShoeLoaded, "shoe")

    assert [r.kind for r in flagged.raised] == ["cut_in_doubt"]
    assert loaded.raised
    assert evening.play.shoe == "empty"
    assert evening.play.cut == "due"


@pytest.mark.clause("NH play.5")
def test_two_passes_are_attested_in_their_order() -> None:
    """With pass 1 alone the cut is refused; after pass 2 it is due."""
    evening = unshuffled(by_hand(NH))

    assert step(evening, "through_pass") == ("refused", "NH play.5")
    steps(evening, "alternating_pass")
    assert evening.put(cmd.CutTaken(box=0)).verdict == "refused"
    steps(evening, "through_pass")

    assert evening.play.cut == "due"


def test_one_tap_attests_the_shuffle_where_the_text_prescribes_no_steps() -> None:
    evening = unshuffled(by_hand(MD))

    evening.press("act1")

    assert evening.play.cut == "due"


@pytest.mark.clause("MA 15.k")
def test_manual_shuffle_waits_until_the_jammed_shuffler_is_off_the_table() -> None:
    """Refused before its removal is attested; afterwards accepted, and the cut is due."""
    evening = unshuffled(house(MA))
    evening.put(cmd.ShuffleAsked())
    jam(evening)
    evening.rule("out_of_service")

    refused = step(evening, "riffles")
    covered = evening.floor(cmd.ShufflerSetAside(how="covered"))
    dealers = evening.put(cmd.ShufflerSetAside(how="removed"))
    removed = evening.floor(cmd.ShufflerSetAside(how="removed"))

    assert refused == ("refused", "MA 15.k")
    assert (covered.verdict, covered.clause) == ("refused", "MA 15.k")
    assert dealers.verdict == "refused"
    assert removed.verdict == "accepted"
    shuffle(evening)
    assert evening.play.cut == "due"


@pytest.mark.clause("MD house.shuffle-method")
@pytest.mark.parametrize("how", ["covered", "sign"])
def test_manual_shuffle_waits_for_the_cover_or_the_sign(how: str) -> None:
    """MD 13.S for the shuffler: either of the two, attested by a floorperson."""
    evening = unshuffled(house(MD))
    evening.put(cmd.ShuffleAsked())
    jam(evening)

    evening.rule("out_of_service", rank="casino_supervisor")
    refused = step(evening, "shuffle")
    removed = evening.floor(cmd.ShufflerSetAside(how="removed"))
    evening.floor(cmd.ShufflerSetAside(how=how))

    assert refused == ("refused", "MD 13.S")
    assert removed.verdict == "refused"
    steps(evening, "shuffle")
    assert evening.play.cut == "due"


def test_jammed_shuffler_may_be_set_aside_at_once() -> None:
    """One act of the floorperson ends the hold and changes the method."""
    evening = unshuffled(house(MA))
    evening.put(cmd.ShuffleAsked())
    jam(evening)
    held = evening.held

    evening.floor(cmd.ShufflerSetAside(how="removed"))

    assert (held, evening.held) == ("shuffler_fault", "")
    assert line(evening)[0] == "Riffle, twice or more"


def test_shuffler_that_is_back_in_service_shuffles_again() -> None:
    evening = unshuffled(house(MA))
    evening.floor(cmd.ShufflerSetAside(how="removed"))
    by_machine = evening.put(cmd.ShuffleAsked())

    evening.floor(cmd.OutOfService(device="shuffler", out=False))

    assert (by_machine.verdict, by_machine.clause) == ("refused", "MA 4.a~3")
    assert step(evening, "riffles") == ("refused", "MA 15.k")
    assert evening.put(cmd.ShuffleAsked()).verdict == "accepted"


@pytest.mark.parametrize("jams", [True, False])
def test_shuffler_out_of_service_gets_no_order_when_its_set_aside_was_refused(jams: bool) -> None:
    """SHUFFLE would wait for a machine that nobody starts: the floor is called instead."""
    evening = unshuffled(house(MA))
    if jams:
        evening.put(cmd.ShuffleAsked())
        jam(evening)
        evening.rule("out_of_service")
    else:
        evening.floor(cmd.OutOfService(device="shuffler", out=True))

    covered = evening.floor(cmd.ShufflerSetAside(how="covered"))
    pressed = evening.put(cmd.ShuffleAsked())

    assert covered.verdict == "refused"
    assert (pressed.verdict, pressed.clause) == ("refused", "MA 15.k")
    assert line(evening)[0] == "Remove shuffler. Floor"
    assert not any(isinstance(c.command, cmd.ShuffleAsked) for c in evening.allowed)
    assert evening.floor(cmd.OutOfService(device="shuffler", out=False)).verdict == "accepted"
    assert evening.put(cmd.ShuffleAsked()).verdict == "accepted"


def test_shuffler_lost_in_its_shuffle_leaves_no_shuffle() -> None:
    """Taken out of service while it ran: nothing counts, all is shuffled by hand."""
    evening = unshuffled(house(MA))
    evening.put(cmd.ShuffleAsked())

    evening.floor(cmd.OutOfService(device="shuffler", out=True))
    evening.floor(cmd.ShufflerSetAside(how="removed"))

    assert evening.play.shuffle == "idle"
    shuffle(evening)
    assert evening.play.cut == "due"
