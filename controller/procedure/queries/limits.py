"""The limits of a box now: the pack's, unless the floor has changed them (house.table-limits)."""

from __future__ import annotations

from controller.domain.structs import replace
from controller.procedure.state.house import House
from controller.procedure.state.play import Play
from controller.rules.pack import Pack


def of_box(play: Play, house: House, box: int = 0) -> tuple[int, int]:
    """Least and most of a main wager, 0 = not set. Box 0 = what the sign shows."""
    now, deal = play.limits, house.pack.deal
    low, high = deal.main_min_cents.known(0), deal.main_max_cents.known(0)
    if box and box in now.kept:
        return now.old_low or low, now.old_high or high
    return now.low or low, now.high or high


def pack(play: Play, house: House, box: int = 0) -> Pack:
    """The pack with the limits of that box."""
    if not play.limits.low:
        return house.pack
    low, high = of_box(play, house, box)
    deal = house.pack.deal
    return replace(
        house.pack,
        deal=replace(
            deal,
            main_min_cents=replace(deal.main_min_cents, value=low),
            main_max_cents=replace(deal.main_max_cents, value=high),
        ),
    )
