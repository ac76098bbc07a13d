"""Readings of drivers become facts: the one place where a concealed card is opened and sealed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from controller.domain import facts
from controller.procedure.state.inputs import Input
from drivers.reading import EventReading, Reading, open_concealed, said

from .vault import TableVault

SEALED = {facts.CardDrawn: "card", facts.Peeked: "answer"}
"""Where a fact keeps what its device conceals."""


Known = Callable[[str, str, int], bytes]
"""The mac of a device's event that is on the record, by boot and number; empty = none is."""


def none_known(_device: str, _boot: str, _n: int) -> bytes:
    return b""


def fact_of(reading: Reading, vault: TableVault, known: Known = none_known) -> Input:
    """What the device says as a fact, its card or answer sealed, its bytes as a keyed mac.

    Raises: TypeError for a reading that has no fact.
    """
    it = said(reading)
    kind: Any = facts.OF_DEVICES.get(type(it))
    if kind is None:
        raise TypeError(f"no fact for a reading {type(it).__name__}")
    values = {name: getattr(it, name) for name in it.__struct_fields__}
    if isinstance(reading, EventReading):
        name = f"{it.device}/{reading.event.boot}/{reading.event.n}/{type(it).__name__}"
        before = known(it.device, reading.event.boot, reading.event.n)
        values["mac"] = vault.mac(name, open_concealed(reading.raw), before)
        if kind in SEALED:
            values[SEALED[kind]] = vault.seal(open_concealed(reading.secret))
    found: Input = kind(**values)
    return found
