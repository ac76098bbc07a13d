"""What the README and the pages of the rooms name is there, and the pages are in reach."""

from __future__ import annotations

import argparse
import re
from importlib import import_module

import pytest

from controller.cli import COMMANDS, Parser
from tests.layout import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
ROOMS = ("controller", "drivers", "systemd", "tests")
PAGES = {
    str(page.relative_to(ROOT)): page.read_text(encoding="utf-8")
    for page in (
        ROOT / "README.md",
        *(
            p
            for room in ROOMS
            for p in (ROOT / room).rglob("*.md")
            if "node_modules" not in p.parts
        ),
    )
}
TEXT = "\n".join(PAGES.values())
PATHS = sorted(
    set(re.findall(r"`((?:controller|drivers|systemd|tests)/[\w/.-]*)`", TEXT))
    | set(re.findall(r"!\[[^\]]*\]\(([^)]+)\)", README))
)
CALLED = r"(?m)(?:^|`)dealer-assist ([a-z]+(?:-[a-z]+)*)\b(?! `)"
"""A command as it is typed; `dealer-assist day `, with its blank, is the info of a key."""
COMMANDS_NAMED = sorted(set(re.findall(CALLED, TEXT)))
TARGETS = sorted(set(re.findall(r"(?m)(?:^|`)make ([a-z]+)", TEXT)))
LONGEST = 80
"""Lines of the README: more belongs on the page of a room."""


@pytest.mark.parametrize("path", PATHS)
def test_path_that_the_readme_names_exists(path: str) -> None:
    assert (ROOT / path).exists()


@pytest.mark.parametrize("command", COMMANDS_NAMED)
def test_command_that_the_readme_names_exists(command: str) -> None:
    assert command in COMMANDS


@pytest.mark.parametrize("target", TARGETS)
def test_target_that_the_readme_names_exists(target: str) -> None:
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), re.MULTILINE)


def test_readme_is_short_and_leads_to_every_page() -> None:
    """A stranger reads one screen and knows where to read on."""
    named = re.findall(r"`([\w/.-]+\.md)`", README)

    assert len(README.splitlines()) <= LONGEST
    assert sorted({*named, "README.md"}) == sorted(PAGES)


@pytest.mark.parametrize("page", sorted(PAGES))
def test_page_names_no_file_that_is_gone(page: str) -> None:
    """Also files named from the room itself: `step.py` on the page of the procedure."""
    room = (ROOT / page).parent
    for name in re.findall(r"`([\w/]+\.(?:py|toml|md))`", PAGES[page]):
        found = (ROOT / name).exists() or (room / name).exists() or any(room.rglob(name))
        assert found or name == "devices.toml", name


SIGNED = {f"dealer-assist {word}" for word in ("journal head", "journal key")}
"""What is signed begins with these texts; nobody types them."""


def typed() -> list[str]:
    """Each command of ours as a page says to type it, in a block or between backticks."""
    blocks = re.findall(r"```\w*\n(.*?)```", TEXT, re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines()]
    lines += re.findall(r"(?<!`)`(dealer-assist [^`\n]+)`(?!`)", TEXT)
    found = (re.search(r"(?:^|-- |\./)(dealer-assist [a-z].*)", line.strip()) for line in lines)
    return sorted({one[1].partition(" #")[0].strip() for one in found if one} - SIGNED)


@pytest.mark.parametrize("line", typed())
def test_option_that_a_page_says_to_type_exists(line: str) -> None:
    """Actions and options; what stands for a file, a name or a number is not looked at."""
    words = [w for part in line.split("&&")[:1] for w in re.sub(r'"[^"]*"', "X", part).split()[1:]]
    if words[0].startswith("--") or words[0] not in COMMANDS:
        return
    parser = Parser(prog=words[0])
    import_module(f"controller.cli.{COMMANDS[words[0]][0]}").add_arguments(parser)
    options = dict(parser._option_string_actions)
    level = parser
    for word in words[1:]:
        acts = [a for a in level._actions if isinstance(a, argparse._SubParsersAction)]
        if acts and word in acts[0].choices:
            level = acts[0].choices[word]
            options |= level._option_string_actions
        elif acts and word.islower() and word.isalpha():
            pytest.fail(f"no action {word!r}")

    for option in re.findall(r"(?:^|\s|\[)(--?[a-z][a-z-]*)", line):
        assert option in options, option
