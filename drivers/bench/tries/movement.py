"""One ordered movement: asked once, accepted, going on, ended; and how each of that went."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Literal

from msgspec import Struct

from drivers.bench.desk import Desk
from drivers.bench.found import Found, judged
from drivers.driver import WireOrder
from drivers.event import Said

PATIENCE_S = 900.0


class Moved(Struct, frozen=True):
    order: int
    ended: Said | None
    """What it told of the end; None = nothing."""
    why: str = ""
    """Of an order that it did not carry out."""
    took_s: float = 0.0


async def move(
    desk: Desk,
    kind: Literal["shuffle", "spin"],
    nth: int,
    ends: Callable[[int], Said | None],
    *,
    target: int = 0,
) -> Moved:
    """Order it and wait for its end."""
    order, began = desk.order(nth), asyncio.get_running_loop().time()
    desk.want(WireOrder(order, kind, target, desk.boots[-1]))

    def over() -> bool:
        said = desk.answer(order)
        return ends(order) is not None or (
            said is not None and said.answer in {"rejected", "unknown"}
        )

    try:
        done = await desk.until(over, PATIENCE_S)
    finally:
        desk.want()
    ended, said = ends(order), desk.answer(order)
    why = "" if ended is not None else _why(said.reason if said else "", done=done)
    return Moved(order, ended, why, asyncio.get_running_loop().time() - began)


def one_each(moved: Sequence[Moved], told: Sequence[int], tried: str, *, under_way: int) -> Found:
    """PROTOCOL 5.1: an order moves it once, and nothing moves it without one.

    `told` = the order of each result; `under_way` = the one in the middle of which it was ended.
    """
    results = sum(order != under_way for order in told)
    more = results - sum(one.ended is not None for one in moved)
    return judged(
        "5.1",
        "one order, one movement",
        f"{more} results that no order asked for" if more else "",
        tried=tried,
        found=f"{len(moved)} orders, {results} results",
    )


def _why(reason: str, *, done: bool) -> str:
    if not done:
        return f"no end in {PATIENCE_S:g} s"
    return reason or "not carried out"
