"""The simulated keypad: boot-keyboard reports, byte by byte."""

from __future__ import annotations

import pytest

from drivers.sim.devices.keypad import NO_KEY, ROLL_OVER
from drivers.sim.physical.pieces import CannotBe
from tests.kit.wires.wire_host import a_table


@pytest.mark.parametrize(
    ("key", "report"),
    [
        ("next", "00 00 58 00 00 00 00 00"),
        ("last_card", "00 00 57 00 00 00 00 00"),
        ("turned", "00 00 56 00 00 00 00 00"),
        ("floor", "00 00 55 00 00 00 00 00"),
        ("0", "00 00 62 00 00 00 00 00"),
        ("1", "00 00 59 00 00 00 00 00"),
        ("9", "00 00 61 00 00 00 00 00"),
    ],
)
def test_keypad_sends_boot_keyboard_reports(key: str, report: str) -> None:
    """USB HID usage tables, page 7."""
    rig = a_table()

    rig.world.press_key(key)

    assert rig.keypad.take() == bytes.fromhex(report) + NO_KEY


def test_keypad_with_a_stuck_key_or_too_many_keys() -> None:
    rig = a_table()
    rig.pull("keypad", "stuck", value=True)
    rig.world.press_key("1")
    assert len(rig.keypad.take()) == 8

    rig.pull("keypad", "roll_over")
    assert rig.keypad.take() == ROLL_OVER + NO_KEY


@pytest.mark.parametrize("device", ["reader", "shuffler", "shoe", "wheel", "keypad"])
def test_no_device_has_a_knob_that_it_does_not_know(device: str) -> None:
    with pytest.raises(CannotBe):
        a_table().pull(device, "explode")
