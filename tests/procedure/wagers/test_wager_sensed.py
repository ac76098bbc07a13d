"""The seat's sensor at a table whose pack knows no Bonus Spin."""

from __future__ import annotations

import pytest

from controller.domain import facts as fact
from tests.kit.evening import Evening, house


@pytest.mark.parametrize("pack", ["boston-billiard", "pure-21-5"])
def test_sensed_chip_is_an_unknown_event_where_the_pack_has_no_bonus_spin(pack: str) -> None:
    """A fact is never refused (controller/README 2): it raises its irregularity."""
    on = Evening(house(pack))

    outcome = on.reading(fact.WagerSensed, "wheel", box=3, on=True)

    assert [r.kind for r in outcome.raised] == ["unknown_event"]
    assert on.faults == []
    assert on.play.wagers == ()
