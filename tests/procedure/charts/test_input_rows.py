"""One row for each input: none is forgotten, and its words name what the command has."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from msgspec.structs import fields

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure.state.inputs import ROWS
from controller.rules.pack import Pack, load, names

EVERY: tuple[type[cmd.Command | fact.Fact], ...] = (*cmd.EVERY, *fact.EVERY)
PLACE = re.compile(r"\{0\.(\w+)\}")


def kinds(base: type) -> Iterator[type]:
    """What nothing is derived from: a class that others share is no input."""
    below: list[type] = base.__subclasses__()
    if not below:
        yield base
    for one in below:
        yield from kinds(one)


def test_every_command_and_every_fact_has_a_row() -> None:
    """A class outside the rows would be refused by nobody and folded by nobody."""
    ours = {
        kind
        for kind in (*kinds(cmd.Command), *kinds(fact.Fact))
        if kind.__module__.startswith("controller.")
    }

    assert ours == set(ROWS)


@pytest.mark.parametrize("kind", EVERY, ids=lambda kind: kind.__name__)
def test_words_of_a_row_name_fields_of_the_input(kind: type[cmd.Command | fact.Fact]) -> None:
    row, own = kind.row, {f.name for f in fields(kind)}
    said = " ".join((*row.key, row.record))

    assert all(
        name in own or isinstance(vars(kind).get(name), property) for name in PLACE.findall(said)
    )
    assert "{" not in PLACE.sub("", said)


def clause(pack: Pack, place: str) -> str:
    section, _, key = place.partition(".")
    if section == "irregularity":
        return pack.irregularity[key].clause  # type: ignore[index]
    found: str = getattr(getattr(pack, section), key).clause
    return found


@pytest.mark.parametrize("name", names())
def test_clause_of_a_row_stands_in_every_pack(name: str) -> None:
    """What the row tells of an input is told with a clause (console/README 2)."""
    pack = load(name)
    for kind in EVERY:
        told = kind.row.record or "in_record" in vars(kind)
        assert not told or kind.row.clause, kind.__name__
        if kind.row.clause:
            assert clause(pack, kind.row.clause), kind.__name__


@pytest.mark.parametrize(
    ("item", "said"),
    [
        (cmd.CountReported(cards=1), "1 card left, counted"),
        (fact.RestCounted(device="shoe", boot="b", n=9, cards=1), "1 card left in the shoe"),
        (fact.CardsTakenIn(device="shuffler", boot="b", n=9, cards=1), "1 card back in the device"),
    ],
)
def test_one_card_is_told_as_one(item: cmd.Command | fact.Fact, said: str) -> None:
    """The record said 1 cards."""
    assert item.in_record() == said
