"""The idle table: all cards spread, the first player looks, the old shoe is never resumed."""

from __future__ import annotations

from typing import Any

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure.guide.next_step import next_step
from tests.kit.evening import Evening, house
from tests.kit.stacks import at_cut, unshuffled

MA, MD, NH = "massachusetts", "maryland", "boston-billiard"


def half_used(pack: str, **options: Any) -> Evening:
    """One round is settled and cleared, nobody plays any more."""
    evening = Evening(house(pack, **options)).opened().lit(7)
    evening.draw("9h 8h 9s 9c")
    evening.press("act1")
    evening.press("act7")
    evening.put(cmd.LayoutCleared(), after_ms=5000)
    return evening


def line(evening: Evening) -> str:
    return next_step(evening.state, evening.house).text


def commands(evening: Evening) -> set[type]:
    return {type(c.command) for c in evening.allowed}


@pytest.mark.clause("MA 4.i")
@pytest.mark.parametrize(("slot", "face_up"), [("act4", False), ("act5", True)])
def test_dealer_of_an_idle_table_spreads_the_cards_either_way(slot: str, face_up: bool) -> None:
    evening = half_used(MA)

    evening.press(slot)

    assert evening.play.decks == "idle"
    assert evening.play.day.face_up is face_up
    assert (evening.play.boxes, evening.play.wagers) == ((), ())
    assert line(evening) == f"Spread all face {'up' if face_up else 'down'}"


@pytest.mark.clause("MA 4.i~2")
def test_face_down_cards_are_turned_up_when_a_player_arrives() -> None:
    """Betting is refused and the instruction is to turn the spread face up."""
    evening = half_used(MA)
    evening.put(cmd.NoPlay())

    evening.put(cmd.FirstPlayer(box=4))
    bet = evening.put(cmd.BoxSet(box=4, lit=True))
    told = line(evening)
    washed = evening.put(cmd.CardsWashed())
    evening.press("act1")

    assert (bet.verdict, bet.clause) == ("refused", "MA 4.i~2")
    assert told == "Turn the cards face up"
    assert (washed.verdict, washed.clause) == ("refused", "MA 4.i~2")
    assert evening.play.decks == "looked"
    assert evening.play.day.first_player == 4


@pytest.mark.clause("MA 4.i~3")
def test_cards_that_were_spread_are_washed_stacked_and_shuffled_before_a_wager() -> None:
    """The half-used shoe is never resumed."""
    evening = half_used(MA)
    evening.put(cmd.NoPlay(face_up=True))
    evening.put(cmd.FirstPlayer(box=4))

    early = [evening.put(cmd.ShuffleAsked()), evening.put(cmd.BoxSet(box=4, lit=True))]
    done = [evening.put(cmd.CardsWashed()), evening.put(cmd.CardsStacked())]
    unshuffled = evening.put(cmd.BoxSet(box=4, lit=True))
    evening.shuffled()
    evening.draw("9c")

    assert [o.verdict for o in (*early, *done, unshuffled)] == [
        "refused", "refused", "accepted", "accepted", "refused",
    ]  # fmt: skip
    assert evening.put(cmd.BoxSet(box=4, lit=True)).verdict == "accepted"


@pytest.mark.clause("MA 4.i~3")
def test_decks_that_came_preshuffled_are_shuffled_once_they_were_spread_idle() -> None:
    evening = Evening(house(MA)).open_table(before=cmd.DecksReceived)
    evening.put(cmd.DecksReceived(preinspected=True, preshuffled=True))
    evening.cut()
    evening.reading(fact.ShoeLoaded, "shoe")
    evening.draw("9c")

    evening.put(cmd.NoPlay(face_up=True))
    for said in (cmd.FirstPlayer(box=2), cmd.CardsWashed(), cmd.CardsStacked()):
        evening.put(said)

    assert (evening.play.shuffle, evening.play.cut) == ("idle", "none")
    assert line(evening) == "Press NEXT: shuffle"


@pytest.mark.clause("MD 5.H")
def test_idle_cards_lie_face_down_unless_a_player_asks() -> None:
    """All cards out of shoe and rack; dealing is blocked until 5.I is done."""
    evening = half_used(MD)
    face_up = evening.put(cmd.NoPlay(face_up=True))
    evening.put(cmd.NoPlay())
    told, empty = line(evening), evening.play.shoe
    evening.reading(fact.ShoeOpened, "shoe")

    bet = evening.put(cmd.BoxSet(box=2, lit=True))
    evening.put(cmd.SpreadTurned())
    asked = line(evening)
    dealt = evening.draw("5h")

    assert (face_up.verdict, face_up.clause) == ("refused", "MD 5.H")
    assert (told, asked, empty) == ("Spread all face down", "Spread all face up", "empty")
    assert [r.kind for r in dealt.raised] == ["card_drawn_in_error"]
    assert (bet.verdict, bet.clause) == ("refused", "MD 5.I")
    assert evening.play.day.face_up


@pytest.mark.clause("MD 5.I")
@pytest.mark.parametrize(
    ("shuffler", "branch"), [(False, cmd.CardsWashed), (True, cmd.CardsStacked)]
)
def test_first_player_looks_before_either_way_to_shuffle_opens(
    *, shuffler: bool, branch: type
) -> None:
    """Without a shuffler wash and stack; with one, the stacked cards go into it."""
    evening = half_used(MD)
    if not shuffler:
        evening.floor(cmd.ShufflerSetAside(how="covered"))
    evening.put(cmd.NoPlay())
    before = commands(evening) & {cmd.CardsWashed, cmd.CardsStacked}

    evening.put(cmd.FirstPlayer(box=2))

    assert before == set()
    assert commands(evening) & {cmd.CardsWashed, cmd.CardsStacked} == {branch}
    assert evening.play.day.first_player == 2


def test_no_play_is_refused_while_a_round_is_open_and_where_the_text_has_no_idle_table() -> None:
    evening = half_used(MA).lit(1)
    evening.draw("5h")
    silent = half_used(NH)

    open_round = evening.put(cmd.NoPlay())
    unknown = silent.put(cmd.NoPlay())

    assert open_round.verdict == "refused"
    assert unknown.text == "No idle spread here"
    assert cmd.NoPlay not in commands(evening) | commands(silent)


def with_batch_inside(**options: Any) -> Evening:
    """The other batch is shuffled; this one lies spread and the first player has looked."""
    evening = half_used(MD, batches=2, **options)
    evening.put(cmd.ShuffleAsked())
    wire = evening.state.orders[-1].wire
    evening.reading(fact.ShuffleDone, "shuffler", order=wire, cards=288)
    evening.put(cmd.NoPlay())
    evening.put(cmd.FirstPlayer(box=2))
    return evening


@pytest.mark.clause("MD 5.I.2.b")
@pytest.mark.parametrize(
    ("kept", "asked", "spread"),
    [("secure", False, False), ("secure", True, True), ("open", False, True)],
)
def test_batch_from_the_shuffler_is_spread_only_on_request_while_it_is_kept_securely(
    kept: str, *, asked: bool, spread: bool
) -> None:
    """Only spreading and shuffling are waived; the cut is not."""
    evening = with_batch_inside(idle_batch=kept)

    if asked:
        evening.press("act3")
    evening.put(cmd.CardsStacked())
    state = evening.play.decks, evening.play.cut, evening.play.shuffle
    for said in (cmd.FirstPlayer(box=2), cmd.CardsStacked(), cmd.ShuffleAsked()):
        evening.put(said)

    assert evening.play.stack.batch == 2
    if spread:
        assert state == ("idle", "none", "idle")
        assert evening.play.shuffle == "running"
    else:
        assert state == ("ready", "due", "done")


@pytest.mark.clause("MD 5.I.1")
def test_without_a_shuffler_wash_stack_shuffle_and_cut_come_in_this_order() -> None:
    evening = half_used(MD)
    evening.floor(cmd.ShufflerSetAside(how="covered"))
    evening.put(cmd.NoPlay())
    evening.put(cmd.FirstPlayer(box=2))
    early = [evening.put(cmd.CardsStacked()), evening.put(cmd.ShuffleStep(step="riffle"))]
    evening.put(cmd.CardsWashed())
    unstacked = evening.put(cmd.ShuffleStep(step="riffle"))
    evening.put(cmd.CardsStacked())
    uncut = evening.put(cmd.CutTaken(box=0))

    while evening.play.shuffle != "done":
        evening.press("act1")

    assert [o.verdict for o in (*early, unstacked, uncut)] == ["refused"] * 4
    assert (evening.play.cut, evening.play.shoe) == ("due", "empty")


@pytest.mark.clause("MA 4.i")
def test_stack_that_waits_for_a_cut_is_spread_when_nobody_plays() -> None:
    """Shuffled, and the last player has left: it is neither cut nor loaded first."""
    evening = at_cut(house(MA, method="manual"))

    spread = evening.put(cmd.NoPlay(face_up=True))
    evening.put(cmd.FirstPlayer(box=4))

    assert spread.verdict == "accepted"
    assert (evening.play.cut, evening.play.shuffle) == ("none", "idle")
    assert line(evening) == "Turn down, wash"


def test_nothing_is_spread_while_the_machine_has_the_cards() -> None:
    evening = unshuffled(house(MA))
    evening.put(cmd.ShuffleAsked())

    assert evening.put(cmd.NoPlay()).verdict == "refused"
