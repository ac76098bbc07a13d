"""`[shoe]`: burn cards, the cover card, what is found in the shoe."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from controller.rules.pack.leaf import Amount, Choice, Rule

Window = Literal["round", "shoe", "deck_set"]


class Shoe(Struct, frozen=True, forbid_unknown_fields=True):
    burn_on_new_shoe_cards: Rule[int]
    """Cards burned when a shoe is new."""
    burn_for_new_dealer_cards: Rule[int]
    """Cards burned by a dealer who comes to a shoe in play."""
    relief_in_round: Rule[Literal["floorperson", "casino_supervisor"]]
    """Who may order another dealer to the table inside a round."""
    burn_at: Rule[Literal["shoe_loaded", "wagers_placed"]]
    """When a new shoe's burn comes: before the wagers or after them."""
    burn_shown_on_request: Rule[bool]
    """A player may ask to see the burn card."""
    cover_cards: Choice[int]
    """Cover cards in one stack."""
    cover_card_seen: Rule[Literal["finish_round"]]
    """What follows when the cover card comes out in a round."""
    cover_card_before_wagers: Rule[Literal["reshuffle", "one_more_round", "floorperson"]]
    """The cover card comes first, with no wagers closed (a burn at a relief, the gate)."""
    cover_card_early_percent: Amount
    """Share of the loaded cards behind the cover card above which it came early; 0 = more behind it
    than its place and the tolerance."""
    short_shoe: Rule[Literal["shuffle_rack", "floorperson"]]
    """What is done when the shoe has too few cards to finish the round."""
    burn_after_rack_shuffle_cards: Rule[int]
    """Cards burned when the rack was shuffled in mid-round."""
    face_up_void_at: Rule[int]
    """Number of face-up cards that voids the round; 0 = a floorperson rules."""
    face_up_count_window: Choice[Window]
    """Over which stretch face-up cards are counted."""
    ten_void_at: Rule[int]
    """Number of tens that voids the round; 0 = a floorperson rules."""
    ten_count_window: Choice[Window]
    """Over which stretch tens are counted."""
    hidden_anomaly_at: Choice[Literal["turn"]]
    """When an anomaly of a face-down card is raised."""
    unused_unseen_card: Choice[Literal["rack"]]
    """A card drawn in error, unseen, that nobody can take."""
    refused_card: Rule[Literal["no_more_cards", "floorperson"]]
    """What follows for a player who refuses a card drawn in error."""
    missing_initial_card: Rule[Literal["players_then_dealer", "floorperson"]]
    """How a first or second card that the dealer forgot to take is made good."""
    scanner_out_of_service: Rule[Literal["cover_or_sign", "floorperson"]]
    """What must be attested before cards are dealt without the scanner."""
    stand_aside: Rule[Literal["reader_lamp", "free"]]
    """What the table must have before it is dealt without the controller."""
    lock: Choice[Literal["off", "on"]]
    """Whether the shoe is locked while the table is stopped."""
    lock_release_s: Amount
    """How long after its link is lost the lock opens by itself."""
    unshuffled_sequence_cards: Amount
    """Disclosed cards in rank sequence, up or down, from which on a note is made."""
    unshuffled_rank_cards: Amount
    """Disclosed cards of one rank in a row from which on a note is made."""
    unshuffled_suit_cards: Amount
    """Disclosed cards of one suit in a row from which on a note is made."""
    unshuffled_repeat_cards: Amount
    """Cards that lay so in an earlier shoe of this table."""
    slow_draw_s: Amount
    """A wait inside the initial deal from which on a note is made."""
