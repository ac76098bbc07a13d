"""One rule pack: the sections in the order of the evening."""

from __future__ import annotations

from functools import cache
from typing import get_type_hints

from msgspec import Struct

from controller.rules.pack.sections.cards import Cards
from controller.rules.pack.sections.deal import Deal
from controller.rules.pack.sections.irregularity import KINDS, Irregularity, Kind
from controller.rules.pack.sections.line import Line
from controller.rules.pack.sections.opening import Opening
from controller.rules.pack.sections.play import Play
from controller.rules.pack.sections.refusal import Refusal
from controller.rules.pack.sections.settle import Settle
from controller.rules.pack.sections.shoe import Shoe
from controller.rules.pack.sections.shuffle import Shuffle
from controller.rules.pack.sections.sign import Sign
from controller.rules.pack.sections.wheel import Wheel
from controller.rules.pack.sections.words import Words


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


@cache
def keys_of(section: str) -> tuple[str, ...]:
    """The keys of a section, in the order of every pack."""
    if section == "irregularity":
        return KINDS
    fields: tuple[str, ...] = get_type_hints(Pack)[section].__struct_fields__
    return fields
