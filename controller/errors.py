"""The error tree of the controller.

TableError
├── ConfigError      devices.toml, people, keys: exit status 2
├── PackError        a rule pack or clause file: exit status 2
├── JournalError     the record cannot be read, written or trusted
└── ProcedureError   the procedure was asked something that cannot be
"""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Self

DO = {
    errno.EACCES: "Check its owner and mode",
    errno.EPERM: "Check its owner and mode",
    errno.ENOSPC: "Make room on the disk",
    errno.ENAMETOOLONG: "Use a shorter name",
    errno.EISDIR: "Name a file, not a folder",
}


def why(error: OSError | UnicodeDecodeError) -> str:
    """What the system says of a file, in words: without a number, and without the path again."""
    if isinstance(error, UnicodeDecodeError):
        line = error.object.count(b"\n", 0, error.start) + 1
        return f"is not UTF-8 text (line {line})"
    return (error.strerror or type(error).__name__).lower()


def what_to_do(error: OSError | UnicodeDecodeError) -> str:
    if isinstance(error, UnicodeDecodeError):
        return "Save it as UTF-8"
    return DO.get(error.errno or 0, "Check the path")


class TableError(Exception):
    """Say what is wrong, where, and what to do; `code` is stable for operators (`T104`)."""

    code = "T100"

    def __init__(self, what: str, *, where: str = "", do: str = "") -> None:
        super().__init__(what, where, do)
        self.what, self.where, self.do = what, where, do

    @classmethod
    def of_file(cls, error: OSError | UnicodeDecodeError, where: Path | str) -> Self:
        """What the system refused of a file, and what to do about it."""
        return cls(why(error), where=str(where), do=what_to_do(error))

    def __str__(self) -> str:
        text = f"{self.where}: {self.what}" if self.where else self.what
        said = f"{self.code} {text}" + (f". {self.do}" if self.do else "")
        # A name may hold what a terminal obeys; each error is one line.
        return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in said)


class ConfigError(TableError):
    code = "T110"


class PackError(TableError):
    code = "T120"


class JournalError(TableError):
    code = "T130"


class ProcedureError(TableError):
    code = "T140"
