"""A device comes and goes, and what it says of its orders and levels: not numbered."""

from __future__ import annotations

from controller.domain.input_row import DESK, Row
from drivers import event
from drivers.event import Identity

from .base import Fact

__all__ = [
    "DeviceLost",
    "DeviceUp",
    "Identity",
    "LevelLate",
    "OrderAnswered",
]


class DeviceUp(Fact, event.DeviceUp, frozen=True):
    row = Row("device_up", DESK, aside=True, beside_play=True)


class DeviceLost(Fact, event.DeviceLost, frozen=True):
    row = Row("device_lost", DESK, aside=True, beside_play=True)


class LevelLate(Fact, event.LevelLate, frozen=True):
    row = Row("level_late", DESK, aside=True)


class OrderAnswered(Fact, event.OrderAnswered, frozen=True):
    row = Row("order_answered", DESK, aside=True)


EVERY: tuple[type[Fact], ...] = (
    DeviceUp,
    DeviceLost,
    LevelLate,
    OrderAnswered,
)
