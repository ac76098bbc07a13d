"""Seal and test cards of the card reader (MD 2.F); a wrong answer is a reader fault."""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.sealed import Slot
from controller.domain.structs import replace
from controller.procedure.queries import checklist
from controller.procedure.reducers.play.phase import as_read
from controller.procedure.state.context import Context, Why, refuse
from controller.procedure.state.house import House
from controller.procedure.state.play import Play

from .checklist_lines import line_of, say

TEST_CARDS = (("A", "K", True), ("A", "9", False), ("K", "A", True), ("K", "9", False))
"""Up card, card in the slot, and what the reader must say."""


def why_not_inspect(play: Play, house: House) -> Why:
    if play.dealt or play.hands or play.round != "wagering":
        return house.no("round_open")
    if house.pack.deal.reader_inspection.value != "daily" or play.variant != "hole_card_reader":
        return house.no("no_line")
    return None


def inspectable(c: Context) -> None:
    assert isinstance(c.input, cmd.ReaderSealRead)
    refuse(why_not_inspect(c.play, c.house))
    if not c.input.seal.strip():
        refuse((c.pack.deal.reader_inspection.clause, c.house.no("seal_first")[1]))


def seal(c: Context) -> None:
    """It is intact; until the test cards are right nothing is signed."""
    assert isinstance(c.input, cmd.ReaderSealRead)
    c.play = replace(
        c.play, day=replace(c.play.day, reader_seal=c.input.seal.strip(), reader_answers=())
    )
    forget(c)
    c.play = replace(c.play, day=replace(c.play.day, inspecting=c.input.by))


def forget(c: Context) -> None:
    """The reader must be inspected before the next round."""
    day = c.play.day
    c.play = replace(
        c.play,
        day=replace(day, attested=tuple(a for a in day.attested if a.line != checklist.READER)),
    )


def wrong_answer(c: Context) -> bool:
    assert isinstance(c.input, fact.Peeked)
    due = TEST_CARDS[len(c.play.day.reader_answers)][2]
    return _says(c, c.input) != due


def _says(c: Context, item: fact.Peeked) -> bool:
    """A test card hides nothing: its answer is opened at once."""
    said = as_read(c.entry, item)
    return c.reader_says(said) if isinstance(said, Slot) else said


def last_card(c: Context) -> bool:
    return len(c.play.day.reader_answers) + 1 == len(TEST_CARDS)


def answered(c: Context) -> None:
    assert isinstance(c.input, fact.Peeked)
    c.play = replace(
        c.play,
        day=replace(c.play.day, reader_answers=(*c.play.day.reader_answers, _says(c, c.input))),
    )


def passed(c: Context) -> None:
    answered(c)
    line = line_of(c, checklist.READER)
    if line is not None:
        say(c, line, right=True, by=c.play.day.inspecting)


def fail(c: Context) -> None:
    answered(c)
    c.raise_("reader_fault", about="test cards")


def fault(c: Context) -> None:
    assert isinstance(c.input, fact.ReaderFaulted)
    c.raise_("reader_fault", about=c.input.reason)
