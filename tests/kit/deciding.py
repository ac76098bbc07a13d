"""A deal whose decisions come at once."""

from __future__ import annotations

from .evening import Evening, house


def deciding(cards: str, *boxes: int, **options: object) -> Evening:
    """A confirmed deal under a low up card, so that the decisions come at once."""
    evening = Evening(house(**options)).opened().lit(*boxes)
    evening.draw(cards)
    evening.press("act1")
    return evening
