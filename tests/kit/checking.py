"""A table whose opening checklist is being attested, and what it still asks."""

from __future__ import annotations

from typing import Any

from controller.domain import commands as cmd
from controller.procedure.queries import checklist
from controller.procedure.state.inputs import Outcome

from .evening import Evening, house

MA, MD, NH, CA = "massachusetts", "maryland", "boston-billiard", "pure-21-5"


def checking(pack: str, **options: Any) -> Evening:
    """The table is opened, its list not yet attested."""
    return Evening(house(pack, **options)).open_table(before=cmd.AllAsListed)


def texts(evening: Evening) -> dict[str, str]:
    left = checklist.lines(evening.play, evening.state.devices, evening.house)
    return {line.key: line.text for line in left}


def open_keys(evening: Evening) -> list[str]:
    left = checklist.open_lines(evening.play, evening.state.devices, evening.house)
    return [line.key for line in left]


def attest(evening: Evening, line: str, **said: Any) -> Outcome:
    return evening.floor(cmd.LineAttested(line=line, **said))


def attest_all_but(evening: Evening, *lines: str) -> None:
    for key in open_keys(evening):
        if key not in (*lines, checklist.READER):
            assert attest(evening, key).verdict == "accepted"


def said(evening: Evening, line: str) -> list[tuple[bool, str]]:
    return [(a.right, a.by) for a in evening.play.day.attested if a.line == line]
