"""`[settle]`: who wins, what it pays, and in which order."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from controller.rules.pack.leaf import Amount, Choice, Odds, Rule

Tied = Literal["three_to_two", "even_money", "tie", "lose"]


class Settle(Struct, frozen=True, forbid_unknown_fields=True):
    order: Choice[Literal["right_to_left", "collect_then_pay", "action_button", "ask"]]
    """The way round the table, and whether all losing wagers are taken before any is paid."""
    match_at: Rule[Literal["after_deal", "end"]]
    """When match wagers are settled: right after the deal, or at the end of the round."""
    match_order: Rule[Literal["collect_then_pay", "right_to_left", "action_button"]]
    """As `order`, for match wagers."""
    blackjack_paid: Choice[Literal["end", "turn_if_no_peek", "early"]]
    """When a player's blackjack is paid: at the end; at its turn where no check is due; or as soon
    as the dealer can have none."""
    surrender_settled: Rule[Literal["at_once", "end"]]
    """`at_once`: under an up card that makes no blackjack, before the next hand acts."""
    bust_collected: Choice[Literal["at_once", "end"]]
    """When the wager of a busted hand is taken."""
    busted_cards: Rule[Literal["at_once", "end"]]
    """When its cards leave the layout: with the wager, or when all are picked up."""
    gathered_first: Rule[bool]
    """The next round begins only when every card lies in the rack: a draw does not say so."""
    win: Rule[str]
    """Odds of a hand that wins without a bonus."""
    blackjack: Rule[str]
    """Odds of a player's blackjack."""
    blackjack_v_blackjack: Rule[Literal["win"]]
    """A blackjack against the dealer's."""
    drawn_21_v_drawn_21: Rule[Literal["win"]]
    """A 21 in three or more cards against the same."""
    drawn_21_v_blackjack: Rule[Literal["win", "lose"]]
    """A 21 in three or more cards against a dealer's blackjack."""
    split_two_card_21_v_drawn_21: Choice[Tied]
    """A two-card 21 of a split hand against a dealer's 21 in three or more cards."""
    split_two_card_21_v_blackjack: Choice[Tied]
    """A two-card 21 of a split hand against a dealer's blackjack."""
    bust: Rule[Literal["lose"]]
    """A hand over the limit."""
    dealer_bust: Rule[Literal["win"]]
    """A hand not over the limit against a dealer who is."""
    higher: Rule[Literal["win"]]
    """A total above the dealer's."""
    lower: Rule[Literal["lose"]]
    """A total below the dealer's."""
    tie: Rule[Literal["push"]]
    """A total like the dealer's, 21 apart."""
    bust_v_three_eights: Rule[Literal["push", "lose"]]
    """A hand over the limit against a dealer over it with three eights."""
    original_only: Rule[bool]
    """A dealer blackjack takes the original wager alone: doubles and splits go back."""
    original_only_split: Rule[bool]
    """As `original_only`, for the hands of a split together."""
    dead_hand: Rule[Literal["returned"]]
    """What becomes of the wager of a dead hand."""
    surrendered: Rule[str]
    """Share of the wager that is lost, `1:2`; `none`."""
    surrendered_v_blackjack: Rule[Literal["whole", "share"]]
    """What a surrendered hand loses to a dealer's blackjack."""
    rescued: Rule[Literal["last_double_returned", "none"]]
    """What a rescue gives back."""
    bonus_678_mixed: Rule[str]
    """Odds of a winning 6-7-8."""
    bonus_678_suited: Rule[str]
    """The same in one suit, spades apart."""
    bonus_678_spades: Rule[str]
    """The same in spades."""
    bonus_777_mixed: Rule[str]
    """Odds of a winning 7-7-7."""
    bonus_777_suited: Rule[str]
    """The same in one suit, spades apart."""
    bonus_777_spades: Rule[str]
    """The same in spades."""
    bonus_five_cards: Rule[str]
    """Odds of a winning 21 in five cards."""
    bonus_six_cards: Rule[str]
    """Odds of a winning 21 in six cards."""
    bonus_seven_cards: Rule[str]
    """Seven or more."""
    bonus_on_split: Rule[bool]
    """Whether a split hand gets these odds."""
    bonus_on_doubled: Rule[bool]
    """Whether a doubled hand gets these odds."""
    super_up_ranks: Rule[str]
    """Dealer's exposed card for the super bonus on three suited sevens; empty = none."""
    super_low_from_cents: Rule[int]
    """The original wager from which the super bonus is won."""
    super_low_cents: Rule[int]
    """The super bonus."""
    super_high_from_cents: Rule[int]
    """The original wager from which its upper tier is won."""
    super_high_cents: Rule[int]
    """0 = one tier only."""
    super_on_split: Rule[bool]
    """Whether a split hand can win it."""
    super_on_doubled: Rule[bool]
    """Whether a doubled hand can win it."""
    envy_cents: Rule[int]
    """What each of `envy_to` gets when somebody wins the super bonus."""
    envy_to: Choice[Literal["other_players", "every_player", "nobody"]]
    """Who gets it; `every_player` = the winner too."""
    envy_requires_award: Choice[bool]
    """Whether the winner's own wager must have earned a super bonus."""
    insurance: Rule[str]
    """Odds of winning insurance."""
    match_pays: Rule[Literal["each_card", "combination", "none"]]
    """Each matching card by itself, or both cards as one combination."""
    match_lost: Rule[Literal["collected"]]
    """What becomes of a match wager when neither card matches."""
    match_6_decks_same_suit: Odds
    """Each matching card of the up card's suit, six decks."""
    match_6_decks_other_suit: Odds
    """Each matching card of another suit, six decks."""
    match_8_decks_same_suit: Odds
    """Each matching card of the up card's suit, eight decks."""
    match_8_decks_other_suit: Odds
    """Each matching card of another suit, eight decks."""
    match_two_same_suit: Rule[str]
    """Both cards match, both in the up card's suit."""
    match_one_of_each: Rule[str]
    """Both cards match, one of them in the up card's suit."""
    match_two_other_suit: Rule[str]
    """Both cards match, neither in the up card's suit."""
    match_one_same_suit: Rule[str]
    """One card matches, in the up card's suit."""
    match_one_other_suit: Rule[str]
    """One card matches, in another suit."""
    break_three_cards: Rule[str]
    """Odds of the break wager where the dealer breaks with three cards."""
    break_four_cards: Rule[str]
    """With four."""
    break_five_cards: Rule[str]
    """With five."""
    break_six_cards: Rule[str]
    """With six."""
    break_seven_cards: Rule[str]
    """With seven."""
    break_eight_cards: Rule[str]
    """Eight or more."""
    rounding: Choice[Literal["exact", "up", "down", "nearest"]]
    """How a payment that the chips cannot make is rounded."""
    rounding_unit_cents: Amount
    """To which unit."""
    payout_limit_cents: Amount
    """Per hand; what is above is computed, never cut, and held; 0 = none."""
    bank_model: Choice[Literal["each_dollar_once", "two_caps", "net", "none"]]
    """How far the player-dealer's bank reaches: each dollar acts once, whether it pays or collects;
    up to the bank for each of the two; or up to the bank for their difference."""
    fee_schedule: Choice[int]
    """0 = no fees."""
    fee_player_cents: Rule[int]
    """What each player pays for a hand."""
    fee_rates_max: Rule[int]
    """Fees a schedule may have at the most; 0 = no fees."""
    fee_schedule_1: Rule[tuple[tuple[int, int], ...]]
    """(total wagered up to this many cents, fee in cents); the last bound is 0 = and over."""
    fee_schedule_2: Rule[tuple[tuple[int, int], ...]]
    """As `fee_schedule_1`."""
    fee_schedule_3: Rule[tuple[tuple[int, int], ...]]
    """As `fee_schedule_1`."""
    fee_schedule_4: Rule[tuple[tuple[int, int], ...]]
    """As `fee_schedule_1`."""
    fee_schedule_5: Rule[tuple[tuple[int, int], ...]]
    """As `fee_schedule_1`."""
