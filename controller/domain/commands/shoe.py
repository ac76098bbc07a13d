"""Commands about the shoe in play: the dealer at it, its burn cards, its end."""

from __future__ import annotations

from typing import Literal

from controller.domain.input_row import DESK, ROUND, Row

from .base import Command

__all__ = ["BurnAnswered", "BurnShown", "DealerSignedOn", "ShoeEmptied"]


class DealerSignedOn(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Another dealer comes to the table; the one before is signed off."""

    row = Row(
        "dealer_signed_on",
        ("shoe",),
        aside=True,
        key=("RELIEF", "new dealer, in this round"),
        clause="shoe.relief_in_round",
        asks="name",
    )

    name: str
    proof: Literal["", "pin", "badge"] = ""
    """How the console proved it; a name that somebody only typed proves nobody."""


class BurnAnswered(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The last card was a burn, or it is the first card of the deal."""

    row = Row("burn_answered", ROUND)

    burn: bool


class BurnShown(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The player at this box asked to see the burn card, and the dealer turns it (MA 7.c~3)."""

    row = Row("burn_shown", DESK, clause="line.show_burn")

    box: int

    def on_key(self) -> tuple[str, str]:
        return "SHOW BURN", f"box {self.box} asked" if self.box else "a player asked"


class ShoeEmptied(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """No card is left in the shoe to finish the round."""

    row = Row(
        "shoe_emptied",
        ("shoe",),
        key=("SHOE EMPTY", "a card is due"),
        record="No card left in the shoe",
        clause="line.short",
    )


EVERY: tuple[type[Command], ...] = (
    DealerSignedOn,
    BurnAnswered,
    BurnShown,
    ShoeEmptied,
)
