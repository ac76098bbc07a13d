"""The command line: `dealer-assist`; each subcommand is imported when it is called.

A subcommand module has `add_arguments(parser)` and `main(args) -> int`. Exit status: 0 good, 1 the
answer is no, 2 configuration or usage.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from controller.errors import ConfigError, TableError

if TYPE_CHECKING:
    _Subparsers = argparse._SubParsersAction["Parser"]  # noqa: SLF001 (there is no public name)
else:
    _Subparsers = argparse._SubParsersAction  # noqa: SLF001

COMMANDS: dict[str, tuple[str, str]] = {
    "demo": ("demo", "watch a simulated table being dealt"),
    "run": ("run", "run the table of a devices.toml"),
    "check": ("check", "validate devices.toml and the pack; name missing ports"),
    "people": ("people", "add, list and change people and their PINs"),
    "keys": ("keys", "make the table's keys"),
    "journal": ("record.journal", "verify, show, replay and print hands of the record"),
    "verify-self": ("verify_self", "compare what is installed with what was released"),
    "rules": ("texts.rules", "list, show, compare and explain packs and clauses; count proofs"),
    "settle": ("texts.settle", "settle rounds given as JSON, to the cent"),
    "diagram": ("diagram", "print the charts of the procedure as Mermaid state diagrams"),
    "bench": ("bench", "play scenarios on a simulated table; ask, prove and watch one device"),
    "train": ("train", "lessons at a simulated table, dealt by your own hands"),
    "simulate": ("texts.simulate", "play millions of rounds by the rules alone: the house edge"),
}
"""Name -> (module in this package, one-line help)."""


def run(argv: Sequence[str]) -> int:
    command = argv[0] if argv else "--help"
    try:
        return _written(_run(argv))
    except TableError as error:
        refused = error
    except BrokenPipeError:
        # The reader has seen enough, as `| head` does.
        _give_output_up()
        return 141
    except OSError as error:
        if not error.filename:
            _give_output_up()
        refused = TableError.of_file(error, error.filename or "")
        if command == "run":  # systemd starts a table again after 1, not after 2
            print(f"dealer-assist run: {refused}", file=sys.stderr)
            return 1
    except KeyboardInterrupt:
        return 130
    print(f"dealer-assist {command}: {refused}", file=sys.stderr)
    return 2


def _written(status: int) -> int:
    """Raises: OSError when the output leads nowhere, while that can still be said."""
    sys.stdout.flush()
    return status


def _give_output_up() -> None:
    """What is still buffered must not complain at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(argv: Sequence[str]) -> int:
    if not argv or argv[0] in {"-h", "--help"}:
        _print_help()
        return 0 if argv else 2
    if argv[0] == "--version":
        print(importlib.import_module("controller.cli.verify_self").version_line())
        return 0
    if argv[0] not in COMMANDS:
        print(f"dealer-assist: no command {argv[0]!r}; see dealer-assist --help", file=sys.stderr)
        return 2
    _require_utf8(argv)
    module_name, summary = COMMANDS[argv[0]]
    module = importlib.import_module(f"controller.cli.{module_name}")
    parser = Parser(prog=f"dealer-assist {argv[0]}", description=_sentence(summary))
    module.add_arguments(parser)
    return int(module.main(parser.parse_args(argv[1:])))


def _require_utf8(argv: Sequence[str]) -> None:
    """Raises: ConfigError for an argument that no file of ours can hold."""
    for word in argv:
        try:
            word.encode()
        except UnicodeEncodeError as error:
            raise ConfigError("is not UTF-8", where=ascii(word), do="Write it in UTF-8") from error


class Parser(argparse.ArgumentParser):
    """Its subcommands say in their own `--help` what the list of them says."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.register("action", "parsers", _Described)


class _Described(_Subparsers):
    def add_parser(self, name: str, **options: Any) -> Parser:
        options.setdefault("description", _sentence(options.get("help", "")))
        return super().add_parser(name, **options)


def _sentence(summary: str) -> str:
    return f"{summary[:1].upper()}{summary[1:]}."


def _print_help() -> None:
    print(
        "usage: dealer-assist COMMAND [options]\n\nTable controller for a live Spanish 21 table.\n"
    )
    for name, (_, summary) in COMMANDS.items():
        print(f"  {name:<11} {summary}")
    print("\n`dealer-assist COMMAND --help` shows the options of a command;")
    print("`dealer-assist --version` the version and the short name of everything that runs.")
