"""Leaves that say what follows from another leaf: which value goes with which.

Each is cited for what the table does anyway; what the table does is decided by the other leaf. A
pack in which the two differ would state a rule that nobody keeps, so it does not load.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .pack import Pack

CHECKED_BY = {"hole_card_reader": "reader", "hole_card": "peek", "no_hole_card": "next_card"}
NONE = "none"


def wrong(pack: Pack) -> tuple[str, str, str] | None:
    """Path, value and what it would have to be, of the first leaf that contradicts another."""
    for path, wanted in _wanted(pack):
        section, _, key = path.partition(".")
        value = getattr(getattr(pack, section), key).value
        if value != wanted:
            return path, str(value), str(wanted)
    return None


def _wanted(pack: Pack) -> Iterator[tuple[str, Any]]:
    for path, of in FOLLOWS.items():
        yield path, of(pack)


def _where(there: bool, value: str) -> str:
    return value if there else NONE


FOLLOWS: dict[str, Callable[[Pack], Any]] = {
    "cards.court_mark": lambda p: _where("BONUS" in p.opening.inspected.value, "Bonus"),
    "shoe.refused_card": lambda p: (
        "no_more_cards"
        if "aside" in p.irregularity["card_drawn_in_error_seen"].rulings
        else "floorperson"
    ),
    "deal.entry_bar_ends": lambda p: _where("deny" in p.deal.mid_shoe_entry.allow, "reshuffle"),
    "deal.join_consent": lambda p: _where(p.deal.wagerers_per_box.most > 1, "first_wagerer"),
    "play.insurance_closes": lambda p: _where(
        p.play.insurance.value != NONE, CHECKED_BY[p.deal.variant.value]
    ),
    "play.blackjack_ends_round": lambda _: True,
    "settle.match_lost": lambda _: "collected",
    "play.missed_draw": lambda p: (
        "players_choice" if "card_last" in p.irregularity["missed_draw"].rulings else "floorperson"
    ),
    "wheel.meter_value_at": lambda p: _where(
        p.wheel.wheel_table.value == "paytables", "turn_to_be_paid"
    ),
    "wheel.xtreme_value_at": lambda p: _where(True in p.wheel.xtreme.allow, "turn_to_be_paid"),
}
"""By the leaf's path: its value as the leaves that decide have it."""
