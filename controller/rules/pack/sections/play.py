"""`[play]`: decisions of the players and the dealer's hand."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from controller.rules.pack.leaf import Amount, Choice, Rule

DoubleAmount = Literal["up_to_original", "full_or_half", "full_current"]


class Play(Struct, frozen=True, forbid_unknown_fields=True):
    first_to_act: Rule[Literal["left"]]
    """Decisions go box by box from here, hand by hand within a box."""
    signals: Rule[Literal["any", "hand_over_voice", "hand_only"]]
    """What counts when hand and voice differ."""
    hit: Rule[Literal["any_number"]]
    stand: Rule[Literal["any_total"]]
    double: Rule[Literal["allowed"]]
    added_wager_least_cents: Rule[int]
    """Of a double or an insurance by itself; 0 = no such rule."""
    added_wager_most_cents: Rule[int]
    hit_hard_below: Rule[int]
    """A card may be drawn to a hard total below this."""
    hit_soft_below: Choice[int]
    hit_on_21: Rule[Literal["refused", "allowed", "confirm"]]
    """What a draw to a 21 that may be drawn to needs."""
    hit_on_blackjack: Rule[Literal["refused"]]
    double_min_cards: Rule[int]
    double_max_cards: Rule[int]
    """2 = only on the first two cards; 0 = on any number."""
    double_hard_below: Rule[int]
    double_soft_below: Choice[int]
    double_blackjack: Rule[Literal["refused", "confirm"]]
    double_after_split: Rule[bool]
    doubles_if_dealer_stands: Rule[int]
    """Doubles per hand at a table where the dealer stands on soft 17."""
    doubles_if_dealer_hits: Rule[int]
    double_amount_if_dealer_stands: Rule[DoubleAmount]
    double_amount_if_dealer_hits: Rule[DoubleAmount]
    double_cards: Rule[Literal[1]]
    rescue: Rule[Literal["none", "after_double"]]
    rescue_over: Rule[Literal["refused"]]
    """Rescue of a hand that the double took over."""
    rescue_until: Rule[Literal["next_hand", "none"]]
    surrender: Rule[Literal["none", "half"]]
    surrender_until: Choice[Literal["first_decision", "hole_card_exposed"]]
    """Before any other choice is indicated, or on two cards that were dealt until the turn."""
    surrender_after_double: Rule[Literal["refused"]]
    surrender_after_split: Rule[Literal["refused"]]
    surrender_after_stand: Rule[Literal["refused"]]
    surrender_blackjack: Rule[Literal["refused", "confirm"]]
    split_by: Choice[Literal["value", "rank"]]
    split_wager: Rule[Literal["original"]]
    split_hands: Amount
    """Hands of one box at the most."""
    split_aces_hands: Amount
    split_aces_draw: Rule[bool]
    insurance: Rule[Literal["none", "up_to_half", "exactly_half"]]
    insurance_up_ranks: Rule[str]
    insurance_rounded_up: Rule[bool]
    """The half may be rounded up to the smallest chip."""
    insurance_closes: Rule[Literal["reader", "next_card", "peek", "none"]]
    insurance_collected: Choice[Literal["hole_card_disclosed", "after_negative", "none"]]
    smallest_chip_cents: Amount
    dealer_soft_17: Choice[Literal["stand", "hit"]]
    dealer_stands_from: Rule[int]
    dealer_completes: Choice[Literal["when_it_matters", "always", "when_needed"]]
    """`when_it_matters` = no card once the dealer's total cannot change any result."""
    blackjack_ends_round: Rule[bool]
    """A dealer blackjack that the check finds ends the round before any decision."""
    stand_assumed_from_hard: Amount
    stand_assumed_from_soft: Amount
    totals_announced: Rule[Literal["every_card", "dealer_only", "none"]]
    missed_draw: Rule[Literal["players_choice", "floorperson"]]
    turned_guard_ms: Amount
    late_reports_notice: Amount
    """Late doubles, late splits and re-maps of one shoe, above which a notice is raised."""
    key_reaction_ms: Amount
    player_gone_by: Choice[Literal["floorperson", "casino_supervisor"]]
    """Who rules on the hands of a player who has left in the middle of a round."""
