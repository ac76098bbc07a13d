"""No irregularity and no ruling tells the hole card before its turn (controller/README 1.2)."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.procedure.irregularities import catalog
from controller.procedure.irregularities.kinds.every_kind import KINDS
from controller.procedure.irregularities.kinds.kind import Ruling

from .causes import CAUSES, HOLES, NOT_BEFORE_THE_TURN, Overheard
from .tables import table


def test_every_kind_has_a_cause_or_cannot_come_before_the_turn() -> None:
    """A kind that is new needs one of the two."""
    assert set(CAUSES) | set(NOT_BEFORE_THE_TURN) == set(KINDS)
    assert not set(CAUSES) & set(NOT_BEFORE_THE_TURN)


def down(evening: Overheard) -> bool:
    faces = (*evening.play.dealt, *evening.play.dealer)
    return any(s.face is None for s in faces)


def ruled(kind: str, ruling: str, hole: str) -> list[object]:
    """What is told up to the ruling and one step behind it; every fact is answered as it fits."""
    evening = table(kind, hole)
    found = next(i for i in evening.play.irregularities if i.kind == kind)
    assert down(evening)
    words = next(r for r in _words(evening, kind) if r.name == ruling)
    told = cmd.Notified(irr=found.id, whom="R. Vance", role="casino_supervisor")
    evening.floor(told, rank="casino_supervisor")
    for question in catalog.questions(evening.play, found):
        answer = dict(words.when).get(question.name, question.answers[0])
        say = cmd.FactAnswered(irr=found.id, question=question.name, answer=answer)
        evening.floor(say, rank="casino_supervisor")
    say_so = cmd.Ruled(irr=found.id, ruling=ruling, reason=_reason(words.asks))
    evening.floor(say_so, rank="casino_supervisor")
    evening.put(cmd.KeyPressed(key="next"))
    evening.draw("3h")
    return evening.said


def _words(evening: Overheard, kind: str) -> list[Ruling]:
    i = next(i for i in evening.play.irregularities if i.kind == kind)
    return [o.ruling for o in catalog.offers(evening.play, evening.house, i)]


def _reason(asks: str) -> str:
    return {"card": "7h", "section": "50", "box": "1.1"}.get(asks, "as the table saw it")


@pytest.mark.parametrize("kind", CAUSES)
def test_kind_and_its_rulings_tell_nothing_of_the_hole_card(kind: str) -> None:
    """Pages, lamps, orders, outcomes and entries are alike for a 17, a 20 and a ten."""
    first = table(kind, HOLES[0])
    assert kind in [i.kind for i in first.play.irregularities]
    rulings = [r.name for r in _words(first, kind)]

    for ruling in rulings:
        one, *others = (ruled(kind, ruling, hole) for hole in HOLES)
        for other in others:
            assert len(one) == len(other), ruling
            assert [n for n, (a, b) in enumerate(zip(one, other, strict=True)) if a != b] == []


def test_table_tells_the_hole_card_at_its_turn() -> None:
    """What proves nothing when it is equal must differ once the card lies open."""

    def turned(hole: str) -> list[object]:
        evening = table("wrong_total", hole)
        evening.stand_all()
        evening.press("act7")
        return evening.said

    one, other = turned(HOLES[0]), turned(HOLES[1])

    assert one != other
