"""Read a pack: decode it in one call, then check what types cannot say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache, lru_cache
from typing import Any, get_type_hints

import msgspec

from controller.errors import PackError
from controller.rules import ledger
from controller.rules.pack.sections.irregularity import KINDS, Irregularity
from controller.rules.pack.sections.wheel import Line

from . import follows
from .files import COMMON, at, is_common, names, read
from .leaf import Amount, Choice, Fraction, Odds
from .options import problem
from .pack import SECTIONS, Pack, keys_of
from .printed import wrong_symbols
from .script import why_not_script


@cache
def load(name: str) -> Pack:
    """Raises: PackError with the file, the path in it and the allowed values."""
    try:
        return parse(read(name), at(name))
    except PackError as error:
        if name in names() and is_common(name, *place(str(error))):
            error.where = error.where.replace(at(name), at(COMMON))
        raise


def place(said: str) -> tuple[str, str]:
    """Section and key of the leaf that an error names."""
    found = re.search(r"\$\.([a-z_]+)\.([a-z0-9_]+)", said)
    return (found.group(1), found.group(2)) if found else ("", "")


@lru_cache(maxsize=16)
def parse(text: str, where: str) -> Pack:
    """Decode the text of a pack, the same text once. Raises: PackError, see `load`."""
    try:
        raw = msgspec.toml.decode(text)
    except msgspec.DecodeError as error:
        raise PackError(str(error), where=where) from error
    return decoded(raw, where)


def decoded(raw: dict[str, Any], where: str) -> Pack:
    """A pack from what its TOML holds. Raises: PackError, see `load`."""
    try:
        pack = msgspec.convert(raw, Pack)
    except msgspec.ValidationError as error:
        said = _kind_named(str(error), raw)
        raise PackError(said.replace("Object", "The table"), where=where, do=_help(said)) from error
    _check(pack, raw, where)
    return pack


def leaves(pack: Pack) -> Iterator[tuple[str, Any]]:
    """Every leaf with its path, `settle.win`, in the order of the file."""
    for section in SECTIONS:
        held = getattr(pack, section)
        rows = held.items() if isinstance(held, dict) else _fields(held)
        for key, leaf in rows:
            yield f"{section}.{key}", leaf


def _fields(section: msgspec.Struct) -> Iterator[tuple[str, Any]]:
    for key in section.__struct_fields__:
        yield key, getattr(section, key)


def _check(pack: Pack, raw: dict[str, Any], where: str) -> None:
    for section in SECTIONS:
        wanted = keys_of(section)
        found = tuple(raw[section])
        if missing := [key for key in wanted if key not in found]:
            raise PackError(f"`{missing[0]}` is missing", where=f"{where}: $.{section}")
        if found != wanted:
            late = next(f for f, w in zip(found, wanted, strict=True) if f != w)
            raise PackError(f"`{late}` is out of order", where=f"{where}: $.{section}")
    _check_rates(pack, where)
    _check_inscriptions(pack, where)
    if script := why_not_script(pack.shuffle):
        place = f"{where}: $.shuffle.manual_steps.value"
        raise PackError(script[1], where=place, do=f"See {script[0]}")
    for path, leaf in leaves(pack):
        _check_clause(pack, leaf.clause, f"{where}: $.{path}.clause")
        value = getattr(leaf, "value", None)
        for line in value if isinstance(value, tuple) else ():
            if isinstance(line, Line):
                _check_clause(pack, line.clause, f"{where}: $.{path}")
        if isinstance(leaf, Choice | Amount | Fraction | Odds) and (
            wrong := problem(leaf, leaf.value)
        ):
            raise PackError(wrong, where=f"{where}: $.{path}.value")
    if against := follows.wrong(pack):
        path, value, by_others = against
        said = f"{value} is not what the other leaves say"
        raise PackError(said, where=f"{where}: $.{path}.value", do=f"Allowed: {by_others}")
    if symbols := wrong_symbols(pack.wheel):
        key, said, printed = symbols
        raise PackError(said, where=f"{where}: $.wheel.{key}.value", do=f"Allowed: {printed}")


def _check_rates(pack: Pack, where: str) -> None:
    """A fee schedule has no more rates than the text allows."""
    most = pack.settle.fee_rates_max
    for number in range(1, 6):
        leaf = getattr(pack.settle, f"fee_schedule_{number}")
        if len(leaf.value) > most.value:
            place = f"{where}: $.settle.fee_schedule_{number}"
            raise PackError(f"more than {most.value} rates", where=place, do=f"See {most.clause}")


def _check_inscriptions(pack: Pack, where: str) -> None:
    """Odds that the layout tells players are the odds that the pack pays."""
    for name in ("blackjack", "insurance"):
        notice = getattr(pack.opening, f"{name}_notice")
        paid = getattr(pack.settle, name)
        if notice.value and paid.value.replace(":", " to ") not in notice.value:
            said = f"{paid.value} is not the inscription {notice.value!r} ({notice.clause})"
            raise PackError(said, where=f"{where}: $.settle.{name}", do=f"See {paid.clause}")


def _check_clause(pack: Pack, clause: str, where: str) -> None:
    if not clause.startswith(f"{pack.ledger} ") or not ledger.exists(clause):
        near = ", ".join(ledger.near(clause)) or f"ids of {pack.ledger}"
        raise PackError(f"no clause {clause!r}", where=where, do=f"Near: {near}")


def _kind_named(said: str, raw: dict[str, Any]) -> str:
    """Put the kind of irregularity into a path that has `[...]` in its place."""
    if "$.irregularity[...]" not in said:
        return said
    wrong = next(kind for kind, entry in raw["irregularity"].items() if not _reads(entry))
    return said.replace("[...]", f".{wrong}", 1)


def _reads(entry: Any) -> bool:
    try:
        msgspec.convert(entry, Irregularity)
    except msgspec.ValidationError:
        return False
    return True


def _help(text: str) -> str:
    """Name what is allowed at the place of the error, which msgspec leaves out."""
    path = re.search(r"at `(?:key` in `)?\$\.?([a-z0-9_.]*)", text)
    parts = path.group(1).split(".") if path else []
    if "unknown field" in text:
        wrong = re.search(r"unknown field `([^`]*)`", text)
        keys = list(_allowed_keys(parts))
        near = get_close_matches(wrong.group(1), keys, 3) if wrong else []
        return f"Allowed: {', '.join(near or keys)}"
    if "Invalid enum value" in text:
        return f"Allowed: {', '.join(map(str, _allowed_values(parts)))}"
    return ""


def _allowed_keys(parts: list[str]) -> tuple[str, ...]:
    kind: Any = Pack
    for part in filter(None, parts):
        kind = _below(kind, part)
    origin = getattr(kind, "__origin__", kind)
    return tuple(getattr(origin, "__struct_fields__", ()))


def _below(kind: Any, part: str) -> Any:
    args: tuple[Any, ...] = getattr(kind, "__args__", ())
    if args:
        return args[-1]
    return get_type_hints(kind)[part]


def _allowed_values(parts: list[str]) -> tuple[Any, ...]:
    kind: Any = Pack
    for part in filter(None, parts):
        below = _below(kind, part)
        kind = below
    if getattr(kind, "__origin__", None) is dict:
        return KINDS
    return _literals(kind)


def _literals(kind: Any) -> tuple[Any, ...]:
    found: list[Any] = []
    for arg in getattr(kind, "__args__", ()):
        found.extend(_literals(arg) if getattr(arg, "__args__", ()) else (arg,))
    return tuple(x for x in found if not isinstance(x, type) and x is not ...)
