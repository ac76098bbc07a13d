"""Bytes that may hold a card cannot get out by accident."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from controller.domain import facts
from drivers import event
from drivers.event import CardDrawn
from drivers.reading import Concealed, EventReading, open_concealed

SECRET = Concealed(b"As")
BASES = {event.Said, event.Event, event.Notice}


def test_concealed_looks_the_same_whatever_is_inside() -> None:
    """1.2: one text for every card."""
    for text in (repr, str, format, "{}".format, "{!r}".format):
        assert text(SECRET) == text(Concealed(b"longer")) == "<concealed>"


@pytest.mark.parametrize(
    "act",
    [
        lambda c: c == Concealed(b"As"),
        lambda c: c != Concealed(b"As"),
        lambda c: c in (Concealed(b"As"), None),
        hash,
        len,
        bytes,
        list,
        json.dumps,
        msgspec.json.encode,
        msgspec.msgpack.encode,
        msgspec.to_builtins,
        pickle.dumps,
        copy.copy,
        lambda c: c < Concealed(b"As"),
        lambda c: c[0],
    ],
)
def test_concealed_refuses_to_be_compared_measured_or_encoded(act: Callable[[Any], object]) -> None:
    """controller/README 4: no `==`, no hash, no length, not encodable."""
    with pytest.raises(TypeError):
        act(SECRET)


def test_only_the_door_s_function_opens_it() -> None:
    """controller/README 4: one place opens it."""
    assert open_concealed(SECRET) == b"As"
    assert [n for n in dir(SECRET) if not n.startswith("_")] == []


def test_reading_with_a_card_shows_and_hashes_nothing() -> None:
    """1.2: a whole reading is as tight as its card."""
    said = CardDrawn(device="shoe", boot="b", n=1)
    drawn = EventReading(event=said, raw=Concealed(b"bytes"), secret=SECRET)

    assert "As" not in repr(drawn)
    assert "bytes" not in repr(drawn)
    with pytest.raises(TypeError):
        hash(drawn)
    with pytest.raises(TypeError):
        msgspec.json.encode(drawn)


BODIES = {
    kind
    for kind in vars(event).values()
    if isinstance(kind, type) and issubclass(kind, event.Said) and kind not in BASES
}


def test_each_thing_that_a_device_says_is_one_struct() -> None:
    """The fact is that struct and its row: a field that a driver gains cannot be lost."""
    assert set(facts.OF_DEVICES) == BODIES
    for body, fact in facts.OF_DEVICES.items():
        assert body in fact.__mro__
        assert fact.__name__ == body.__name__
        assert set(vars(fact).get("__annotations__", ())) & set(body.__struct_fields__) == set()


def test_no_fact_of_a_device_declares_what_its_device_says() -> None:
    """What a fact adds is what the door seals, and what only older rows or a person say."""
    added = {
        fact.__name__: set(fact.__struct_fields__) - set(body.__struct_fields__)
        for body, fact in facts.OF_DEVICES.items()
    }

    assert {name: fields for name, fields in added.items() if fields} == {
        "CardDrawn": {"card", "how"},
        "Peeked": {"answer", "blackjack"},
    }
