"""What a failing power leaves of a disk, replayed from a log that qemu would write."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from .disk_log import ENTRY, FLUSH, FUA, MAGIC, SECTOR, SUPER, fail, read


def a_log(path: Path, *writes: tuple[int, bytes, int]) -> Path:
    """Sector, bytes and flags of each."""
    log = SUPER.pack(MAGIC, 1, len(writes), SECTOR).ljust(SECTOR, b"\0")
    for sector, data, flags in writes:
        head = ENTRY.pack(sector, len(data) // SECTOR, flags, 0)
        log += head.ljust(SECTOR, b"\0") + data
    path.write_bytes(log)
    return path


def sectors(fill: bytes, count: int = 1) -> bytes:
    return fill * SECTOR * count


def test_what_was_flushed_is_kept_and_the_rest_by_chance(tmp_path: Path) -> None:
    """Each write behind the last flush for itself; none before it is ever lost."""
    log = a_log(
        tmp_path / "log",
        (0, sectors(b"a"), 0),
        (1, sectors(b"b"), FUA),
        (0, b"", FLUSH),
        (2, sectors(b"c"), 0),
        (3, sectors(b"d"), 0),
    )
    left = set()
    for seed in range(40):
        disk = tmp_path / "disk"
        disk.write_bytes(bytes(4 * SECTOR))
        kept = fail(log, disk, Random(seed))
        assert kept.flushed == 3
        assert kept.by_chance + kept.lost == 2
        data = disk.read_bytes()
        assert data[: 2 * SECTOR] == sectors(b"a") + sectors(b"b")
        left.add((data[2 * SECTOR : 3 * SECTOR], data[3 * SECTOR :]))
    assert left == {
        (c, d) for c in (bytes(SECTOR), sectors(b"c")) for d in (bytes(SECTOR), sectors(b"d"))
    }


def test_write_may_be_torn_between_sectors_only(tmp_path: Path) -> None:
    """A disk writes a sector whole or not at all."""
    log = a_log(tmp_path / "log", (0, sectors(b"x", 4), 0))
    lengths = set()
    for seed in range(200):
        disk = tmp_path / "disk"
        disk.write_bytes(bytes(4 * SECTOR))
        fail(log, disk, Random(seed))
        written = disk.read_bytes().rstrip(b"\0")
        assert len(written) % SECTOR == 0
        lengths.add(len(written) // SECTOR)
    assert {0, 4} < lengths


def test_log_ends_at_a_write_that_was_not_ended(tmp_path: Path) -> None:
    """Qemu is killed while it writes."""
    log = a_log(tmp_path / "log", (0, sectors(b"a"), 0), (7, sectors(b"b", 2), 0))
    log.write_bytes(log.read_bytes()[:-1])

    assert [write.sector for write in read(log)] == [0]
    (tmp_path / "other").write_bytes(bytes(SECTOR))
    with pytest.raises(ValueError, match="no log of writes"):
        list(read(tmp_path / "other"))
