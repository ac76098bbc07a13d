"""The cases run in the guest alone: elsewhere nothing here is collected."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests.guest.bus import Bus, a_bus

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
    with a_bus() as bus:
        yield bus
