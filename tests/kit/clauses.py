"""The ids of every clause that the ledgers have."""

from __future__ import annotations

import tomllib
from importlib.resources import files

LEDGERS = files("controller.rules") / "clauses"
CLAUSES = frozenset(
    entry["id"]
    for ledger in LEDGERS.iterdir()
    for entries in tomllib.loads(ledger.read_text("utf-8")).values()
    if isinstance(entries, list)
    for entry in entries
)
