"""`make speed`: measure what DESIGN and README promise; misses are told, never failed.

Where neither disk nor wire takes part, times are the process's own, so that a busy machine counts
as little as it can.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
from collections.abc import Callable

from . import beside, journal, memory, paint, record, rules, start, step, wire
from .figure import Figure

PARTS: dict[str, Callable[[], list[Figure]]] = {
    "step": step.measure,
    "journal": journal.measure,
    "record": record.measure,
    "rules": rules.measure,
    "start": start.measure,
    "wire": wire.measure,
    "beside": beside.measure,
    "paint": paint.measure,
    "memory": memory.measure,
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.speed")
    parser.add_argument("part", nargs="*", choices=[[], *PARTS], help="only these, else all")
    chosen = parser.parse_args().part or list(PARTS)
    load = os.getloadavg()[0]
    _say(f"{platform.python_version()} on {os.cpu_count()} cores, load {load:.1f} at the start")
    _say(f"{'what':<48} {'measured':>14}  {'target':<18} verdict")
    missed, silent = 0, 0
    for name in chosen:
        figures = _measured(name)
        silent += not figures
        for figure in figures:
            missed += figure.verdict == "MISS"
            _say(_line(figure))
    _say(f"{missed} missed, {silent} not measured" if missed or silent else "all targets met")
    return 0


def _measured(name: str) -> list[Figure]:
    """What cannot be measured is told; the other parts still are."""
    try:
        return PARTS[name]()
    except Exception as error:  # noqa: BLE001
        _say(f"{name}: not measured: {type(error).__name__}: {error}")
        return []


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _line(figure: Figure) -> str:
    value = f"{figure.value:,.0f}" if figure.value >= 100 else f"{figure.value:.3g}"
    target = f"{figure.target} {figure.unit}" if figure.target else ""
    return f"{figure.name:<48} {value:>7} {figure.unit:<8} {target:<18} {figure.verdict}"


if __name__ == "__main__":
    sys.exit(main())
