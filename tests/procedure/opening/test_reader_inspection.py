"""The daily inspection of the card reader: seal and test cards, by a floorperson (MD 2.F)."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure.guide.next_step import next_step
from controller.procedure.irregularities import catalog
from controller.procedure.state.house import House
from tests.kit.evening import Evening, house

MA, MD = "massachusetts", "maryland"
RIGHT = (True, False, True, False)
VOID = ["void_back"]
HOUR_MS = 3600 * 1000


def maryland() -> House:
    """Gaming days of this house begin at 06:00 UTC; the tests' clock begins at midnight."""
    return house(MD)


def inspected(evening: Evening, *answers: bool) -> None:
    evening.floor(cmd.ReaderSealRead(seal="S-4711"))
    for answer in answers or RIGHT:
        evening.peek(answer)


def next_morning(after_ms: int = 5 * 60 * 1000) -> Evening:
    """A round is cleared and the gaming day changed at 06:00; it is 06:05."""
    evening = Evening(maryland()).opened().lit(7)
    evening.draw("9h 8h 9s 9c")
    evening.press("act1")
    evening.press("act7")
    evening.put(cmd.LayoutCleared(), after_ms=5000)
    evening.put(cmd.FloorCalled(), after_ms=6 * HOUR_MS + after_ms - evening.mono - 1000)
    evening.rule("as_they_lie", reason="nothing")
    return evening


@pytest.mark.clause("MD 2.F", "MD house.gaming-day-start")
def test_no_round_starts_on_a_new_gaming_day_before_the_reader_is_inspected() -> None:
    evening = next_morning()

    refused = evening.put(cmd.BoxSet(box=3, lit=True))
    told = next_step(evening.state, evening.house)
    by_dealer = evening.put(cmd.ReaderSealRead(seal="S-4711"))
    inspected(evening)

    assert (refused.verdict, by_dealer.verdict) == ("refused", "refused")
    assert (told.text, told.clause) == ("Reader inspection. Floor", "MD 2.F")
    assert evening.put(cmd.BoxSet(box=3, lit=True)).verdict == "accepted"
    signed = evening.play.day.attested[-1]
    assert (signed.by, signed.text) == ("M. Okafor", "Reader inspected 1970-01-01")


def test_each_test_card_is_asked_with_the_answer_that_is_right() -> None:
    """console/README 6: A+K, A+9, K+A, K+9 give yes, no, yes, no; nobody need know it by heart."""
    evening = next_morning()
    evening.floor(cmd.ReaderSealRead(seal="S-4711"))
    told = []
    for answer in RIGHT:
        step = next_step(evening.state, evening.house)
        told.append(f"{step.text}. {step.hint}")
        evening.peek(answer)

    assert told == [
        "Test cards: A up, K in. 1 of 4. Right: yes.",
        "Test cards: A up, 9 in. 2 of 4. Right: no.",
        "Test cards: K up, A in. 3 of 4. Right: yes.",
        "Test cards: K up, 9 in. 4 of 4. Right: no.",
    ]


@pytest.mark.clause("MD 2.F")
def test_new_gaming_day_comes_by_itself_at_an_idle_table() -> None:
    """Nobody touches it at 06:00, and the page asks for the inspection."""
    evening = Evening(maryland()).opened()
    before = next_step(evening.state, evening.house).text

    evening.fire("day", after_ms=6 * HOUR_MS - evening.mono)

    assert before == "Bets open"
    assert next_step(evening.state, evening.house).text == "Reader inspection. Floor"
    assert evening.timer("day")


@pytest.mark.clause("MD 2.F")
def test_round_in_progress_when_the_day_changes_is_finished() -> None:
    evening = Evening(maryland()).opened().lit(7)
    evening.draw("9h")
    evening.draw("8h", after_ms=6 * HOUR_MS)
    evening.draw("9s 9c")
    evening.press("act1")
    turned = evening.press("act7")
    evening.put(cmd.LayoutCleared(), after_ms=5000)

    assert turned.verdict == "accepted"
    assert evening.play.number == 2
    assert evening.put(cmd.BoxSet(box=3, lit=True)).verdict == "refused"


@pytest.mark.clause("MD 2.F")
@pytest.mark.parametrize("seal", ["", "S-4711"])
def test_one_of_the_two_checks_does_not_lift_the_block(seal: str) -> None:
    """Without a seal the test cards count for nothing; a seal alone is no working order."""
    evening = next_morning()
    read = evening.floor(cmd.ReaderSealRead(seal=seal))

    if seal:
        evening.peek(True)

    assert read.verdict == ("accepted" if seal else "refused")
    assert read.text == ("" if seal else "First the seal number")
    assert evening.play.opening == "checking"
    assert evening.put(cmd.BoxSet(box=3, lit=True)).verdict == "refused"


def test_card_drawn_before_the_inspection_begins_no_round() -> None:
    """It goes to the rack and the floor is called; the inspection is still due."""
    evening = next_morning()

    drawn = evening.draw("5h")
    evening.rule("seen")

    assert [r.kind for r in drawn.raised] == ["reader_inspection_due"]
    assert (evening.play.round, evening.play.dealt) == ("wagering", ())
    assert evening.held == ""
    assert evening.play.opening == "checking"


@pytest.mark.parametrize(
    "answers", [(False,), (True, True), (True, False, False), (True, False, True, True)]
)
def test_wrong_answer_to_a_test_card_is_a_fault_of_the_reader(answers: tuple[bool, ...]) -> None:
    """A+K, A+9, K+A, K+9 must give yes, no, yes, no."""
    evening = next_morning()

    inspected(evening, *answers)

    assert evening.held == "reader_fault"
    assert evening.play.inspection == "none"
    assert evening.play.opening == "checking"


def test_fault_of_the_reader_ends_its_inspection() -> None:
    evening = next_morning()
    evening.floor(cmd.ReaderSealRead(seal="S-4711"))

    evening.reading(fact.ReaderFaulted, "reader", reason="sensor")

    assert (evening.held, evening.play.inspection) == ("reader_fault", "none")


def test_reader_that_was_replaced_is_inspected_before_the_next_round() -> None:
    """Another serial number is another reader (house)."""
    evening = Evening(maryland()).opened()
    identity = fact.Identity(role="card_reader", serial="R-2")
    evening.put(fact.DeviceUp(device="reader", boot="c", identity=identity, last_event=0, acked=0))

    refused = evening.put(cmd.BoxSet(box=3, lit=True))

    assert refused.verdict == "refused"
    assert evening.play.opening == "checking"


@pytest.mark.parametrize(("test", "open_ones"), [("YES", ["repaired", "replaced"]), ("NO", VOID)])
def test_nothing_is_voided_before_a_round_unless_nothing_else_is_left(
    test: str, open_ones: list[str]
) -> None:
    """No wager stands: a void would end a round that never began."""
    evening = Evening(maryland()).opened()
    identity = fact.Identity(role="card_reader", serial="R-2")
    evening.put(fact.DeviceUp(device="reader", boot="c", identity=identity, last_event=0, acked=0))
    evening.floor(cmd.ReaderSealRead(seal="S-4711"))
    evening.put(fact.ReaderFaulted(device="reader", boot="c", n=1, reason="sensor"))
    evening.rule("freeze")
    evening.answer("seal", "YES")
    evening.answer("test_cards", test)

    offers = {
        o.ruling.name: o.grey for o in catalog.offers(evening.play, evening.house, evening.asked)
    }
    ruled = evening.rule("void_back", rank="casino_supervisor", reason="no spare")

    assert [name for name, grey in offers.items() if not grey] == open_ones
    assert (offers["void_back"] == "No round is open") is (test == "YES")
    assert (ruled.verdict == "refused", evening.play.round == "wagering") == ((test == "YES",) * 2)


def test_reader_that_was_repaired_is_inspected_before_the_next_round() -> None:
    """A reader fault that is ruled REPAIRED leaves the test cards to be put in again (house)."""
    evening = Evening(maryland()).opened()
    evening.reading(fact.ReaderFaulted, "reader", reason="sensor")
    evening.rule("freeze")
    for question in catalog.questions(evening.play, evening.asked):
        evening.answer(question.name, question.answers[0])
    repaired = evening.rule("repaired")

    refused = evening.put(cmd.BoxSet(box=3, lit=True))
    inspected(evening)

    assert (repaired.verdict, evening.held) == ("accepted", "")
    assert refused.verdict == "refused"
    assert evening.put(cmd.BoxSet(box=3, lit=True)).verdict == "accepted"


def test_no_inspection_is_asked_where_the_text_has_none() -> None:
    evening = Evening(house(MA)).opened()

    refused = evening.floor(cmd.ReaderSealRead(seal="S-4711"))

    assert refused.verdict == "refused"
    assert evening.play.opening == "open"
