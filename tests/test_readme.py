"""What the README tells a stranger is there."""

from __future__ import annotations

import re

import pytest

from controller.cli import COMMANDS
from tests.layout import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
PATHS = sorted(
    set(re.findall(r"`((?:controller|drivers|systemd|tests)/[\w/.-]*)`", README))
    | set(re.findall(r"!\[[^\]]*\]\(([^)]+)\)", README))
)
COMMANDS_NAMED = sorted(set(re.findall(r"dealer-assist ([a-z]+)", README)))
TARGETS = sorted(set(re.findall(r"make ([a-z]+)", README)))


@pytest.mark.parametrize("path", PATHS)
def test_path_that_the_readme_names_exists(path: str) -> None:
    assert (ROOT / path).exists()


@pytest.mark.parametrize("command", COMMANDS_NAMED)
def test_command_that_the_readme_names_exists(command: str) -> None:
    assert command in COMMANDS


@pytest.mark.parametrize("target", TARGETS)
def test_target_that_the_readme_names_exists(target: str) -> None:
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), re.MULTILINE)
