"""The error tree of the controller.

TableError
├── ConfigError      devices.toml, people, keys: exit status 2
├── PackError        a rule pack or clause file: exit status 2
├── JournalError     the record cannot be read, written or trusted
└── ProcedureError   the procedure was asked something that cannot be
"""

from __future__ import annotations


class TableError(Exception):
    """Say what is wrong, where, and what to do; `code` is stable for operators (`T104`)."""

    code = "T100"

    def __init__(self, what: str, *, where: str = "", do: str = "") -> None:
        super().__init__(what, where, do)
        self.what, self.where, self.do = what, where, do

    def __str__(self) -> str:
        text = f"{self.where}: {self.what}" if self.where else self.what
        return f"{self.code} {text}" + (f". {self.do}" if self.do else "")


class ConfigError(TableError):
    code = "T110"


class PackError(TableError):
    code = "T120"


class JournalError(TableError):
    code = "T130"


class ProcedureError(TableError):
    code = "T140"
