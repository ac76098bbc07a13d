"""What a scanning shoe tells beside its cards: one pushed back, one of another back or set."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure.state.inputs import Outcome
from tests.kit.evening import Evening, house
from tests.procedure.walks.promises import misnumbered

MA, MD = "massachusetts", "maryland"


def dealt(name: str = MA) -> Evening:
    evening = Evening(house(name)).opened().lit(3, 5)
    evening.draw("8c 9d 7d 4c 9c Kd")
    evening.press("act1")
    return evening


def pushed_back(evening: Evening) -> Outcome:
    return evening.reading(fact.CardPushedBack, "shoe")


def foreign(evening: Evening) -> Outcome:
    return evening.reading(fact.CardNotRead, "shoe", foreign=True)


def kinds(evening: Evening) -> list[tuple[str, str]]:
    return [(i.kind, i.about) for i in evening.open]


# ---- pushed back ----
def test_card_pushed_back_is_no_card_until_it_is_drawn_again() -> None:
    """It is noted in amber; the hand and the count of the shoe are as before it."""
    evening = dealt()
    out = evening.play.drawn
    evening.draw("6s")

    pushed_back(evening)

    assert (kinds(evening), evening.held) == ([("card_pushed_back", "box 3")], "")
    assert (evening.hand(3), evening.play.drawn) == (["8c", "4c"], out)
    evening.draw("6s")
    assert (evening.hand(3), evening.play.drawn) == (["8c", "4c", "6s"], out + 1)
    pushed_back(evening)
    evening.press("act1")
    pushed_back(evening)
    assert kinds(evening)[-1] == ("card_pushed_back", "look at the cards")
    assert list(misnumbered(evening)) == []


OF_PEOPLE = (
    fact.SignInTried(name="Ada Fox", right=True, rank="floorperson"),
    fact.PeopleFound(people=(("Ada Fox", "floorperson", "1f03"),)),
    fact.Exported(who="A", reason="b", what="round 1", first=1, last=9, sha256="0" * 64),
    fact.DayHeld(day="2026-11-27", who="A", reason="b"),
    fact.CardKeysDestroyed(who="A", files=((1, "2026-11-27"),)),
)
"""What the record says of people and papers: no card moves by it."""


@pytest.mark.parametrize("item", OF_PEOPLE, ids=lambda item: type(item).__name__)
def test_card_pushed_back_is_known_whatever_people_do_at_a_page_meanwhile(item: fact.Fact) -> None:
    evening = dealt()
    evening.draw("6s")
    evening.put(item)

    pushed_back(evening)

    assert (kinds(evening), evening.hand(3)) == ([("card_pushed_back", "box 3")], ["8c", "4c"])


def test_hole_card_pushed_back_leaves_the_deal_one_card_short_and_shows_nothing() -> None:
    evening = Evening(house(MA)).opened().lit(3)
    evening.draw("8c 7d 4c Kd")
    shown = len(evening.state.seen)

    pushed_back(evening)

    assert kinds(evening) == [("card_pushed_back", "last card")]
    assert evening.put(cmd.DealOk()).text == "1 card due"
    evening.draw("Kd")
    assert len(evening.play.dealt) == 4
    assert len(evening.state.seen) <= shown


def test_card_pushed_back_after_a_decision_is_for_people_to_look_at() -> None:
    """What was decided since may have been decided on that card: nothing is undone."""
    evening = dealt()
    evening.draw("2s")
    evening.press("act1")

    pushed_back(evening)

    assert kinds(evening) == [("card_pushed_back", "look at the cards")]
    assert evening.hand(3) == ["8c", "4c", "2s"]


def test_hold_over_a_card_falls_away_with_the_card_that_goes_back() -> None:
    evening = dealt()
    evening.draw("Ts")
    assert evening.held == "ten_found"

    outcome = pushed_back(evening)

    assert [w.kind for w in outcome.withdrawn] == ["ten_found"]
    assert (kinds(evening), evening.held) == ([("card_pushed_back", "last card")], "")


def test_two_cards_pushed_back_one_after_the_other_are_both_undone() -> None:
    evening = dealt()
    evening.draw("2s 3s")

    pushed_back(evening)
    pushed_back(evening)

    assert evening.hand(3) == ["8c", "4c"]
    assert [i.kind for i in evening.open] == ["card_pushed_back", "card_pushed_back"]


# ---- another back ----
def test_card_of_another_back_is_told_without_its_face_and_booked_nowhere() -> None:
    evening = Evening(house(MA)).opened().lit(3)
    evening.draw("8c 7d 4c")

    foreign(evening)

    assert (evening.held, len(evening.play.dealt)) == ("foreign_card", 3)
    evening.answer("ten", "NO")
    assert evening.rule("enter_card", reason="Kd").text == "That card lies face down"
    assert evening.rule("remove_card", reason="a red back").verdict == "accepted"
    evening.draw("Kd")
    evening.press("act1")
    assert (evening.hand(3), evening.play.removed) == (["8c", "4c"], 1)


def test_no_card_is_late_while_the_deal_is_held() -> None:
    """Nobody may draw, so that the pause puts no deal in doubt."""
    evening = Evening(house(MA)).opened().lit(3)
    evening.draw("8c 7d 4c")
    (timer,) = [t.id for t in evening.play.timers if t.id.startswith("deal_gap/")]
    foreign(evening)

    evening.put(fact.TimerFired(timer=timer))

    assert (kinds(evening), evening.play.doubt) == ([("foreign_card", "")], False)


def test_card_of_another_back_that_is_a_ten_has_the_clause_of_the_tens() -> None:
    """The second of the window is the second ten, whatever told the first."""
    evening = dealt(MD)
    foreign(evening)

    evening.answer("ten", "YES")

    assert evening.held == "ten_found"
    assert evening.rule("torn_and_boxed").verdict == "accepted"
    assert (evening.play.tens, evening.play.removed) == (1, 1)
    foreign(evening)
    evening.answer("ten", "YES")
    assert evening.held == "ten_found_second"


def test_burn_of_another_back_is_burnt_again() -> None:
    evening = Evening(house(MA))
    evening.open_table()
    evening.shuffled()

    foreign(evening)
    evening.answer("ten", "NO")
    evening.rule("remove_card", reason="a red back")

    assert evening.play.shoe == "burn_due"
    evening.draw("9c")
    assert str(evening.play.shoe) == "ready"


def test_reshuffle_is_ruled_while_a_machine_shuffles_and_changes_nothing() -> None:
    """What the machine has in it is shuffled whole anyway."""
    evening = Evening(house(MA))
    evening.open_table()
    evening.put(cmd.ShuffleAsked())
    pushed_back(evening)

    said = evening.rule("reshuffle", reason="seen from the rail")

    assert said.verdict == "accepted"
    assert evening.play.shuffle == "running"
    assert evening.open == ()
