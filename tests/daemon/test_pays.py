"""The payout calculator asks the pack that the table was opened with."""

from __future__ import annotations

from pathlib import Path

from controller.domain.pays import Asked, AskedHand
from tests.daemon.tabletop import a_tabletop


async def test_calculator_settles_by_the_tables_own_pack(tmp_path: Path) -> None:
    """A wager of $25 and a 6-7-8 of mixed suits: 3 to 2, by the clause of this table."""
    asked = Asked(
        dealer=("9s", "8h"), main_cents=2500, hands=(AskedHand(cards=("6h", "7d", "8c")),)
    )
    async with a_tabletop(tmp_path) as table:
        before = table.state
        found = table.daemon.door.settle(asked)

        assert [(p.direction, p.cents, p.clause) for p in found.payments] == [
            ("pay", 3750, "MA 5.f.1")
        ]
        assert "bonus_spin" in table.daemon.door.settle(None).offers
        assert table.state == before
