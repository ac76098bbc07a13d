"""A confirmed deal of counted wagers, and what moved for one of them."""

from __future__ import annotations

from controller.domain import commands as cmd

from .evening import Evening, house


def staked(
    cards: str,
    *,
    variant: str = "hole_card",
    pack: str = "massachusetts-bonus-spin",
    **wagers: dict[int, int | None],
) -> Evening:
    """A confirmed deal of counted wagers; no reader, so that no peek comes between."""
    evening = Evening(house(pack, **{"deal.variant": variant})).opened()
    for kind in ("main", "match", "bonus_spin"):
        for box, cents in wagers.get(kind, {}).items():
            evening.put(cmd.WagerSet(box=box, kind=kind, on=True, cents=cents))
    evening.draw(cards)
    evening.press("act1")
    return evening


def moved(evening: Evening, box: int, kind: str = "main") -> list[tuple[str, object]]:
    found = [p for p in evening.play.payments if (p.box, p.kind) == (box, kind)]
    return [(p.direction, p.cents) for p in found]
