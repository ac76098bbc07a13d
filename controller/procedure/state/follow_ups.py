"""Events that a reducer sends to another chart, or to its own, in the same step.

Each is an attribute, so that mypy finds a name that no chart knows.
"""

from __future__ import annotations

from enum import StrEnum


class Opening(StrEnum):
    LIST_COMPLETE = "list_complete"
    LIST_REOPENED = "list_reopened"


class Decks(StrEnum):
    BATCH_SPREAD = "batch_spread"
    CAME_PRESHUFFLED = "came_preshuffled"
    NOT_ASKED = "not_asked"
    TAKEN_OUT = "taken_out"


class Shuffle(StrEnum):
    BATCH_BACK = "batch_back"
    BATCH_LOADED = "batch_loaded"
    BATCH_OPENED = "batch_opened"
    CAME_SHUFFLED = "came_shuffled"
    COUNT_STANDS = "count_stands"
    SHOE_ENDED = "shoe_ended"
    SHUFFLE_ASKED = "shuffle_asked"
    SHUFFLE_FAULTED = "shuffle_faulted"
    SHUFFLE_VOID = "shuffle_void"
    STACK_FORGOTTEN = "stack_forgotten"


class Cut(StrEnum):
    CUT_UNDONE = "cut_undone"
    RECUT_ORDERED = "recut_ordered"
    SHOE_FILLED = "shoe_filled"
    STACK_READY = "stack_ready"
    UNSTACKED = "unstacked"


class Shoe(StrEnum):
    BURN_DUE_AGAIN = "burn_due_again"
    BURN_TAKEN_OUT = "burn_taken_out"
    CARD_DRAWN = "card_drawn"
    DEVICE_OUT = "device_out"
    FORGOTTEN = "forgotten"
    RESHUFFLE_DUE = "reshuffle_due"
    ROUND_OVER = "round_over"
    SHOE_EMPTIED = "shoe_emptied"
    SHOE_LOADED = "shoe_loaded"
    STACK_TAKEN_BACK = "stack_taken_back"
    TOO_FEW = "too_few"


class Round(StrEnum):
    ASKED_ANEW = "asked_anew"
    BOXES_CONFIRMED = "boxes_confirmed"
    CARD_DRAWN = "card_drawn"
    DEAL_BEGUN = "deal_begun"
    DEAL_CALLED_OFF = "deal_called_off"
    DEAL_FITS = "deal_fits"
    DEAL_UNFIT = "deal_unfit"
    DEALER_DONE = "dealer_done"
    DRAW_RECALLED = "draw_recalled"
    HAND_TURNED = "hand_turned"
    HANDS_FINISHED = "hands_finished"
    INSURANCE_CALLED = "insurance_called"
    LAMP_READ = "lamp_read"
    MATCH_CALLED = "match_called"
    PEEK_CALLED = "peek_called"
    READER_GONE = "reader_gone"
    ROUND_CLOSED = "round_closed"
    TURN_RECALLED = "turn_recalled"


class DealerHand(StrEnum):
    CARD_DRAWN = "card_drawn"
    CLEARED = "cleared"
    DEALER_FINISHED = "dealer_finished"
    DEALT = "dealt"
    DRAW_RECALLED = "draw_recalled"
    SECOND_CARD_CALLED = "second_card_called"
    TURN_CALLED = "turn_called"
    TURN_RECALLED = "turn_recalled"
    TURNED = "turned"


class Wheel(StrEnum):
    CLEARED = "cleared"
    SPIN_AGAIN = "spin_again"
    SPIN_CALLED = "spin_called"
    SPIN_VOID = "spin_void"
    WAGERS_LOCKED = "wagers_locked"


FollowUp = Opening | Decks | Shuffle | Cut | Shoe | Round | DealerHand | Wheel
CHART_OF: dict[type[FollowUp], str] = {
    Opening: "opening",
    Decks: "decks",
    Shuffle: "shuffle",
    Cut: "cut",
    Shoe: "shoe",
    Round: "round",
    DealerHand: "dealer_hand",
    Wheel: "wheel",
}
