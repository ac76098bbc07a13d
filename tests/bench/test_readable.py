"""No name of the code stands on what people read: the watcher sees it, the catalogues have none."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from controller.audit.watchers.frame import Watch
from controller.bench.promises import OF_PAGES
from controller.bench.readable import code_names
from controller.domain import facts as fact
from controller.procedure.irregularities import catalog
from controller.procedure.irregularities.kinds.every_kind import KINDS
from controller.procedure.irregularities.kinds.shared_rulings import FREE
from controller.procedure.state.play import Irregularity
from controller.rules.pack import load, names
from tests.audit.test_watchers import moves
from tests.kit.evening import Evening, house


@pytest.mark.parametrize(
    "text",
    ["Movement without cause: wheel/spin", "Checklist: rack_height", "5120/shuffle/: did it move?",
     "Not due: CardsTakenIn", "Box None", "Dealer drew on {about}", "see rules.pack.deal"],
)  # fmt: skip
def test_name_of_the_code_is_found(text: str) -> None:
    assert code_names(text)


@pytest.mark.parametrize(
    "text",
    ["Pay box 5 $150, box 3 $15", "MD 12.D.10.a.iii and MA house.deal-ok", "Ten: {Th} to box 4",
     "NEXT CARD → BOX 4", "1 of 2, 150/15", "A+K, A+9, K+A, K+9: yes, no, yes, no?",
     "Card reader lost: /dev/serial/by-id/usb-FTDI_FT232R-if00-port0 is not there",
     "Card reader lost: /tmp/da-m_frput0/reader is not there"],
)  # fmt: skip
def test_words_of_people_are_left_alone(text: str) -> None:
    assert code_names(text) == []


def test_movement_that_nobody_ordered_is_told_without_its_name_on_the_record() -> None:
    """`Movement without cause: wheel/spin` stood on the floor's page."""
    e = Evening(house("maryland")).opened()
    e.reading(fact.SpinDone, "wheel", order=0, section="10")
    e.reading(fact.CardsTakenIn, "shuffler", cards=1)
    watch = Watch(e.house, OF_PAGES)

    assert [f for b, st, step in moves(e) for f in watch.look(st.seq, b, st, step)] == []
    told = [catalog.headline(e.play, e.house, i) for i in e.play.irregularities]
    assert "Wheel moved without an order" in told


@pytest.mark.parametrize(
    ("about", "role", "told"),
    [
        ("wheel-2/spin", "wheel", "Wheel moved without an order"),
        ("w7/shuffle", "shuffler", "Shuffler moved without an order"),
        ("wheel: no_result", "wheel", "Wheel fault, nothing ordered: no result"),
        ("512/spin/3", "", "Wheel moved, order taken back"),
        ("CardsTakenIn", "", "Shuffler took in cards unasked"),
    ],
)
def test_each_movement_without_an_order_has_its_words(about: str, role: str, told: str) -> None:
    i = Irregularity("5/order_without_cause/0", "order_without_cause", about=about, role=role)

    assert catalog.headline(Evening().play, house(), i) == told


def test_catalogue_and_packs_have_no_name_of_the_code() -> None:
    assert [text for text in _catalogue() if code_names(_filled(text))] == []
    assert [kind for kind in KINDS if code_names(catalog.called(kind))] == []


def _catalogue() -> Iterator[str]:
    for row in KINDS.values():
        yield from (row.headline, row.dealer, *(text for _, text in row.headlines))
        for question in row.questions:
            yield from (question.text, *question.answers)
    for ruling in (*FREE.values(), *(r for row in KINDS.values() for r in row.rulings)):
        yield from (ruling.label, ruling.effect)
    for name in names():
        pack = load(name)
        for section in (pack.line, pack.refusal, pack.words):
            for leaf in section.__struct_fields__:
                value = getattr(section, leaf).value
                if isinstance(value, str):
                    yield value


def _filled(text: str) -> str:
    """With a word in each of its places."""
    return re.sub(r"\{\w+\}", "word", text)
