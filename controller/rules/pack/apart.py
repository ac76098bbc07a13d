"""Take the one text of a pack apart into its two files, as they stand in `packs/`.

For a pack that was written in one file, and for the text that a journal embeds.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from controller.errors import PackError

from .files import CITED, DEPARTS, Table, common
from .one_text import text_of

HEAD = "# The clause of the ledger by which each leaf of {name}.toml holds.\n"


def apart(text: Table, where: str, shared: Table | None = None) -> dict[str, str]:
    """Name -> text of both files: what holds, and by which clause.

    What `common.toml` says too is left out; where it says something else, the leaf gets the mark.
    Raises: PackError for a table that is no pack in one text.
    """
    ours = common() if shared is None else shared
    name, prefix = text.get("name"), f"{text.get('ledger')} "
    values, cited = {k: v for k, v in text.items() if not isinstance(v, dict)}, Table()
    for section, held in text.items():
        if isinstance(held, dict):
            _check(held, where)
            known = ours.get(section, {})
            parts = {k: _part(leaf, prefix, known.get(k)) for k, leaf in held.items()}
            values[section] = {k: p.value for k, p in parts.items() if p.value is not None}
            cited[section] = {k: p.clause for k, p in parts.items() if p.clause}
    if not name or not cited:
        raise PackError("no pack", where=where)
    said, by = (text_of(_filled(one)) for one in (values, cited))
    return {f"{name}.toml": said, f"{name}{CITED}.toml": HEAD.format(name=name) + by}


def _check(held: Table, where: str) -> None:
    for key, leaf in held.items():
        if not isinstance(leaf, dict) or "clause" not in leaf:
            do = "In the one text of a pack each leaf is { value = ..., clause = ... }"
            raise PackError(f"`{key}` has no clause", where=where, do=do)


class _Part(Struct, frozen=True):
    """What each file has of a leaf; None and empty = nothing."""

    value: Any
    clause: str


def _part(leaf: Table, prefix: str, ours: Any) -> _Part:
    value, clause = bare(leaf, prefix), str(leaf.get("clause", "")).removeprefix(prefix)
    if ours is None:
        return _Part(value, clause)
    named = ours.get("clause", "") if isinstance(ours, dict) else ""
    if value == bare(ours, "") and named in ("", clause):
        return _Part(None, "" if named else clause)
    return _Part(
        {**(value if isinstance(value, dict) else {"value": value}), DEPARTS: True}, clause
    )


def bare(leaf: Any, prefix: str) -> Any:
    """The leaf without its clause; a value that stands alone has no braces."""
    if not isinstance(leaf, dict):
        return leaf
    rest = {key: part for key, part in leaf.items() if key != "clause"}
    if isinstance(rest.get("value"), list):
        rest["value"] = [_line(line, prefix) for line in rest["value"]]
    return rest["value"] if [*rest] == ["value"] else rest


def _line(line: Any, prefix: str) -> Any:
    if not isinstance(line, dict):
        return line
    return {k: str(v).removeprefix(prefix) if k == "clause" else v for k, v in line.items()}


def _filled(sections: Table) -> Table:
    return {key: held for key, held in sections.items() if held != {}}
