"""Whether the sections of the house's wheel are those of the paytables that it plays.

Where the text prints the paytables, a section that is not in them could never be paid, and one
that is missing could never come; which sections it has is the only thing the house could add.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from .decisions import No
from .pack import Pack
from .settlement.progressive import paytable


class Section(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def cents(self) -> int: ...


def why_not_sections(pack: Pack, sections: Collection[Section]) -> No | None:
    """Compare names and cents of the wheel with the paytables chosen; another wheel is free."""
    wheel = pack.wheel
    if wheel.wheel_table.value != "paytables" or wheel.bonus_spin.value == "off":
        return None
    stakes = wheel.bonus_spin_cents.value
    printed = {line.symbol: line for cents in stakes for line in paytable(pack, cents)}
    for section in sections:
        line = printed.get(section.name)
        if line is None:
            return No(wheel.wheel_table.clause, f"{section.name!r} is in no paytable chosen")
        if line.cents != section.cents:
            return No(line.clause, f"{section.name!r} pays {line.cents} cents")
    names = {section.name for section in sections}
    missing = next((line for line in printed.values() if line.symbol not in names), None)
    return No(missing.clause, f"{missing.symbol!r} is missing") if missing else None
