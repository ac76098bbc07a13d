"""Ctrl-C on the bench: what was measured until then is judged, and said to be cut short."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from drivers.number import counted


class Cut:
    by_hand = False


@contextmanager
def ended_by_hand(measured: Callable[[], object]) -> Iterator[Cut]:
    """Ctrl-C ends what is done in here, and what was measured until then is judged.

    Where nothing was measured it is an end like any other.
    """
    cut = Cut()
    try:
        yield cut
    except asyncio.CancelledError:
        task = asyncio.current_task()
        if task is None or not measured():
            raise
        task.uncancel()
        cut.by_hand = True


def so_many(done: int, of: int, what: str, *, cut: bool) -> str:
    """`100 spins`, or `47 of 100 spins, ended by hand`; `what` is one of them."""
    return f"{done} of {counted(of, what)}, ended by hand" if cut else counted(of, what)
