"""The standard streams as they may be: closed, full, or with nobody at the other end."""

from __future__ import annotations

import io
import os
import sys


def hold_streams() -> None:
    """Descriptors 0, 1 and 2 are open, so that no journal or socket is ever opened as one of them.

    One that was closed leads nowhere.
    """
    for fd in (0, 1, 2):
        try:
            os.fstat(fd)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest that is free
    sys.stdin = sys.stdin or open(0, closefd=False)  # noqa: SIM115
    sys.stdout = sys.stdout or open(1, "w", closefd=False)  # noqa: SIM115
    sys.stderr = sys.stderr or open(2, "w", closefd=False)  # noqa: SIM115
    if isinstance(sys.stdout, io.TextIOWrapper):  # a terminal may know ASCII only
        sys.stdout.reconfigure(errors="backslashreplace")
