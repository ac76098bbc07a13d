"""`[words]`: the local printed terms that the screens show."""

from __future__ import annotations

from msgspec import Struct

from controller.rules.pack.leaf import Rule


class Words(Struct, frozen=True, forbid_unknown_fields=True):
    game: Rule[str]
    """What the players' sign and the checklist call the game."""
    dealer: Rule[str]
    """What the text calls the person who deals."""
    floorperson: Rule[str]
    """What the text calls who rules on the floor."""
    casino_supervisor: Rule[str]
    """What the text calls the rank above."""
    surveillance: Rule[str]
    """What the text calls who watches."""
    cover_card: Rule[str]
    """What the text calls the card at which a shoe ends."""
    discard_rack: Rule[str]
    """What the text calls the place of used cards."""
    match: Rule[str]
    """What the text calls the match wager."""
    blackjack: Rule[str]
    """What the text calls an ace with a court card on the deal."""
    dealers_card: Rule[str]
    """What the dealer says before taking a second card face up; empty = nothing."""
