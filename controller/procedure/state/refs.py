"""What irregularities and orders are called: put together and read here, and nowhere else.

The record and the commands carry the text, `512/jackpot/1` or `512/spin/3`.
"""

from __future__ import annotations

from msgspec import Struct


class IrregularityRef(Struct, frozen=True):
    """The entry that raised it, its kind then, and the how many-eth of that entry it is."""

    entry: int
    kind: str
    n: int = 0

    def __str__(self) -> str:
        return f"{self.entry}/{self.kind}/{self.n}"


class OrderRef(Struct, frozen=True):
    """The entry that wants it, its kind, and its target: a box, or a meter with an amount."""

    entry: int
    kind: str
    target: str = ""

    def __str__(self) -> str:
        return f"{self.entry}/{self.kind}/{self.target}"


def irregularity(text: str) -> IrregularityRef:
    """Of a text that is none, entry 0 and no kind: no entry of a round has that number."""
    entry, kind, n = _parts(text)
    return IrregularityRef(_number(entry), kind, _number(n))


def order(text: str) -> OrderRef:
    entry, kind, target = _parts(text)
    return OrderRef(_number(entry), kind, target)


def _parts(text: str) -> tuple[str, str, str]:
    first, _, rest = text.partition("/")
    second, _, third = rest.partition("/")
    return first, second, third


def _number(text: str) -> int:
    return int(text) if text.isdecimal() else 0
