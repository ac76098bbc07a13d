"""Half an hour in which one device after the other fails; a whole day: `make day`."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.bench.simulated.virtual_time import run_virtual

from .day import spent


@pytest.mark.parametrize("pack", ["maryland", "massachusetts-bonus-spin"])
def test_no_fault_of_a_device_loses_a_card_or_stops_the_table(pack: str, tmp_path: Path) -> None:
    day = run_virtual(spent(tmp_path, pack, 0.5, 2, lambda _: None))

    assert day.wrong == []
    assert len(day.faults) > 5
    assert day.rounds > 10
