"""Read a file that is one, and write one that has no other name.

For a pipe or a device in its place the whole table would wait; through a link another file would be
written.
"""

from __future__ import annotations

import stat
from pathlib import Path


class NoFile(OSError):
    """A pipe, a socket or a device stands there."""

    def __init__(self) -> None:
        super().__init__(0, "is no file, but a pipe, a socket or a device")


class Linked(OSError):
    """The file has another name, or only stands for another file."""

    def __init__(self, names: int) -> None:
        super().__init__(0, f"has {names} names" if names > 1 else "is a link")


def require_one_name(path: Path) -> None:
    """Raises: Linked; no file at all is none that is linked."""
    try:
        found = path.lstat()
    except OSError:
        return
    if stat.S_ISLNK(found.st_mode) or (stat.S_ISREG(found.st_mode) and found.st_nlink > 1):
        raise Linked(found.st_nlink)


def read_regular(path: Path) -> bytes:
    """Raises: OSError."""
    mode = path.stat().st_mode
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise NoFile
    return path.read_bytes()
