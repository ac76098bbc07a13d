"""What the text prints of a wheel, symbol by symbol: a pack's table has exactly that.

The ledger's `values` hold the printed amounts in dollars, so a pack cannot add a symbol, leave
one out or take another amount without a change of the ledger.
"""

from __future__ import annotations

from controller.rules import ledger
from controller.rules.pack.sections.wheel import Line, Wheel


def wrong_symbols(wheel: Wheel) -> tuple[str, str, str] | None:
    """Key, fault and what is printed, of the first table that differs from the text."""
    for key in ("paytable_a", "paytable_b", "paytable_c", "paytable_d"):
        leaf = getattr(wheel, key)
        alone = [line.cents for line in leaf.value if not line.each_cents and not line.share]
        if found := _differs(key, leaf.clause, alone):
            return found
    lines, community = wheel.xtreme_lines, wheel.xtreme_community
    alone = [line.cents for line in lines.value if not line.share]
    if found := _differs("xtreme_lines", lines.clause, alone):
        return found
    if found := _differs("xtreme_community", community.clause, _each(community.value)):
        return found
    return _wrong_amounts(wheel)


def _each(lines: tuple[Line, ...]) -> list[int]:
    return [line.each_cents for line in lines]


def _differs(key: str, clause: str, found: list[int]) -> tuple[str, str, str] | None:
    """Compare amounts in cents with the clause's symbols in dollars, whatever their order."""
    printed = [100 * usd for usd in ledger.clause(clause).values.get("symbols_usd", ())]
    odd = [c for c in found if c not in printed] + [c for c in printed if c not in found]
    if not odd and len(found) == len(printed):
        return None
    what = f"a symbol of {(odd or found)[0]} cents is wrong or missing"
    return key, what, f"{', '.join(map(str, printed)) or 'none'} ({clause})"


def _wrong_amounts(wheel: Wheel) -> tuple[str, str, str] | None:
    """The one amount of Xtreme 16, and its two jackpots on two meters."""
    amounts, lines = wheel.xtreme_cents, wheel.xtreme_lines
    usd = ledger.clause(amounts.clause).values.get("wager_usd")
    if usd is not None and amounts.value != (100 * usd,):
        return "xtreme_cents", f"{amounts.value} is not allowed", f"{100 * usd} ({amounts.clause})"
    shares = [line.share for line in lines.value if line.share]
    meters = ledger.clause(lines.clause).values.get("meters", 0)
    if len(shares) != meters or len(set(shares)) != meters:
        return "xtreme_lines", "jackpots and meters differ", f"{meters} of each ({lines.clause})"
    return None
