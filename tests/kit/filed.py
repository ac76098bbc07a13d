"""A house that has filed what it does: its options carry an approval."""

from __future__ import annotations

from typing import Any

from controller.procedure.state.house import House
from controller.rules.pack import apply_options, load

from .evening import SECTIONS

APPROVAL = {"reference": "filing 17", "date": "2026-01-02"}


def filed(pack: str = "massachusetts-bonus-spin", **options: Any) -> House:
    """Options by their name or path."""
    given = {key: {"value": value, "approval": APPROVAL} for key, value in options.items()}
    return House(apply_options(load(pack), given), sections=SECTIONS)
