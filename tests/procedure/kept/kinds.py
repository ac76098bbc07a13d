"""The catalogue as text: each kind with its words, questions and rulings; the menu of reports.

Only what is not as usual is told. `python -m tests.procedure.kept` writes it again after a wanted
change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from controller.procedure.irregularities.kinds.every_kind import KINDS
from controller.procedure.irregularities.kinds.kind import Kind, Question
from controller.procedure.irregularities.kinds.shared_rulings import CORRECT_CARDS, FREE
from controller.procedure.irregularities.reports import REPORTS
from controller.rules import pack as packs

GOLDEN = Path(__file__).parents[2] / "golden" / "kinds.txt"
OWN_LINES = ("rulings", "questions", "never")


def table() -> str:
    lines = [line for name, kind in KINDS.items() for line in _kind(name, kind)]
    lines += ["of every kind:", *_rows((CORRECT_CARDS, *FREE.values()))]
    lines += ["reports, in the order of the menu:", *_rows(REPORTS)]
    return "\n".join(lines) + "\n"


def _kind(name: str, kind: Kind) -> Iterator[str]:
    yield f"{name}: {_told(kind)}"
    if kind.never is not None:
        never = [pack for pack in packs.names() if kind.never(packs.load(pack))]
        yield f"    never in {', '.join(never)}"
    for question in kind.questions:
        yield f"    asks {_question(question)}"
    yield from _rows(kind.rulings)


def _rows(rows: Iterable[msgspec.Struct]) -> Iterator[str]:
    return (f"    {_told(row)}" for row in rows)


def _question(question: Question) -> str:
    return f"{question.name}: {question.text} {', '.join(question.answers)}"


def _told(row: msgspec.Struct) -> str:
    said = []
    for field in msgspec.structs.fields(row):
        value = getattr(row, field.name)
        if field.name not in OWN_LINES and value != field.default:
            said.append(f"{field.name}={_value(value)}")
    return "; ".join(said)


def _value(value: Any) -> str:
    if callable(value):
        return f"{value.__module__.rpartition('.')[2]}.{value.__qualname__}"
    if isinstance(value, msgspec.Struct):
        return f"({_told(value)})"
    return str(value)
