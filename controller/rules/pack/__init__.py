"""Rule packs: five TOML files with the same keys in the same order, as frozen values."""

from __future__ import annotations

from controller.rules.pack.sections.irregularity import KINDS, RULINGS, Irregularity

from .earlier import parse_recorded
from .leaf import ASK, Amount, Approval, Choice, Fraction, Odds, Rule
from .load import leaves, load, names, parse, read
from .options import apply_options, approvals, complete, expired, open_questions
from .pack import SECTIONS, Pack
from .script import groups, warnings

__all__ = [
    "ASK",
    "KINDS",
    "RULINGS",
    "SECTIONS",
    "Amount",
    "Approval",
    "Choice",
    "Fraction",
    "Irregularity",
    "Odds",
    "Pack",
    "Rule",
    "apply_options",
    "approvals",
    "complete",
    "expired",
    "groups",
    "leaves",
    "load",
    "names",
    "open_questions",
    "parse",
    "parse_recorded",
    "read",
    "warnings",
]
