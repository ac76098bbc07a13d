"""A player asked for a card and got none; somebody touched cards."""

from __future__ import annotations

from typing import Any

import pytest

from controller.domain import commands as cmd
from controller.procedure.guide.next_step import next_step
from controller.procedure.irregularities import catalog
from tests.kit.evening import Evening, house

MD, NH, CA = "maryland", "boston-billiard", "pure-21-5"
BOTH = pytest.mark.parametrize("pack", ["massachusetts", "maryland"])


def passed_over(pack: str, **options: Any) -> Evening:
    """Up 7; box 3 asked on 12, the dealer went on to boxes 5 and 6."""
    evening = Evening(house(pack, **options)).opened()
    evening.lit(3, 5, 6, main={3: 2000, 5: 2000, 6: 2000})
    down = "" if "variant" in options else "9h"
    evening.draw("5c 6d 6h 7c 7d Qc Qs", down)
    evening.press("act1")
    evening.put(cmd.Next(box=3, hand=1))
    evening.draw("4d")
    return evening


def line(evening: Evening) -> str:
    return next_step(evening.state, evening.house).text


@BOTH
@pytest.mark.clause("MD 13.O")
def test_missed_draw_offers_the_player_exactly_two_choices(pack: str) -> None:
    """Cards that went to other boxes stay; the player takes the card last or the hand is dead."""
    evening = passed_over(pack)

    evening.put(cmd.MissedDraw(box=3))
    asked = evening.open[-1]
    evening.put(cmd.FactAnswered(irr=asked.id, question="down", answer="YES"))

    offered = {c.command.ruling for c in evening.allowed if isinstance(c.command, cmd.Ruled)}
    assert offered == {"card_last", "hand_dead"}
    assert evening.hand(5) == ["6d", "Qc", "4d"]
    assert evening.held == ""


@BOTH
@pytest.mark.clause("MA 15.i", "MD 13.O.1")
def test_missed_card_comes_after_all_other_hands_and_before_the_hole_card(pack: str) -> None:
    """The first card after box 6 has finished goes to box 3; the turn is refused until then."""
    evening = passed_over(pack)
    evening.put(cmd.MissedDraw(box=3))
    asked = evening.open[-1]
    evening.put(cmd.FactAnswered(irr=asked.id, question="down", answer="YES"))
    evening.put(cmd.Ruled(irr=asked.id, ruling="card_last"))

    early = evening.put(cmd.Turned())
    evening.put(cmd.Next(box=5, hand=1))
    evening.draw("2h")
    assert evening.hand(6) == ["6h", "Qs", "2h"]
    evening.put(cmd.Next(box=6, hand=1))
    said = line(evening)
    still = evening.put(cmd.Turned())
    stood = evening.put(cmd.Next(box=3, hand=1))
    evening.draw("3s")

    assert early.verdict == still.verdict == stood.verdict == "refused"
    assert still.clause == {"massachusetts": "MA 15.i", "maryland": "MD 13.O.1"}[pack]
    assert said == "Missed card → box 3"
    assert evening.hand(3) == ["5c", "7d", "3s"]
    assert line(evening) == "Next card → box 3"


@BOTH
@pytest.mark.clause("MA 15.i~2", "MD 13.O.2")
def test_hand_that_was_passed_over_may_be_called_dead_with_its_wager_back(pack: str) -> None:
    evening = passed_over(pack)
    evening.put(cmd.MissedDraw(box=3))
    asked = evening.open[-1]
    evening.put(cmd.FactAnswered(irr=asked.id, question="down", answer="YES"))
    evening.put(cmd.Ruled(irr=asked.id, ruling="hand_dead"))

    evening.put(cmd.Next(box=5, hand=1))
    evening.put(cmd.Next(box=6, hand=1))
    evening.press("act7")
    evening.draw("5h")

    back = [p for p in evening.play.payments if p.box == 3]
    assert [(p.direction, p.cents) for p in back] == [("void", 2000)]
    assert evening.hand(5) == ["6d", "Qc", "4d"]
    assert {p.box for p in evening.play.payments} == {3, 5, 6}


@BOTH
def test_missed_draw_found_at_the_turn_stops_it_until_the_player_has_chosen(pack: str) -> None:
    """The question must be answered before the hole card is shown."""
    evening = passed_over(pack)
    evening.put(cmd.Next(box=5, hand=1))
    evening.put(cmd.Next(box=6, hand=1))
    assert evening.play.round == "turn_due"

    evening.put(cmd.MissedDraw(box=3))
    held = evening.held
    asked = evening.open[-1]
    refused = evening.put(cmd.Turned())
    evening.put(cmd.FactAnswered(irr=asked.id, question="down", answer="YES"))
    evening.put(cmd.Ruled(irr=asked.id, ruling="card_last"))
    evening.draw("2s")

    assert held == "missed_draw"
    assert refused.verdict == "refused"
    assert evening.hand(3) == ["5c", "7d", "2s"]
    assert str(evening.play.round) == "deciding"


@pytest.mark.parametrize("said", ["NO", "YES"])
def test_missed_draw_after_the_turn_leaves_only_the_dead_hand(said: str) -> None:
    """With the hole card turned no card can come before it any more."""
    evening = passed_over("maryland")
    evening.put(cmd.Next(box=5, hand=1))
    evening.put(cmd.Next(box=6, hand=1))
    evening.press("act7")
    evening.put(cmd.MissedDraw(box=3))
    asked = evening.open[-1]
    evening.put(cmd.FactAnswered(irr=asked.id, question="down", answer=said))

    refused = evening.put(cmd.Ruled(irr=asked.id, ruling="card_last"))
    dead = evening.put(cmd.Ruled(irr=asked.id, ruling="hand_dead"))

    assert refused.verdict == "refused"
    assert dead.verdict == "accepted"


def test_missed_card_comes_before_the_dealers_second_card_without_a_hole_card() -> None:
    """Where the dealer takes the second card last, the missed one comes before it."""
    evening = passed_over("massachusetts", variant="no_hole_card")
    evening.put(cmd.Next(box=5, hand=1))
    evening.put(cmd.Next(box=6, hand=1))
    assert evening.play.round == "dealer_plays"
    evening.put(cmd.MissedDraw(box=3))
    asked = evening.open[-1]
    evening.put(cmd.FactAnswered(irr=asked.id, question="down", answer="YES"))
    evening.put(cmd.Ruled(irr=asked.id, ruling="card_last"))

    evening.draw("8s")
    evening.put(cmd.Next(box=3, hand=1))
    evening.draw("Ks")

    assert evening.hand(3) == ["5c", "7d", "8s"]
    assert [s.face for s in evening.play.dealer] == ["7c", "Ks"]


@pytest.mark.parametrize("box", [5, 6, 7])
def test_hand_that_was_not_passed_over_has_missed_nothing(box: int) -> None:
    evening = passed_over("massachusetts")

    refused = evening.put(cmd.MissedDraw(box=box))

    assert refused.verdict == "refused"
    assert refused.clause in ("MA 15.i", "MA 7.e~2")


def test_missed_draw_is_the_floors_where_the_text_has_no_remedy() -> None:
    """No remedy of another text is borrowed: the table waits for a floorperson."""
    evening = dealt(NH)
    evening.put(cmd.Next(box=5, hand=1))
    evening.put(cmd.MissedDraw(box=5))
    evening.answer("down", "YES")

    borrowed = evening.rule("card_last")
    offers = catalog.offers(evening.play, evening.house, evening.asked)
    ruled = evening.rule(offers[0].ruling.name, reason="asked too late")

    assert borrowed.verdict == "refused"
    assert ruled.verdict == "accepted"
    assert evening.held == ""


# ---- touched ----
@pytest.mark.clause("MA 7.k", "MA 7.k~2", "MD 7.U")
@pytest.mark.parametrize("pack", ["massachusetts", "maryland"])
def test_touched_cards_are_entered_with_box_dealer_and_what_was_done(pack: str) -> None:
    """The floor is called, play goes on, no settlement changes."""
    evening = passed_over(pack)
    before = evening.play

    evening.press("box5.touched")
    told = evening.open[-1]
    alone = evening.put(cmd.Ruled(irr=told.id, ruling="seen", reason="warned"))
    silent = evening.floor(cmd.Ruled(irr=told.id, ruling="seen"))
    done = evening.floor(cmd.Ruled(irr=told.id, ruling="seen", reason="warned"))

    assert (told.kind, told.box, told.about) == ("touched", 5, "Dana R.")
    assert told.raised_at > 0
    assert evening.held == ""
    assert alone.verdict == silent.verdict == "refused"
    assert done.verdict == "accepted"
    assert evening.play.hands == before.hands
    assert evening.play.wagers == before.wagers


def dealt(pack: str) -> Evening:
    """One hand on 12 against a 7; where a player holds the bank, it is box 4."""
    evening = Evening(house(pack)).opened()
    if pack == CA:
        evening.put(cmd.BankSet(box=4, on=True))
    evening.lit(5, main={5: 1000})
    evening.draw("5c 7c 7d 9h")
    evening.put(cmd.DealOk(boxes=(5,)))
    return evening


@pytest.mark.clause("NH rules.7")
def test_touched_cards_hold_the_table_where_the_text_has_no_remedy() -> None:
    """Until a floorperson has named what was done; no act of the dealer goes on."""
    evening = dealt(NH)

    evening.put(cmd.CardsTouched(box=5))
    held = evening.held
    waits = evening.put(cmd.Next(box=5, hand=1))
    done = evening.rule("seen", reason="warned")

    assert held == "touched"
    assert waits.verdict == "refused"
    assert waits.clause == "NH rules.7"
    assert done.verdict == "accepted"
    assert evening.play.irregularities[-1].ruled_by == "M. Okafor"
    assert evening.put(cmd.Next(box=5, hand=1)).verdict == "accepted"


@pytest.mark.clause("CA dealing.3.iii")
def test_touched_hole_card_is_an_entry_unless_its_face_was_shown() -> None:
    """The player-dealer touches the hole card: play goes on; shown, the round is held."""
    evening = dealt(CA)

    evening.put(cmd.CardsTouched(box=4))
    told = evening.open[-1]
    free = evening.held
    evening.put(cmd.LastCard(what="shown"))

    assert (told.kind, told.box) == ("touched", 4)
    assert told.raised_at > 0
    assert free == ""
    assert evening.held == "hole_card_shown"
