"""`[deal]`: who may wager what, and how the first cards fall."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from controller.rules.pack.leaf import Amount, Choice, Rule

Area = Literal["each_box", "none"]
Confirmer = Literal["dealer", "floorperson", "casino_supervisor"]
Variant = Literal["no_hole_card", "hole_card", "hole_card_reader"]


class Deal(Struct, frozen=True, forbid_unknown_fields=True):
    bank: Rule[Literal["house", "player_dealer"]]
    bank_hands_per_turn: Rule[int]
    """Rounds after which the bank is offered on; 0 = the house banks."""
    bank_min_cents: Amount
    bank_wagers: Rule[Literal[False]]
    """Whether a player-dealer may wager against the own bank."""
    boxes: Amount
    main_area: Rule[Area]
    """What the layout must mark for this wager; `none` = the text does not say."""
    match_area: Rule[Area]
    bonus_spin_area: Rule[Area]
    first_box: Rule[Literal["left", "after_player_dealer"]]
    variant: Choice[Variant]
    peek_up_ranks: Rule[str]
    """Up cards under which the hole card is checked for blackjack."""
    peek_without_reader: Rule[Literal["none", "dealer"]]
    """What stands in for a reader that the table does not have."""
    reader_fault: Rule[Literal["go_on_without", "stop", "dealer_checks"]]
    reader_can_disclose_value: Choice[bool]
    """A property of the reader's model: it decides what follows its wrong use."""
    reader_own_lamp: Choice[bool]
    """Its lamp answers as soon as the card is in, so that no answer of it can be withheld."""
    reader_inspection: Rule[Literal["daily", "none"]]
    main_min_cents: Amount
    main_max_cents: Amount
    main_unit_cents: Amount
    match: Choice[bool]
    match_min_cents: Amount
    match_max_cents: Amount
    match_cap: Rule[Literal["main", "none"]]
    break_bonus: Choice[bool]
    break_min_cents: Amount
    break_max_cents: Amount
    mid_shoe_entry: Choice[Literal["allow", "deny"]]
    entry_bar_ends: Rule[Literal["reshuffle", "none"]]
    wagerers_per_box: Amount
    boxes_per_player: Amount
    boxes_adjacent: Rule[bool]
    second_spots_by_house: Rule[bool]
    """A floorperson allows a second spot or takes it away."""
    spoken_cash: Rule[tuple[Confirmer, ...]]
    """Who must confirm a spoken wager with cash; empty = the text knows none."""
    spoken_match_cash: Rule[tuple[Confirmer, ...]]
    coupon_counts: Choice[Literal["ask", "yes", "no"]]
    """Whether a coupon's value counts for a threshold; `ask` = the casino supervisor says."""
    side_needs_main: Rule[Literal[True]]
    caller_seated: Rule[Literal["seated"]]
    """Who decides for the cards of a box."""
    caller_unseated: Rule[Literal["highest_wager", "none"]]
    join_consent: Rule[Literal["first_wagerer", "none"]]
    follow_double: Rule[Literal["own_choice", "none"]]
    follow_split: Rule[Literal["cover_or_name", "none"]]
    shared_boxes: Amount
    """Boxes of this table that may have more than one wagerer."""
    wagers_close: Rule[Literal["first_card"]]
    deal_ok: Choice[Literal["required"]]
    deal_gap_s: Amount
    """A silence between two cards that tells the initial deal from what follows."""
    reader_answer_s: Amount
    """How long a peek may be due before the reader counts as one that does not answer."""
    faces_on_dealer_screen: Choice[Literal["after_deal_ok", "after_turn"]]
