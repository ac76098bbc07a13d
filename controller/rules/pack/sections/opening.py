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
    """The layout is the one that was approved for this game."""
    layout_reference: Rule[bool]
    """The reference of the layout's approval is written at the table."""
    table: Rule[str]
    """The table has the shape that the text asks for."""
    shoe_place: Rule[str]
    """Where the dealing shoe stands."""
    rack_place: Rule[str]
    """Where the discard rack stands."""
    rack_height: Rule[str]
    """The rack holds all cards of the game and no more, or carries a mark at that height."""
    boxes_attached: Rule[str]
    """Drop box and tip box hang where they belong."""
    card_reader: Rule[str]
    """The reader for the hole card is mounted."""
    one_back: Rule[str]
    """All decks have one back."""
    approved_cards: Rule[str]
    """The cards are of the kind that was approved."""
    cutting_card: Rule[str]
    """How many cutting or cover cards lie ready."""
    cutting_card_kind: Rule[str]
    """What a cutting card must look like."""
    sign: Rule[str]
    """The sign of the game shows what the text asks for."""
    limits_notice: Rule[str]
    """Only where the limits are set."""
    fees_notice: Rule[str]
    """The collection fees are posted."""
    blackjack_notice: Rule[str]
    """What the layout tells players a blackjack pays; the pack must pay as it says."""
    insurance_notice: Rule[str]
    """What the layout tells players; the pack must pay as it says."""
    doubled_notice: Rule[str]
    """A sign says that doubled hands earn no additional payouts."""
    odds_notice: Rule[str]
    """One line for each wager that the table offers."""
    odds_on: Choice[Literal["layout", "sign", "none"]]
    """Where the odds are printed."""
    payout_limit_notice: Rule[str]
    """Only where the odds stand on a sign."""
    match_max_notice: Rule[str]
    """The match wager stays off until it is attested."""
    variant_notice: Rule[str]
    """Only where the table is dealt with a hole card."""
    shoe_lock: Rule[str]
    """Only where the shoe is locked while the table is stopped."""
    self_test: Rule[str]
    """Lamp, sound, keys, screen and clock were tried."""
    reader_inspected: Rule[str]
    """Attested by the inspection itself."""
    preshuffled: Rule[Literal["none", "accepted", "with_reference"]]
    """Whether decks may come inspected and shuffled, so that the cut is next."""
    inspected: Rule[str]
    """The dealer's key for the inspection; empty = each deck is verified when it is spread."""
    tens_per_deck: Rule[int]
    """Tens that come out of a deck that had them; 0 = a deck that holds one is refused."""
    verified_by: Rule[Literal["floorperson", "none"]]
    """Who verifies, beside the dealer, that no ten is left."""
    tens_then: Rule[Literal["out", "torn_and_boxed"]]
    """What happens to tens that were found at the inspection."""
    spread: Rule[Literal["together", "each_deck", "none"]]
    """How the face-up spread is confirmed."""
    first_player: Rule[bool]
    """The first player to arrive gets the chance to look."""
    wash: Rule[bool]
    """The cards are washed after they were spread."""
    wash_again: Rule[bool]
    """A card shown while they are washed or stacked: the wash is done again."""
    idle_spread: Rule[Literal["either", "face_down", "none"]]
    """How the cards of an open table without players are spread."""
    idle_turned_up: Rule[bool]
    """A face-down spread is turned up when a player arrives; else only on request."""
    idle_wash: Rule[Literal["always", "by_hand_only", "none"]]
    """Whether cards that were spread idle are washed, also where a shuffler is used."""
    idle_batch: Choice[Literal["secure", "open", "none"]]
    """How the shuffler keeps the other batch: an open one is spread and shuffled again too."""
