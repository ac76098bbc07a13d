"""Pages that only a whole program serves or writes: lessons, free play, reports."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.bench.test_process import answers, free_port

CONTROLLER = (sys.executable, "-m", "controller")


@contextmanager
def served(*words: str) -> Iterator[str]:
    """Address of a program that serves `/hands`."""
    port = free_port()
    command = (*CONTROLLER, *words, "--port", str(port))
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        try:
            assert answers(f"http://127.0.0.1:{port}/hands")
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()


def bench_report(folder: Path) -> Path:
    page = folder / "bench-report.html"
    command = (*CONTROLLER, "bench", "reader", "sim:reader", "-n", "12", "--discard")
    subprocess.run(
        (*command, "--by", "T. Novak", "--report", str(page)),
        stdout=subprocess.DEVNULL,
        check=True,
    )
    return page


def round_report(folder: Path) -> Path:
    """The story of a round out of its evidence."""
    table, evidence = folder / "table", folder / "round.zip"
    play = ("demo", "--pack", "massachusetts", "--speed", "50", "--rounds", "2", "--end")
    told = ("--round", "1", "--reason", "player disputes box 4", "--who", "Agent R. Vance")
    where = ("--port", str(free_port()), "--dir", str(table))
    for words in (
        (*play, *where),
        ("journal", "export", str(table / "journal.db"), *told, "-o", str(evidence)),
    ):
        subprocess.run((*CONTROLLER, *words), stdout=subprocess.DEVNULL, check=True)
    with zipfile.ZipFile(evidence) as bundle:
        return Path(bundle.extract("story.html", folder))
