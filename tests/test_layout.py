"""The layout check finds what it is there to find."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit.wires.patience import PATIENCE_S
from tests.layout import ROOT, offences, tracked

LATER = "TO" + "DO: soon"
PAPER = "DESIGN" + " 1.2"
ABSENT = "console/README" + " 1.9"


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("controller/long.py", "x = 1\n" * 351, "controller/long.py: 351 lines, at most 350"),
        ("tests/long.py", "x = 1\n" * 471, "tests/long.py: 471 lines, at most 470"),
        (
            "drivers/deep.py",
            "def f():\n" + "    x = 1\n" * 50,
            "drivers/deep.py:1: f has 51 lines, at most 50",
        ),
        (
            "helpers/x.py",
            "",
            "helpers: not an entry of the top level; it belongs below one of the others",
        ),
        (
            "controller/later.py",
            f"# {LATER}\n",
            f"controller/later.py:1: a task left behind: # {LATER}",
        ),
        (
            "drivers/sketch.py",
            f"# {PAPER}\n",
            f"drivers/sketch.py:1: a paper that no reader has: # {PAPER}",
        ),
        (
            "drivers/quiet.py",
            "try:\n    f()\nexcept Exception:\n    pass\n",
            "drivers/quiet.py:3: a broad except",
        ),
        (
            "drivers/short.py",
            "from controller.domain import view as v\n",
            "drivers/short.py:1: view as v: say it in a word",
        ),
        (
            "drivers/cites.py",
            f'"""Hidden ({ABSENT})."""\n',
            f"drivers/cites.py:1: {ABSENT.replace(' 1', ' has no section 1')}",
        ),
    ],
)
def test_layout_names_the_offence(tmp_path: Path, name: str, text: str, said: str) -> None:
    """One line that says where and what."""
    (tmp_path / name).parent.mkdir(parents=True)
    (tmp_path / name).write_text(text)

    assert list(offences(tmp_path, [name])) == [said]


@pytest.mark.parametrize(
    ("wait", "said"),
    [
        ("process.wait(30)", "wait waits too little for a slow machine: PATIENCE_S"),
        ("urlopen(url, timeout=2)", ""),
        ("request.urlopen(url, timeout=2)", "urlopen waits too little for a slow machine"),
        ("httpx.get(url)", "httpx waits five seconds: say timeout=PATIENCE_S"),
        ("httpx.get(url, timeout=PATIENCE_S)", ""),
        ("httpx.AsyncClient(transport=app)", ""),
        ("time.sleep(0.5)", "sleep for a fixed time: wait for what comes"),
        ("time.sleep(HANGS_S)", ""),
        ("page.wait_for_timeout(1500)", "wait_for_timeout for a fixed time"),
        ("for _ in range(9): time.sleep(0.5)", ""),
        ("host.wait(3)", ""),
        ("asyncio.wait({task}, timeout=1)", ""),
    ],
)
def test_layout_refuses_a_wait_that_a_slow_machine_loses(
    tmp_path: Path, wait: str, said: str
) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests/test_x.py").write_text(f"{wait}\n")

    found = list(offences(tmp_path, ["tests/test_x.py"]))

    assert [one.partition(": ")[2][: len(said)] for one in found] == ([said] if said else [])


def test_layout_is_content_with_a_file_at_the_limit(tmp_path: Path) -> None:
    (tmp_path / "controller").mkdir()
    (tmp_path / "controller/just.py").write_text("x = 1\n" * 350)

    assert list(offences(tmp_path, ["controller/just.py"])) == []


def test_layout_allows_a_broad_except_that_raises_again(tmp_path: Path) -> None:
    """Tidying up is no judgement of what went wrong."""
    (tmp_path / "controller").mkdir()
    (tmp_path / "controller/tidy.py").write_text(
        "try:\n    f()\nexcept BaseException:\n    g()\n    raise\n"
    )

    assert list(offences(tmp_path, ["controller/tidy.py"])) == []


def test_layout_reads_the_files_that_git_would_commit() -> None:
    names = tracked(ROOT)

    assert "pyproject.toml" in names
    assert not any(name.startswith(".venv/") for name in names)


def test_suite_says_what_to_install_when_a_program_is_missing(tmp_path: Path) -> None:
    """`make test` says clearly what to install."""
    run = subprocess.run(
        [sys.executable, "tests/needs_programs.py"],
        cwd=ROOT,
        env={**os.environ, "PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )

    assert run.returncode == 1
    assert "apt-get install chromium" in run.stderr


def test_layout_counts_the_files_of_a_folder_of_tests_too(tmp_path: Path) -> None:
    names = [f"tests/room/f{n}.py" for n in range(16)]
    (tmp_path / "tests/room").mkdir(parents=True)
    for name in names:
        (tmp_path / name).write_text("")

    assert list(offences(tmp_path, names)) == ["tests/room: 16 files, at most 15"]


def test_layout_counts_the_files_of_a_folder_and_those_that_name_a_command(tmp_path: Path) -> None:
    """A folder of sixteen; a command that opens more files than a change of it may."""
    names = [f"controller/room/f{n}.py" for n in range(16)]
    (tmp_path / "controller/room").mkdir(parents=True)
    for n, name in enumerate(names):
        (tmp_path / name).write_text("SpotGiven = 1\n" if n < 9 else "")

    assert list(offences(tmp_path, names)) == [
        "controller/room: 16 files, at most 15",
        "a command: SpotGiven is named in 9 files, at most 4",
    ]


def test_layout_names_the_files_that_need_each_other_if_only_for_a_type(tmp_path: Path) -> None:
    """What a function loads when it is called is no circle."""
    room = tmp_path / "controller/room"
    room.mkdir(parents=True)
    (room / "__init__.py").write_text("def opened():\n    from . import a\n")
    (room / "a.py").write_text("from . import b\n")
    (room / "b.py").write_text(
        "from typing import TYPE_CHECKING\n\n"
        "if TYPE_CHECKING:\n    from controller.room.a import A\n"
    )
    names = [f"controller/room/{name}.py" for name in ("__init__", "a", "b")]

    (said,) = offences(tmp_path, names)
    assert said.startswith("files in a circle: controller/room/")
    (room / "b.py").write_text("")
    assert list(offences(tmp_path, names)) == []
