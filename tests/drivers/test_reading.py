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
from drivers import reading
from drivers.reading import CardDrawn, Concealed, open_concealed

SECRET = Concealed(b"As")


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
    drawn = CardDrawn(device="shoe", boot="b", n=1, raw=Concealed(b"bytes"), card=SECRET)

    assert "As" not in repr(drawn)
    assert "bytes" not in repr(drawn)
    with pytest.raises(TypeError):
        hash(drawn)
    with pytest.raises(TypeError):
        msgspec.json.encode(drawn)


MIRRORED = [
    name
    for name, kind in vars(reading).items()
    if isinstance(kind, type)
    and issubclass(kind, reading.Reading)
    # What a person does there becomes a command.
    and kind not in {reading.Reading, reading.Event, reading.KeyPressed, reading.BadgeRead}
]


SEALED_AT_THE_DOOR = {"Peeked": {"answer"}}
"""A reader's answer, in place of its `blackjack`: no device sends it sealed."""


@pytest.mark.parametrize("name", MIRRORED)
def test_reading_mirrors_the_fact_of_its_name(name: str) -> None:
    """The door copies field by field: what is missing on one side would be lost there."""
    said = set(getattr(reading, name).__struct_fields__)
    fact = set(getattr(facts, name).__struct_fields__) - SEALED_AT_THE_DOOR.get(name, set())

    assert {"mac" if field == "raw" else field for field in said} | {"how"} == fact | {"how"}
