"""So many shuffles: each carried out once, counted right, and with a sign of life each second."""

from __future__ import annotations

from statistics import median

from drivers.bench.by_hand import ended_by_hand, so_many
from drivers.bench.desk import Desk
from drivers.bench.found import Found, judged, not_tested
from drivers.bench.hands import Hands
from drivers.event import ShuffleDone, ShuffleFaulted
from drivers.number import counted
from drivers.reading import said

from .movement import Moved, move, one_each
from .tell import Tell, Tried, nobody_waits, steady


async def cycles(
    desk: Desk, hands: Hands, count: int, *, cards: int = 0, tell: Tell = nobody_waits
) -> Tried:
    """`cards`: how many are in it; 0 = as the hands say, or the first count."""
    moved: list[Moved] = []
    miscounted: list[str] = []
    stated = cards
    with ended_by_hand(lambda: moved) as cut:
        for nth in range(count):
            tell(nth, count, f"shuffle {nth + 1}")
            put_in = await hands.fill()
            stated = cards or put_in or stated
            one = await move(desk, "shuffle", nth, lambda order: _end(desk, order))
            moved.append(one)
            if isinstance(one.ended, ShuffleDone):
                stated = stated or one.ended.cards
                if one.ended.cards != stated:
                    miscounted.append(f"{one.ended.cards} of {stated}")
                await hands.empty()
            else:
                break  # a jam is a person's to clear; going on would break cards
    tell(len(moved), count, "done")
    of = len(moved) if cut.by_hand else count
    under_way = desk.order(len(moved)) if cut.by_hand else 0
    found = _judge(desk, moved, of, miscounted, stated=stated, under_way=under_way)
    title = f"shuffler, {so_many(len(moved), count, 'cycle', cut=cut.by_hand)}"
    return Tried(title, (*found, *steady(desk)), cut=cut.by_hand)


def _end(desk: Desk, order: int) -> ShuffleDone | ShuffleFaulted | None:
    told = map(said, desk.told(ShuffleDone, ShuffleFaulted))
    ends = [one for one in told if isinstance(one, (ShuffleDone, ShuffleFaulted))]
    return next((one for one in ends if one.order == order), None)


def _judge(
    desk: Desk,
    moved: list[Moved],
    count: int,
    miscounted: list[str],
    *,
    stated: int,
    under_way: int,
) -> tuple[Found, ...]:
    done = [one for one in moved if isinstance(one.ended, ShuffleDone)]
    faults = [_fault(one) for one in moved if not isinstance(one.ended, ShuffleDone)]
    took = [one.took_s for one in done]
    faulted = (one.order for one in desk.of(ShuffleFaulted))
    told = [*(one.order for one in desk.of(ShuffleDone)), *faulted]
    tried = counted(count, "shuffle")
    times = f"{median(took):.1f} s, at most {max(took):.1f} s" if took else "none"
    came = f"{len(done)} times {counted(stated, 'card')}"
    return (
        judged(
            "shuffler.done",
            "every shuffle ends",
            "; ".join(faults),
            tried=tried,
            found=f"{len(done)} of {count}: {times}",
        ),
        not_tested("shuffler.count", "every card is counted", "none ended", tried=tried)
        if not done
        else judged(
            "shuffler.count",
            "every card is counted",
            f"{len(miscounted)} miscounted: {', '.join(miscounted[:6])}" if miscounted else "",
            tried=tried,
            found=came,
        ),
        one_each(moved, told, tried, under_way=under_way),
    )


def _fault(one: Moved) -> str:
    return one.ended.reason if isinstance(one.ended, ShuffleFaulted) else one.why
