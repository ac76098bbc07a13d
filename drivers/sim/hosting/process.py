"""Hosting in a process of its own: up to three devices on pseudo-terminals, three on simulated USB.

The card reader, the shuffler and the controller of the progressive system have the names `reader`,
`shuffler` and `progressive` beside the control socket, the shoe scanner, the wheel and the keypad
are behind the socket `usb` (see `usb.SimulatedUsb`).
"""

from __future__ import annotations

import asyncio
import ctypes
import os
import signal
from collections.abc import Collection
from pathlib import Path
from typing import Any

from drivers.sim.physical.hands import HandsServer
from drivers.sim.rig import Rig
from drivers.sim.simulator import Simulator

from .ptys import Pty
from .pump import Pump
from .usb import BULK, INTERRUPT, UsbDevice
from .usb_server import UsbServer

VENDOR = 0x1209
PRODUCTS = {"shoe": 0xDA01, "wheel": 0xDA02, "keypad": 0xDA03}
SERIAL_NAMES = ("reader", "shuffler", "progressive")
KEYPAD_SERIAL = "SIM-KEYS-1"


def ports(control: Path) -> dict[str, str]:
    """The port of each device, as devices.toml writes it; of a system where it is there."""
    links = {name: control.parent / name for name in SERIAL_NAMES}
    there = {n: link for n, link in links.items() if n != "progressive" or link.is_symlink()}
    serial = {name: f"serial:{link}" for name, link in there.items()}
    return serial | {name: f"usb:{VENDOR:04X}:{code:04X}" for name, code in PRODUCTS.items()}


def usb_path(control: Path) -> Path:
    return control.parent / "usb"


class ProcessHost:
    def __init__(self, rig: Rig, control: Path, serial: Collection[str] = ()) -> None:
        """`serial`: devices on pseudo-terminals beside those that always are."""
        self._rig, self._control = rig, control
        self._serial = {*SERIAL_NAMES, *serial}
        self._ptys: dict[str, Pty] = {}
        self._usb = UsbServer(self._plugged, self._heard)
        self._hands = HandsServer(rig)
        self._pump: Pump | None = None

    async def start(self) -> None:
        for name in sorted(self._serial & self._rig.devices.keys()):
            self._ptys[name] = self._pty(name)
        await self._usb.start(usb_path(self._control))
        self._pump = Pump(self._rig.world, self._rig.devices, self._serve)
        await self._hands.start(self._control)

    def close(self) -> None:
        if self._pump is not None:
            self._pump.close()
        self._hands.close()
        self._usb.close()
        for pty in self._ptys.values():
            pty.unplug()
        for path in (self._control, usb_path(self._control)):
            path.unlink(missing_ok=True)

    def _pty(self, name: str) -> Pty:
        return Pty(self._control.parent / name, lambda data: self._heard(name, data))

    def _heard(self, name: str, data: bytes) -> None:
        if self._pump is not None:
            self._pump.heard(name, data)

    def _serve(self, name: str, device: Simulator) -> None:
        if name not in self._ptys:
            self._usb.serve(self._usb_device(name), device)
            return
        data, pty = device.take(), self._ptys[name]
        if not device.line.plugged:
            pty.unplug()
            return
        pty.plug()
        if data:
            pty.write(data)

    def _plugged(self) -> list[UsbDevice]:
        return [
            self._usb_device(name)
            for name in PRODUCTS
            if name not in self._ptys and self._rig.devices[name].line.plugged
        ]

    def _usb_device(self, name: str) -> UsbDevice:
        ends = {"shoe": self._rig.shoe.end, "wheel": self._rig.wheel.end}
        return UsbDevice(
            name=name,
            vendor=VENDOR,
            product=PRODUCTS[name],
            serial=ends[name].identity.serial if name in ends else KEYPAD_SERIAL,
            model=ends[name].identity.model if name in ends else "Keypad",
            kind=BULK if name in ends else INTERRUPT,
            address=list(PRODUCTS).index(name) + 1,
        )


def die_with_parent() -> None:
    """Ask the kernel for SIGTERM when the process that started this one ends."""
    parent = os.getppid()
    ctypes.CDLL(None, use_errno=True).prctl(1, signal.SIGTERM)  # PR_SET_PDEATHSIG
    if os.getppid() != parent:
        raise SystemExit(0)


async def serve_until_stopped(rig: Rig, control: Path, serial: Collection[str] = ()) -> None:
    """Say `ready` when every port is there, then be quiet until SIGTERM or SIGINT.

    A simulator that fails ends the process: a table whose devices hang for ever shows nobody why.
    """
    loop, stopped = asyncio.get_running_loop(), asyncio.Event()
    failures: list[BaseException] = []

    def failed(of: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        of.default_exception_handler(context)
        if "handle" in context and (error := context.get("exception")) is not None:
            failures.append(error)
            stopped.set()

    loop.set_exception_handler(failed)
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopped.set)
    host = ProcessHost(rig, control, serial)
    try:
        await host.start()
        print("ready", flush=True)  # noqa: T201  (the only word on its standard output)
        await stopped.wait()
    finally:
        host.close()
    if failures:
        raise failures[0]
