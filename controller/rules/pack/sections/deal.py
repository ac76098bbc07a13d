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
    """Who pays and collects: the house, or the player whose turn it is."""
    bank_hands_per_turn: Rule[int]
    """Rounds after which the bank is offered on; 0 = the house banks."""
    bank_min_cents: Amount
    """The least that a player-dealer puts up; `ask` = the least main wager."""
    bank_wagers: Rule[Literal[False]]
    """Whether a player-dealer may wager against the own bank."""
    boxes: Amount
    """Boxes that the table deals to."""
    main_area: Rule[Area]
    """What the layout must mark for this wager; `none` = the text does not say."""
    match_area: Rule[Area]
    """As `main_area`, for the match wager."""
    bonus_spin_area: Rule[Area]
    """As `main_area`, for the Bonus Spin wager."""
    first_box: Rule[Literal["left", "after_player_dealer"]]
    """Where the deal begins; it goes clockwise from there."""
    variant: Choice[Variant]
    """Whether the dealer takes a hole card, and whether a reader checks it."""
    peek_up_ranks: Rule[str]
    """Up cards under which the hole card is checked for blackjack."""
    peek_without_reader: Rule[Literal["none", "dealer"]]
    """What stands in for a reader that the table does not have."""
    reader_fault: Rule[Literal["go_on_without", "stop", "dealer_checks"]]
    """How the table goes on when the reader fails."""
    reader_can_disclose_value: Choice[bool]
    """A property of the reader's model: it decides what follows its wrong use."""
    reader_own_lamp: Choice[bool]
    """Its lamp answers as soon as the card is in, so that no answer of it can be withheld."""
    reader_inspection: Rule[Literal["daily", "none"]]
    """How often a floorperson inspects the reader."""
    main_min_cents: Amount
    """The least main wager."""
    main_max_cents: Amount
    """The greatest main wager."""
    main_unit_cents: Amount
    """Main wagers are whole multiples of this."""
    match: Choice[bool]
    """Whether the table offers the match wager: that a card matches the dealer's up card."""
    match_min_cents: Amount
    """The least match wager."""
    match_max_cents: Amount
    """The greatest match wager."""
    match_cap: Rule[Literal["main", "none"]]
    """`main` = a match wager may not be more than the main wager beside it."""
    break_bonus: Choice[bool]
    """Whether the table offers the wager that the dealer breaks."""
    break_min_cents: Amount
    """The least break wager."""
    break_max_cents: Amount
    """The greatest break wager."""
    mid_shoe_entry: Choice[Literal["allow", "deny"]]
    """Whether a player who sat out a round may wager again before the next shuffle."""
    entry_bar_ends: Rule[Literal["reshuffle", "none"]]
    """When a player who was kept out may wager again."""
    wagerers_per_box: Amount
    """Players who may wager on one box."""
    boxes_per_player: Amount
    """Boxes on which one player may wager in a round."""
    boxes_adjacent: Rule[bool]
    """Whether the boxes of one player must be neighbours."""
    second_spots_by_house: Rule[bool]
    """A floorperson allows a second spot or takes it away."""
    spoken_cash: Rule[tuple[Confirmer, ...]]
    """Who must confirm a spoken wager with cash; empty = the text knows none."""
    spoken_match_cash: Rule[tuple[Confirmer, ...]]
    """As `spoken_cash`, for the match wager."""
    coupon_counts: Choice[Literal["ask", "yes", "no"]]
    """Whether a coupon's value counts for a threshold; `ask` = the casino supervisor says."""
    side_needs_main: Rule[Literal[True]]
    """A side wager needs a main wager in the same box."""
    caller_seated: Rule[Literal["seated"]]
    """Who decides for the cards of a box."""
    caller_unseated: Rule[Literal["highest_wager", "none"]]
    """Who decides for a box at which nobody sits."""
    join_consent: Rule[Literal["first_wagerer", "none"]]
    """Whose consent others need to wager on a box."""
    follow_double: Rule[Literal["own_choice", "none"]]
    """What the others on a box may do when its caller doubles."""
    follow_split: Rule[Literal["cover_or_name", "none"]]
    """What the others on a box must do when its caller splits."""
    shared_boxes: Amount
    """Boxes of this table that may have more than one wagerer."""
    wagers_close: Rule[Literal["first_card"]]
    """What closes the wagers of a round."""
    deal_ok: Choice[Literal["required"]]
    """The dealer confirms boxes and up card once the first cards are out."""
    deal_gap_s: Amount
    """A silence between two cards that tells the initial deal from what follows."""
    reader_answer_s: Amount
    """How long a peek may be due before the reader counts as one that does not answer."""
    faces_on_dealer_screen: Choice[Literal["after_deal_ok", "after_turn"]]
    """From when on the dealer's screen shows faces and totals."""
