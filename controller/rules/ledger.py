"""The ledger of clauses: what each clause means, in our words, with its values and its test.

`clauses/waits.toml` names the clauses that wait for a part of the controller, with the reason.
`clauses/{ma,md,nh,ca}.toml` hold the clauses of the rule texts and, as `[[house]]`, our own
readings and parameters. A house entry has an id like a clause, so that every leaf of a pack,
prompt, ruling and payment can name one; it is not counted among the clauses.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Literal

import msgspec
from msgspec import Struct

from controller.errors import PackError

Kind = Literal[
    "authority",
    "burn",
    "cut",
    "deal",
    "decision",
    "definition",
    "device",
    "draw",
    "fee",
    "handling",
    "inspection",
    "irregularity",
    "notice",
    "payout",
    "peek",
    "record",
    "settle",
    "setup",
    "shuffle",
    "side-bet",
    "wager",
]
Enforceable = Literal["compute", "configure", "guard", "guide", "outside", "record"]

TEXTS = ("MA", "MD", "NH", "CA")
"""The first word of every id, in the order of the files."""


class Clause(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    id: str
    kind: Kind
    means: str
    documents: tuple[str, ...] = ()
    """Keys of the source texts that hold it; empty for a house entry."""
    actor: str = "licensee"
    enforceable: Enforceable = "configure"
    values: dict[str, Any] = {}
    test: str = ""
    note: str = ""
    house: bool = False
    """Our own reading or parameter: not a clause of the text, not counted."""

    @property
    def text(self) -> str:
        return self.id.partition(" ")[0]


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    clause: list[Clause]
    house: list[Clause] = []


class _Waits(Struct, frozen=True, forbid_unknown_fields=True):
    reason: dict[str, str]
    """Key -> what is missing."""
    waits: dict[str, str]
    """Clause id -> key of its reason."""


class UnknownClause(PackError):
    """No such id in the ledger."""

    def __init__(self, clause_id: str, close: tuple[str, ...]) -> None:
        hint = f"Near: {', '.join(close)}" if close else ""
        super().__init__(f"no clause {clause_id!r} in the ledger", do=hint)
        self.clause_id, self.close = clause_id, close


def clause(clause_id: str) -> Clause:
    """Raises: UnknownClause."""
    found = _find(clause_id)
    if found is None:
        raise UnknownClause(clause_id, near(clause_id))
    return found


def exists(clause_id: str) -> bool:
    return _find(clause_id) is not None


def _find(clause_id: str) -> Clause | None:
    """Reads the file of that text only: a table starts with its own."""
    text = clause_id.partition(" ")[0]
    return of_text(text).get(clause_id) if text in TEXTS else None


@cache
def of_text(text: str) -> Mapping[str, Clause]:
    """The entries of one file by their ids. Raises: PackError, see `by_id`."""
    file = files("controller.rules") / "clauses" / f"{text.lower()}.toml"
    return MappingProxyType({entry.id: entry for entry in load(file.read_bytes(), text)})


@cache
def by_id() -> Mapping[str, Clause]:
    """Every clause and house entry by its id, in the order of the texts.

    Raises: PackError for a file that does not decode, a doubled id or an id of another text.
    """
    found: dict[str, Clause] = {}
    for text in TEXTS:
        found |= of_text(text)
    return MappingProxyType(found)


def all_clauses(text: str | None = None, *, house: bool = False) -> tuple[Clause, ...]:
    """The clauses of one text or of all; the house entries only when asked for."""
    return tuple(
        c for c in by_id().values() if (text is None or c.text == text) and (house or not c.house)
    )


@cache
def waits() -> Mapping[str, str]:
    """Clause id -> what it waits for. Raises: PackError for an unknown id or reason."""
    where = "clauses/waits.toml"
    data = (files("controller.rules") / "clauses" / "waits.toml").read_bytes()
    try:
        file = msgspec.toml.decode(data, type=_Waits)
    except msgspec.DecodeError as error:
        raise PackError(str(error), where=where) from error
    for name, key in file.waits.items():
        if not exists(name) or clause(name).house:
            raise PackError(f"no clause {name!r} in the ledger", where=where)
        if key not in file.reason:
            reasons = ", ".join(file.reason)
            raise PackError(f"no reason {key!r}", where=where, do=f"Reasons: {reasons}")
    return MappingProxyType({name: file.reason[key] for name, key in file.waits.items()})


def near(clause_id: str, count: int = 6) -> tuple[str, ...]:
    """Ids that look like this one: a wrong case, a missing text, parts below it, a slip."""
    wanted = clause_id.casefold().strip()
    ids = list(by_id())
    below = [i for i in ids if i.casefold().startswith(wanted) or i.casefold()[3:] == wanted]
    folded = {i.casefold(): i for i in ids}
    alike = [folded[i] for i in difflib.get_close_matches(wanted, list(folded), count, 0.6)]
    return tuple(dict.fromkeys([*below, *alike]))[:count]


def load(data: bytes, text: str) -> tuple[Clause, ...]:
    """Decode one clause file. Raises: PackError naming the file and the place in it."""
    where = f"clauses/{text.lower()}.toml"
    try:
        file = msgspec.toml.decode(data, type=_File)
    except msgspec.DecodeError as error:
        raise PackError(str(error), where=where) from error
    house = [msgspec.structs.replace(c, house=True) for c in file.house]
    seen: set[str] = set()
    for entry in [*file.clause, *house]:
        if not entry.id.startswith(f"{text} "):
            raise PackError(f"{entry.id!r} is not an id of {text}", where=where)
        if entry.id in seen:
            raise PackError(f"{entry.id!r} stands twice", where=where)
        seen.add(entry.id)
    return (*file.clause, *house)
