"""A folder for records that nobody keeps: in memory where there is room.

In virtual time every commit is waited for, and an evening of commits waits longer for a disk
than it computes. The caller's own TMPDIR stands.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

SHARED_MEMORY = Path("/dev/shm")  # noqa: S108 - a folder of random name is made in it
ROOM = 1 << 30
"""Units: bytes."""


def passing_folder(prefix: str) -> tempfile.TemporaryDirectory[str]:
    """Made now, gone when left."""
    return tempfile.TemporaryDirectory(prefix=prefix, dir=place())


def place() -> str | None:
    """Where passing folders lie; None = where the system keeps them."""
    if "TMPDIR" in os.environ or not os.access(SHARED_MEMORY, os.W_OK | os.X_OK):
        return None
    return str(SHARED_MEMORY) if shutil.disk_usage(SHARED_MEMORY).free >= ROOM else None
