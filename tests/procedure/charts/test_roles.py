"""One row for each role of a device: what it carries out, and whether a start waits for it."""

from __future__ import annotations

from typing import get_args

from controller.bench.simulated.setup import DEVICES
from controller.domain.orders import OrderKind
from controller.domain.roles import OF_ORDER, ROLES, known
from drivers.catalog import DRIVERS


def test_every_role_of_a_driver_has_a_row() -> None:
    """A role without one would be waited for at each start and asked for nothing."""
    served = {role for entry in DRIVERS.values() for role in entry.devices}

    assert served == set(ROLES)
    assert {role for role, _ in DEVICES.values()} <= set(ROLES)


def test_every_kind_of_order_has_one_role() -> None:
    carried = [kind for role in ROLES.values() for kind in role.orders]

    assert sorted(carried) == sorted(get_args(OrderKind))
    assert set(OF_ORDER) == set(carried)


def test_role_of_somebody_elses_driver_is_waited_for_and_carries_out_nothing() -> None:
    assert known("chip_counter").waited_for
    assert known("chip_counter").orders == ()
