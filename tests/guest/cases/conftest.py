"""The cases run in the guest alone: elsewhere nothing here is collected."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator

import pytest

from tests.guest.bus import Bus, a_bus
from tests.guest.seen import plugged_in, wait

collect_ignore_glob = [] if "DEALER_ASSIST_GUEST" in os.environ else ["test_*.py"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What a case proves goes into the report that the host reads."""
    for item in items:
        for mark in item.iter_markers("proves"):
            driver, *roles = mark.args
            for role in roles:
                item.user_properties.append(("proves", f"{driver} {role} {mark.kwargs['link']}"))


@pytest.fixture
def bus() -> Iterator[Bus]:
    """Behind it nothing is plugged in, and no name of it is left."""
    with a_bus() as bus:
        yield bus
    wait(lambda: not plugged_in())
    subprocess.run(("udevadm", "settle"), check=True)
