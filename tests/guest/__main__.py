"""`make guest`: the product on a real kernel, in qemu; its first run builds the guest."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser, Namespace
from pathlib import Path

from . import report
from .boot import BY_KVM, Guest, accelerator, pack
from .image import ROOT, CannotBuild, Image, image, missing
from .power.cuts import cuts

CASES_S = 900.0
"""Longer than without KVM on a busy machine."""
CUTS = 20
ILL = ("BUG:", "Oops", "general protection", "hung_task", "blocked for more than")


def main() -> int:
    parser = ArgumentParser(prog="python -m tests.guest", description=__doc__)
    parser.add_argument(
        "--only", default="", metavar="WORDS", help="cases, as pytest -k takes them"
    )
    parser.add_argument("--fresh", action="store_true", help="build the guest again")
    parser.add_argument("--cuts", type=int, default=None, metavar="N", help="of power; else 20")
    parser.add_argument("--seed", type=int, default=1, help="of the moments of the power cuts")
    chosen = parser.parse_args()
    os.environ["PATH"] += ":/usr/sbin:/sbin"  # where mke2fs is, and people's path is not
    if chosen.cuts is None:
        chosen.cuts = 0 if chosen.only else CUTS
    if gone := missing():
        sys.stderr.write(gone)
        return 1
    try:
        guest = image(_say, fresh=chosen.fresh)
    except CannotBuild as error:
        sys.stderr.write(f"{error}\n")
        return 1
    with tempfile.TemporaryDirectory(prefix="guest-") as folder:
        return _run(guest, Path(folder), chosen)


def _run(guest: Image, folder: Path, chosen: Namespace) -> int:
    out, began = folder / "out", time.monotonic()
    out.mkdir()
    commit, accel = _commit(), accelerator(guest)
    _say(f"guest: starts {_how(accel)} ...")
    args = ["-k", chosen.only] if chosen.only else []
    (out / "args").write_text("".join(f"{arg}\n" for arg in args))
    running = Guest(guest, accel, pack(folder / "product.tar"), out, _say)
    ended = running.ended(CASES_S)
    cases = report.read(out / "junit.xml")
    for line in _kernel_is_ill(out / "kernel.log"):
        _say(f"kernel: {line}")
    if not (ended and cases):
        _say("guest: it did not end by itself, or brought no result; see its last lines above")
        return 1
    if chosen.cuts:
        _cut(guest, accel, folder, chosen)
    cases = report.read(out / "junit.xml")
    words = report.in_words(
        *(cases,),
        kernel=guest.kernel,
        how=_how(accel),
        seconds=time.monotonic() - began,
        commit=commit,
    )
    _say(words)
    if not chosen.only and chosen.cuts:
        report.write(out / "junit.xml", words)
    return 0 if all(case.passed or case.skipped for case in cases) else 1


def _cut(guest: Image, accel: str, folder: Path, chosen: Namespace) -> None:
    """The power fails; each cut is a case of the report."""
    table, junit, began = folder / "table", folder / "out" / "junit.xml", time.monotonic()
    table.mkdir()
    running = cuts(
        *(guest, accel, folder / "product.tar", table),
        count=chosen.cuts,
        seed=chosen.seed,
        say=_say,
    )
    try:
        found = asyncio.run(running)
    except AssertionError as error:
        _say(f"power cuts: {error}")
        report.add(junit, "power_cuts", time.monotonic() - began, str(error))
        return
    each_s = (time.monotonic() - began) / len(found)
    for number, cut in enumerate(found, start=1):
        report.add(junit, f"{report.CUT}{chosen.seed}-{number}]", each_s, cut.wrong)


def _how(accel: str) -> str:
    return "with KVM" if accel == BY_KVM else "without KVM"


def _kernel_is_ill(log: Path) -> list[str]:
    lines = log.read_text(errors="replace").splitlines() if log.exists() else []
    return [line for line in lines if any(word in line for word in ILL)]


def _commit() -> str:
    told = subprocess.run(
        ("git", "rev-parse", "--short", "HEAD"),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return told.stdout.strip() or "unknown"


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
