"""How wide a bold text of the page is, as far as the server must know it."""

from __future__ import annotations

_BOLD = {
    **dict.fromkeys(",. ijlI|", 0.28),
    **dict.fromkeys("tfr-", 0.39),
    **dict.fromkeys("+−=×", 0.585),
    **dict.fromkeys("mwWM½", 0.95),
    **dict.fromkeys("ABCDHKNRUSPVXYEZTFGOQL", 0.78),
}
"""Width of a bold letter of the page's font, as a part of its size; figures and the rest: 0.56."""
_REST = 0.56


def width(text: str, size: float) -> float:
    """Units: pixels."""
    return sum(_BOLD.get(letter, _REST) for letter in text) * size
