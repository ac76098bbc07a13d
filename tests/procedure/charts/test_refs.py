"""What irregularities and orders are called is written and read in one place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from controller import procedure
from controller.domain import commands as cmd
from controller.procedure.state import refs
from controller.procedure.state.play import Irregularity
from tests.kit.evening import Evening

ROOT = Path(str(procedure.__file__)).parents[1]
BY_HAND = re.compile(
    r"""(?:\.irr|\bi\.(?:id|about|code)|\.timer|\bt\.id)\.(?:r?split|r?partition|endswith|startswith)\("""
    r"""|"/(?:spin|shuffle)/["]"""
)
"""A name that is taken apart where it is used, or looked into."""


@pytest.mark.parametrize(
    "ref", [refs.IrregularityRef(512, "jackpot", 2), refs.IrregularityRef(0, "x")]
)
def test_name_of_an_irregularity_is_read_as_it_was_written(ref: refs.IrregularityRef) -> None:
    assert refs.irregularity(str(ref)) == ref


@pytest.mark.parametrize("target", ["", "3", "100 1/5"])
def test_name_of_an_order_is_read_as_it_was_written(target: str) -> None:
    """A report's exact amount has a stroke of its own."""
    ref = refs.OrderRef(512, "contribute", target)

    assert refs.order(str(ref)) == ref


@pytest.mark.parametrize("text", ["", "/", "²/jackpot/1", "-1/x", "one/two/three/four", "5"])
def test_text_that_is_no_name_has_no_entry_that_could_be_struck(text: str) -> None:
    """A command carries whatever somebody sent: a superscript is a digit and no number."""
    assert refs.irregularity(text).entry in (0, 5)
    assert refs.irregularity(text).kind in ("", "jackpot", "x", "two")


def test_no_code_takes_a_name_apart_by_itself() -> None:
    found = [path.name for path in ROOT.rglob("*.py") if BY_HAND.search(path.read_text("utf-8"))]

    assert found == []


def test_ruling_of_a_name_that_is_none_is_refused_and_no_fault() -> None:
    evening = Evening().opened().lit(1)

    said = cmd.Ruled(irr="\u00b2/jackpot/1", ruling="strike_out", reason="x")

    assert evening.floor(said, rank="casino_supervisor").verdict == "refused"


@pytest.mark.parametrize(
    ("ref", "text"),
    [
        (refs.TimerRef("deal_gap", mark=512), "deal_gap/512"),
        (refs.TimerRef("order_unseen", "spin", 512), "order_unseen/spin/512"),
        (refs.TimerRef("day", mark=1_795_000_000_000_000), "day/1795000000000000"),
    ],
)
def test_name_of_a_timer_is_the_one_of_the_rows_of_before(ref: refs.TimerRef, text: str) -> None:
    assert str(ref) == text
    assert refs.timer(text) == ref


def test_text_that_is_no_timer_has_no_name() -> None:
    assert refs.timer("deal_gap_of_another_version/1").name == ""
    assert refs.timer("").name == ""


OF_BEFORE = [
    ("events_lost", "shoe lost its power", refs.POWER),
    ("events_lost", "shoe lost events", ""),
    ("fees_late", "round 12, bank $3, due $4", "12"),
    ("fees_late", "first card before", "first card before"),
    ("order_without_cause", "wheel/spin", "spin"),
    ("order_without_cause", "wheel: not turned", f"{refs.FAULT}not turned"),
    ("order_without_cause", "512/spin/3", "512/spin/3"),
    ("order_without_cause", "CardsTakenIn", "CardsTakenIn"),
    ("other_software", "1.0 → 1.1", "1.1"),
    ("whose_card", "3, 2nd", refs.SAME_BOX),
    ("whose_card", "4", "4"),
    ("card_not_read", "burn", "burn"),
]


@pytest.mark.parametrize(("kind", "about", "code"), OF_BEFORE)
def test_irregularity_of_before_is_known_by_its_words(kind: str, about: str, code: str) -> None:
    """Its words were all it had; one of now has a `ref`, and its words are for people alone."""
    assert Irregularity("1/x/1", kind, about=about).code == code
    assert Irregularity("1/x/1", kind, about="In other words", ref=code or "none").code == (
        code or "none"
    )


def test_hands_that_a_row_of_before_noted_are_read_from_its_text() -> None:
    assert refs.hands_of_before("3/1/3, 2nd") == (3, 1, "3, 2nd")
    assert refs.hands_of_before("3/2/4") == (3, 2, "4")
    assert refs.hands_of_before("4") is None
    assert refs.hands_of_before("3, 2nd") is None
