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
    """How many cards a hand may draw."""
    stand: Rule[Literal["any_total"]]
    """At which totals a hand may stand."""
    double: Rule[Literal["allowed"]]
    """Whether a hand may be doubled at all."""
    added_wager_least_cents: Rule[int]
    """Of a double or an insurance by itself; 0 = no such rule."""
    added_wager_most_cents: Rule[int]
    """As `added_wager_least_cents`, the most; 0 = no such rule."""
    hit_hard_below: Rule[int]
    """A card may be drawn to a hard total below this."""
    hit_soft_below: Choice[int]
    """A card may be drawn to a soft total below this."""
    hit_on_21: Rule[Literal["refused", "allowed", "confirm"]]
    """What a draw to a 21 that may be drawn to needs."""
    hit_on_blackjack: Rule[Literal["refused"]]
    """Whether a blackjack may draw."""
    double_min_cards: Rule[int]
    """Cards that a hand must have before it is doubled."""
    double_max_cards: Rule[int]
    """2 = only on the first two cards; 0 = on any number."""
    double_hard_below: Rule[int]
    """A hard total below this may be doubled."""
    double_soft_below: Choice[int]
    """A soft total below this may be doubled."""
    double_blackjack: Rule[Literal["refused", "confirm"]]
    """What a double on a blackjack needs."""
    double_after_split: Rule[bool]
    """Whether a split hand may be doubled."""
    doubles_if_dealer_stands: Rule[int]
    """Doubles per hand at a table where the dealer stands on soft 17."""
    doubles_if_dealer_hits: Rule[int]
    """Doubles per hand at a table where the dealer hits soft 17."""
    double_amount_if_dealer_stands: Rule[DoubleAmount]
    """What may be added where the dealer stands on soft 17: any amount up to the original wager,
    the whole wager or exactly half of it, or exactly what is on the hand now."""
    double_amount_if_dealer_hits: Rule[DoubleAmount]
    """The same where the dealer hits soft 17."""
    double_cards: Rule[Literal[1]]
    """Cards that a double brings."""
    rescue: Rule[Literal["none", "after_double"]]
    """Whether a doubled hand may be given up for the part that was doubled last."""
    rescue_over: Rule[Literal["refused"]]
    """Rescue of a hand that the double took over."""
    rescue_until: Rule[Literal["next_hand", "own_turn", "none"]]
    """How long a rescue may be asked for; `own_turn` = the doubled hand keeps the turn for it."""
    surrender: Rule[Literal["none", "half"]]
    """Which share of the wager a surrender gives up."""
    surrender_until: Choice[Literal["first_decision", "hole_card_exposed"]]
    """Before any other choice is indicated, or on two cards that were dealt until the turn."""
    surrender_after_double: Rule[Literal["refused"]]
    """Whether a doubled hand may be surrendered."""
    surrender_after_split: Rule[Literal["refused"]]
    """Whether a split hand may be surrendered."""
    surrender_after_stand: Rule[Literal["refused"]]
    """Whether a hand that stood may be surrendered."""
    surrender_blackjack: Rule[Literal["refused", "confirm"]]
    """What the surrender of a blackjack needs."""
    split_by: Choice[Literal["value", "rank"]]
    """Which two cards are a pair: of one value, or of one rank."""
    split_wager: Rule[Literal["original"]]
    """What a split adds: as much as the original wager."""
    split_hands: Amount
    """Hands of one box at the most."""
    split_aces_hands: Amount
    """As `split_hands`, for aces."""
    split_aces_draw: Rule[bool]
    """Whether split aces draw like any other hand; else one card each."""
    insurance: Rule[Literal["none", "up_to_half", "exactly_half"]]
    """How much of the original wager may be insured."""
    insurance_up_ranks: Rule[str]
    """Up cards under which insurance is offered; empty = none."""
    insurance_rounded_up: Rule[bool]
    """The half may be rounded up to the smallest chip."""
    insurance_closes: Rule[Literal["reader", "next_card", "peek", "none"]]
    """What closes insurance."""
    insurance_collected: Choice[Literal["hole_card_disclosed", "after_negative", "none"]]
    """When losing insurance is taken: after a negative check, or when the hole card is turned."""
    smallest_chip_cents: Amount
    """The smallest chip with which the table pays and takes."""
    dealer_soft_17: Choice[Literal["stand", "hit"]]
    """What the dealer does on a soft 17."""
    dealer_stands_from: Rule[int]
    """The total from which the dealer draws no more, soft 17 apart."""
    dealer_completes: Choice[Literal["when_it_matters", "always", "when_needed"]]
    """`when_it_matters` = no card once the dealer's total cannot change any result."""
    blackjack_ends_round: Rule[bool]
    """A dealer blackjack that the check finds ends the round before any decision."""
    stand_assumed_from_hard: Amount
    """From this hard total on a draw without HIT goes to the next hand: nobody draws to it."""
    stand_assumed_from_soft: Amount
    """The same for a soft total."""
    totals_announced: Rule[Literal["every_card", "dealer_only", "none"]]
    """After which cards the dealer says the total."""
    missed_draw: Rule[Literal["players_choice", "floorperson"]]
    """Who chooses the remedy for a card that a player asked for and did not get."""
    turned_guard_ms: Amount
    """A press of TURNED within this time after it became legal does not count."""
    late_reports_notice: Amount
    """Late doubles, late splits and re-maps of one shoe, above which a notice is raised."""
    key_reaction_ms: Amount
    """A press within this time after a card asks to which box that card went."""
    player_gone_by: Choice[Literal["floorperson", "casino_supervisor"]]
    """Who rules on the hands of a player who has left in the middle of a round."""
