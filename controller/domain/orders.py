"""What the table asks of devices: orders move or report something once, levels keep asserting."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

OrderKind = Literal["shuffle", "spin", "contribute", "withdraw", "hit", "read"]
REPORTS: tuple[OrderKind, ...] = ("contribute", "withdraw", "hit", "read")
"""What the approved progressive system is told or asked; nothing moves."""
OrderStatus = Literal["open", "accepted", "done", "failed", "withheld", "orphan", "closed"]


class Order(Struct, frozen=True, array_like=True):
    """A movement or a report wanted once.

    `name` (entry/kind/target) names it in a fold; `wire` is the 64-bit id that the device
    remembers: epoch(16) | seq(40) | n(8) of the row that first released it.
    """

    name: str
    kind: OrderKind
    target: str = ""
    """The box of a spin; meter and exact cents of a report, and a box where it has one."""
    wire: int = 0
    status: OrderStatus = "open"
    boot: str = ""
    """Boot of the device when the order was released: under another it is never sent again."""
    wager: str = ""
    """Of a spin: the kind of wager that it is for; a box may have two that spin."""


class Levels(Struct, frozen=True):
    """A pure function of the state; sent again after each commit, reconnect and restart."""

    lamp: str = "go"
    """`go`, `look` or `stop`."""
    reader_free: bool = False
    wheel_locked: bool = True
    wheel_armed: int = 0
    """Box whose spin is armed; 0 = none."""
    shoe_locked: bool = False
