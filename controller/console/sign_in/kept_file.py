"""A small file beside the people file, for what must outlive the daemon: read whole, written whole.

Mode 0600; one that others may read, or that is none of ours, is as good as none.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import msgspec

from controller.journal.regular import read_regular

Kept = TypeVar("Kept")


def write(file: Path, value: object) -> None:
    """Beside it, then in its place. Raises: OSError."""
    beside = file.with_name(f"{file.name}.new")
    with suppress(FileNotFoundError):
        beside.unlink()
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    with os.fdopen(descriptor, "wb") as out:
        out.write(msgspec.json.encode(value))
        out.flush()
        os.fsync(out.fileno())
    beside.replace(file)


def read(file: Path, kind: type[Kept]) -> Kept | None:
    """None = there is none, or none that can be trusted."""
    try:
        if file.stat().st_mode & 0o077:
            return None
        return msgspec.json.decode(read_regular(file), type=kind)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return None
