"""Put a mutant into code that is loaded already.

What a change inside a function needs is the function's new code: each living function that runs
the old code is given the new one. What runs once, at import (tables, default values, class
bodies), cannot be changed in this way.
"""

from __future__ import annotations

import functools
import gc
from collections import Counter
from collections.abc import Iterator
from inspect import CO_NEWLOCALS, CO_OPTIMIZED
from pathlib import Path
from types import CodeType, FunctionType

from .choice import ROOT, Mutant

FUNCTION = CO_OPTIMIZED | CO_NEWLOCALS
Place = tuple[str, int]
"""A function's name and first line: pytest writes assertions anew, so that code is not equal."""
Pairs = dict[Place, CodeType]
"""How a function reads when it is wrong."""


def pairs(mutant: Mutant, root: Path = ROOT) -> Pairs | None:
    """The functions that the mutant changes; None = it changes what runs at import.

    Also None where two functions of one name begin on one line.
    """
    name = str(root / mutant.file)
    old = compile((root / mutant.file).read_text("utf-8"), name, "exec")
    new = compile(mutant.code, name, "exec")
    found: Pairs = {}
    if not _compared(old, new, found) or not found:
        return None
    places = Counter(_place(code) for code in _all(old))
    return None if any(places[place] > 1 for place in found) else found


def planted(found: Pairs, file: str) -> bool:
    """Change the running code; False = no living function runs it, or it does not fit."""
    changed = False
    for function in [f for f in gc.get_objects() if isinstance(f, FunctionType)]:
        if not function.__code__.co_filename.endswith(file):
            continue
        if (wrong := found.get(_place(function.__code__))) is not None:
            if len(wrong.co_freevars) != len(function.__code__.co_freevars):
                return False
            function.__code__ = wrong
            changed = True
    for kept in gc.get_objects():
        if isinstance(kept, functools._lru_cache_wrapper):  # what it answered before is stale
            kept.cache_clear()
    return changed


def _compared(old: CodeType, new: CodeType, found: Pairs) -> bool:
    """Whether old and new differ in functions only; these are noted."""
    if old == new:
        return True
    inner_old, inner_new = list(_inner(old)), list(_inner(new))
    function = old.co_flags & FUNCTION == FUNCTION
    if function:
        found[_place(old)] = new
    elif _own(old) != _own(new):
        return False
    if len(inner_old) != len(inner_new):
        return function
    return all(_compared(*both, found) for both in zip(inner_old, inner_new, strict=True))


def _place(code: CodeType) -> Place:
    return code.co_qualname, code.co_firstlineno


def _all(code: CodeType) -> Iterator[CodeType]:
    yield code
    for part in _inner(code):
        yield from _all(part)


def _inner(code: CodeType) -> Iterator[CodeType]:
    return (part for part in code.co_consts if isinstance(part, CodeType))


def _own(code: CodeType) -> CodeType:
    """Without the functions in it, and without where each stands in the file."""
    consts = tuple(None if isinstance(part, CodeType) else part for part in code.co_consts)
    return code.replace(co_consts=consts, co_linetable=b"")
