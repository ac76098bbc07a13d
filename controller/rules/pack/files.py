"""The files of a pack, put together to the one text that is decoded and recorded.

`NAME.toml` says what holds, `NAME.clauses.toml` by which clause, `common.toml` what all packs say
alike. Value and clause stand apart because two texts number the same rule differently: `diff` of
two `NAME.toml` is then the comparison of two jurisdictions and of nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import Struct

from controller.errors import PackError
from controller.rules import ledger

from .one_text import text_of
from .pack import SECTIONS, keys_of

Table = dict[str, Any]
FOLDER, COMMON, CITED = "packs", "common", ".clauses"
DEPARTS = "departs"
"""Marks a leaf of a pack that says something else than `common.toml`."""


@cache
def names() -> tuple[str, ...]:
    """The packs that are shipped, by name."""
    folder = files("controller.rules") / FOLDER
    stems = (f.name[:-5] for f in folder.iterdir() if f.name.endswith(".toml"))
    return tuple(sorted(s for s in stems if s != COMMON and not s.endswith(CITED)))


@cache
def read(name: str) -> str:
    """The one text of a shipped pack, as the journal embeds it. Raises: PackError."""
    if name not in names():
        raise PackError(f"no pack {name!r}", do=f"Packs: {', '.join(names())}")
    values = _toml(name)
    _bare(name, values)
    return text_of(Files(name, values, _beside(name + CITED), common()).together())


@cache
def common() -> Table:
    return _beside(COMMON)


def is_common(name: str, section: str, key: str) -> bool:
    """Whether the pack has the leaf from `common.toml`."""
    return key in common().get(section, {}) and key not in _toml(name).get(section, {})


def _toml(stem: str) -> Table:
    file = files("controller.rules") / FOLDER / f"{stem}.toml"
    if not file.is_file():
        do = f"Each leaf of {stem.removesuffix(CITED)}.toml has its clause there"
        raise PackError("no such file", where=at(stem), do=do)
    try:
        found: Table = msgspec.toml.decode(file.read_bytes())
    except msgspec.DecodeError as error:
        raise PackError(str(error), where=at(stem)) from error
    for section in SECTIONS:
        if not isinstance(found.get(section, {}), dict):
            raise PackError(f"`{section}` is no table", where=at(stem))
    return found


def _beside(stem: str) -> Table:
    """What stands beside the packs holds leaves of packs, and nothing else."""
    found = _toml(stem)
    for section, held in found.items():
        keys = keys_of(section) if section in SECTIONS else ()
        for key in held if isinstance(held, dict) else ():
            if key not in keys:
                place = at(stem, section, key)
                raise PackError("no such leaf", where=place, do="Take the line out")
        if not keys:
            raise PackError("no such section", where=at(stem, section), do="Take it out")
    return found


def at(stem: str, *path: str) -> str:
    """`packs/common.toml: $.line.stop`."""
    place = f": $.{'.'.join(path)}" if path else ""
    return f"{FOLDER}/{stem}.toml{place}"


def _bare(name: str, values: Table) -> None:
    """No clause stands beside its value, as it did when a pack was one file."""
    for section in SECTIONS:
        for key, leaf in values.get(section, {}).items():
            if isinstance(leaf, dict) and "clause" in leaf:
                raise PackError(
                    f"the clause stands beside the value: it belongs into {name}{CITED}.toml",
                    where=at(name, section, key),
                    do=f"`dealer-assist rules split {name}.toml --to DIR` writes both files",
                )


class Files(Struct, frozen=True):
    """What the three files of a pack hold."""

    name: str
    values: Table
    cited: Table
    shared: Table

    def together(self) -> Table:
        """Each leaf with its value and its whole clause; an unknown key is left for the decoder.

        Raises: PackError for a key out of order, for a clause that is missing, unknown or said
        twice, and for a leaf that stands in `common.toml` too without the mark.
        """
        made = {k: v for k, v in self.values.items() if not isinstance(v, dict)}
        for section in SECTIONS:
            made[section] = dict(self._leaves(section))
        for section, held in self.values.items():
            if isinstance(held, dict):
                known = made.setdefault(section, {})
                made[section] = known | {k: v for k, v in held.items() if k not in known}
        return made

    def _leaves(self, section: str) -> Iterator[tuple[str, Table]]:
        own, ours = self.values.get(section, {}), self.shared.get(section, {})
        self._in_order(self.name, section, own)
        self._in_order(self.name + CITED, section, self.cited.get(section, {}))
        for key in keys_of(section):
            if key in own:
                leaf = self._own(section, key, own[key])
            elif key in ours:
                leaf = _table(ours[key])
            else:
                continue
            yield key, whole(leaf, self._clause(section, key, leaf), self._ledger)

    @property
    def _ledger(self) -> str:
        return str(self.values.get("ledger"))

    def _own(self, section: str, key: str, held: Any) -> Table:
        leaf, place = _table(held), at(self.name, section, key)
        twice = key in self.shared.get(section, {})
        if leaf.pop(DEPARTS, False) == twice:
            return leaf
        if twice:
            said, do = "stands", f"Take the line out, or mark it `{DEPARTS} = true`"
        else:
            said, do = "does not stand", f"Take `{DEPARTS}` out"
        raise PackError(f"the leaf {said} in {at(COMMON)}", where=place, do=do)

    def _clause(self, section: str, key: str, leaf: Table) -> str:
        place = at(self.name + CITED, section, key)
        cited, common = self.cited.get(section, {}).get(key), leaf.pop("clause", None)
        if cited is None and common is None:
            raise PackError("no clause for this leaf", where=place)
        if cited is not None and common is not None:
            raise PackError(f"{at(COMMON)} names its clause", where=place, do="Take the line out")
        return self._checked(str(cited or common), place)

    def _checked(self, clause: str, place: str) -> str:
        prefix = f"{self._ledger} "
        if clause.startswith(prefix):
            do = f'Write "{clause.removeprefix(prefix)}"'
            raise PackError(f"{clause!r} names its ledger", where=place, do=do)
        if not ledger.exists(prefix + clause):
            near = (one.removeprefix(prefix) for one in ledger.near(prefix + clause))
            raise PackError(f"no clause {clause!r}", where=place, do=f"Near: {', '.join(near)}")
        return clause

    def _in_order(self, stem: str, section: str, held: Table) -> None:
        found = [key for key in held if key in keys_of(section)]
        known = [key for key in keys_of(section) if key in held]
        for late, due in zip(found, known, strict=True):
            if late != due:
                raise PackError(f"`{late}` is out of order", where=at(stem, section))


def _table(leaf: Any) -> Table:
    return dict(leaf) if isinstance(leaf, dict) else {"value": leaf}


def whole(leaf: Table, clause: str, text: str) -> Table:
    """Value, clause, then what may be chosen; a line of a wheel has a clause of its own."""
    if "value" not in leaf:
        return leaf | {"clause": f"{text} {clause}"}
    value = leaf["value"]
    if isinstance(value, list):
        value = [_prefixed(line, text) if isinstance(line, dict) else line for line in value]
    return {"value": value, "clause": f"{text} {clause}"} | {**leaf, "value": value}


def _prefixed(line: Table, text: str) -> Table:
    return {k: f"{text} {v}" if k == "clause" else v for k, v in line.items()}
