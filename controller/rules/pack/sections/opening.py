"""`[opening]`: the opening checklist, how decks are received and inspected, the idle table.

A line of the checklist is its own words, with the values that a notice must show in braces; empty
= this text asks for no such line.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from controller.rules.pack.leaf import Choice, Rule


class Opening(Struct, frozen=True, forbid_unknown_fields=True):
    layout: Rule[str]
    layout_reference: Rule[bool]
    """The reference of the layout's approval is written at the table."""
    table: Rule[str]
    shoe_place: Rule[str]
    rack_place: Rule[str]
    rack_height: Rule[str]
    boxes_attached: Rule[str]
    card_reader: Rule[str]
    one_back: Rule[str]
    approved_cards: Rule[str]
    cutting_card: Rule[str]
    cutting_card_kind: Rule[str]
    sign: Rule[str]
    limits_notice: Rule[str]
    """Only where the limits are set."""
    fees_notice: Rule[str]
    blackjack_notice: Rule[str]
    insurance_notice: Rule[str]
    """What the layout tells players; the pack must pay as it says."""
    doubled_notice: Rule[str]
    odds_notice: Rule[str]
    """One line for each wager that the table offers."""
    odds_on: Choice[Literal["layout", "sign", "none"]]
    payout_limit_notice: Rule[str]
    """Only where the odds stand on a sign."""
    match_max_notice: Rule[str]
    """The match wager stays off until it is attested."""
    variant_notice: Rule[str]
    """Only where the table is dealt with a hole card."""
    shoe_lock: Rule[str]
    """Only where the shoe is locked while the table is stopped."""
    self_test: Rule[str]
    reader_inspected: Rule[str]
    """Attested by the inspection itself."""
    preshuffled: Rule[Literal["none", "accepted", "with_reference"]]
    """Whether decks may come inspected and shuffled, so that the cut is next."""
    inspected: Rule[str]
    """The dealer's key for the inspection; empty = each deck is verified when it is spread."""
    tens_per_deck: Rule[int]
    """Tens that come out of a deck that had them; 0 = a deck that holds one is refused."""
    verified_by: Rule[Literal["floorperson", "none"]]
    tens_then: Rule[Literal["out", "torn_and_boxed"]]
    spread: Rule[Literal["together", "each_deck", "none"]]
    """How the face-up spread is confirmed."""
    first_player: Rule[bool]
    """The first player to arrive gets the chance to look."""
    wash: Rule[bool]
    wash_again: Rule[bool]
    """A card shown while they are washed or stacked: the wash is done again."""
    idle_spread: Rule[Literal["either", "face_down", "none"]]
    idle_turned_up: Rule[bool]
    """A face-down spread is turned up when a player arrives; else only on request."""
    idle_wash: Rule[Literal["always", "by_hand_only", "none"]]
    """Whether cards that were spread idle are washed, also where a shuffler is used."""
    idle_batch: Choice[Literal["secure", "open", "none"]]
    """How the shuffler keeps the other batch: an open one is spread and shuffled again too."""
