"""Ctrl-C in the middle of a proof: what was measured is judged, marked as cut short, written."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from controller.bench.prove.proof import Asked, prove
from drivers.bench.decks import in_order
from drivers.bench.found import Found, Outcome
from drivers.sim.rig import Rig

from .desks import on_the_bench

DECK = in_order(1)
LONG = {
    "wheel": (Asked("wheel", count=500), 200.0, "spins"),
    "shuffler": (Asked("shuffler", count=90), 40.0, "cycles"),
    "reader": (Asked("reader", count=4000), 60.0, "pairs"),
    "shoe": (Asked("shoe", deck=DECK), 8.0, "cards"),
}
"""What is asked, after how many seconds it is ended, and what is counted."""


async def ended_after(seconds: float, name: str, cards: int = 20) -> Outcome:
    """`cards`: how many of the deck are drawn until then."""
    asked, *_ = LONG[name]
    async with on_the_bench(name) as bench:
        draw = bench.hands.draw

        async def slowly(_: int) -> None:
            await draw(cards)
            await asyncio.sleep(60)

        bench.hands.draw = slowly  # type: ignore[method-assign,assignment]
        proving = asyncio.create_task(prove(bench, asked))
        await asyncio.sleep(seconds)
        proving.cancel()
        return await proving


def line(outcome: Outcome, sentence: str) -> Found:
    return next(one for one in outcome.found if one.sentence == sentence)


@pytest.mark.parametrize("name", LONG)
async def test_what_was_measured_is_judged_when_somebody_ends_it(name: str) -> None:
    """A day's spins are not thrown away because nobody waits for the last."""
    asked, seconds, what = LONG[name]
    due = len(asked.deck) or asked.count
    outcome = await ended_after(seconds, name)

    head, _, tail = outcome.title.partition(", ")
    done, of, whole = tail.partition(" of ")
    assert (bool(head), of, whole) == (True, " of ", f"{due} {what}, ended by hand")
    assert 0 < int(done) < due
    assert outcome.failed == ()
    assert line(outcome, "3.5").why == "it was ended by hand"


@pytest.mark.parametrize("name", LONG)
async def test_nothing_measured_is_no_report(name: str) -> None:
    with pytest.raises(asyncio.CancelledError):
        await ended_after(0.5, name, cards=0)


async def test_fault_before_the_end_by_hand_is_still_one() -> None:
    rig = Rig(1, shuffle_s=4.0)
    rig.pull("shuffler", "double_feed", 1)
    async with on_the_bench("shuffler", rig) as bench:
        proving = asyncio.create_task(prove(bench, Asked("shuffler", count=90, cards=288)))
        await asyncio.sleep(60)
        proving.cancel()
        outcome = await proving

    assert [one.sentence for one in outcome.failed] == ["shuffler.count"]


@pytest.mark.parametrize(
    ("words", "come", "said"),
    [
        ("reader sim:reader -n 4000", r"\b[1-9]\d*/4000\b", " of 4000 pairs, ended by hand"),
        ("ping sim:reader -n 1000000", r"\b[1-9]\d*/10+\b", " of 1000000 pings, ended by hand"),
        ("conform sim:shuffler", r"ok ", " checks, ended by hand"),
    ],
)
def test_report_and_junit_are_written_after_ctrl_c(
    tmp_path: Path, words: str, come: str, said: str
) -> None:
    """A device is asked for hours, and the papers are what the house keeps.

    Ended as soon as its terminal shows that something has been measured.
    """
    papers = ["--report", str(tmp_path / "r.html"), "--junit", str(tmp_path / "r.xml")]
    ours, its = os.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "controller", "bench", *words.split(), *papers],
        stdout=its,
        stderr=its,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "120"},
    ) as proving:
        os.close(its)
        seen = ""
        while not re.search(come, seen):
            seen += os.read(ours, 4096).decode(errors="replace")
        proving.send_signal(signal.SIGINT)
        with contextlib.suppress(OSError):  # EIO: it has closed its terminal
            while more := os.read(ours, 4096):
                seen += more.decode(errors="replace")
    os.close(ours)

    assert proving.returncode == 0, seen
    assert said in (tmp_path / "r.html").read_text()
    assert said in (tmp_path / "r.xml").read_text()
