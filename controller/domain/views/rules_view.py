"""Other rules that wait beside those in force, as the floor's page tells them."""

from __future__ import annotations

from msgspec import Struct


class RuleChange(Struct, frozen=True, kw_only=True, omit_defaults=True):
    what: str
    key: str
    """As it stands in devices.toml or in the pack."""
    before: str
    after: str
    closed: bool = False
    """It may begin only while the table is closed."""


class Said(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who signed or refused, and when."""

    by: str
    rank: str = ""
    at: int = 0
    """Milliseconds UTC; 0 = before the record told it."""


class RulesWait(Struct, frozen=True, kw_only=True, omit_defaults=True):
    changes: tuple[RuleChange, ...]
    closed: bool = False
    """All of them begin together: one that needs a closed table lets the others wait, too."""
    short: str = ""
    """Short name of the rules that wait, by their content."""
    in_force: str = ""
    at: int = 0
    """Since when they wait: milliseconds UTC."""
    signed: Said | None = None
    """The first of two."""
    refused: Said | None = None
    """They wait no more until the controller starts anew."""
    reason: str = ""
