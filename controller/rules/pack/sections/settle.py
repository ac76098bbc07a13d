"""`[settle]`: who wins, what it pays, and in which order."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from controller.rules.pack.leaf import Amount, Choice, Odds, Rule

Tied = Literal["three_to_two", "even_money", "tie", "lose"]


class Settle(Struct, frozen=True, forbid_unknown_fields=True):
    order: Choice[Literal["right_to_left", "collect_then_pay", "action_button", "ask"]]
    match_at: Rule[Literal["after_deal", "end"]]
    match_order: Rule[Literal["collect_then_pay", "right_to_left", "action_button"]]
    blackjack_paid: Choice[Literal["end", "turn_if_no_peek", "early"]]
    surrender_settled: Rule[Literal["at_once", "end"]]
    """`at_once`: under an up card that makes no blackjack, before the next hand acts."""
    bust_collected: Choice[Literal["at_once", "end"]]
    gathered_first: Rule[bool]
    """The next round begins only when every card lies in the rack: a draw does not say so."""
    win: Rule[str]
    blackjack: Rule[str]
    blackjack_v_blackjack: Rule[Literal["win"]]
    drawn_21_v_drawn_21: Rule[Literal["win"]]
    drawn_21_v_blackjack: Rule[Literal["win", "lose"]]
    split_two_card_21_v_drawn_21: Choice[Tied]
    split_two_card_21_v_blackjack: Choice[Tied]
    bust: Rule[Literal["lose"]]
    dealer_bust: Rule[Literal["win"]]
    higher: Rule[Literal["win"]]
    lower: Rule[Literal["lose"]]
    tie: Rule[Literal["push"]]
    bust_v_three_eights: Rule[Literal["push", "lose"]]
    original_only: Rule[bool]
    """A dealer blackjack takes the original wager alone: doubles and splits go back."""
    original_only_split: Rule[bool]
    dead_hand: Rule[Literal["returned"]]
    surrendered: Rule[str]
    """Share of the wager that is lost, `1:2`; `none`."""
    surrendered_v_blackjack: Rule[Literal["whole", "share"]]
    rescued: Rule[Literal["last_double_returned", "none"]]
    bonus_678_mixed: Rule[str]
    bonus_678_suited: Rule[str]
    bonus_678_spades: Rule[str]
    bonus_777_mixed: Rule[str]
    bonus_777_suited: Rule[str]
    bonus_777_spades: Rule[str]
    bonus_five_cards: Rule[str]
    bonus_six_cards: Rule[str]
    bonus_seven_cards: Rule[str]
    """Seven or more."""
    bonus_on_split: Rule[bool]
    bonus_on_doubled: Rule[bool]
    super_up_ranks: Rule[str]
    """Dealer's exposed card for the super bonus on three suited sevens; empty = none."""
    super_low_from_cents: Rule[int]
    super_low_cents: Rule[int]
    super_high_from_cents: Rule[int]
    super_high_cents: Rule[int]
    """0 = one tier only."""
    super_on_split: Rule[bool]
    super_on_doubled: Rule[bool]
    envy_cents: Rule[int]
    envy_to: Choice[Literal["other_players", "every_player", "nobody"]]
    envy_requires_award: Choice[bool]
    insurance: Rule[str]
    match_pays: Rule[Literal["each_card", "combination", "none"]]
    match_6_decks_same_suit: Odds
    match_6_decks_other_suit: Odds
    match_8_decks_same_suit: Odds
    match_8_decks_other_suit: Odds
    match_two_same_suit: Rule[str]
    match_one_of_each: Rule[str]
    match_two_other_suit: Rule[str]
    match_one_same_suit: Rule[str]
    match_one_other_suit: Rule[str]
    break_three_cards: Rule[str]
    break_four_cards: Rule[str]
    break_five_cards: Rule[str]
    break_six_cards: Rule[str]
    break_seven_cards: Rule[str]
    break_eight_cards: Rule[str]
    """Eight or more."""
    rounding: Choice[Literal["exact", "up", "down", "nearest"]]
    rounding_unit_cents: Amount
    payout_limit_cents: Amount
    """Per hand; what is above is computed, never cut, and held; 0 = none."""
    bank_model: Choice[Literal["each_dollar_once", "two_caps", "net", "none"]]
    fee_schedule: Choice[int]
    """0 = no fees."""
    fee_player_cents: Rule[int]
    fee_rates_max: Rule[int]
    """Fees a schedule may have at the most; 0 = no fees."""
    fee_schedule_1: Rule[tuple[tuple[int, int], ...]]
    """(total wagered up to this many cents, fee in cents); the last bound is 0 = and over."""
    fee_schedule_2: Rule[tuple[tuple[int, int], ...]]
    fee_schedule_3: Rule[tuple[tuple[int, int], ...]]
    fee_schedule_4: Rule[tuple[tuple[int, int], ...]]
    fee_schedule_5: Rule[tuple[tuple[int, int], ...]]
