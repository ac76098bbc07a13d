"""A pytest plugin: collect the tests and write down which clauses they prove.

`rules coverage` starts pytest with it in a process of its own, collecting only. A test that is
skipped or expected to fail proves nothing; one with a condition to be skipped is not counted
either, since nobody knows here whether it would run.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

PROVES_NOTHING = ("skip", "skipif", "xfail")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--clause-report", help="write the clauses of the collected tests here (JSON)")


def pytest_collection_finish(session: pytest.Session) -> None:
    report = session.config.getoption("--clause-report")
    if report:
        Path(report).write_text(json.dumps(marked(session.items)), "utf-8")


def marked(items: list[pytest.Item]) -> dict[str, list[str]]:
    """Clause id -> the tests that prove it."""
    proven: dict[str, list[str]] = {}
    for item in items:
        if any(item.get_closest_marker(name) for name in PROVES_NOTHING):
            continue
        for mark in item.iter_markers("clause"):
            for clause_id in mark.args:
                proven.setdefault(str(clause_id), []).append(item.nodeid)
    return proven
