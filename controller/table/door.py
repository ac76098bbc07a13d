"""Readings of drivers become facts: the one place where a concealed card is opened and sealed."""

from __future__ import annotations

from typing import Any

from controller.domain import facts
from controller.procedure.state.inputs import Input
from drivers import reading as readings

from .vault import TableVault


def fact_of(reading: readings.Reading, vault: TableVault) -> Input:
    """The fact of the same name, its card or answer sealed, its bytes as a keyed mac.

    Raises: TypeError for a reading that has no fact.
    """
    kind: Any = getattr(facts, type(reading).__name__, None)
    if kind is None:
        raise TypeError(f"no fact for a reading {type(reading).__name__}")
    values: dict[str, Any] = {}
    for name in kind.__struct_fields__:
        if name == "mac" or not hasattr(reading, name):
            continue
        values[name] = getattr(reading, name)
    if isinstance(reading, readings.Event):
        raw = readings.open_concealed(reading.raw)
        name = f"{reading.device}/{reading.boot}/{reading.n}/{type(reading).__name__}"
        values["mac"] = vault.mac(name, raw)
    if isinstance(reading, readings.CardDrawn):
        values["card"] = vault.seal(readings.open_concealed(reading.card))
    if isinstance(reading, readings.Peeked):
        del values["blackjack"]
        values["answer"] = vault.seal(b"yes" if reading.blackjack else b"no")
    if isinstance(reading, readings.DeviceUp):
        known = facts.Identity.__struct_fields__
        values["identity"] = facts.Identity(
            **{k: getattr(reading.identity, k) for k in known if hasattr(reading.identity, k)}
        )
    found: Input = kind(**values)
    return found
