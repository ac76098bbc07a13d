"""The controller stands aside: the table is dealt without it, and a full shuffle brings it back."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain.views.view import TableName
from controller.procedure.guide.levels import levels
from controller.procedure.guide.next_step import next_step
from controller.procedure.state.inputs import Outcome
from controller.view.floor import floor_view
from controller.view.frame import Frame
from controller.view.sign import sign_view
from tests.kit.evening import Evening, house
from tests.kit.progressives import XTREME, Wheeled

FREE = ("boston-billiard", "massachusetts", "massachusetts-bonus-spin", "pure-21-5")


def at(e: Evening) -> Frame:
    return Frame(seq=1, at=e.mono, table=TableName(id="BJ-07", pack=""))


def stand(e: Evening, *, aside: bool = True, lamp: bool = False) -> Outcome:
    return e.floor(cmd.StoodAside(aside=aside, lamp=lamp))


@pytest.mark.parametrize("pack", FREE)
@pytest.mark.clause("MA house.stand-aside", "NH house.stand-aside", "CA house.stand-aside")
def test_controller_stands_aside_and_comes_back_with_a_full_shuffle(pack: str) -> None:
    """Between two rounds, by a floorperson; whatever lay in the shoe is shuffled again."""
    e = Evening(house(pack)).opened()

    assert stand(e).verdict == "accepted"
    assert stand(e, aside=False).verdict == "accepted"

    assert (e.play.shoe, e.play.cut, e.play.shuffle) == ("empty", "none", "idle")
    e.shuffled()
    assert e.play.loaded == e.house.shoe_cards


@pytest.mark.clause("MD house.stand-aside")
def test_controller_stands_aside_in_maryland_only_beside_a_reader_that_answers_itself() -> None:
    """The reader is mandatory equipment there, so its own lamp must answer."""
    e = Evening(house("maryland")).opened()

    refused = stand(e)
    assert (refused.verdict, refused.clause) == ("refused", "MD 2.E")
    assert stand(e, lamp=True).verdict == "accepted"
    assert stand(e, aside=False).verdict == "accepted"
    assert e.play.shoe == "empty"


def test_controller_does_not_stand_aside_inside_a_round() -> None:
    """What is on the layout is finished first."""
    e = Evening().later().lit(3)
    e.draw("7h")

    assert stand(e).verdict == "refused"


def test_dealer_does_not_let_the_controller_stand_aside() -> None:
    """It takes a floorperson."""
    e = Evening().opened()

    assert e.put(cmd.StoodAside(aside=True)).verdict == "refused"


def test_no_card_and_no_bonus_wager_is_taken_meanwhile() -> None:
    """Cards go unrecorded, the Bonus Spin is closed."""
    e = Evening().opened().lit(3, bonus_spin={3: 500})
    stand(e)
    before = e.play

    e.draw("7h 8s")
    bonus = cmd.WagerSet(box=3, kind="bonus_spin", on=True, cents=500)

    assert e.put(bonus).text == "The controller stands aside"
    assert e.play == before
    assert not [w for w in e.play.wagers if w.kind == "bonus_spin"]


def test_wheel_is_locked_meanwhile_and_chips_on_its_sensors_are_in_again_afterwards() -> None:
    """Bonus Spin and Xtreme 16 alike; a chip that was taken off is told when the lock opens."""
    table = Wheeled(**XTREME)
    table.lit(2, 4)
    table.chips({2: 500, 4: 100})
    table.chips({2: 500}, kind="xtreme")

    stand(table, lamp=True)
    locked, during = levels(table.state, table.house).wheel_locked, on_wheel(table)
    stand(table, aside=False)
    after = on_wheel(table)
    table.sense(4, 0, on=False)

    assert (locked, during) == (True, [])
    assert after == [(2, "bonus_spin"), (2, "xtreme"), (4, "bonus_spin")]
    assert on_wheel(table) == [(2, "bonus_spin"), (2, "xtreme")]
    assert not levels(table.state, table.house).wheel_locked


def on_wheel(table: Wheeled) -> list[tuple[int, str]]:
    return [(w.box, w.kind) for w in table.play.wagers if w.kind != "main"]


def test_each_shoe_and_each_dealer_is_still_logged_by_one_tap() -> None:
    """The floor sees since when, by whom, how many shoes."""
    e = Evening().opened()
    stand(e)

    e.press("act3")
    e.press("act3")
    e.put(cmd.DealerSignedOn(name="Lee"))

    assert e.play.manual.shoes == 2
    assert e.play.dealer_name == "Lee"
    duty = floor_view(e.state, e.house, at(e)).duties[0]
    assert duty.text == "Controller aside"
    assert duty.sub == "M. Okafor, 2 shoes told"


def test_sign_tells_the_players_to_wait_and_no_more() -> None:
    """Nothing is known of the round that is dealt."""
    e = Evening().opened()
    stand(e)

    assert sign_view(e.state, e.house, at(e)).state == "Please wait"


def test_dealers_line_says_so() -> None:
    """Deal without it; tell each shoe and dealer."""
    e = Evening().opened()
    stand(e)

    assert next_step(e.state, e.house).text == "Controller stands aside"


def test_table_closed_while_the_controller_stands_aside_is_counted() -> None:
    """Nobody stands aside of a closed table: the floor's page asks for the count."""
    e = Evening().opened()
    stand(e)
    e.floor(cmd.TableClosed(reason="end of the day"))

    assert next_step(e.state, e.house).text == "Count the decks. Floor"
    assert e.offered("floor.count") is not None
    counted = e.floor(cmd.DecksCounted(cards=e.house.shoe_cards, seal="S-17"))

    assert counted.verdict == "accepted"
    assert e.play.opening == "closed"


def test_floors_page_offers_no_report_and_no_void_while_the_controller_stands_aside() -> None:
    """EVACUATION stood there lit and was refused; VOID named a rank, and no rank could."""
    e = Evening(house(FREE[0])).opened()
    e.put(cmd.FloorCalled())
    stand(e)

    view = floor_view(e.state, e.house, at(e), "floorperson")

    assert view.reports == ()
    void = view.irregularities[0].always[-1]
    assert (void.name, void.greyed_reason) == ("OTHER: VOID ROUND", "The controller stands aside")
