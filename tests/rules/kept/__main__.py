"""Write the kept texts again: `python -m tests.rules.kept`."""

from __future__ import annotations

from . import simulated

simulated.GOLDEN.write_text(simulated.table(), "utf-8")
