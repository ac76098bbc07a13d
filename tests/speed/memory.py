"""What the table holds in memory while rounds go by: actor, journal, vault, consoles' modules.

It runs in a process of its own: `python -m tests.speed.memory ROUNDS` prints two numbers in kB.
"""

from __future__ import annotations

import gc
import subprocess
import sys
import tempfile
from pathlib import Path

from .figure import Figure

ROUNDS = 300
FULL = 10_000
"""The rounds of the target; `python -m tests.speed.memory 10000` takes an hour or so."""


def measure() -> list[Figure]:
    half, end = _in_own_process(ROUNDS)
    return [
        Figure(f"memory after {ROUNDS} rounds (target: {FULL:,})", end / 1024, "MB", most=90),
        Figure("... grown over the last half", (end - half) / 1024, "MB", most=1),
    ]


def _in_own_process(rounds: int) -> tuple[int, int]:
    command = [sys.executable, "-m", "tests.speed.memory", str(rounds)]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    return int(said[-2]), int(said[-1])


def _resident_kb() -> int:
    gc.collect()
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    raise RuntimeError("no VmRSS here")


def main() -> int:
    import controller.daemon  # noqa: F401 - a daemon has all of it loaded
    from tests.audit.shift import Shift

    from .shoes import Dealing

    class Table(Dealing, Shift):
        """Rounds through the actor into a journal."""

    rounds = int(sys.argv[1])
    base = Path("/dev/shm") if Path("/dev/shm").is_dir() else None
    with tempfile.TemporaryDirectory(dir=base) as directory:
        on = Table(Path(directory) / "table.journal")
        try:
            on.begin(9)
            half = 0
            for n in range(rounds):
                on.deal_round()
                half = _resident_kb() if n == rounds // 2 else half
            sys.stdout.write(f"{half} {_resident_kb()}\n")
        finally:
            on.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
