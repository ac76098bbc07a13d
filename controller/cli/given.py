"""What may be given on the command line: numbers within their bounds, files that can be written.

A number out of its bounds is refused before anything begins, and so is a file whose folder is not
there: a proof of 24 hours must not end with a report that cannot be written.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from controller.errors import ConfigError

MOST = 1_000_000_000
MONTH_S = 31 * 86_400
RECORD = "the record: its first file, or the folder it lies in"
PORT = "as in devices.toml, or sim:NAME"
CONFIG = "the table; default: devices.toml here"


def whole(least: int, most: int = MOST) -> Callable[[str], int]:
    """Argparse asks for the type of an option; what it raises is said with the option's name."""

    def number(text: str) -> int:
        try:
            found = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text!r} is no whole number") from None
        if not least <= found <= most:
            bounds = f"from {least} to {most}" if most < MOST else f"at least {least}"
            raise argparse.ArgumentTypeError(f"{found}: give a whole number, {bounds}")
        return found

    return number


def seconds(text: str) -> float:
    """As `whole`: of a wait that ends within a month."""
    try:
        found = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds") from None
    if not 0 <= found <= MONTH_S:
        raise argparse.ArgumentTypeError(f"{found:g}: give seconds, from 0 to {MONTH_S}")
    return found


def a_port() -> Callable[[str], int]:
    """0 = any that is free."""
    return whole(0, 65535)


def read_text(file: Path) -> str:
    """With or without the mark that some editors write first. Raises: ConfigError."""
    try:
        return file.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError.of_file(error, file) from error


def require_writable(*paths: Path | None) -> None:
    """Raises: ConfigError; nothing is left where nothing was."""
    for path in filter(None, paths):
        try:
            there = path.exists()
            path.open("ab").close()
            if not there:
                path.unlink()
        except OSError as error:
            raise ConfigError.of_file(error, path) from error
