"""Lost is a normal state: the link is opened again, and a loss is said once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from structlog.testing import capture_logs

from drivers.driver import CALM_S, STARTS, Backoff, Counters, Driver, supervise
from drivers.errors import LinkLost, Refused
from drivers.event import DeviceLost, DeviceUp
from drivers.link import Link
from drivers.link.memory import MemoryLink
from drivers.tablelink.messages.wire import HelloRequest
from drivers.tablelink.settings import TablelinkSettings
from drivers.tablelink.wheel import Wheel
from tests.kit.wires.rig import Far, Recorder, driving, hello


class Socket:
    """Where a device is plugged in, or is not; the far end greets by itself."""

    def __init__(self, serial: str = "S-1") -> None:
        self.serial, self.in_it, self.attempts = serial, True, 0
        self.at: list[float] = []
        self.links: list[MemoryLink] = []
        self.tasks: list[asyncio.Task[object]] = []

    async def open(self) -> Link:
        self.at.append(asyncio.get_running_loop().time())
        if not self.in_it:
            raise LinkLost("no such port")
        near, end = MemoryLink.pair()
        far = Far(end)
        self.links.append(near)
        greeting = asyncio.ensure_future(far.greet("wheel", serial=self.serial))
        self.tasks += [far.task, greeting]
        return near

    def pull(self) -> None:
        self.in_it = False
        self.links[-1].far.close()


class Running:
    def __init__(self, socket: Socket, recorder: Recorder) -> None:
        self.counters, self.attached = Counters(), list[Driver | None]()
        settings = TablelinkSettings(serial="S-1")

        def build(link: Link) -> Driver:
            return Wheel(
                *(link, settings, recorder.emit, recorder.recorded),
                name="wheel",
                counters=self.counters,
            )

        self.socket = socket
        self.task = asyncio.ensure_future(
            supervise("wheel", socket.open, build, recorder.emit, attach=self.attached.append)
        )

    async def stop(self) -> None:
        self.task.cancel()
        for task in self.socket.tasks:
            task.cancel()
        await asyncio.gather(self.task, *self.socket.tasks, return_exceptions=True)


async def test_unplugged_device_is_lost_once_and_up_again_when_it_is_back() -> None:
    """drivers/README: reconnects by itself; every attempt in between is silent."""
    socket, recorder = Socket(), Recorder()
    running = Running(socket, recorder)
    await asyncio.sleep(1)
    socket.pull()
    await asyncio.sleep(60)
    socket.in_it = True
    await asyncio.sleep(10)
    await running.stop()

    kinds = [type(reading) for reading in recorder.got]
    assert kinds == [DeviceUp, DeviceLost, DeviceLost, DeviceUp]
    assert [lost.reason for lost in recorder.of(DeviceLost)] == ["unplugged", "no such port"]
    assert running.counters.losses == 1
    assert [a is None for a in running.attached][:2] == [False, True]


async def test_attempts_back_off_to_their_cap() -> None:
    """Doubling from the first wait up to three seconds."""
    socket, recorder = Socket(), Recorder()
    socket.in_it = False
    running = Running(socket, recorder)
    await asyncio.sleep(60)
    await running.stop()

    waits = [b - a for a, b in zip(socket.at, socket.at[1:], strict=False)]
    assert waits[:4] == pytest.approx([0.2, 0.4, 0.8, 1.6])
    assert waits[4:] == pytest.approx([3.0] * len(waits[4:]))
    assert len(recorder.got) == 1


async def test_swapped_device_is_refused_by_name_once() -> None:
    """R10: the floorperson reads what answers and what is configured."""
    socket, recorder = Socket("S-2"), Recorder()
    running = Running(socket, recorder)
    await asyncio.sleep(30)
    await running.stop()

    (lost,) = recorder.got
    assert isinstance(lost, DeviceLost)
    assert lost.reason == "'wheel Acme T1 S-2' answers, serial 'S-1' is configured"


async def test_loss_is_said_until_it_is_on_the_record() -> None:
    """1.1: a loss that could not be recorded is said again, before the device is up again."""
    socket, recorder = Socket(), Recorder()
    running = Running(socket, recorder)
    await asyncio.sleep(1)
    recorder.mode = "fail"
    socket.pull()
    socket.in_it = True
    await asyncio.sleep(3.5)
    recorder.mode = "record"
    await asyncio.sleep(3)
    await running.stop()

    kinds = [type(reading) for reading in recorder.got]
    assert kinds[0] is DeviceUp
    assert kinds[-1] is DeviceUp
    assert set(kinds[1:-1]) == {DeviceLost}


def raising(error: Exception) -> Callable[[Link], Driver]:
    def build(link: Link) -> Driver:
        raise error

    return build


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (ZeroDivisionError("As"), "driver failed: ZeroDivisionError"),
        (Refused("no"), "no"),
    ],
)
async def test_driver_that_fails_ends_neither_the_table_nor_shows_its_text(
    error: Exception, reason: str
) -> None:
    """controller/README 5: the broad except around one device; only the type goes on."""
    socket, recorder = Socket(), Recorder()
    with capture_logs() as logged:
        task = asyncio.ensure_future(
            supervise("wheel", socket.open, raising(error), recorder.emit, backoff=Backoff())
        )
        await asyncio.sleep(20)
        task.cancel()
    for far in socket.tasks:
        far.cancel()
    await asyncio.gather(task, *socket.tasks, return_exceptions=True)

    assert [lost.reason for lost in recorder.of(DeviceLost)] == [reason]
    assert len(socket.links) > 3
    assert "As" not in str(logged)


async def test_device_that_starts_again_and_again_does_not_fill_the_record() -> None:
    """A plug that flaps wrote a row for each start: 38,000 in 50 seconds."""
    socket, recorder = Socket(), Recorder()
    running = Running(socket, recorder)
    for _ in range(3000):
        await asyncio.sleep(0.1)
        if socket.links:
            socket.links[-1].far.close()
    flapping = len(recorder.got)
    socket.in_it = True
    await asyncio.sleep(30)
    await running.stop()

    assert flapping <= 3 * (STARTS + 300 / CALM_S)
    reasons = [lost.reason for lost in recorder.of(DeviceLost)]
    assert "started 60 times, one after another: its plug, power or program fails" in reasons
    assert isinstance(recorder.got[-1], DeviceUp)


async def test_firmware_that_crashes_at_once_is_a_fault_of_the_device() -> None:
    """On one link that stays open each boot is a hello of its own."""
    recorder = Recorder()
    async with driving("wheel", recorder) as rig:
        await rig.far.want(HelloRequest)
        for boot in range(500):
            rig.far.send(hello("wheel", boot=f"{boot:024x}"))
        ended = await rig.ends()

    assert "started 60 times" in ended
    assert len(recorder.of(DeviceUp)) == STARTS
