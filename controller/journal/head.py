"""The head file: the newest durable row, written apart from the journal and with its own fsync.

It bounds what a damaged tail can lose unseen: it is written right after each commit was
acknowledged, so it lags by one commit at the most. Two slots are written in turn, in place, so
that neither a torn write nor a full disk costs the other one.
"""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path

from .regular import NoFile, read_regular, require_one_name
from .rows import Head

SLOT = 512
"""Bytes; a sector, so that a slot is written whole or not at all."""


def head_path(journal: Path) -> Path:
    return journal.with_name(journal.name + ".head")


class HeadFile:
    """The head file of one journal, kept open: a commit needs no free descriptor."""

    def __init__(self, journal: Path) -> None:
        self._path = head_path(journal)
        self._fd = -1

    def open(self) -> None:
        """May be called again. Raises: OSError."""
        if not self._is_open():
            self.close()
            require_one_name(self._path)
            self._fd = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)

    def write(self, head: Head) -> None:
        """Durable when it returns. Raises: OSError."""
        self.open()
        first, second = _slots(os.pread(self._fd, 2 * SLOT, 0))
        os.pwrite(self._fd, _slot(head), 0 if _seq(first) <= _seq(second) else SLOT)
        os.fsync(self._fd)

    def close(self) -> None:
        """May be called again."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def _is_open(self) -> bool:
        """Whether what is open is still what stands at the path."""
        if self._fd < 0:
            return False
        try:
            there = self._path.stat()
        except FileNotFoundError:
            return False
        here = os.fstat(self._fd)
        return (here.st_dev, here.st_ino) == (there.st_dev, there.st_ino)


def write_head(journal: Path, head: Head) -> None:
    """Write it once, whatever stood there. Durable when it returns. Raises: OSError."""
    prepared_head(journal, head).rename(head_path(journal))


def replace_head(journal: Path, head: Head, aside: Path) -> None:
    """Another one in its place, the old one aside; a full disk changes nothing. Raises: OSError."""
    new, there = prepared_head(journal, head), head_path(journal)
    if there.exists():
        there.rename(aside)
    new.rename(there)


def prepared_head(journal: Path, head: Head) -> Path:
    """Durable, under a name that is not its own yet. Raises: OSError, and none is left."""
    beside = journal.with_name(f"{journal.name}.new")
    new = head_path(beside)
    new.unlink(missing_ok=True)
    file = HeadFile(beside)
    try:
        file.write(head)
    except BaseException:
        new.unlink(missing_ok=True)
        raise
    finally:
        file.close()
    return new


def read_head(journal: Path) -> Head | None:
    """Return the newest head noted; None when the file is missing or neither slot is whole."""
    return next(iter(read_heads(journal)), None)


def read_heads(journal: Path) -> tuple[Head, ...]:
    """What the whole slots say, the newest first: both were rows of the record once."""
    try:
        data = read_regular(head_path(journal))
    except (FileNotFoundError, NoFile):
        return ()
    return tuple(sorted(filter(None, _slots(data)), key=_seq, reverse=True))


def _slot(head: Head) -> bytes:
    text = f"{head.seq} {head.hash.hex()}"
    return f"{text} {_check(text)}".ljust(SLOT - 1).encode() + b"\n"


def _seq(head: Head | None) -> int:
    return head.seq if head else 0


def _slots(data: bytes) -> tuple[Head | None, Head | None]:
    return _parse(data[:SLOT]), _parse(data[SLOT:])


def _parse(slot: bytes) -> Head | None:
    try:
        seq, digest, check = slot.decode("ascii").split()
        if check == _check(f"{seq} {digest}"):
            return Head(int(seq), bytes.fromhex(digest))
    except ValueError:
        pass
    return None


def _check(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:16]
