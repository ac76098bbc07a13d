"""Devices as the pages show them: one with an open fault has no tick, though its link is up."""

from __future__ import annotations

from controller.domain.structs import replace
from controller.domain.views import view as page
from controller.procedure.irregularities import catalog
from controller.procedure.state.play import Irregularity
from controller.procedure.state.whole import State

from .frame import Frame

FAULT = "fault"


def devices(state: State, frame: Frame) -> tuple[page.Device, ...]:
    faulty = {r for i in catalog.open_ones(state.play) if (r := _role(state, i))}
    return tuple(
        replace(d, good=False, state=FAULT) if d.good and d.role in faulty else d
        for d in frame.devices
    )


def _role(state: State, i: Irregularity) -> str:
    """The role at fault; empty where the kind is no fault of a device."""
    kind = catalog.kind(i)
    if not kind.faulty:
        return ""
    return kind.device or i.role or catalog.role_of(state.devices, i.code)
