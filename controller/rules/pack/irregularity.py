"""`[irregularity]`: each kind with who clears it, how it holds and which rulings it has."""

from __future__ import annotations

from typing import Literal, get_args

from msgspec import Struct

Kind = Literal[
    "alignment_required",
    "backlog_order",
    "burn_missed",
    "cannot_open",
    "cannot_record",
    "card_drawn_in_error",
    "card_drawn_in_error_seen",
    "card_not_read",
    "cards_due",
    "controller_fault",
    "copy_too_many",
    "count_differs",
    "cover_card_late",
    "cut_in_doubt",
    "dealer_drew_too_far",
    "dealer_missed",
    "decks_too_old",
    "device_contradicts_itself",
    "device_lost",
    "draw_with_peek_due",
    "drawn_while_held",
    "events_lost",
    "face_up_card",
    "face_up_card_second",
    "foreign_card",
    "free_ruling",
    "hand_with_one_card",
    "hand_without_cards",
    "hole_card_shown",
    "insurance_unpaid",
    "jackpot",
    "late_double",
    "match_unpaid",
    "missed_draw",
    "no_longer_legal",
    "order_in_doubt",
    "order_withheld",
    "order_without_cause",
    "payout_over_limit",
    "reader_fault",
    "reader_inspection_due",
    "reader_used",
    "recording_failed",
    "shoe_empty",
    "shoe_opened",
    "shuffler_fault",
    "slow_draw",
    "spin_fault",
    "super_bonus",
    "ten_found",
    "ten_found_second",
    "touched",
    "unknown_event",
    "wager_late",
    "whose_card",
    "withheld",
    "wrong_button",
]
KINDS: tuple[str, ...] = get_args(Kind)

Ruling = Literal[
    "again",
    "all_hands_dead",
    "aside",
    "burn",
    "burn_now",
    "as_they_lie",
    "card_last",
    "continue",
    "correct_cards",
    "counts",
    "decks_out",
    "enter_card",
    "found",
    "freeze",
    "go_on_without_reader",
    "hand_dead",
    "in_next_deal",
    "lamp_blackjack",
    "lamp_none",
    "letter_stands",
    "next_card",
    "no_card",
    "none",
    "not_a_ten",
    "offer",
    "out_of_service",
    "paid",
    "play_on",
    "rack",
    "reassign_card",
    "recut",
    "remove_card",
    "repaired",
    "replaced",
    "reshuffle",
    "return_wager",
    "second_card_last",
    "seen",
    "settle_late",
    "shuffle_rack",
    "stands",
    "strike_out",
    "try_again",
    "void_round",
]
RULINGS: tuple[str, ...] = get_args(Ruling)
Rank = Literal["dealer", "floorperson", "casino_supervisor"]


class Irregularity(Struct, frozen=True, forbid_unknown_fields=True):
    rulings: tuple[Ruling, ...]
    """In the order in which they are shown."""
    needs: Rank
    """Who may rule; a higher rank may act for a lower one."""
    notify: Rank
    """Who must have been told before the ruling counts."""
    holds: Literal["red", "amber"]
    """Red stops the table until it is ruled; amber is answered while play goes on."""
    clause: str
