"""What becomes of an order: answered by its device, or closed by a person."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from controller.domain.structs import replace
from controller.procedure.state.context import Context

OPEN = ("open", "accepted")
Closed = Literal["done", "failed", "closed"]


def close_order(c: Context, kind: str, status: Closed) -> None:
    """The device has answered, or a person has: what was in doubt about it is settled."""
    close_orders(c, {o.name for o in c.play.wanted if o.kind == kind}, status)


def close_orders(c: Context, names: Collection[str], status: Closed) -> None:
    """The open ones among those of these names."""
    names = {o.name for o in c.play.wanted if o.name in names and o.status in OPEN}
    for i in c.play.irregularities:
        if i.kind == "order_in_doubt" and i.status == "raised" and i.code in names:
            c.put(replace(i, status="closed", ruling=status))
    c.play = replace(
        c.play,
        wanted=tuple(replace(o, status=status) if o.name in names else o for o in c.play.wanted),
    )
