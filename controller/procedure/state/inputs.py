"""What enters a step and what it decided: inputs, one row for each, their stamp, their outcome.

Source: DESIGN section 2.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias, Union

from msgspec import Struct

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.input_row import Row
from controller.domain.orders import Order
from controller.domain.sealed import Exposed


class Edit(Struct, frozen=True, array_like=True):
    """Put `inputs` before entry `anchor`, or instead of it (empty = struck out)."""

    anchor: int
    how: Literal["before", "instead"]
    inputs: tuple[Input, ...]


class Amended(cmd.Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Edits of the open round's entries, with who and why."""

    row = Row("", ())

    edits: tuple[Edit, ...]
    why: str


OF_PEOPLE: tuple[type[cmd.Command], ...] = (*cmd.EVERY, Amended)
ROWS: dict[type, Row] = {
    **{kind: kind.row for kind in fact.EVERY},
    **{kind: kind.row for kind in OF_PEOPLE},
}
"""What the rules of taking an input need, by its type."""

if TYPE_CHECKING:
    Input: TypeAlias = cmd.Command | fact.Fact
else:
    Input = Union[tuple(ROWS)]  # noqa: UP007 - made of the rows, so that none is forgotten


def row(item: Input) -> Row:
    return ROWS[type(item)]


class Stamped(Struct, frozen=True, array_like=True):
    """An input as the door stamped it. Units: `at` us UTC, `mono` ms of the table's own clock."""

    seq: int
    at: int
    mono: int
    source: str
    input: Input


class Raised(Struct, frozen=True, array_like=True):
    id: str
    kind: str


class Outcome(Struct, frozen=True, omit_defaults=True):
    """What a step decided: recorded beside its input, compared on every replay."""

    verdict: Literal["accepted", "refused", "dropped", "parked", "fault"]
    clause: str = ""
    text: str = ""
    raised: tuple[Raised, ...] = ()
    withdrawn: tuple[Raised, ...] = ()
    orders: tuple[Order, ...] = ()
    exposed: tuple[Exposed, ...] = ()
    answers: tuple[tuple[str, bool], ...] = ()
    """Questions that the vault answered inside the seal."""
    lost: tuple[int, ...] = ()
    """Entries that fell away in an amended fold."""


class Recorded(Struct, frozen=True, array_like=True):
    """The payload of a journal row of kind `input`."""

    stamped: Stamped
    outcome: Outcome
    came_to: str = ""
    """Where it left the table, in short; empty in rows of before."""
