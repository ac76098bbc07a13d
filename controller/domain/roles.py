"""What a device is to the table: the orders that its role carries out, and who waits for it."""

from __future__ import annotations

from msgspec import Struct

from .orders import REPORTS, OrderKind

PROGRESSIVE = "progressive"
"""The approved system that has the meters."""


class Role(Struct, frozen=True):
    orders: tuple[OrderKind, ...] = ()
    waited_for: bool = True
    """A card may hang on what it kept: a start waits until it was heard."""


ROLES: dict[str, Role] = {
    "shoe_scanner": Role(),
    "card_reader": Role(),
    "shuffler": Role(orders=("shuffle",)),
    "wheel": Role(orders=("spin",)),
    PROGRESSIVE: Role(orders=REPORTS, waited_for=False),
    "keys": Role(waited_for=False),
    "lamp": Role(waited_for=False),
    "badge": Role(waited_for=False),
}


def known(name: str) -> Role:
    """One that only its own driver knows carries out nothing, and is waited for."""
    return ROLES.get(name, Role())


OF_ORDER: dict[OrderKind, str] = {kind: name for name, r in ROLES.items() for kind in r.orders}
"""The role that an order is for."""
