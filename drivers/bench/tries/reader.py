"""Test cards in the hole-card reader: each answer compared, and none before it is free."""

from __future__ import annotations

from drivers.bench.by_hand import ended_by_hand, so_many
from drivers.bench.desk import Desk
from drivers.bench.found import Found, judged, not_tested
from drivers.bench.hands import Hands
from drivers.event import Peeked, ReaderFaulted
from drivers.number import counted
from drivers.reading import YES, EventReading, Reading, open_concealed

from .tell import Tell, Tried, nobody_waits, steady

TEN_VALUED = "TJQK"
PAIRS: tuple[tuple[str, str], ...] = tuple(
    (up, hole)
    for up in ("A", "K", "Q", "J")
    for hole in ("A", "2", "3", "4", "5", "6", "7", "8", "9", "J", "Q", "K")
)
"""Up card and hole card: whatever can lie there when the hole card is asked for."""
MUTE_S = 2.0
"""So long a reader that is not free must keep its answer."""


def makes_blackjack(up: str, hole: str) -> bool:
    return (up == "A" and hole in TEN_VALUED) or (hole == "A" and up in TEN_VALUED)


def pairs(count: int) -> tuple[tuple[str, str], ...]:
    """So many, each kind as often as the others."""
    return tuple(PAIRS[(n * 7) % len(PAIRS)] for n in range(count))


class _Answers:
    """Pairs of test cards, and those with which something was wrong."""

    def __init__(self) -> None:
        self.pairs = 0
        self.wrong: list[str] = []
        self.none: list[str] = []
        self.faults: list[str] = []

    def take(self, up: str, hole: str, said: Reading | None) -> None:
        self.pairs += 1
        match said:
            case EventReading(event=ReaderFaulted(reason=reason)):
                self.faults.append(f"{up} and {hole}: {reason}")
            case EventReading(event=Peeked(), secret=answer):
                blackjack = open_concealed(answer) == YES
                if blackjack != makes_blackjack(up, hole):
                    as_what = "blackjack" if blackjack else "none"
                    self.wrong.append(f"{up} and {hole} as {as_what}")
            case _:
                self.none.append(f"{up} and {hole}")

    @property
    def right(self) -> int:
        return self.pairs - len(self.wrong) - len(self.none) - len(self.faults)


async def answers(desk: Desk, hands: Hands, count: int, tell: Tell = nobody_waits) -> Tried:
    """Insert pairs of test cards."""
    it, nth = _Answers(), 0
    told_early = None
    with ended_by_hand(lambda: it.pairs) as cut:
        if desk.can("free"):
            told_early, said = await _keeps_it(desk, hands)
            it.take("A", "K", said)
        for nth, (up, hole) in enumerate(pairs(count)):
            tell(nth, count, f"{up} and {hole}")
            it.take(up, hole, await _asked(desk, hands, up, hole))
        nth = count
    tell(nth, count, "done")
    tried = f"{counted(it.pairs, 'pair')} of test cards"
    rows = (
        ("wrong", "every answer is right", "wrong", it.wrong),
        ("none", "every pair is answered", "not answered", it.none),
        ("fault", "the reader has no fault", "faults", it.faults),
    )
    answered = (
        judged(f"reader.{name}", title, _named(what, wrong), tried=tried, found=f"{it.right} right")
        for name, title, what, wrong in rows
    )
    title = f"hole-card reader, {so_many(nth, count, 'pair', cut=cut.by_hand)}"
    return Tried(title, (*answered, _free(told_early), *steady(desk)), cut=cut.by_hand)


def _named(what: str, found: list[str]) -> str:
    return f"{len(found)} {what}: {'; '.join(found[:6])}" if found else ""


def _free(told_early: bool | None) -> Found:
    title, tried = "no answer before it is free", f"a pair in the slot, locked for {MUTE_S:g} s"
    if told_early is None:
        return not_tested("8.22", title, "it does not list `free`", tried=tried)
    wrong = "it answered while it was not free" if told_early else ""
    return judged("8.22", title, wrong, tried=tried, found="silent until free")


async def _keeps_it(desk: Desk, hands: Hands) -> tuple[bool, Reading | None]:
    """Whether it answers although it may not, and what it says at last."""
    desk.wish("be_free", False)
    await desk.until(lambda: not desk.counters.unconfirmed, 3.0)
    before = _told(desk)
    await hands.insert("A", "K")
    early = await desk.until(lambda: _told(desk) > before, MUTE_S)
    desk.wish("be_free", True)
    await desk.until(lambda: _told(desk) > before, hands.idle_s)
    said = _answers(desk)[before:]
    await hands.take_out()
    return early, said[0] if said else None


async def _asked(desk: Desk, hands: Hands, up: str, hole: str) -> Reading | None:
    """What it said; None = nothing."""
    desk.wish("be_free", True)
    before = _told(desk)
    await hands.insert(up, hole)
    await desk.until(lambda: _told(desk) > before, hands.idle_s)
    said = _answers(desk)[before:]
    await hands.take_out()
    return said[0] if said else None


def _answers(desk: Desk) -> list[Reading]:
    return desk.told(Peeked, ReaderFaulted)


def _told(desk: Desk) -> int:
    return len(_answers(desk))
