"""One step over played shoes, an amendment of the last card, the fold of a long round.

Units: ms of the thread's own time, so that another process on the machine does not count.
"""

from __future__ import annotations

import time

from controller.domain import commands as cmd
from controller.procedure.state.inputs import Amended, Edit, Input, Stamped

from .figure import Figure, p50_p99
from .shoes import Shoes

ROUNDS = 150
AGAIN = 200
ENTRIES = 200


def measure() -> list[Figure]:
    return [*_steps(), *_amendment(), *_long_round()]


def _steps() -> list[Figure]:
    on = Shoes(1, keep=False)
    on.deal_round()
    on.took_ms.clear()
    for _ in range(ROUNDS):
        on.deal_round()
    half, most = p50_p99(on.took_ms)
    return [
        Figure(f"one step p50, {len(on.took_ms)} steps of {ROUNDS} rounds", half, "ms"),
        Figure("one step p99", most, "ms", most=1),
    ]


def _amendment() -> list[Figure]:
    """The last card was for the next box: the fold of one entry."""
    on = Shoes(2, keep=False)
    on.ready()
    on.lit(1, 3, 4)
    on.draw("8c 6d Ks 7d 5h 9c 8s Jh", after_ms=2500)
    on.press("act1")
    on.draw("4d 2d")
    half, most = _repeated(on, cmd.LastCard(what="box"))
    return [
        Figure("amendment of the last card p50", half, "ms"),
        Figure("amendment of the last card p99", most, "ms", most=2),
    ]


def _long_round() -> list[Figure]:
    on = Shoes(3, keep=False)
    on.deal_round()
    on.ready()
    on.put(cmd.LayoutCleared(), after_ms=6000)
    lit = True
    while len(on.state.log) < ENTRIES - 20:
        on.put(cmd.WagerSet(box=4, kind="match", on=lit))
        lit = not lit
    on.deal_round()
    entries = len(on.state.log)
    assert entries >= ENTRIES, entries
    first = Edit(on.state.log[0].id, "before", ())
    whole = Amended(edits=(first,), why="speed", by="M. Okafor", rank="floorperson")
    _, most = _repeated(on, whole)
    return [Figure(f"fold of a round of {entries} entries", most, "ms", most=50)]


def _repeated(on: Shoes, item: Input) -> tuple[float, float]:
    """The same step again and again from the same state."""
    st = Stamped(on.filler + on.seq + 1, 0, on.mono + 1000, "dealer", item)
    took = []
    for _ in range(AGAIN):
        began = time.thread_time()
        step = on.procedure.step(on.state, st, on.vault)
        took.append((time.thread_time() - began) * 1000)
        assert step.outcome.verdict == "accepted", step.outcome
    return p50_p99(took)
