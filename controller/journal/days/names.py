"""Which files make up a record: `journal.db`, then `journal-0002-2026-11-29.db` and so on.

The record has the name of its first file. The number orders the files; the gaming day is for
people. A file counts once it has its name: one that is being made ends in `.new`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from controller.errors import JournalError

NAMED = re.compile(r"^(?P<stem>.+)-(?P<number>\d{4,})-(?P<day>\d{4}-\d{2}-\d{2})$")
REST = ".rest"
BESIDE = (".new", ".head", ".lock", ".holds", ".exports", "-wal", "-shm")
APPLICATION_ID_AT = 68
"""Bytes into an SQLite file."""


class Part(Struct, frozen=True, order=True):
    """One file of a record."""

    number: int
    name: str
    path: Path
    day: str = ""
    """The gaming day in its name; empty in the first, whose name is the record's."""
    rest: bool = False
    """Its rows were deleted; what is left proves the files behind it."""


def parts(record: Path) -> tuple[Part, ...]:
    """In their order, whatever is missing or there twice. One later file is a record of one."""
    if later := _later(record):
        return (later,) if record.exists() else ()
    found = [Part(1, record.name, record)] if record.exists() else []
    left = rest_path(record)
    found += [Part(1, left.name, left, rest=True)] if left.exists() else []
    return tuple(found + sorted(_beside(record)))


def _beside(record: Path) -> Iterator[Part]:
    """The later files. A record of years has a thousand: they are told by their names alone."""
    stem, suffix = f"{record.stem}-", record.suffix
    try:
        with os.scandir(record.parent) as entries:
            named = [entry.name for entry in entries if entry.name.startswith(stem)]
    except OSError:
        return
    for name in named:
        rest = name.endswith(REST)
        whole = name.removesuffix(REST) if rest else name
        if not whole.endswith(suffix):
            continue
        found = NAMED.match(whole.removesuffix(suffix))
        if found and found["stem"] == record.stem:
            path = record.parent / name
            yield Part(int(found["number"]), name, path, found["day"], rest=rest)


def exports_path(record: Path) -> Path:
    """The folder in which word waits that is to become rows."""
    return record.with_name(f"{record.name}.exports")


def rest_path(path: Path) -> Path:
    """What is left of a file whose rows were deleted."""
    return path.with_name(path.name + REST)


def readable(found: tuple[Part, ...]) -> tuple[Part, ...]:
    """The files behind the newest one of which only the rest is left."""
    gone = max((at for at, part in enumerate(found) if part.rest), default=-1)
    return found[gone + 1 :]


def without_twins(found: tuple[Part, ...]) -> tuple[Part, ...]:
    """Without each rest whose file still has its rows."""
    whole = {part.number for part in found if not part.rest}
    return tuple(part for part in found if not part.rest or part.number not in whole)


def newest(record: Path) -> Part:
    """The one that is written; before there is any, the first."""
    found = parts(record)
    return found[-1] if found else Part(1, record.name, record)


def base(path: Path) -> Path:
    """The record that a file of it belongs to."""
    named = NAMED.match(path.stem)
    return path.with_name(named["stem"] + path.suffix) if named else path


def next_path(record: Path, number: int, day: str) -> Path:
    return record.with_name(f"{record.stem}-{number:04d}-{day}{record.suffix}")


def require_record_name(path: Path) -> None:
    """Raises: JournalError for a name that a later file has, or what stands beside a record."""
    whole = path.with_name(path.name.removesuffix(REST)) if path.name.endswith(REST) else path
    if NAMED.match(whole.stem) or whole != path or path.name.endswith(BESIDE):
        what = "is no name for a record: a later file or a file beside one has it"
        raise JournalError(what, where=str(path), do=f"Name the first file: {base(whole).name}")


def record_at(path: Path, application_id: int) -> Path:
    """A record that was named by its folder. Raises: JournalError unless one lies in it."""
    if not path.is_dir():
        return path.resolve() if path.is_symlink() and path.is_file() else path
    bases = {base(file) for file in sorted(path.iterdir()) if is_one(file, application_id)}
    if len(bases) == 1:
        return bases.pop()
    what = "holds no record" if not bases else f"holds {len(bases)} records"
    raise JournalError(what, where=str(path), do="Name the file of one")


def _later(path: Path) -> Part | None:
    named = NAMED.match(path.stem)
    return Part(int(named["number"]), path.name, path, named["day"]) if named else None


def is_one(file: Path, application_id: int) -> bool:
    """Whether it is a file of a record that stands in its place. Raises: OSError."""
    aside = file.suffix in (".new", ".head", ".lock", REST) or ".before-" in file.name
    if aside or not file.is_file():
        return False
    with file.open("rb") as opened:
        head = opened.read(APPLICATION_ID_AT + 4)
    return head[APPLICATION_ID_AT:] == application_id.to_bytes(4, "big")


def literal(stem: str) -> str:
    return re.sub(r"([*?\[])", r"[\1]", stem)
