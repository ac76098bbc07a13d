"""Hours of nothing but being there: heartbeat, clock, line, and whatever the device tells."""

from __future__ import annotations

import asyncio

from drivers.bench.by_hand import ended_by_hand
from drivers.bench.desk import Desk
from drivers.bench.found import Found, judged, not_tested
from drivers.number import counted

from .tell import Tell, Tried, nobody_waits, steady

SLOW_MS = 1000.0
"""A heartbeat answered later than this is a stall."""
LEAST_S = 10.0
"""A soak that was ended sooner says nothing."""
BAD_A_MILLION = 100
"""Bad frames that a sound line may have."""


async def soak(desk: Desk, hours: float, tell: Tell = nobody_waits) -> Tried:
    """Look on for so many hours, or until somebody ends it."""
    loop = asyncio.get_running_loop()
    began, whole, gone = loop.time(), hours * 3600, 0.0
    with ended_by_hand(lambda: gone >= LEAST_S) as cut:
        while (gone := loop.time() - began) < whole:
            tell(int(gone), int(whole), f"{desk.events} events, {len(desk.losses)} losses")
            await asyncio.sleep(min(1.0, whole - gone))
    seen = gone / 3600 if cut.by_hand else hours
    tell(int(seen * 3600), int(whole), "done")
    ended = f" of {hours:g}, ended by hand" if cut.by_hand else ""
    return Tried(f"soak, {seen:.3g} hours{ended}", (*_judge(desk, seen), *steady(desk)))


def _judge(desk: Desk, hours: float) -> tuple[Found, ...]:
    seen = desk.watched
    tried = f"{hours:g} h"
    bad, frames = seen.bad, max(1, seen.frames_in)
    share = bad * 1_000_000 / frames
    return (
        _heartbeat(tuple(seen.pongs_ms), tried),
        judged(
            "7.suspect",
            "never silent for 3 s",
            f"{desk.counters.suspects} silences" if desk.counters.suspects else "",
            tried=tried,
            found="no silence",
        ),
        judged(
            "1.4",
            "frames arrive whole",
            f"{bad} bad frames of {frames:,}, {share:,.0f} in a million"
            if share > BAD_A_MILLION
            else "",
            tried=f"at most {BAD_A_MILLION} bad in a million",
            found=f"{bad} bad of {frames:,}",
        ),
    )


def _heartbeat(took: tuple[float, ...], tried: str) -> Found:
    title = "the heartbeat is answered in time"
    if not took:
        return not_tested("7", title, "this driver has no heartbeat", tried=tried)
    late = sum(ms > SLOW_MS for ms in took)
    wrong = f"{late} of {len(took)} later than 1 s, the worst {max(took):.0f} ms" if late else ""
    return judged(
        "7", title, wrong, tried=tried, found=f"{counted(len(took), 'answer')}, {max(took):.0f} ms"
    )
