"""The reader's answer is sealed in its row until the table gives it: nothing tells yes from no."""

from __future__ import annotations

import re

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.sealed import Sealed
from controller.domain.structs import replace
from controller.procedure.state.context import CannotOpen
from controller.table.vault import TableVault
from tests.kit.evening import Evening, OpenVault
from tests.procedure.page.test_hidden_until_placed import Blank, told

from .ears import Heard, difference
from .round import plan_of
from .stage import Stage
from .test_pairs import played

NEVER_GIVEN = 3
"""A seed whose reader is used with an up card for which it must not be."""

LAMP = re.compile(r"'reader': '(blackjack|none)', ")


@pytest.mark.slow
def test_answer_that_is_never_given_leaves_no_trace(stage: Stage) -> None:
    """Pages, links, lamps, log and rows, their sizes and numbers: the same for yes and no."""
    plan = plan_of(NEVER_GIVEN)
    assert plan.trouble == "reader_used"
    yes, no = (played(stage, replace(plan, blackjack=b), 0) for b in (True, False))

    assert any(" Peeked " in row for row in yes[1])
    assert difference(beside_its_lamp(yes[0]), beside_its_lamp(no[0])) is None
    assert yes[1:] == no[1:]


def beside_its_lamp(heard: list[Heard]) -> list[Heard]:
    """The reader itself shows its answer; that lamp is none of the table's."""
    return [(at, where, LAMP.sub("", what)) for at, where, what in heard]


def waiting(*, answer: bool) -> tuple[Blank, list[object]]:
    """The reader is used while match wagers are due; what could leave the process since."""
    e = Blank()
    e.later().lit(1, 3, match={1: 500}, main={1: 1000, 3: 1000})
    e.draw("5h 7c Kc 6d 4d 9s")
    e.press("act1")
    e.peek(answer)
    return e, [*told(e), *([*told(e)] if not e.put(cmd.FloorCalled()) else [])]


def test_answer_waits_sealed_for_its_turn() -> None:
    """MA 6.d: given after the match wagers; until then the state does not hold it either."""
    (yes, said), (no, other) = waiting(answer=True), waiting(answer=False)

    assert said == other
    assert yes.play == no.play
    assert yes.play.peek is not None
    yes.press("act1")
    no.press("act1")
    assert (yes.play.peek_given, yes.play.peek) == (True, True)
    assert (no.play.peek_given, no.play.peek) == (True, False)
    opened = yes.steps[-1][1].outcome.exposed
    assert [e.face for e in opened] == ["yes"]


def test_row_of_a_reader_tells_no_answer() -> None:
    """Yes and no have the same length and nothing else in common that could tell them apart."""
    vault = TableVault(bytes(32))
    sealed = {vault.seal(word) for word in (b"yes", b"no", b"no")}

    assert len(sealed) == 3
    assert len({(len(s.ct), len(s.wrapped)) for s in sealed}) == 1


def test_answer_whose_seal_does_not_open_is_asked_for_again() -> None:
    """No person is stopped for good by it: the reader has given no answer."""
    e, _ = waiting(answer=True)
    e.beside.faces.clear()
    e.vault = _Shut()
    e.press("act1")

    assert [i.kind for i in e.open if i.kind == "reader_fault"] == ["reader_fault"]
    assert e.play.round == "peek_due"
    e.vault = OpenVault()
    e.reading(fact.Peeked, "reader", answer=Evening().seal("no"))
    assert (e.play.peek_given, e.play.peek) == (True, False)


class _Shut(OpenVault):
    def open(self, card: int, seal: Sealed) -> tuple[str, bytes]:
        raise CannotOpen(card)
