"""Every driver of a serial line or a device server over this kernel's own terminals and sockets."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from drivers import catalog
from drivers.driver import Backoff, Counters, supervise
from drivers.event import CardDrawn, DeviceUp, MeterRead, Peeked, ShuffleDone
from drivers.link import open_port
from drivers.reading import YES, open_concealed
from drivers.sim.devices.angel_eye import AngelEye
from drivers.sim.devices.bee_tek import BeeTek
from drivers.sim.devices.card_reader import CardReader
from drivers.sim.devices.progressive import Progressive, Starts
from drivers.sim.devices.shoe_scanner import ShoeScanner
from drivers.sim.devices.shuffler import Shuffler
from drivers.sim.devices.slingshot import Slingshot
from drivers.sim.devices.wheel import Wheel
from drivers.sim.hosting.ptys import Pty
from drivers.sim.hosting.pump import Pump
from drivers.sim.physical.world import World
from drivers.sim.simulator import Simulator
from tests.kit.wires.rig import Recorder, faces
from tests.kit.wires.table import until

METERS = {"100": Starts(299_980, 100_000)}
SIMULATORS: dict[tuple[str, str], Callable[[World, Random], Any]] = {
    ("tablelink", "card_reader"): CardReader,
    ("tablelink", "shuffler"): lambda world, rng: Shuffler(world, rng, shuffle_s=0.5),
    ("tablelink", "shoe_scanner"): ShoeScanner,
    ("tablelink", "wheel"): Wheel,
    ("tablelink", "progressive"): lambda world, rng: Progressive(world, rng, meters=METERS),
    ("angel-eye", "shoe_scanner"): AngelEye,
    ("bee-tek", "shoe_scanner"): BeeTek,
    ("cammegh-slingshot", "wheel"): lambda _, rng: Slingshot(rng),
}


def both() -> list[Any]:
    """Each driver and role over each link of this kernel that it is meant for."""
    cases = []
    for driver, role in SIMULATORS:
        for link in ("serial",) if driver == "cammegh-slingshot" else ("serial", "tcp"):
            marks = pytest.mark.proves(driver, role, link=link)
            cases.append(
                pytest.param(driver, role, link, marks=marks, id=f"{driver}-{role}-{link}")
            )
    return cases


class Hosted:
    """A simulator behind a terminal or a socket of this kernel."""

    def __init__(self, world: World, simulator: Simulator, link: str, folder: Path) -> None:
        self._world, self._simulator, self._link, self._name = (
            world,
            simulator,
            link,
            folder / "port",
        )
        self._pty: Pty | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._server: asyncio.Server | None = None
        self.port = f"serial:{self._name}"

    async def start(self) -> None:
        if self._link == "serial":
            self._pty = Pty(self._name, self._heard)
        else:
            self._server = await asyncio.start_server(self._talk, "127.0.0.1", 0)
            self.port = f"tcp:127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        self._pump = Pump(self._world, {"device": self._simulator}, self._serve)

    def close(self) -> None:
        self._pump.close()
        if self._pty is not None:
            self._pty.unplug()
        if self._server is not None:
            self._server.close()
        if self._writer is not None:
            self._writer.close()

    def _heard(self, data: bytes) -> None:
        self._pump.heard("device", data)

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writer = writer
        self._pump.wake()
        while data := await reader.read(4096):
            self._heard(data)

    def _serve(self, _: str, device: Simulator) -> None:
        data = device.take()
        if self._pty is not None and data:
            self._pty.write(data)
        elif self._writer is not None and data:
            self._writer.write(data)


@pytest.mark.parametrize(("driver", "role", "link"), both())
def test_device_is_heard_and_told_over_a_link_of_the_kernel(
    tmp_path: Path, driver: str, role: str, link: str
) -> None:
    async def main() -> None:
        world = World(Random(1), decks=1)
        hosted = Hosted(world, SIMULATORS[driver, role](world, Random(1)), link, tmp_path)
        recorder, counters = Recorder(), Counters()
        held: list[Any] = []
        await hosted.start()
        entry = catalog.find(driver)
        task = asyncio.ensure_future(
            supervise(
                *(role, lambda: open_port(hosted.port)),
                lambda opened: entry.device(role)(
                    *(opened, entry.settings(), recorder.emit, recorder.recorded),
                    name=role,
                    counters=counters,
                ),
                recorder.emit,
                attach=held.append,
                backoff=Backoff(first=0.1),
            )
        )
        try:
            await until(lambda: recorder.of(DeviceUp))
            await ACTS[role](world, held[-1], recorder)
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            hosted.close()
            await asyncio.sleep(0.3)
        assert counters.frames_bad == 0

    asyncio.run(main())


async def draws(world: World, _: Any, recorder: Recorder) -> None:
    world.shuffle_by_hand()
    world.load_shoe()
    drawn = []
    for _ in range(3):
        drawn.append(world.draw("box1").code)
        await asyncio.sleep(0.4)
    await until(lambda: len(recorder.of(CardDrawn)) == 3)
    assert [face.decode() for face in faces(recorder)] == drawn


async def peeks(world: World, driver: Any, recorder: Recorder) -> None:
    driver.be_free(True)
    world.put_test_card("A", "K")
    await until(lambda: recorder.of(Peeked))
    assert open_concealed(recorder.events(Peeked)[0].secret) == YES


async def shuffles(world: World, driver: Any, recorder: Recorder) -> None:
    from drivers.driver import WireOrder

    cards = world.fill_shuffler()
    driver.want((WireOrder(256, "shuffle", 0, recorder.of(DeviceUp)[-1].boot),))
    await until(lambda: recorder.of(ShuffleDone))
    assert recorder.of(ShuffleDone)[0].cards == cards


async def is_told(_: World, driver: Any, recorder: Recorder) -> None:
    """A spin takes its time; that it hears us is enough here."""
    driver.be_locked(True)
    driver.be_armed(3)
    await until(lambda: driver.counters.frames_in > 0 and driver.counters.up)


async def reads(_: World, driver: Any, recorder: Recorder) -> None:
    from drivers.driver import WireOrder

    boot = recorder.of(DeviceUp)[-1].boot
    driver.want((WireOrder(256, "contribute", boot=boot, meter="100", cents="20"),))
    await until(lambda: recorder.of(MeterRead))
    assert recorder.of(MeterRead)[0].cents == 300_000


ACTS: dict[str, Callable[[World, Any, Recorder], Any]] = {
    "shoe_scanner": draws,
    "card_reader": peeks,
    "shuffler": shuffles,
    "wheel": is_told,
    "progressive": reads,
}
