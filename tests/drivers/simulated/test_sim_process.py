"""The simulated table as a process: real pseudo-terminals, a USB backend, a control socket."""

from __future__ import annotations

import asyncio
import errno
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeVar

import pytest
import usb.core
from pytest_mock import MockerFixture

from drivers.errors import LinkLost
from drivers.frame import Deframer, encode_frame
from drivers.link import Link, open_port
from drivers.link.usb import open_usb
from drivers.sim.build import Build
from drivers.sim.devices.progressive import Starts
from drivers.sim.hosting.client import SimProcess, WorldClient
from drivers.sim.hosting.process import ProcessHost, ports, usb_path
from drivers.sim.hosting.usb import SimulatedUsb, UsbDevice
from drivers.sim.physical.pieces import CannotBe
from drivers.tablelink.messages import verbs, wire
from drivers.tablelink.messages.events import Code
from tests.kit.wires.patience import PATIENCE_S, until

T = TypeVar("T")


@pytest.fixture
def control(tmp_path: Path) -> Path:
    return tmp_path / "control"


@asynccontextmanager
async def a_table(control: Path) -> AsyncIterator[WorldClient]:
    """The same hosting, in the test's own loop: real ports all the same."""
    build = Build(meters={"100": Starts(100_000, 100_000)})
    host = ProcessHost(build.rig(1), control)
    await host.start()
    hands = await WorldClient.connect(control)
    try:
        yield hands
    finally:
        hands.close()
        host.close()
        await asyncio.sleep(0.05)  # the sockets' last turns


async def open_link(control: Path, name: str) -> Link:
    port = ports(control)[name]
    if port.startswith("usb:"):
        return await open_usb(port.removeprefix("usb:"), backend=SimulatedUsb(usb_path(control)))
    return await open_port(port)


class Talk:
    """The host's end of one open device."""

    def __init__(self, link: Link) -> None:
        self.link, self._deframer = link, Deframer()
        self._waiting: list[wire.Message] = []

    async def get(self, kind: type[T]) -> T:
        async with asyncio.timeout(PATIENCE_S):
            while True:
                while self._waiting:
                    message = self._waiting.pop(0)
                    if isinstance(message, kind):
                        return message
                bodies = self._deframer.feed(await self.link.read())
                self._waiting += [wire.decode(body) for body in bodies]

    def send(self, message: wire.Message) -> None:
        self.link.write(encode_frame(wire.encode(message)))

    async def greet(self) -> wire.Hello:
        self.send(wire.HelloRequest())
        hello = await self.get(wire.Hello)
        self.send(wire.HelloAck(wire.VERSION, hello.boot, 1))
        return hello


async def until_lost(link: Link) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while True:
            await link.read()


def read_three_times(device: usb.core.Device) -> None:
    for _ in range(3):
        device.read(0x81, 8, 5000)


STARTS_A_TABLE = """
import asyncio, sys, pathlib, time
from drivers.sim.hosting.client import SimProcess

p = asyncio.run(SimProcess.start(pathlib.Path(sys.argv[1])))
print(p.process.pid, flush=True)
time.sleep(60)
"""


def test_every_device_says_who_it_is_on_its_own_port(control: Path) -> None:
    async def main() -> None:
        async with a_table(control):
            roles = {}
            for name in ("reader", "shuffler", "shoe", "wheel", "progressive"):
                talk = Talk(await open_link(control, name))
                roles[name] = (await talk.greet()).role
                talk.link.close()
            assert roles == {
                "reader": "card_reader",
                "shuffler": "shuffler",
                "shoe": "shoe_scanner",
                "wheel": "wheel",
                "progressive": "progressive",
            }

    asyncio.run(main())


def test_simulator_that_fails_ends_its_process(control: Path) -> None:
    """Its devices would be silent for ever, and whoever waits for them with them."""
    fails = (
        "import asyncio, pathlib, sys\n"
        "from drivers.sim.hosting.process import serve_until_stopped\n"
        "from drivers.sim.rig import Rig\n"
        "rig = Rig(1)\n"
        "rig.shuffler.tick = lambda now_s: 1 / 0\n"
        "asyncio.run(serve_until_stopped(rig, pathlib.Path(sys.argv[1])))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", fails, str(control)],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert done.returncode == 1
    assert "ZeroDivisionError" in done.stderr


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf", "soon"])
def test_shuffle_of_no_time_is_refused(control: Path, seconds: str) -> None:
    command = [sys.executable, "-m", "drivers.sim", "--socket", str(control)]
    done = subprocess.run(
        [*command, "--shuffle-s", seconds], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert f"{seconds}: seconds, above 0" in done.stderr


def test_shuffle_load_and_draw_over_a_terminal_and_usb(control: Path) -> None:
    async def main() -> None:
        process = await SimProcess.start(control, "--seed", "1", "--shuffle-s", "0.4")
        hands = await WorldClient.connect(control)
        try:
            shuffler = Talk(await open_link(control, "shuffler"))
            shoe = Talk(await open_link(control, "shoe"))
            boot = (await shuffler.greet()).boot
            await shoe.greet()
            assert await hands.fill_shuffler() == 288
            order = wire.Command(7, boot, wire.ANY, wire.ANY, verbs.Verb.SHUFFLE, b"\0")
            shuffler.send(order)
            assert (await shuffler.get(wire.Event)).code == Code.SHUFFLE_DONE

            await hands.take_shuffled()
            await hands.insert_cover()
            await hands.load_shoe()
            assert (await shoe.get(wire.Event)).code == Code.SHOE_LOADED
            drawn = await hands.draw("box 1.1")

            event = await shoe.get(wire.Event)
            while event.code != Code.CARD_DRAWN:
                event = await shoe.get(wire.Event)
            assert event.body.decode() == drawn.code
            assert (await hands.look()).layout == {"box 1.1": (drawn.code,)}
            assert sum((await hands.truth()).everything().values()) == 289
            shuffler.link.close()
            shoe.link.close()
        finally:
            hands.close()
            await process.stop()

    asyncio.run(main())


@pytest.mark.parametrize("name", ["reader", "wheel"])
def test_unplugged_device_is_lost_and_comes_back_under_the_same_port(
    control: Path, name: str
) -> None:
    async def main() -> None:
        async with a_table(control) as hands:
            talk = Talk(await open_link(control, name))
            boot = (await talk.greet()).boot

            await hands.pull(name, "plugged", value=False)
            with pytest.raises(LinkLost):
                await until_lost(talk.link)
            talk.link.close()
            with pytest.raises(LinkLost):
                await open_link(control, name)

            await hands.pull(name, "plugged", value=True)
            talk = Talk(await open_link(control, name))
            assert (await talk.greet()).boot == boot
            talk.link.close()

    asyncio.run(main())


def test_backend_enumerates_answers_strings_times_out_and_reports_the_plug(control: Path) -> None:
    """What pyusb itself sees, without our link."""

    async def main() -> None:
        async with a_table(control) as hands:
            backend = SimulatedUsb(usb_path(control))

            def find(product: int) -> usb.core.Device:
                return usb.core.find(backend=backend, idVendor=0x1209, idProduct=product)

            every = await asyncio.to_thread(
                lambda: [d.serial_number for d in usb.core.find(find_all=True, backend=backend)]
            )
            assert every == ["SIM-SHOE-1", "SIM-WHEEL-1", "SIM-KEYS-1"]
            keypad = await asyncio.to_thread(find, 0xDA03)

            with pytest.raises(usb.core.USBTimeoutError) as late:
                await asyncio.to_thread(keypad.read, 0x81, 8, 50)
            assert late.value.errno == errno.ETIMEDOUT

            await hands.press_key("next")
            report = await asyncio.to_thread(keypad.read, 0x81, 8, 5000)
            assert bytes(report) == bytes.fromhex("00 00 58 00 00 00 00 00")

            await hands.pull("keypad", "plugged", value=False)
            with pytest.raises(usb.core.USBError) as gone:
                await asyncio.to_thread(read_three_times, keypad)
            assert gone.value.errno == errno.ENODEV
            assert await asyncio.to_thread(find, 0xDA03) is None
            usb.util.dispose_resources(keypad)

    asyncio.run(main())


def test_simulator_that_ends_while_a_device_is_opened_is_a_plug_pulled_out(
    control: Path, mocker: MockerFixture
) -> None:
    """Its socket was there to connect to, and takes nothing any more: no thread dies of it."""
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(control))
        listening.listen()
        mocker.patch("socket.socket.sendall", side_effect=BrokenPipeError)
        bus = SimulatedUsb(control)

        with pytest.raises(usb.core.USBError) as gone:
            bus.open_device(UsbDevice("shoe", 0x1209, 0xDA01, "S1", "shoe"))

        assert gone.value.errno == errno.ENODEV
        assert list(bus.enumerate_devices()) == []


def test_control_socket_says_why_an_act_cannot_be(control: Path) -> None:
    async def main() -> None:
        async with a_table(control) as hands:
            with pytest.raises(CannotBe, match="the shoe is empty"):
                await hands.draw("box 1.1")
            with pytest.raises(CannotBe, match="no knob"):
                await hands.pull("wheel", "explode")
            with pytest.raises(CannotBe, match="argument"):
                await hands._do("draw")
            with pytest.raises(CannotBe, match="no act"):
                await hands._do("__init__")
            await hands.shuffle_by_hand()
            await hands.load_shoe()
            await hands.mischief.arrange(["As", "Kd"])
            assert (await hands.draw("dealer.up")).code == "As"
            assert (await hands.draw("dealer.hole")).code is None
            assert (await hands.look()).layout["dealer.hole"] == ("??",)

    asyncio.run(main())


def test_process_stops_on_sigterm_and_leaves_nothing_behind(control: Path) -> None:
    async def main() -> int | None:
        process = await SimProcess.start(control)
        assert {path.name for path in control.parent.iterdir()} == {
            *("control", "usb", "reader", "shuffler"),
        }
        await process.stop()
        return process.process.returncode

    assert asyncio.run(main()) == 0
    assert not list(control.parent.iterdir())


def test_process_dies_with_its_parent(control: Path) -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", STARTS_A_TABLE, str(control)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])},
    )
    assert parent.stdout is not None
    child = int(parent.stdout.readline())

    parent.send_signal(signal.SIGKILL)
    parent.wait()
    parent.stdout.close()

    if not until(lambda: _is_gone(child)):
        os.kill(child, signal.SIGKILL)
        pytest.fail("the simulator outlived its parent")


def _is_gone(child: int) -> bool:
    try:
        return " Z " in Path(f"/proc/{child}/stat").read_text()
    except OSError:
        return True
