"""`[words]`: the local printed terms that the screens show."""

from __future__ import annotations

from msgspec import Struct

from controller.rules.pack.leaf import Rule


class Words(Struct, frozen=True, forbid_unknown_fields=True):
    game: Rule[str]
    dealer: Rule[str]
    floorperson: Rule[str]
    casino_supervisor: Rule[str]
    surveillance: Rule[str]
    cover_card: Rule[str]
    discard_rack: Rule[str]
    match: Rule[str]
    blackjack: Rule[str]
    dealers_card: Rule[str]
    """What the dealer says before taking a second card face up; empty = nothing."""
