"""Faults of the simulated devices by name: what is pulled, and how it is mended."""

from __future__ import annotations

from msgspec import Struct

from drivers.sim.hosting.client import WorldClient
from drivers.sim.line import Knob


class Fault(Struct, frozen=True):
    device: str
    knob: str
    value: Knob
    mended: Knob
    text: str


SMUGGLED, FACE_UP = "smuggled", "face up"
"""What happens to the cards and to no device."""

FAULTS = {
    "shoe-unplugged": Fault("shoe", "plugged", False, True, "somebody kicks the shoe's cable out"),
    "shoe-rebooted": Fault("shoe", "power", False, True, "the shoe loses its power"),
    "shoe-noise": Fault("shoe", "corrupt", 400, 0, "noise on the shoe's wire"),
    "reader-mute": Fault("reader", "mute", True, False, "the card reader falls silent"),
    "reader-unplugged": Fault("reader", "plugged", False, True, "the card reader's plug is out"),
    "wheel-unplugged": Fault("wheel", "plugged", False, True, "the wheel's plug is out"),
    "wheel-stuck": Fault("wheel", "stuck", True, False, "something blocks the wheel"),
    "shuffler-jam": Fault("shuffler", "jam", 180, None, "the next shuffle jams at 180 cards"),
    "ten": Fault("shoe", SMUGGLED, "Th", None, "a ten lies on top of the shoe"),
    "card-unread": Fault("shoe", "misread", "", None, "the scanner does not read the next card"),
    "card-face-up": Fault("shoe", FACE_UP, None, None, "the next card lies face up in the shoe"),
    "foreign-card": Fault("shoe", SMUGGLED, "Jo", None, "a joker lies on top of the shoe"),
    "reader-lies": Fault("reader", "wrong_answer", 1, None, "the reader will answer wrongly"),
    "reader-fault": Fault("reader", "stuck", True, False, "the reader gives no answer"),
}


async def pull(world: WorldClient, fault: Fault) -> None:
    if fault.knob == SMUGGLED:
        await world.mischief.add_card(str(fault.value))
        return
    if fault.knob == FACE_UP:
        await world.mischief.turn_card()
        return
    await world.pull(fault.device, fault.knob, fault.value)


async def mend(world: WorldClient, fault: Fault) -> None:
    if fault.mended is not None:
        await world.pull(fault.device, fault.knob, fault.mended)
