"""Ways in which a disk, a tool or a thief spoils the files of a record; a seed says where."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

from controller.journal.files import log_path
from controller.journal.head import head_path

PAGE = 4096
Damage = Callable[[Path, Random], None]


def write_into(path: Path, at: int, data: bytes) -> None:
    """In place: the file stays the same inode, as a disk that lies would have it."""
    with path.open("r+b") as file:
        file.seek(at)
        file.write(data)


def some_bytes(path: Path, rng: Random, first: int, last: int) -> None:
    size = rng.choice((1, 8, 64, 512))
    write_into(path, rng.randrange(first, max(first + 1, last - size)), rng.randbytes(size))


# ---- the file ----
def last_pages(path: Path, rng: Random) -> None:
    size = path.stat().st_size
    some_bytes(path, rng, max(0, size - PAGE * rng.randint(1, 3)), size)


def old_pages(path: Path, rng: Random) -> None:
    some_bytes(path, rng, 0, path.stat().st_size)


def page_of_zeros(path: Path, rng: Random) -> None:
    pages = path.stat().st_size // PAGE
    write_into(path, rng.randrange(pages) * PAGE, bytes(PAGE))


def page_of_another_place(path: Path, rng: Random) -> None:
    """A write that went astray."""
    pages, data = path.stat().st_size // PAGE, path.read_bytes()
    one, other = rng.randrange(pages) * PAGE, rng.randrange(pages) * PAGE
    write_into(path, one, data[other : other + PAGE])


def cut_short(path: Path, rng: Random) -> None:
    _cut(path, rng)


def _cut(path: Path, rng: Random) -> None:
    with path.open("r+b") as file:
        file.truncate(rng.randrange(path.stat().st_size))


# ---- the log ----
def log_torn(path: Path, rng: Random) -> None:
    _cut(log_path(path), rng)


def log_spoiled(path: Path, rng: Random) -> None:
    log = log_path(path)
    some_bytes(log, rng, 0, log.stat().st_size)


def log_gone(path: Path, _: Random) -> None:
    log_path(path).unlink()


# ---- the head file ----
def head_spoiled(path: Path, rng: Random) -> None:
    head = head_path(path)
    some_bytes(head, rng, 0, head.stat().st_size)


def head_cut(path: Path, rng: Random) -> None:
    _cut(head_path(path), rng)


def head_gone(path: Path, _: Random) -> None:
    head_path(path).unlink()


# ---- other files in their place ----
def another_inode(path: Path, rng: Random) -> None:
    """The same bytes, then some that are not."""
    new = path.with_name("another")
    shutil.copy2(path, new)
    if rng.random() < 0.5:
        old_pages(new, rng)
    new.replace(path)


def deleted(path: Path, _: Random) -> None:
    path.unlink()


def log_and_head_gone(path: Path, rng: Random) -> None:
    log_gone(path, rng)
    head_spoiled(path, rng)


STANDING: tuple[Damage, ...] = (
    last_pages, old_pages, page_of_zeros, page_of_another_place, cut_short, log_torn, log_spoiled,
    log_gone, head_spoiled, head_cut, head_gone, another_inode, deleted, log_and_head_gone,
)  # fmt: skip
"""Done to a table that has lost power."""
RUNNING: tuple[Damage, ...] = (
    deleted, another_inode, cut_short, old_pages, last_pages, page_of_zeros, log_gone, head_gone,
    head_spoiled,
)  # fmt: skip
"""Done under a running table. A log that is written into in place is SQLite's own memory."""
