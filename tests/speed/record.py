"""Recovery and replay of a day's record: 60,000 rows of real rounds."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from controller.audit.explain import recent_rounds, round_steps
from controller.audit.replay import replay
from controller.audit.watchers import Watch
from controller.journal.read import Reader, open_reader
from controller.table.record import code_hash
from controller.table.recovery import InForce, recover

from .figure import Figure
from .shoes import Shoes

DAY_ROWS = 60_000
REPLAYED_ROWS = 6_000


def measure() -> list[Figure]:
    with tempfile.TemporaryDirectory() as directory:
        folder = Path(directory)
        return [*_recovery(folder / "day.journal"), *_replay(folder / "part.journal")]


def _recovery(path: Path) -> list[Figure]:
    """Only the rows since the last round are folded, so those before may be anything."""
    on = Shoes(4, filler=DAY_ROWS - 120)
    while on.filler + on.seq < DAY_ROWS - 20:
        on.deal_round()
    on.card(after_ms=6000)
    for _ in range(len(on.play.boxes)):
        on.card()
    on.write(path)
    began = time.perf_counter()
    with open_reader(path) as reader:
        recovered = recover(reader)
        took = time.perf_counter() - began
        assert recovered.difference is None, recovered.difference
        assert recovered.state == on.state
        lines = _ms(lambda: recent_rounds(reader))
        steps = _ms(lambda: round_steps(reader, on.play.number))
    return [
        Figure(f"recovery of {recovered.seq} rows in mid-round", took, "s", most=1),
        Figure("list of recent rounds", lines, "ms"),
        Figure("steps of the open round", steps, "ms"),
    ]


def _replay(path: Path) -> list[Figure]:
    on = Shoes(5)
    while on.seq < REPLAYED_ROWS:
        on.deal_round()
    on.write(path)
    with open_reader(path) as reader:
        house = InForce(reader).house
        plain = _ms(lambda: _replayed(reader, None))
        watched = _ms(lambda: _replayed(reader, Watch(house)))
    return [
        Figure("journal replay", on.seq / plain * 1000, "rows/s"),
        Figure("journal replay with watchers", on.seq / watched * 1000, "rows/s"),
    ]


def _replayed(reader: Reader, watch: Watch | None) -> None:
    done = replay(reader, code_hash(), watch=watch)
    assert not done.differences
    assert not done.findings, done.findings


def _ms(run: Callable[[], object]) -> float:
    """Units: ms of the process's own time."""
    began = time.process_time()
    run()
    return (time.process_time() - began) * 1000
