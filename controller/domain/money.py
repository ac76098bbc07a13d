"""Exact money: integer cents where they are whole, fractions of a cent where they are not."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

Exact = int | Fraction
CHIPS_CENTS = (100, 250, 500, 2500, 10000, 50000)
"""Chips that are offered to tap, smallest first."""
BANK_CHIPS_CENTS = (10000, 50000, 100000, 500000, 1000000, 5000000)
"""The same for the fund of a bank, which is counted in plaques."""
Rounding = Literal["exact", "up", "down", "nearest"]


def times(cents: Exact, top: int, bottom: int) -> Exact:
    """`cents` x top/bottom, an int when it is whole."""
    if isinstance(cents, int):
        whole, rest = divmod(cents * top, bottom)
        return Fraction(cents * top, bottom) if rest else whole
    return plain(cents * top / bottom)


def plain(amount: Exact) -> Exact:
    if isinstance(amount, Fraction) and amount.denominator == 1:
        return amount.numerator
    return amount


def rounded(amount: Exact, how: Rounding, unit: int = 1) -> Exact:
    """Round once to the unit in cents; `nearest` sends the half up, to the player."""
    if how == "exact":
        return plain(amount)
    whole, rest = divmod(Fraction(amount), unit)
    steps = int(whole)
    if rest and (how == "up" or (how == "nearest" and rest * 2 >= unit)):
        steps += 1
    return steps * unit


def text(amount: Exact) -> int | str:
    """An int of cents, or an exact text: a decimal where there is one, else a fraction."""
    if isinstance(amount, int):
        return amount
    bottom = amount.denominator
    if bottom == 1:
        return amount.numerator
    for prime in (2, 5):
        while bottom % prime == 0:
            bottom //= prime
    if bottom != 1:
        return f"{amount.numerator}/{amount.denominator}"
    digits = 1
    while (amount * 10**digits).denominator != 1:
        digits += 1
    sign = "-" if amount < 0 else ""
    whole, part = divmod(abs(int(amount * 10**digits)), 10**digits)
    return f"{sign}{whole}.{part:0{digits}d}"


def dollars(cents: int) -> str:
    """`$1,150`, `$7.50`, `-$0.05`."""
    sign = "-" if cents < 0 else ""
    whole, rest = divmod(abs(cents), 100)
    return f"{sign}${whole:,}.{rest:02d}" if rest else f"{sign}${whole:,}"


def exact(amount: int | str) -> Exact:
    """The inverse of `text`. Raises: ValueError."""
    return amount if isinstance(amount, int) else plain(Fraction(amount))


def meter_cents(amount: Exact) -> int:
    """A meter as it is shown: exact inside, rounded down on display."""
    return amount if isinstance(amount, int) else amount.numerator // amount.denominator


def shown(amount: int | str) -> int:
    """Cents of a meter or of a share in one, as people see them. Raises: ValueError."""
    return meter_cents(exact(amount))


def odds(text: str) -> tuple[int, int]:
    """`3:2` -> (3, 2). Raises: ValueError."""
    top, _, bottom = text.partition(":")
    return int(top), int(bottom)
