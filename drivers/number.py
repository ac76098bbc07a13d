"""Numbers in a sentence."""

from __future__ import annotations

HISSING = ("s", "x", "ch", "sh")


def counted(n: int, one: str) -> str:
    """`1 event`, `2 events`, `2 boxes`: for words that take an s."""
    if n == 1:
        return f"{n} {one}"
    return f"{n} {one}{'es' if one.endswith(HISSING) else 's'}"
