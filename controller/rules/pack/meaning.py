"""What a leaf means: the sentence under its field in `sections/`, for people who read a pack."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from types import ModuleType
from typing import Any, get_type_hints

from .pack import SECTIONS, Pack, keys_of
from .sections.irregularity import Irregularity


def has_leaf(path: str) -> bool:
    """Whether there is such a leaf: `settle.win`."""
    section, _, key = path.partition(".")
    return section in SECTIONS and key in keys_of(section)


def meaning(section: str, key: str) -> str:
    """Empty = the words that it holds say it."""
    return _meanings(section).get(key, "")


def about(section: str) -> str:
    """What the leaves of a section are for."""
    return inspect.cleandoc(_module(section).__doc__ or "")


def _module(section: str) -> ModuleType:
    return sys.modules[_kind(section).__module__]


def _kind(section: str) -> Any:
    return Irregularity if section == "irregularity" else get_type_hints(Pack)[section]


@cache
def _meanings(section: str) -> Mapping[str, str]:
    module = ast.parse(inspect.getsource(_module(section)))
    classes = {x.name: x.body for x in module.body if isinstance(x, ast.ClassDef)}
    return dict(_pairs(classes[_kind(section).__name__]))


def _pairs(body: list[ast.stmt]) -> Iterator[tuple[str, str]]:
    for field, below in pairwise(body):
        match field, below:
            case (
                ast.AnnAssign(target=ast.Name(id=key)),
                ast.Expr(value=ast.Constant(value=str(said))),
            ):
                yield key, inspect.cleandoc(said)
