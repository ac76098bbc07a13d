"""Shapes and numbers of rules and procedure as text.

A struct's flags, fields and defaults are what the record keeps: of an earlier version it must be
read as it was written. A number at the top of a file is one that no pack gives. `python -m
tests.procedure.kept` writes the text again after a wanted change.
"""

from __future__ import annotations

import ast
import pkgutil
from collections.abc import Iterator
from importlib import import_module
from inspect import getsource
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

from controller import procedure, rules

GOLDEN = Path(__file__).parents[2] / "golden" / "shapes.txt"
FLAGS = ("frozen", "array_like", "omit_defaults", "kw_only", "forbid_unknown_fields", "order")


def lines() -> Iterator[str]:
    for module in sorted(_modules(), key=lambda one: one.__name__):
        told = [*_structs(module), *_numbers(module)]
        if told:
            yield module.__name__
            yield from (f"    {line}" for line in told)


def _modules() -> Iterator[ModuleType]:
    for package in (rules, procedure):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            yield import_module(found.name)


def _structs(module: ModuleType) -> Iterator[str]:
    for kind in vars(module).values():
        struct = isinstance(kind, type) and issubclass(kind, msgspec.Struct)
        if struct and kind.__module__ == module.__name__:
            flags = [flag for flag in FLAGS if getattr(kind.__struct_config__, flag, False)]
            yield f"{kind.__name__}: {' '.join(flags)}"
            yield from (f"    {_field(one)}" for one in msgspec.structs.fields(kind))


def _field(field: msgspec.structs.FieldInfo) -> str:
    if field.default_factory is not msgspec.NODEFAULT:
        return f"{field.encode_name} = {getattr(field.default_factory, '__name__', 'made')}()"
    return field.encode_name + ("" if field.required else f" = {_plain(field.default)}")


def _numbers(module: ModuleType) -> Iterator[str]:
    for node in ast.parse(getsource(module)).body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        for target in targets:
            if isinstance(target, ast.Name) and target.id.isupper():
                value = getattr(module, target.id)
                if any(_is_number(one) for one in _leaves(value)):
                    yield f"{target.id} = {_plain(value)}"


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        value = (*value.keys(), *value.values())
    if isinstance(value, list | tuple | set | frozenset):
        for one in value:
            yield from _leaves(one)
    else:
        yield value


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _plain(value: Any) -> str:
    """Without what differs from run to run: the order of sets, addresses."""
    if isinstance(value, set | frozenset):
        return f"{{{', '.join(sorted(map(_plain, value)))}}}"
    if isinstance(value, tuple | list):
        return f"({', '.join(map(_plain, value))})"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{_plain(k)}: {_plain(v)}' for k, v in value.items())}}}"
    if isinstance(value, type) or callable(value):
        return str(getattr(value, "__qualname__", type(value).__name__))
    if isinstance(value, msgspec.Struct):
        parts = (_plain(getattr(value, one.name)) for one in msgspec.structs.fields(value))
        return f"{type(value).__name__}({', '.join(parts)})"
    return repr(value)
