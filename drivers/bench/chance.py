"""Chi-square of counts against what was expected, in closed form (Abramowitz and Stegun 26.4.4)."""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, exp, pi, sqrt

LEAST_EXPECTED = 5.0
"""With fewer expected in a section nothing can be said."""


def chi_square(counted: Sequence[int], expected: Sequence[float]) -> float:
    return sum((n - e) ** 2 / e for n, e in zip(counted, expected, strict=True))


def p_value(chi: float, freedom: int) -> float:
    """How often chance alone departs at least so far."""
    if freedom < 1:
        return 1.0
    half, steps = chi / 2, (freedom - 1) // 2
    if freedom % 2:
        term, total = sqrt(half / pi) * 2 * exp(-half), erfc(sqrt(half))
        for k in range(1, steps + 1):
            total += term
            term *= half / (k + 0.5)
    else:
        term = total = exp(-half)
        for k in range(1, steps + 1):
            term *= half / k
            total += term
    return min(1.0, total)
