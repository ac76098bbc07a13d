"""What may break at a simulated table, and for how long."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from msgspec import Struct

from drivers.sim.line import Knob
from drivers.sim.rig import Rig


class Fault(Struct, frozen=True):
    knob: str
    value: Knob
    mended: Knob = None
    lasts_s: tuple[float, float] = (1.0, 90.0)


MOMENT = (1.0, 1.0)
SPELL = (5.0, 5.0)
OF_A_LINE = (
    Fault("plugged", False, True),
    Fault("mute", True, False),
    Fault("delay", 0.7, 0.0),
    Fault("corrupt", 400, 0, SPELL),
)
OF_A_SESSION = (
    Fault("power", False, True),
    Fault("reboot", True, lasts_s=MOMENT),
    Fault("hang", True, False),
    Fault("drop_ack", 3, 0, SPELL),
    Fault("busy", 3.0, 0.0, SPELL),
)
OF_ITS_OWN = {
    "reader": (Fault("misread", True, lasts_s=MOMENT), Fault("stuck", True, False)),
    "shuffler": (Fault("jam", 40, None, (60.0, 300.0)), Fault("stuck", True, False)),
    "shoe": (Fault("stuck", True, False), Fault("misread", "", lasts_s=MOMENT)),
    "wheel": (Fault("stuck", True, False), Fault("lock_stuck", True, False)),
    "keypad": (Fault("stuck", True, False), Fault("roll_over", None, lasts_s=MOMENT)),
}
BY_ITSELF = ("reboot", "misread", "roll_over")
"""Nothing is to be mended."""


class Pulled(Struct):
    """A fault of one device; `at_s` and `until_s` are seconds of the virtual clock."""

    device: str
    fault: Fault
    at_s: float
    restarts: int
    """Starts of the controller before it; in the end, while it lasted."""
    out: bool
    """The device was out of service, and nobody waited for it."""
    until_s: float = float("inf")

    def mend(self, rig: Rig) -> None:
        if self.fault.knob not in BY_ITSELF:
            rig.pull(self.device, self.fault.knob, self.fault.mended)


def drawn_fault(rng: Random, device: str) -> Fault:
    """One of those that this device can have; a keypad speaks no protocol."""
    session = () if device == "keypad" else OF_A_SESSION
    found: Sequence[Fault] = (*OF_A_LINE, *session, *OF_ITS_OWN.get(device, ()))
    return rng.choice(found)


def silences(device: str) -> tuple[str, ...]:
    """Knobs after which nothing is heard of it; a keypad is silent anyway."""
    return ("plugged",) if device == "keypad" else ("plugged", "power", "mute")
