"""A known deck: the order in which it is drawn, and what a scanner made of it.

A file holds one code a word (`As Th 10d 2c`), in the order in which they leave the shoe; `|` is the
cover card, `#` begins a comment.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct

from drivers.errors import Refused

RANKS, SUITS = "A23456789TJQK", "shdc"
COVER = "|"
UNREAD = "?"
"""A card left the shoe and the scanner could not tell which."""
FOREIGN = "*"
"""It has another back."""
MOST = 832


def parse(text: str) -> tuple[str, ...]:
    """Raises: Refused, naming the word that is no card."""
    words = [word for line in text.splitlines() for word in line.partition("#")[0].split()]
    if not words:
        raise Refused("the deck is empty: write one code a card, As Th 2c, in order")
    if len(words) > MOST:
        raise Refused(f"the deck has {len(words)} cards; a shoe holds {MOST}")
    return tuple(_code(number, word) for number, word in enumerate(words, start=1))


def _code(number: int, word: str) -> str:
    if word == COVER:
        return word
    rank, suit = word[:-1].upper().replace("10", "T"), word[-1].lower()
    if len(rank) != 1 or rank not in RANKS or suit not in SUITS:
        raise Refused(f"card {number} is {word!r}: write a rank A23456789TJQK and a suit shdc")
    return rank + suit


def in_order(decks: int) -> tuple[str, ...]:
    """Full decks, ace to king of spades, hearts, diamonds, clubs; tens included."""
    return tuple(rank + suit for _ in range(decks) for suit in SUITS for rank in RANKS)


class Compared(Struct, frozen=True):
    """Shape: `pairs` has one entry for each card of the deck and each that was told beside it."""

    pairs: tuple[tuple[str, str], ...]
    """Stated and read; an empty one = left out, or told without a card."""
    misread: tuple[tuple[int, str, str], ...] = ()
    """Number of the card in the deck, stated, read."""
    unread: tuple[int, ...] = ()
    omitted: tuple[int, ...] = ()
    doubled: tuple[int, ...] = ()
    """Numbers of the cards that were told twice."""
    invented: int = 0
    """Told, and no card was there."""
    swapped: tuple[int, ...] = ()
    """Told in the order of the next one."""

    @property
    def right(self) -> int:
        return sum(stated == read for stated, read in self.pairs)


def compare(stated: Sequence[str], read: Sequence[str]) -> Compared:
    """Lay what was read beside what was drawn, with the fewest faults that explain it."""
    return _told(list(_steps(stated, read)), stated, read)


SAME, OTHER, LEFT_OUT, BESIDE, SWAPPED = "same", "other", "left out", "beside", "swapped"


def _steps(stated: Sequence[str], read: Sequence[str]) -> Iterator[tuple[str, int, int]]:
    """What happened, and how far both had come before it; in order."""
    best = _costs(stated, read)
    at, to, back = len(stated), len(read), []
    while at or to:
        step = _step_to(stated, read, best, at, to)
        at -= {SAME: 1, OTHER: 1, LEFT_OUT: 1, BESIDE: 0, SWAPPED: 2}[step]
        to -= {SAME: 1, OTHER: 1, LEFT_OUT: 0, BESIDE: 1, SWAPPED: 2}[step]
        back.append((step, at, to))
    yield from reversed(back)


def _step_to(
    stated: Sequence[str], read: Sequence[str], best: list[list[float]], at: int, to: int
) -> str:
    for step, cost in _ways(stated, read, best, at, to):
        if cost <= best[at][to]:
            return step
    raise AssertionError("one of the ways is the best")


def _costs(stated: Sequence[str], read: Sequence[str]) -> list[list[float]]:
    best = [[0.0] * (len(read) + 1) for _ in range(len(stated) + 1)]
    for at in range(len(stated) + 1):
        for to in range(len(read) + 1):
            if at or to:
                best[at][to] = min(cost for _, cost in _ways(stated, read, best, at, to))
    return best


def _ways(
    stated: Sequence[str], read: Sequence[str], best: list[list[float]], at: int, to: int
) -> Iterator[tuple[str, float]]:
    """How the two may have come so far, and at what cost; the likely first."""
    if at and to:
        was, got = stated[at - 1], read[to - 1]
        if was == got:
            yield SAME, best[at - 1][to - 1]
            if at > 1 and to > 1 and stated[at - 2] == got and read[to - 2] == was:
                yield SWAPPED, best[at - 2][to - 2] + 1.5
        else:
            unread = got in {UNREAD, FOREIGN} and was != COVER
            mixed = (got == COVER) != (was == COVER)
            yield OTHER, best[at - 1][to - 1] + (0.5 if unread else 2.0 if mixed else 1.2)
            if at > 1 and to > 1 and stated[at - 2] == got and read[to - 2] == was:
                yield SWAPPED, best[at - 2][to - 2] + 1.5
    if to:
        again = at and read[to - 1] == stated[at - 1]
        yield BESIDE, best[at][to - 1] + (0.9 if again else 1.0)
    if at:
        yield LEFT_OUT, best[at - 1][to] + 1.0


def _told(
    steps: list[tuple[str, int, int]], stated: Sequence[str], read: Sequence[str]
) -> Compared:
    pairs, misread, unread, omitted, doubled, swapped = [], [], [], [], [], []
    invented = 0
    for step, at, to in steps:
        match step:
            case "same":
                pairs.append((stated[at], read[to]))
            case "other":
                pairs.append((stated[at], read[to]))
                if read[to] in {UNREAD, FOREIGN}:
                    unread.append(at + 1)
                else:
                    misread.append((at + 1, stated[at], read[to]))
            case "left out":
                pairs.append((stated[at], ""))
                omitted.append(at + 1)
            case "swapped":
                pairs += [(stated[at], read[to]), (stated[at + 1], read[to + 1])]
                swapped.append(at + 1)
            case _:
                pairs.append(("", read[to]))
                if at and read[to] == stated[at - 1]:
                    doubled.append(at)
                else:
                    invented += 1
    return Compared(
        pairs=tuple(pairs),
        misread=tuple(misread),
        unread=tuple(unread),
        omitted=tuple(omitted),
        doubled=tuple(doubled),
        invented=invented,
        swapped=tuple(swapped),
    )


def confused(compared: Compared) -> tuple[tuple[str, str, int], ...]:
    """The matrix of confusion without its diagonal: stated, read, how often; most often first."""
    off = Counter((was, got) for was, got in compared.pairs if was != got)
    return tuple((was, got, count) for (was, got), count in off.most_common())
