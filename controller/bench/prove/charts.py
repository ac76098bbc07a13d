"""The pictures of the report as SVG: reply times, the cells of a known deck, a wheel's sections."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from math import ceil, log10

from drivers.bench.found import LATE_MS, Cell, Section

WIDE, HIGH, BASE = 706.0, 124, 104
BINS = 25
ROW = 52
"""Cells in one row: a full deck."""


def latency(took: Sequence[float], limit_ms: float = LATE_MS) -> str:
    """Heights are logarithmic, so that one late reply among thousands is seen."""
    step = _nice(max(*took, 1.0) / BINS)
    counts = [0] * (ceil(max(took) / step) + 1 if max(took) >= step else 1)
    for ms in took:
        counts[min(int(ms / step), len(counts) - 1)] += 1
    wide = (WIDE - 26) / max(len(counts), 5)
    most = log10(1 + max(counts))
    parts = [_bar(at, n, wide, most, late=at * step >= limit_ms) for at, n in enumerate(counts)]
    parts.append(f'<path class="c-ax" d="M10 {BASE}H{WIDE - 12:g}"/>')
    every = max(1, len(counts) // 5)
    parts += [
        f'<text class="c-x" x="{14 + at * wide:.1f}" y="119">{at * step:g}</text>'
        for at in range(0, len(counts), every)
    ]
    parts.append(f'<text class="c-x" x="{WIDE - 22:g}" y="119">ms</text>')
    if limit_ms <= len(counts) * step:
        parts += _limit(14 + limit_ms / step * wide, limit_ms, sum(ms > limit_ms for ms in took))
    label = f"reply times of {len(took)} questions, logarithmic"
    return _svg(WIDE, HIGH, label, parts)


def _nice(step: float) -> float:
    """A round width of a bin, at least that."""
    for power in (0.01, 0.1, 1, 10, 100, 1000):
        for times in (1, 2, 5):
            if times * power >= step:
                return times * power
    return step


def _bar(at: int, count: int, wide: float, most: float, *, late: bool) -> str:
    if not count:
        return ""
    high = max(4.0, log10(1 + count) / most * (BASE - 20))
    name = "c-bad" if late else "c-a"
    return (
        f'<rect class="{name}" x="{14 + at * wide:.1f}" y="{BASE - high:.1f}" '
        f'width="{max(1.0, wide - 3):.1f}" height="{high:.1f}"/>'
    )


def _limit(x: float, limit_ms: float, late: int) -> Iterator[str]:
    yield f'<path class="c-lim" d="M{x:.1f} 2V{BASE}"/>'
    end = ' text-anchor="end"' if x > WIDE / 2 else ""
    at = x - 6 if end else x + 6
    yield f'<text class="c-t" x="{at:.1f}" y="14"{end}>limit {limit_ms:g} ms: {late} late</text>'


def deck(cells: Sequence[Cell]) -> str:
    """One cell a card, a full deck a row; a wrong one is red and says what was read."""
    rows = ceil(len(cells) / ROW)
    parts = []
    for at, cell in enumerate(cells):
        row, column = divmod(at, ROW)
        parts.append(_cell(cell, 30 + column * 12.6, 2 + row * 12))
    parts += [
        f'<text class="c-l" x="0" y="{10.5 + row * 12:g}">{row + 1}</text>' for row in range(rows)
    ]
    return _svg(690, rows * 12 + 4, f"{len(cells)} cards in stated order", parts)


def _cell(cell: Cell, x: float, y: float) -> str:
    right = cell.stated == cell.read
    said = f"{cell.stated or 'no card'} read as {cell.read or 'nothing'}"
    short = escape(cell.read or "-")
    text = f'<text class="dk-t" x="{x + 5.3:.1f}" y="{y + 7.5:.1f}">{short}</text>'
    return (
        f'<g><title>{escape(said)}</title><rect class="dk{"" if right else " dk--bad"}" '
        f'x="{x:.1f}" y="{y:g}" width="10.6" height="9.5" rx="1.5"/>{"" if right else text}</g>'
    )


def wheel(sections: Sequence[Section]) -> str:
    """A bar for each section, and a mark where it was expected."""
    shown = sections[:60]
    most = max(max(one.count, one.expected) for one in shown) or 1
    wide = (WIDE - 26) / len(shown)
    parts = []
    for at, one in enumerate(shown):
        x, high = 14 + at * wide, one.count / most * (BASE - 20)
        name = "c-a" if one.expected else "c-bad"
        parts.append(
            f'<rect class="{name}" x="{x:.1f}" y="{BASE - high:.1f}" '
            f'width="{max(1.0, wide - 4):.1f}" height="{high:.1f}"/>'
        )
        due = BASE - one.expected / most * (BASE - 20)
        parts.append(f'<path class="c-lim" d="M{x - 1:.1f} {due:.1f}h{max(3.0, wide - 2):.1f}"/>')
        middle = x + (wide - 4) / 2
        above = max(10.0, min(BASE - high, due) - 4)
        parts.append(f'<text class="c-v" x="{middle:.1f}" y="{above:.1f}">{one.count}</text>')
        parts.append(f'<text class="c-x" x="{middle:.1f}" y="119">{escape(one.name[:8])}</text>')
    parts.append(f'<path class="c-ax" d="M10 {BASE}H{WIDE - 12:g}"/>')
    return _svg(WIDE, HIGH, "how often each section came", parts)


def _svg(wide: float, high: float, label: str, parts: Sequence[str]) -> str:
    return (
        f'<svg class="chart" viewBox="0 0 {wide:g} {high:g}" role="img" '
        f'aria-label="{escape(label)}">{"".join(parts)}</svg>'
    )
