"""Faults of the simulated devices by name: what is pulled, and how it is mended."""

from __future__ import annotations

from msgspec import Struct

from drivers.sim.client import WorldClient
from drivers.sim.line import Knob


class Fault(Struct, frozen=True):
    device: str
    knob: str
    value: Knob
    mended: Knob
    text: str


FAULTS = {
    "shoe-unplugged": Fault("shoe", "plugged", False, True, "somebody kicks the shoe's cable out"),
    "shoe-rebooted": Fault("shoe", "power", False, True, "the shoe loses its power"),
    "shoe-noise": Fault("shoe", "corrupt", 400, 0, "noise on the shoe's wire"),
    "reader-mute": Fault("reader", "mute", True, False, "the card reader falls silent"),
    "reader-unplugged": Fault("reader", "plugged", False, True, "the card reader's plug is out"),
    "wheel-unplugged": Fault("wheel", "plugged", False, True, "the wheel's plug is out"),
    "wheel-stuck": Fault("wheel", "stuck", True, False, "something blocks the wheel"),
    "shuffler-jam": Fault("shuffler", "jam", 180, None, "the next shuffle jams at 180 cards"),
}


async def pull(world: WorldClient, fault: Fault) -> None:
    await world.pull(fault.device, fault.knob, fault.value)


async def mend(world: WorldClient, fault: Fault) -> None:
    if fault.mended is not None:
        await world.pull(fault.device, fault.knob, fault.mended)
