"""What the last whole run proved: its JUnit file, kept beside this one, and its line in MEASURED.

The table of drivers/README.md counts a case as proven on a real kernel only while it passed there
and is still a case with that mark.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from xml.etree import ElementTree as ET

from msgspec import Struct

LAST_RUN = Path(__file__).with_name("last_run.xml")
MEASURED = Path(__file__).parents[1] / "MEASURED.md"
CUT = "power_cut["
BEGIN, END = "<!-- make guest -->", "<!-- end of make guest -->"


class Case(Struct, frozen=True):
    name: str
    """Module and function, with its parameters."""
    passed: bool
    skipped: bool
    seconds: float
    proves: tuple[str, ...]
    """Driver, role and link, each in one text."""


def read(junit: Path) -> list[Case]:
    """Empty when there is no such file: nothing was proven."""
    if not junit.exists():
        return []
    return [_case(found) for found in ET.parse(junit).iter("testcase")]


def _case(found: ET.Element) -> Case:
    found_in_it = {child.tag for child in found}
    said = (one for one in found.iter("property") if one.get("name") == "proves")
    return Case(
        name=f"{found.get('classname')}.{found.get('name')}",
        passed=not {"failure", "error", "skipped"} & found_in_it,
        skipped="skipped" in found_in_it,
        seconds=float(found.get("time", "0")),
        proves=tuple(one.get("value", "") for one in said),
    )


def proven(run: Iterable[Case], marked: dict[str, set[str]]) -> Counter[str]:
    """Driver, role and link to the cases that passed and still are marked so."""
    return Counter(
        what
        for case in run
        if case.passed
        for what in case.proves
        if what in marked.get(case.name, ())
    )


def add(junit: Path, name: str, seconds: float, wrong: str) -> None:
    """A case that the host has watched."""
    tree = ET.parse(junit)
    suite = tree.getroot().find("testsuite")
    assert suite is not None
    case = ET.SubElement(suite, "testcase", classname=__package__ or "", name=name)
    case.set("time", f"{seconds:.3f}")
    if wrong:
        ET.SubElement(case, "failure", message=wrong)
    tree.write(junit, "utf-8", xml_declaration=True)


def in_words(run: list[Case], *, kernel: str, how: str, seconds: float, commit: str) -> str:
    """The line of MEASURED."""
    run = [case for case in run if not case.skipped]
    failed = [case.name.rpartition(".")[2] for case in run if not case.passed]
    told = f"failed: {', '.join(failed)}" if failed else "none failed"
    cut = sum(CUT in case.name for case in run)
    cuts = f" and {cut} power cuts" if cut else ""
    return (
        f"`make guest`, {how}: {len(run) - cut} cases{cuts} on Linux {kernel} at commit {commit}, "
        f"{told} "
        f"({seconds:.0f} s with the image kept)."
    )


def write(junit: Path, words: str) -> None:
    LAST_RUN.write_bytes(junit.read_bytes())
    text = MEASURED.read_text("utf-8")
    now = f"{BEGIN}\n{words}\n{END}"
    found = re.compile(f"{re.escape(BEGIN)}.*?{re.escape(END)}", re.DOTALL)
    MEASURED.write_text(found.sub(lambda _: now, text), "utf-8")
