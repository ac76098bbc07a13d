"""The device of an approved progressive system in devices.toml: only where it owns meters."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from controller.bench.simulated import setup
from controller.config import load, pack_of
from controller.errors import ConfigError
from tests.kit.progressives import OPTIONS
from tests.layout import ROOT

DEVICE = """[[device]]
name = "meters"
role = "progressive"
driver = "tablelink"
port = "serial:/dev/ttyS9"

# The four rail keys"""
LIMITS = {"order": "right_to_left", "main_min_cents": 500, "main_max_cents": 100_000}
APPROVED = {"value": "own", "approval": {"reference": "P-1", "date": "2026-01-31"}}
FIXED = {"paytable_100": "A", "prize_a_cents": 100_000}


def test_text_without_progressive_meters_knows_no_such_system(tmp_path: Path) -> None:
    """console/README 5: `check` says it with the clause, and what to do."""
    file = tmp_path / "devices.toml"
    file.write_text((ROOT / "devices.toml").read_text().replace("# The four rail keys", DEVICE))

    with pytest.raises(ConfigError, match=r"no progressive meters \(MA .*Remove the device meters"):
        pack_of(load(file))


@pytest.mark.parametrize(
    ("chosen", "says"),
    [
        ({}, ""),
        ({"meters": APPROVED}, r"The meters are the table's own \(MD house.meters\)"),
        ({**FIXED, "paytable_500": "C", "prize_c_cents": 500_000}, "no progressive meters"),
    ],
    ids=["mirrored", "own", "fixed prizes"],
)
def test_system_is_for_the_meters_that_it_owns(
    tmp_path: Path, chosen: dict[str, Any], says: str
) -> None:
    options = {**LIMITS, **OPTIONS, **chosen}
    wheel = setup.printed_wheel("maryland", options)
    ports = {name: f"sim:{name}" for name in setup.DEVICES}
    config = setup.write(tmp_path, ports, pack="maryland", options=options, wheel=wheel)

    if says:
        with pytest.raises(ConfigError, match=says):
            pack_of(config)
    else:
        assert pack_of(config).wheel.meters.value == "mirror"
