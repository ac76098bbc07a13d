"""So many spins: each made once, with turns enough, and every section as often as it should be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from statistics import median

from drivers.bench.by_hand import ended_by_hand, so_many
from drivers.bench.chance import LEAST_EXPECTED, chi_square, p_value
from drivers.bench.desk import Desk
from drivers.bench.found import Found, Section, judged, not_tested
from drivers.event import SpinDone, SpinFaulted
from drivers.number import counted
from drivers.reading import said

from .movement import Moved, move, one_each
from .tell import Tell, Tried, nobody_waits, steady

LEAST_P = 0.001
"""How often a sound wheel may be called uneven: one run in 1000."""
LEAST_TURNS = 3


async def cycles(
    desk: Desk,
    count: int,
    weights: Mapping[str, float],
    tell: Tell = nobody_waits,
) -> Tried:
    """`weights`: how often each section is due; empty = those that came, all alike."""
    moved: list[Moved] = []
    with ended_by_hand(lambda: moved) as cut:
        for nth in range(count):
            tell(nth, count, f"spin {nth + 1}")
            one = await move(desk, "spin", nth, lambda order: _end(desk, order), target=1)
            moved.append(one)
            if one.ended is None:
                break  # it obeys no more: a person has to look
    tell(len(moved), count, "done")
    sections = _sections(moved, weights)
    of = len(moved) if cut.by_hand else count
    under_way = desk.order(len(moved)) if cut.by_hand else 0
    found = (*_judge(desk, moved, of, under_way), *_even(sections, weights), *steady(desk))
    title = f"wheel, {so_many(len(moved), count, 'spin', cut=cut.by_hand)}"
    return Tried(title, found, sections=sections, cut=cut.by_hand)


def _end(desk: Desk, order: int) -> SpinDone | SpinFaulted | None:
    told = map(said, desk.told(SpinDone, SpinFaulted))
    ends = [one for one in told if isinstance(one, (SpinDone, SpinFaulted))]
    return next((one for one in reversed(ends) if one.order == order), None)


def _done(moved: list[Moved]) -> list[SpinDone]:
    return [one.ended for one in moved if isinstance(one.ended, SpinDone)]


def _sections(moved: list[Moved], weights: Mapping[str, float]) -> tuple[Section, ...]:
    came = Counter(one.section for one in _done(moved))
    due = dict(weights) or dict.fromkeys(sorted(came), 1.0)
    whole = sum(due.values())
    spins = sum(came.values())
    known = [Section(name, came[name], spins * due[name] / whole) for name in due]
    return (*known, *(Section(name, n, 0.0) for name, n in came.items() if name not in due))


def _judge(desk: Desk, moved: list[Moved], count: int, under_way: int) -> tuple[Found, ...]:
    done = _done(moved)
    faults = [_fault(one) for one in moved if not isinstance(one.ended, SpinDone)]
    took = [one.took_s for one in moved if isinstance(one.ended, SpinDone)]
    told = [*(one.order for one in desk.of(SpinDone)), *(one.order for one in desk.of(SpinFaulted))]
    tried = counted(count, "spin")
    times = f"{median(took):.1f} s, at most {max(took):.1f} s" if took else "none"
    few = [one.turns for one in done if one.turns is not None and one.turns < LEAST_TURNS]
    counts = [one.turns for one in done if one.turns is not None]
    return (
        judged(
            "wheel.done",
            "every spin ends on a section",
            _named(faults),
            tried=tried,
            found=f"{len(done)} of {count}: {times}",
        ),
        one_each(moved, told, tried, under_way=under_way),
        judged(
            "wheel.turns",
            "every spin turns enough",
            f"{len(few)} with fewer than {LEAST_TURNS} turns" if few else "",
            tried=f"at least {LEAST_TURNS} whole turns",
            found=f"{min(counts)} to {max(counts)} turns",
        )
        if counts
        else not_tested("wheel.turns", "every spin turns enough", "it counts no turns"),
    )


def _even(sections: tuple[Section, ...], weights: Mapping[str, float]) -> tuple[Found, ...]:
    title = "every section comes as often as it should"
    strange = [one.name for one in sections if not one.expected and one.count]
    known = [one for one in sections if one.expected]
    spins = sum(one.count for one in sections)
    tried = f"chi-square over {len(known)} sections, {counted(spins, 'spin')}"
    named = judged(
        "wheel.named",
        "every section is one of the wheel's",
        f"not of this wheel: {', '.join(strange[:6])}" if strange else "",
        tried=tried,
        found=f"{len(known)} sections",
    )
    first = (named,) if weights else ()
    least = min((one.expected for one in known), default=0.0)
    if least < LEAST_EXPECTED or len(known) < 2:
        due = f"{least:.1f} spins are due on the rarest section, {LEAST_EXPECTED:g} are needed"
        return (*first, not_tested("wheel.even", title, due, tried=tried))
    chi = chi_square([one.count for one in known], [one.expected for one in known])
    p = p_value(chi, len(known) - 1)
    said = (
        f"chi-square {chi:.1f}, p = {p:.4f}" if p >= 0.0001 else f"chi-square {chi:.1f}, p < 0.0001"
    )
    wrong = said if p < LEAST_P else ""
    return (*first, judged("wheel.even", title, wrong, tried=tried, found=said))


def _named(faults: list[str]) -> str:
    return f"{len(faults)} did not: {', '.join(faults[:6])}" if faults else ""


def _fault(one: Moved) -> str:
    return one.ended.reason if isinstance(one.ended, SpinFaulted) else one.why
