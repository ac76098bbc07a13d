"""One rule pack: the sections in the order of the evening."""

from __future__ import annotations

from msgspec import Struct

from .cards import Cards
from .deal import Deal
from .irregularity import Irregularity, Kind
from .line import Line
from .opening import Opening
from .play import Play
from .refusal import Refusal
from .settle import Settle
from .shoe import Shoe
from .shuffle import Shuffle
from .sign import Sign
from .wheel import Wheel
from .words import Words


class Pack(Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """Shape: identical keys in identical order in every pack; every leaf names its clause.

    `code` is the short name that a case file uses; `ledger` the text whose clauses it cites.
    """

    name: str
    code: str
    ledger: str
    jurisdiction: str
    title: str
    edition: str
    effective: str
    source: str
    cards: Cards
    opening: Opening
    shuffle: Shuffle
    shoe: Shoe
    deal: Deal
    play: Play
    settle: Settle
    wheel: Wheel
    irregularity: dict[Kind, Irregularity]
    words: Words
    sign: Sign
    refusal: Refusal
    line: Line


SECTIONS = (
    "cards",
    "opening",
    "shuffle",
    "shoe",
    "deal",
    "play",
    "settle",
    "wheel",
    "irregularity",
    "words",
    "sign",
    "refusal",
    "line",
)
