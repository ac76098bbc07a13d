"""Numbers in a sentence."""

from __future__ import annotations


def counted(n: int, one: str) -> str:
    """`1 event`, `2 events`: for words that only take an s."""
    return f"{n} {one}" if n == 1 else f"{n} {one}s"
