"""A course: lesson after lesson on the same pages, each at a table of its own.

Between two lessons the pages are gone for a moment; they ask again by themselves.
"""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from controller.bench.hands.pages import HandsPages
from controller.bench.scenario.file import Scenario
from controller.bench.simulated.in_memory import passing_folder
from controller.bench.simulated.virtual_time import VirtualLoop, run_virtual
from controller.console.app import console_app
from controller.console.sign_in.people import People
from controller.console.sign_in.sessions import Sessions
from controller.console.web.server import console_server
from controller.errors import ConfigError
from drivers.sim.physical.pieces import CannotBe

from . import result
from .judge import Par, handed_over, par
from .table import Done, Lesson, hands_on, lesson
from .tried import Attempt, Tried

PIN = "4711"
PEOPLE = ("M. Okafor", "floorperson"), ("I. Lund", "casino_supervisor")
STILL_SHOWN_S = 0.5

Tell = Callable[[str], None]


class Course:
    """`stays`: a lesson that is ended stays on the page until the trainee goes on."""

    def __init__(
        self, lessons: Sequence[Scenario], *, by: str = "", stop_at: int | None = None,
        stays: bool = True,
    ) -> None:  # fmt: skip
        self.tried, self.stays = Tried(lessons, by), stays
        self.stop_at, self.at = stop_at, 0

    def run(self, port: int, tell: Tell) -> int:
        """Until Ctrl-C, or the end of what does not stay. Return 0 when all are passed.

        Raises: ConfigError.
        """
        with passing_folder("lessons-") as folder:
            people = _people(Path(folder))
            going = True
            while going:
                scenario = self.tried.lessons[self.at]
                after = handed_over(scenario) if self.stop_at is None else self.stop_at
                if not 0 <= after < max(1, len(scenario.steps)):
                    do = f"Use 0 to {len(scenario.steps) - 1}"
                    raise ConfigError(f"{after} is no step before the last", do=do)
                needs = par(scenario, after)
                taught = Taught(self, scenario, people, Path(folder), tell)
                going = run_virtual(taught.run(after, needs, port))
        return 0 if self.tried.passed() == len(self.tried.lessons) else 1


class Taught:
    """One lesson, served."""

    def __init__(
        self, course: Course, scenario: Scenario, people: People, folder: Path, tell: Tell
    ) -> None:
        self._course, self._scenario, self._people = course, scenario, people
        self._no = course.at
        self._folder, self._tell = folder, tell
        self._lesson: Lesson | None = None
        self._over = asyncio.Event()
        self._began = time.time()
        """Tells one table from the next: the page in the frame is loaded again."""
        self._going = True

    async def run(self, after: int, needs: Par, port: int) -> bool:
        """Whether the course goes on. Raises: ConfigError."""
        with passing_folder("lesson-") as folder:
            async with lesson(self._scenario, after, needs, Path(folder)) as taught:
                self._lesson = taught
                loop = asyncio.get_running_loop()
                assert isinstance(loop, VirtualLoop)
                loop.go_real()
                await self._serve(taught, port)
        return self._going

    async def _serve(self, taught: Lesson, port: int) -> None:
        before = asyncio.all_tasks()
        pages = HandsPages(self)
        pages.table = hands_on(taught.table)
        sessions = Sessions(file=self._folder / "sessions.json")
        more = (*pages.routes(), Route("/hands/result", self._result))
        app = console_app(taught.table.daemon.door, self._people, sessions=sessions, more=more)
        server = console_server(app, host="127.0.0.1", port=port)
        serving = asyncio.create_task(server.serve(), name="pages")
        judging = asyncio.create_task(taught.run(), name="judge")
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, self._leave)
        lessons = self._course.tried.lessons
        self._tell(f"{self._no + 1} of {len(lessons)}: {self._scenario.name}")
        self._tell(f"  http://127.0.0.1:{port}/hands   {_floor()}")
        await self._judged(taught)
        await sessions.kept()
        judging.cancel()
        await pages.table.take_back()
        taught.table.daemon.door.close()
        server.should_exit = True
        await asyncio.wait({serving, judging})
        await _gone(asyncio.all_tasks() - before)

    async def _judged(self, taught: Lesson) -> None:
        """Until the trainee goes on, or leaves."""
        ended = asyncio.create_task(taught.ended(), name="ended")
        over = asyncio.create_task(self._over.wait(), name="over")
        await asyncio.wait({ended, over}, return_when=asyncio.FIRST_COMPLETED)
        done = taught.now() if ended.done() else taught.give_up()
        self._count(done, taught)
        for line in _said(done, taught):
            self._tell(line)
        if self._course.stays:
            await over
        else:
            await asyncio.sleep(STILL_SHOWN_S)
            self._going = False
            over.cancel()
        ended.cancel()
        await asyncio.wait({ended, over})

    def _count(self, done: Done, taught: Lesson) -> None:
        attempts = self._course.tried.attempts[self._no]
        attempts.append(Attempt(done, taught.par.presses, taught.par.touches))

    def _leave(self) -> None:
        self._going = False
        self._over.set()

    # ---- hands.pages.Teaching ----
    def state(self) -> dict[str, Any]:
        own: dict[str, Any] = self._lesson.state() if self._lesson else {}
        marks = self._course.tried.marks()
        if own.get("verdict", "open") != "open" and not marks[self._no]:
            marks[self._no] = own["verdict"]
        last = self._no + 1 == len(marks)
        own["began"] = self._began
        return {**own, "no": self._no + 1, "of": len(marks), "marks": marks, "last": last}

    def asked(self, what: str) -> None:
        course = self._course
        if what == "show" and self._lesson is not None:
            self._lesson.show()
        elif what == "again" or (what == "next" and self._no + 1 < len(course.tried.lessons)):
            course.at = self._no + (what == "next")
            self._over.set()
        else:
            raise CannotBe("a lesson is dealt by your own hands")

    async def _result(self, _: Request) -> Response:
        """The page to print, of the course so far."""
        page = result.page(self._course.tried)
        return HTMLResponse(page, headers={"Content-Security-Policy": result.policy(page)})


async def _gone(answers: set[asyncio.Task[Any]]) -> None:
    """What a browser still waits for ends with its table."""
    for task in answers:
        task.cancel()
    if answers:
        await asyncio.wait(answers)


def _said(done: Done, taught: Lesson) -> tuple[str, ...]:
    if done.verdict == "passed":
        touches = f", {done.touches} touches on the floor's page" if done.touches else ""
        return (f"passed: {done.seconds:.0f} s, {done.presses} presses{touches}",)
    if done.verdict == "shown":
        return ("shown, not passed",)
    return f"not passed. {done.why}.", *(f"  {one}" for one in taught.judge.left())


def _floor() -> str:
    return f"floor: {' or '.join(name for name, _ in PEOPLE)}, PIN {PIN}"


def _people(folder: Path) -> People:
    """Who rules in a lesson; their sessions last from one lesson to the next."""
    people = People(folder / "people.json")
    for name, rank in PEOPLE:
        people.add(name, rank, "1234")  # type: ignore[arg-type]
        asyncio.run(people.change(name, PIN))
    return people
