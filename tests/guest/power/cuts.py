"""The power of a table fails in the middle of its commits; its devices live on outside.

Each event that a device saw acknowledged is on the record after the next start, in order, whatever
the disk lost of what it was not told to keep. A start does not boot: the guest's state is kept when
the daemon is imported and has touched neither its disk nor a device, and each start goes on there.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from msgspec import Struct

from controller.bench.simulated import setup
from drivers.sim.hosting.process import ProcessHost
from drivers.sim.rig import Rig
from tests.guest.boot import kernel
from tests.guest.image import Image

from .disk_log import Kept, fail
from .machine import Machine

SERIALS = {"reader": "CR-1", "shuffler": "SF-1", "shoe": "SH-1", "wheel": "WH-1"}
PORT = "serial:/dev/serial/by-id/usb-QEMU_QEMU_USB_SERIAL_{}-if00-port0"
DISK_MIB = 96
MEMORY = ("-m", "512")
DISKS = [
    *("-device", "virtio-blk-pci,drive=root"),
    *("-device", "virtio-blk-pci,drive=product"),
    *("-device", "virtio-blk-pci,drive=disk"),
]
"""In this order: vda, vdb, vdc."""
FIRST_ACK_S = 120.0
DRAWS = (4, 16)
PAUSE_S = (0.0, 0.15)


class Cut(Struct, frozen=True):
    acknowledged: int
    recorded: int
    fault: str
    kept: Kept

    @property
    def wrong(self) -> str:
        """Empty = nothing acknowledged was lost, and the chain is whole."""
        lost = self.acknowledged - self.recorded
        return self.fault or (f"{lost} acknowledged events lost" if lost > 0 else "")

    @property
    def in_words(self) -> str:
        return (
            f"{self.acknowledged} events acknowledged, {self.recorded} on the record; of the "
            f"writes {self.kept.flushed} flushed, {self.kept.by_chance} kept by chance, "
            f"{self.kept.lost} lost; {self.wrong or 'good'}"
        )


class Table:
    """The devices, in this process, and the disk with the record."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.rig = Rig(1, decks=8, shoe_lockable=False)
        self.disk, self.log = folder / "disk.raw", folder / "disk.log"
        self.host = ProcessHost(self.rig, folder / "control", serial=("shoe", "wheel"))

    async def set_up(self) -> None:
        ports = {name: PORT.format(number) for name, number in SERIALS.items()}
        inside = self.folder / "inside"
        setup.write(inside / "table", ports)
        self.disk.write_bytes(b"")
        os.truncate(self.disk, DISK_MIB << 20)
        make = ("mke2fs", "-q", "-t", "ext4", "-d", str(inside), str(self.disk))
        await asyncio.to_thread(subprocess.run, make, check=True)
        await self.host.start()
        self.rig.world.shuffle_by_hand()
        self.rig.world.load_shoe()

    @property
    def boot(self) -> str:
        return self.rig.shoe.end.retained.boot

    @property
    def acknowledged(self) -> int:
        return self.rig.shoe.end.retained.acked

    @property
    def drawn(self) -> int:
        return self.rig.shoe.end.retained.n


class Power:
    def __init__(self, image: Image, accel: str, product: Path, table: Table, seed: int) -> None:
        self._image, self._accel, self._product, self._table = image, accel, product, table
        self._rng = Random(f"{seed}/power")
        self.machine: Machine | None = None
        self._root, self._state = table.folder / "root.ext2", table.folder / "state"

    async def prepare(self) -> None:
        """Boot once, up to where the daemon would open its record."""
        shutil.copyfile(self._image.disk, self._root)
        disk = f"driver=raw,file.driver=file,file.filename={self._table.disk}"
        machine = await self._machine(disk)
        await machine.hears("ready")
        await machine.keep(self._state)
        await self.cut()

    async def start(self) -> Machine:
        """Go on from there, with the disk as it is now and the devices as they are."""
        table = self._table
        table.log.write_bytes(b"")
        shutil.copyfile(table.disk, table.folder / "disk.used")
        machine = await self._machine(
            "driver=blklogwrites,log-super-update-interval=1"
            f",file.driver=file,file.filename={table.folder / 'disk.used'}"
            f",log.driver=file,log.filename={table.log}",
            *("-incoming", f"exec:cat {self._state}"),
        )
        await machine.reaches("paused")
        await machine.told("cont")
        for name, number in SERIALS.items():
            await machine.told(
                *("device_add",), driver="usb-serial", bus="usb.0", chardev=name, serial=number
            )
        machine.type(f"go {time.time()} {self._rng.randbytes(32).hex()}")
        return machine

    async def cut(self) -> None:
        if self.machine is not None:
            await self.machine.cut()
        self.machine = None

    async def _machine(self, disk: str, *more: str) -> Machine:
        ends = []
        for name in SERIALS:
            port = (self._table.folder / name).resolve()
            ends += ["-chardev", f"serial,id={name},path={port}"]
        saved = "off" if not more else "on"
        self.machine = await Machine.start(
            self._table.folder / "monitor",
            self._accel,
            [
                *kernel(self._image, "table"),
                *MEMORY,
                *("-drive", f"id=root,file={self._root},if=none,format=raw,snapshot={saved}"),
                *("-drive", f"id=product,file={self._product},if=none,format=raw,readonly=on"),
                *("-blockdev", f"node-name=disk,{disk}"),
                *DISKS,
                *("-device", "qemu-xhci,id=usb"),
                *ends,
                *more,
            ],
        )
        return self.machine

    async def deal_and_cut(self, machine: Machine) -> int:
        """Cards come out while the power goes; gives what the shoe knows to be acknowledged."""
        table, rng = self._table, self._rng
        before = table.acknowledged
        table.rig.world.draw("box1")
        await _until(lambda: table.acknowledged > before, machine, FIRST_ACK_S)
        for _ in range(rng.randint(*DRAWS)):
            table.rig.world.draw("box1")
            await asyncio.sleep(rng.uniform(*PAUSE_S))
        await self.cut()
        return table.acknowledged


async def _until(so: Callable[[], bool], machine: Machine, within_s: float) -> None:
    until = time.monotonic() + within_s
    while not so():
        if time.monotonic() > until:
            raise AssertionError(f"no acknowledgement in {within_s:g} s: {machine.said[-8:]}")
        await asyncio.sleep(0.01)


async def cuts(
    image: Image,
    accel: str,
    product: Path,
    folder: Path,
    *,
    count: int,
    seed: int,
    say: Callable[[str], None],
) -> list[Cut]:
    """So many cuts, and one more start; then everything that was drawn is acknowledged.

    Raises: AssertionError when a start brings no acknowledgement.
    """
    table = Table(folder)
    await table.set_up()
    power, found = Power(image, accel, product, table, seed), []
    rng = Random(f"{seed}/disk")
    try:
        await power.prepare()
        machine = await power.start()
        for _ in range(count):
            acknowledged = await power.deal_and_cut(machine)
            kept = fail(table.log, table.disk, rng)
            machine = await power.start()
            record = json.loads(await machine.hears("record"))
            found.append(
                Cut(
                    acknowledged=acknowledged,
                    recorded=record["events"].get(table.boot, 0),
                    fault=record["fault"] or ("out of order" if record["wrong"] else ""),
                    kept=kept,
                )
            )
            say(f"power cut {len(found)} of {count}: {found[-1].in_words}")
        await _until(lambda: table.acknowledged == table.drawn, machine, FIRST_ACK_S)
    finally:
        await power.cut()
        table.host.close()
    return found
