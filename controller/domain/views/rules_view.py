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


class RulesWait(Struct, frozen=True, kw_only=True, omit_defaults=True):
    changes: tuple[RuleChange, ...]
    closed: bool = False
    """All of them begin together: one that needs a closed table lets the others wait, too."""
    signed_by: str = ""
