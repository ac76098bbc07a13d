"""A scenario served as a lesson: dealt to the point, then the learner's, checked by its own end."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.bench.test_process import answers, free_port
from tests.kit.wires.patience import PATIENCE_S

LESSON = """
name = "A hit"
pack = "massachusetts"

[given]
at = "deciding"
boxes = { 2 = 2500 }
stack = "8c 9d 4c Kd 6s 5h"

[[when]]
draw = "box 2.1"
then.cards = { 2 = "8c 4c 6s" }
"""


@pytest.mark.slow
@pytest.mark.parametrize("dealt", [True, False])
def test_lesson_is_passed_by_what_its_file_demands(tmp_path: Path, *, dealt: bool) -> None:
    file, port = tmp_path / "hit.toml", free_port()
    file.write_text(LESSON, encoding="utf-8")
    command = (sys.executable, "-m", "controller", "bench", "scenario", str(file), "--serve")
    with subprocess.Popen(
        (*command, "--port", str(port)),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as lesson:
        assert answers(f"http://127.0.0.1:{port}/hands")
        if dealt:
            for act in ({"do": "draw"}, {"do": "lay", "where": "box 2.1"}):
                _act(port, act)
        else:
            lesson.send_signal(signal.SIGINT)
        said, _ = lesson.communicate(timeout=PATIENCE_S)

    assert lesson.returncode == (0 if dealt else 1), said
    assert ("passed: " in said) == dealt
    assert "Traceback" not in said


def _act(port: int, act: dict[str, str]) -> None:
    asked = urllib.request.Request(
        f"http://127.0.0.1:{port}/hands/act",
        data=json.dumps(act).encode(),
        headers={"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(asked, timeout=PATIENCE_S) as reply:
        assert json.load(reply) == {"cannot": ""}
