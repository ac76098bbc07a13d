"""Read a file that is one: for a pipe or a device in its place the whole table would wait."""

from __future__ import annotations

import stat
from pathlib import Path


class NoFile(OSError):
    """A pipe, a socket or a device stands there."""

    def __init__(self) -> None:
        super().__init__(0, "is no file, but a pipe, a socket or a device")


def read_regular(path: Path) -> bytes:
    """Raises: OSError."""
    mode = path.stat().st_mode
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise NoFile
    return path.read_bytes()
