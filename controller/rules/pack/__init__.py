"""Rule packs: TOML files with the same keys in the same order, as frozen values."""

from __future__ import annotations

from controller.rules.pack.sections.irregularity import KINDS, RULINGS, Irregularity

from .apart import apart
from .earlier import parse_recorded
from .files import names, read
from .leaf import ASK, Amount, Approval, Choice, Fraction, Odds, Rule
from .load import leaves, load, parse
from .meaning import about, has_leaf, meaning
from .one_text import text_of
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
    "about",
    "apart",
    "apply_options",
    "approvals",
    "complete",
    "expired",
    "groups",
    "has_leaf",
    "leaves",
    "load",
    "meaning",
    "names",
    "open_questions",
    "parse",
    "parse_recorded",
    "read",
    "text_of",
    "warnings",
]
