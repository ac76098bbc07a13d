"""When the hole card is checked for blackjack, and when insurance is offered."""

from __future__ import annotations

from .pack import Pack


def peek_due(pack: Pack, up_rank: str, variant: str = "") -> bool:
    """Whether the check comes before any further card, by the reader or by the dealer."""
    variant = variant or pack.deal.variant.value
    if up_rank not in pack.deal.peek_up_ranks.value or variant == "no_hole_card":
        return False
    return variant == "hole_card_reader" or pack.deal.peek_without_reader.value == "dealer"


def insurance_offered(pack: Pack, up_rank: str) -> bool:
    return pack.play.insurance.value != "none" and up_rank in pack.play.insurance_up_ranks.value


def up_card_can_make_blackjack(up_rank: str) -> bool:
    return up_rank in "AKQJ"
