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

from controller.errors import TableError

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
    "bench": ("bench", "play stated rounds on a simulated table and compare the money"),
    "train": ("train", "lessons at a simulated table, dealt by your own hands"),
    "simulate": ("texts.simulate", "play millions of rounds by the rules alone: the house edge"),
}
"""Name -> (module in this package, one-line help)."""


def run(argv: Sequence[str]) -> int:
    if not argv or argv[0] in {"-h", "--help"}:
        _print_help()
        return 0 if argv else 2
    if argv[0] == "--version":
        print(importlib.import_module("controller.cli.verify_self").version_line())
        return 0
    if argv[0] not in COMMANDS:
        print(f"dealer-assist: no command {argv[0]!r}; see dealer-assist --help", file=sys.stderr)
        return 2
    module_name, summary = COMMANDS[argv[0]]
    module = importlib.import_module(f"controller.cli.{module_name}")
    sub = argparse.ArgumentParser(prog=f"dealer-assist {argv[0]}", description=summary)
    module.add_arguments(sub)
    args = sub.parse_args(argv[1:])
    try:
        return int(module.main(args))
    except TableError as error:
        print(f"dealer-assist {argv[0]}: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader has seen enough, as `| head` does.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141


def _print_help() -> None:
    print(
        "usage: dealer-assist COMMAND [options]\n\nTable controller for a live Spanish 21 table.\n"
    )
    for name, (_, summary) in COMMANDS.items():
        print(f"  {name:<11} {summary}")
    print("\n`dealer-assist COMMAND --help` tells the options of a command,")
    print("`dealer-assist --version` the version and the short name of everything that runs.")
