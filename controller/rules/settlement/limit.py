"""A payout limit per hand: what is above is computed, never cut, and held for the floorperson."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from controller.domain import money
from controller.domain.money import Exact
from controller.domain.structs import replace
from controller.domain.wagers import Payment
from controller.rules.pack import Pack

BESIDE = ("envy", "match", "insurance", "break_bonus")
"""No part of what a hand is paid."""


def within_limit(
    pack: Pack, hands: Sequence[Payment], fixed: Sequence[Payment]
) -> tuple[list[Payment], list[Payment]]:
    """Split each hand's payments at the limit: `pay` up to it, `hold` for the rest."""
    leaf = pack.settle.payout_limit_cents
    left: dict[tuple[int, str, int], Exact] = defaultdict(lambda: leaf.number)

    def cut(payments: Sequence[Payment]) -> list[Payment]:
        found: list[Payment] = []
        for p in payments:
            if p.direction != "pay" or p.cents is None or p.kind in BESIDE:
                found.append(p)
                continue
            key = (p.box, p.wagerer, p.hand)
            amount = money.exact(p.cents)
            now = min(amount, left[key])
            left[key] -= now
            if now:
                found.append(replace(p, cents=money.text(now)))
            if amount > now:
                over = money.text(money.plain(amount - now))
                text = "above the payout limit"
                clause = leaf.clause
                found.append(replace(p, cents=over, direction="hold", clause=clause, text=text))
        return found

    return cut(hands), cut(fixed)
