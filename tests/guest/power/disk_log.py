"""What a disk has kept when its power fails: replayed from qemu's log of its writes.

A disk may keep what was written behind its last flush, or lose it, each write for itself, and the
last one may be torn: only what it was told to flush is safe. Source: qemu, block/blklogwrites.c;
Linux, drivers/md/dm-log-writes.c.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import BinaryIO

from msgspec import Struct

SECTOR = 512
SUPER, ENTRY = struct.Struct("<QQQI"), struct.Struct("<QQQQ")
MAGIC = 0x6A736677736872
FLUSH, FUA, DISCARD = 1, 2, 4


class Write(Struct, frozen=True):
    sector: int
    data: bytes
    flags: int

    @property
    def safe(self) -> bool:
        return bool(self.flags & (FLUSH | FUA))


class Kept(Struct, frozen=True):
    flushed: int
    """Writes that the disk was told to keep."""
    by_chance: int
    lost: int


def read(log: Path) -> Iterator[Write]:
    """In order, up to one that qemu had begun and not ended when it was killed."""
    with log.open("rb") as file:
        magic, version, _, sector = SUPER.unpack(file.read(SUPER.size))
        if (magic, version, sector) != (MAGIC, 1, SECTOR):
            raise ValueError(f"{log}: no log of writes")
        file.seek(SECTOR)
        while len(head := file.read(SECTOR)) == SECTOR:
            at, count, flags, _ = ENTRY.unpack_from(head)
            if not (at or count or flags):
                return
            data = b"" if flags & DISCARD else file.read(count * SECTOR)
            if not flags & DISCARD and len(data) < count * SECTOR:
                return
            yield Write(at, data, flags)


def fail(log: Path, disk: Path, rng: Random) -> Kept:
    """Put onto the disk, as it was when the log began, what a failing power leaves of the log."""
    writes = list(read(log))
    last = max((n for n, write in enumerate(writes) if write.safe), default=-1) + 1
    behind = writes[last:]
    by_chance = [write for write in behind if rng.random() < 0.5]
    with disk.open("r+b") as file:
        for write in writes[:last]:
            _put(file, write, len(write.data))
        for write in by_chance:
            torn = rng.random() < 0.2
            sectors = len(write.data) // SECTOR
            _put(file, write, SECTOR * (rng.randint(0, sectors) if torn else sectors))
    return Kept(last, len(by_chance), len(behind) - len(by_chance))


def _put(file: BinaryIO, write: Write, length: int) -> None:
    file.seek(write.sector * SECTOR)
    file.write(write.data[:length])
