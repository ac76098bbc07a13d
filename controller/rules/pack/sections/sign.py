"""`[sign]`: what the players' sign says; the amounts and odds beside the words are the pack's."""

from __future__ import annotations

from msgspec import Struct

from controller.rules.pack.leaf import Rule


class Sign(Struct, frozen=True, forbid_unknown_fields=True):
    """Empty = the text has none, so the sign says nothing of it."""

    limits: Rule[str]
    match: Rule[str]
    break_bonus: Rule[str]
    span: Rule[str]
    up_to: Rule[str]
    cards_used: Rule[str]
    other_win: Rule[str]
    five_cards: Rule[str]
    six_cards: Rule[str]
    seven_cards: Rule[str]
    mixed: Rule[str]
    suited: Rule[str]
    spades: Rule[str]
    insurance: Rule[str]
    each_card: Rule[str]
    same_suit: Rule[str]
    other_suit: Rule[str]
    both_cards: Rule[str]
    two_same_suit: Rule[str]
    one_of_each: Rule[str]
    two_other_suit: Rule[str]
    one_same_suit: Rule[str]
    one_other_suit: Rule[str]
    breaks: Rule[str]
    breaks_with: Rule[str]
    super_bonus: Rule[str]
    any_wager: Rule[str]
    wager_span: Rule[str]
    wager_from: Rule[str]
    envy: Rule[str]
    bonus_spin: Rule[str]
    jackpot: Rule[str]
    second_jackpot: Rule[str]
    top_prize: Rule[str]
    ace: Rule[str]
    shared: Rule[str]
    shared_pays: Rule[str]
    spins: Rule[str]
    xtreme: Rule[str]
    xtreme_shared: Rule[str]
    fees: Rule[str]
    fee_to: Rule[str]
    fee_over: Rule[str]
    fee_player: Rule[str]
    no_extra: Rule[str]
    stands_on_17: Rule[str]
    hits_soft_17: Rule[str]
    payout_limit: Rule[str]
    last_results: Rule[str]
    held: Rule[str]
    held_hint: Rule[str]
