"""The known-deck test: cards in a stated order are drawn, and what the scanner told is compared."""

from __future__ import annotations

from collections.abc import Sequence

from drivers.bench.by_hand import ended_by_hand, so_many
from drivers.bench.decks import COVER, FOREIGN, UNREAD, Compared, compare
from drivers.bench.desk import Desk
from drivers.bench.found import Cell, Found, judged
from drivers.bench.hands import Hands
from drivers.event import CardDrawn, CardNotRead, CoverCardSeen, ShoeOpened
from drivers.number import counted
from drivers.reading import EventReading, Reading, open_concealed, said

from .tell import Tell, Tried, nobody_waits, steady

SETTLE_S = 3.0
"""So long after the last card due something doubled would still come."""
NAMED = 6
"""So many faults are named one by one."""


class Deck:
    """`read` is what the scanner told, in order."""

    def __init__(self, stated: Sequence[str], read: Sequence[str]) -> None:
        self.stated = tuple(stated)
        self.compared = compare(stated, read)

    @property
    def cells(self) -> tuple[Cell, ...]:
        return tuple(Cell(was, got) for was, got in self.compared.pairs)


async def known_deck(
    desk: Desk, hands: Hands, stated: Sequence[str], tell: Tell = nobody_waits
) -> Tried:
    """Ask for the cards, take what comes, and judge it."""
    desk.wish("be_locked", False)
    desk.wish("show_lamp", "go")
    before = len(_told(desk))
    with ended_by_hand(lambda: len(_told(desk)) > before) as cut:
        await hands.load(stated)
        before = len(_told(desk))
        await hands.draw(len(stated))
        desk.begin()
        await _all_told(desk, hands, len(stated), before, tell)
    desk.wish("show_lamp", "stop")
    read = tuple(_code(one) for one in _told(desk)[before:])
    deck = Deck(_drawn(stated, read) if cut.by_hand else stated, read)
    title = f"known deck, {so_many(len(deck.stated), len(stated), 'card', cut=cut.by_hand)}"
    found = (*_judge(deck), *steady(desk))
    return Tried(title, found, cells=deck.cells, cut=cut.by_hand)


def _drawn(stated: Sequence[str], read: Sequence[str]) -> Sequence[str]:
    """Without the cards behind the last one told: nobody knows whether they were drawn."""
    omitted = set(compare(stated, read).omitted)
    last = max((n for n in range(1, len(stated) + 1) if n not in omitted), default=0)
    return stated[:last]


async def _all_told(desk: Desk, hands: Hands, due: int, before: int, tell: Tell) -> None:
    """Until all have come and nothing follows, the shoe was opened, or nothing comes any more."""
    while True:
        count = len(_told(desk)) - before
        tell(count, due, "cards read")
        wait_s = SETTLE_S if count >= due else hands.idle_s
        if _opened_since(desk, before) or desk.idle_s >= wait_s:
            return
        await desk.news(0.25)


def _opened_since(desk: Desk, before: int) -> bool:
    """After the first card: for the deck it was opened too, and a slow line tells that late."""
    told, rows = _told(desk), desk.told()
    if len(told) <= before:
        return False
    first = next(n for n, row in enumerate(rows) if row is told[before])
    return any(isinstance(said(row), ShoeOpened) for row in rows[first:])


def _told(desk: Desk) -> list[Reading]:
    return desk.told(CardDrawn, CardNotRead, CoverCardSeen)


def _code(one: Reading) -> str:
    match one:
        case EventReading(event=CardDrawn(), secret=card):
            return open_concealed(card).decode("ascii", "replace")
        case EventReading(event=CardNotRead(foreign=foreign)):
            return FOREIGN if foreign else UNREAD
    return COVER


def _judge(deck: Deck) -> tuple[Found, ...]:
    it, of = deck.compared, len(deck.stated)
    rows = (
        ("omitted", "every card is told", _numbers("left out", it.omitted, deck.stated)),
        ("misread", "no card is misread", _misread(it)),
        ("unread", "every card is read", _numbers("not read", it.unread, deck.stated)),
        ("doubled", "no card is told twice", _numbers("told twice", it.doubled, deck.stated)),
        ("order", "cards are told in order", _numbers("out of order", it.swapped, deck.stated)),
        ("invented", "nothing is told that was not drawn", _many(it.invented, "told beside them")),
    )
    tried = f"{counted(of, 'card')} in a stated order"
    found = f"{it.right} of {of} right"
    return tuple(
        judged(f"deck.{name}", title, wrong, tried=tried, found=found)
        for name, title, wrong in rows
    )


def _numbers(what: str, numbers: Sequence[int], stated: Sequence[str]) -> str:
    if not numbers:
        return ""
    named = ", ".join(f"{n} ({stated[n - 1]})" for n in numbers[:NAMED])
    return f"{len(numbers)} {what}: card {named}{', ...' if len(numbers) > NAMED else ''}"


def _misread(it: Compared) -> str:
    if not it.misread:
        return ""
    named = ", ".join(f"{n} ({was} as {got})" for n, was, got in it.misread[:NAMED])
    more = ", ..." if len(it.misread) > NAMED else ""
    return f"{len(it.misread)} misread: card {named}{more}"


def _many(count: int, what: str) -> str:
    return f"{count} {what}" if count else ""
