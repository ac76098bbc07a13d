"""Devices of the table: in and out of service, lost and found again."""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.structs import replace
from controller.procedure.irregularities import catalog
from controller.procedure.irregularities.rulings import device_rulings, system_told
from controller.procedure.reducers.cards import keyed_cards
from controller.procedure.reducers.opening import checklist_lines
from controller.procedure.reducers.wheel import (
    lockout,
    progressive_system,
    seat_and_spin,
    wheel_out,
)
from controller.procedure.state import ledger
from controller.procedure.state.context import Context, Why, refuse
from controller.procedure.state.house import House
from controller.procedure.state.whole import Device

OF_DEVICE = ("device_lost", "system_fault")
"""What is over when the device serves again."""


def put(c: Context, item: cmd.OutOfService) -> None:
    role = catalog.role_of(c.devices, item.device)
    if not role:
        refuse(c.house.no("no_device"))
    if not item.out:
        refuse(why_not_back(c.devices, c.house, item.device))
    if item.out and role == "shoe_scanner":
        keyed_cards.put_out(c, item.how, item.by)
    if item.out:
        device_rulings.without(c, role)
        close_lost(c, item.device, item.by)
    elif role == "card_reader":
        reader_back(c)
    elif role == "wheel":
        c.play = replace(c.play, wheel_out=False)
        if c.play.round == "wagering":
            lockout.open_again(c)
        wheel_out.put_back(c)
        seat_and_spin.call_next(c)
    elif role == "shoe_scanner":
        keyed_cards.put_back(c)
    elif role == "shuffler":
        c.play = replace(c.play, stack=replace(c.play.stack, set_aside="", out=False))
    elif role == progressive_system.ROLE:
        system_told.back(c)


def why_not_back(devices: tuple[Device, ...], house: House, name: str) -> Why:
    """What it kept while it was away was keyed by hand: it tells that first, uncounted."""
    there = any(d.name == name and ledger.delivered(d) for d in devices)
    return None if there else house.no("not_heard")


def reader_back(c: Context) -> None:
    """What a round was begun without it is not dealt with it: the next one is."""
    c.play = replace(c.play, next_variant=c.pack.deal.variant.value)
    if checklist_lines.between_rounds(c.play):
        c.play = replace(c.play, variant=c.play.next_variant, next_variant="")


def close_lost(c: Context, device: str, by: str) -> None:
    for i in catalog.open_ones(c.play):
        if i.kind in OF_DEVICE and catalog.device_of(c.devices, i) == device:
            c.put(replace(i, status="closed", ruling="repaired", ruled_by=by))


def system_fault(c: Context, item: fact.SystemFaulted) -> None:
    """It tells its reason; until somebody has looked its values are read off."""
    if catalog.role_of(c.devices, item.device) != progressive_system.ROLE:
        c.raise_("unknown_event", about=f"{item.device}: {item.reason}")
        return
    system_told.gone(c)
    known = catalog.waits(c.play, "system_fault", item.reason)
    if not (known or catalog.out_of_service(c.devices, item.device)):
        c.raise_("system_fault", about=item.reason, role=progressive_system.ROLE)


def lost(c: Context, item: fact.DeviceLost) -> None:
    known = catalog.waits(c.play, "device_lost", item.device)
    out = catalog.out_of_service(c.devices, item.device)
    role = catalog.role_of(c.devices, item.device)
    if role == progressive_system.ROLE:
        system_told.gone(c)
    if not (known or out):
        c.raise_("device_lost", about=item.device, role=role)


def found(c: Context, item: fact.DeviceUp) -> None:
    """A lost device closes by itself; the ledger has raised what its counters contradict."""
    close_lost(c, item.device, item.device)
    out = catalog.out_of_service(c.devices, item.device)
    role = catalog.role_of(c.devices, item.device)
    if role == "wheel":
        lockout.started(c, item.boot)
    if role == progressive_system.ROLE and not out:
        system_told.back(c)


def reader_fault(c: Context, item: fact.ReaderFaulted) -> None:
    if c.play.variant == "hole_card_reader":
        c.raise_("reader_fault", about=item.reason)
