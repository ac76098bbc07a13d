"""The numbers of a pack, as the simulator needs them: whole cents for one fixed wager."""

from __future__ import annotations

from msgspec import Struct

from controller.domain.cards import RANKS
from controller.domain.money import odds
from controller.errors import PackError
from controller.rules.pack import Pack

STAKE_CENTS = 1000
"""The original wager: ten dollars, so that the smallest super bonus is 100 to 1."""
SPLIT_21_PAYS = {"three_to_two": 3, "even_money": 2, "tie": 0, "lose": -2}
"""Halves of the stake."""


class Terms(Struct, frozen=True, kw_only=True):
    """What settles a round of one box, all in cents for a wager of `stake`."""

    stake: int
    blackjack: int
    surrender_loss: int
    """0 = there is no surrender."""
    surrender_v_blackjack: int
    rescue: bool
    bonus: tuple[tuple[int, int], ...]
    """Odds of a drawn 21 by its line in `BONUS_LINES`; (1, 1) where the pack has no such line."""
    bonus_on_split: bool
    bonus_on_doubled: bool
    super_cents: int
    super_up: frozenset[int]
    super_on_split: bool
    super_on_doubled: bool
    split_21_v_drawn: int
    """Halves of the stake, below zero = lost."""
    split_21_v_blackjack: int
    drawn_21_loses_to_blackjack: bool
    original_only: bool
    three_eights_push: bool
    peek_up: frozenset[int]
    hits_soft_17: bool
    completes: bool
    """The dealer draws even when nothing depends on it."""
    split_hands: int
    split_aces_hands: int
    split_by_rank: bool
    split_aces_draw: bool
    doubles: int
    double_max_cards: int
    """0 = any number."""
    double_current: bool
    """A further double is as large as all that lies there, not as the original."""
    hit_hard_below: int
    burn: int


BONUS_LINES = (
    "bonus_678_mixed",
    "bonus_678_suited",
    "bonus_678_spades",
    "bonus_777_mixed",
    "bonus_777_suited",
    "bonus_777_spades",
    "bonus_five_cards",
    "bonus_six_cards",
    "bonus_seven_cards",
)


def terms(pack: Pack, *, super_bonus: bool = True, stake: int = STAKE_CENTS) -> Terms:
    """Raises: PackError when an amount for this wager is not a whole cent."""
    play, pays = pack.play, pack.settle
    hits = play.dealer_soft_17.value == "hit"
    surrendered = share(pays.surrendered.value, stake)
    whole = pays.surrendered_v_blackjack.value == "whole"
    return Terms(
        stake=stake,
        blackjack=share(pays.blackjack.value, stake),
        surrender_loss=surrendered if play.surrender.value != "none" else 0,
        surrender_v_blackjack=stake if whole else surrendered,
        rescue=play.rescue.value != "none",
        bonus=tuple(line_odds(getattr(pays, line).value) for line in BONUS_LINES),
        bonus_on_split=pays.bonus_on_split.value,
        bonus_on_doubled=pays.bonus_on_doubled.value,
        super_cents=super_cents(pack, stake) if super_bonus else 0,
        super_up=ranks(pays.super_up_ranks.value),
        super_on_split=pays.super_on_split.value,
        super_on_doubled=pays.super_on_doubled.value,
        split_21_v_drawn=SPLIT_21_PAYS[pays.split_two_card_21_v_drawn_21.value],
        split_21_v_blackjack=SPLIT_21_PAYS[pays.split_two_card_21_v_blackjack.value],
        drawn_21_loses_to_blackjack=pays.drawn_21_v_blackjack.value == "lose",
        original_only=pays.original_only.value,
        three_eights_push=pays.bust_v_three_eights.value == "push",
        peek_up=peeked(pack),
        hits_soft_17=hits,
        completes=play.dealer_completes.value == "always",
        split_hands=play.split_hands.number,
        split_aces_hands=play.split_aces_hands.number,
        split_by_rank=play.split_by.value == "rank",
        split_aces_draw=play.split_aces_draw.value,
        doubles=(play.doubles_if_dealer_hits if hits else play.doubles_if_dealer_stands).value,
        double_max_cards=play.double_max_cards.value,
        double_current=doubles_grow(pack, hits=hits),
        hit_hard_below=play.hit_hard_below.value,
        burn=pack.shoe.burn_on_new_shoe_cards.value,
    )


def doubles_grow(pack: Pack, *, hits: bool) -> bool:
    play = pack.play
    how = play.double_amount_if_dealer_hits if hits else play.double_amount_if_dealer_stands
    return how.value == "full_current"


def peeked(pack: Pack) -> frozenset[int]:
    """Up cards under which a blackjack is known before any decision."""
    deal = pack.deal
    reader = deal.variant.value == "hole_card_reader"
    if reader or deal.peek_without_reader.value == "dealer":
        return ranks(deal.peek_up_ranks.value)
    return frozenset()


def super_cents(pack: Pack, stake: int) -> int:
    pays = pack.settle
    high, low = pays.super_high_cents.value, pays.super_low_cents.value
    award = 0
    if high and stake >= pays.super_high_from_cents.value:
        award = high
    elif stake >= pays.super_low_from_cents.value:
        award = low
    envy = pays.envy_cents.value if pays.envy_to.value == "every_player" else 0
    return award + (envy if award or not pays.envy_requires_award.value else 0)


def ranks(text: str) -> frozenset[int]:
    return frozenset(RANKS.index(rank) for rank in text)


def line_odds(text: str) -> tuple[int, int]:
    return odds(text) if ":" in text else (1, 1)


def share(text: str, stake: int) -> int:
    if ":" not in text:
        return 0
    top, bottom = odds(text)
    cents, rest = divmod(stake * top, bottom)
    if rest:
        raise PackError(f"{text} of {stake} cents is not a whole cent")
    return cents
