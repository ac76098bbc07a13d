"""One measured number beside its target."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from typing import Literal

from msgspec import Struct


class Figure(Struct, frozen=True):
    name: str
    value: float
    unit: str
    most: float | None = None
    """Target: at the most this."""
    least: float | None = None
    """Target: at the least this."""

    @property
    def verdict(self) -> Literal["ok", "MISS", ""]:
        if self.most is None and self.least is None:
            return ""
        good = (self.most is None or self.value <= self.most) and (
            self.least is None or self.value >= self.least
        )
        return "ok" if good else "MISS"

    @property
    def target(self) -> str:
        if self.most is not None:
            return f"<= {self.most:,g}"
        return f">= {self.least:,g}" if self.least is not None else ""


def p50_p99(took: Sequence[float]) -> tuple[float, float]:
    cuts = statistics.quantiles(took, n=100)
    return cuts[49], cuts[98]
