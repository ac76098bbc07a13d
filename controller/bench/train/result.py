"""The result of a course: one page that needs nothing from outside, ready to print."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from importlib.resources import files

from jinja2 import Environment
from msgspec import Struct

from controller.bench.prove.paper import sheet

from .tried import Attempt, Tried

WORDS = {"passed": "PASS", "failed": "FAIL", "shown": "shown", "": "not tried"}
LOOKS = {"passed": "passed", "failed": "failed", "shown": "skipped", "": "skipped"}


class Line(Struct, frozen=True, kw_only=True):
    """One lesson on the page."""

    no: int
    title: str
    clauses: str
    verdict: str
    look: str
    tries: int
    said: str = ""
    seconds: str = ""
    held: str = ""
    presses: str = ""
    touches: str = ""


def page(course: Tried) -> str:
    """HTML; names and titles are escaped."""
    environment = Environment(autoescape=True, trim_blocks=True)
    template = environment.from_string(
        files(__package__).joinpath("result.html").read_text("utf-8")
    )
    passed, of = course.passed(), len(course.lessons)
    tried = sum(1 for one in course.attempts if one)
    packs = sorted({one.pack for one in course.lessons})
    began = datetime.fromtimestamp(course.began, UTC).astimezone()
    about = [
        ("Trainee", course.by or "not named"),
        ("Rules", ", ".join(packs)),
        ("Begun", f"{began:%d %b %Y, %H:%M:%S}"),
        ("Printed", f"{datetime.now(UTC).astimezone():%d %b %Y, %H:%M:%S %Z}".rstrip()),
    ]
    return template.render(
        sheet=sheet(),
        about=about,
        passed=passed,
        of=of,
        tried=tried,
        mark="ok" if passed == of else "bad" if any(map(_failed, course.attempts)) else "part",
        clauses=any(one.clauses for one in course.lessons),
        lines=[
            _line(no, scenario.name, scenario.clauses, tries)
            for no, (scenario, tries) in enumerate(
                zip(course.lessons, course.attempts, strict=True), start=1
            )
        ],
        version=f"dealer-assist {version('dealer-assist')}",
    )


def _failed(tries: Sequence[Attempt]) -> bool:
    verdicts = {one.done.verdict for one in tries}
    return "failed" in verdicts and "passed" not in verdicts


def policy(page: str) -> str:
    """What a browser may do with the page: its own style and nothing else."""
    style = page.partition("<style>")[2].partition("</style>")[0]
    digest = b64encode(hashlib.sha256(style.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"


def _line(no: int, title: str, clauses: Sequence[str], tries: Sequence[Attempt]) -> Line:
    """The best attempt: the first that passed, else the last."""
    best = next(
        (one for one in tries if one.done.verdict == "passed"), tries[-1] if tries else None
    )
    if best is None:
        return Line(
            no=no,
            title=title,
            clauses=", ".join(clauses),
            verdict=WORDS[""],
            look=LOOKS[""],
            tries=0,
        )
    done = best.done
    return Line(
        no=no,
        title=title,
        clauses=", ".join(clauses),
        verdict=WORDS[done.verdict],
        look=LOOKS[done.verdict],
        tries=len(tries),
        said=done.why,
        seconds=f"{done.seconds:.0f}",
        held=f"{done.held_s:.0f}" if done.held_s else "",
        presses=f"{done.presses} / {best.par_presses}",
        touches=f"{done.touches} / {best.par_touches}",
    )
