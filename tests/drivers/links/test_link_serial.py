"""Serial links over real pseudo-terminals; these tests run in real time."""

from __future__ import annotations

import asyncio
import fcntl
import os
import termios
import threading
import time
import tty
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from typing import NamedTuple

import pytest
import serial
from pytest_mock import MockerFixture

from drivers.errors import LinkLost, Refused
from drivers.link import WRITE_LIMIT, Link, open_port
from drivers.link.serial import LineSettings, line_of
from tests.kit.wires.patience import PATIENCE_S
from tests.kit.wires.table import until


class Pty(NamedTuple):
    master: int
    port: str


@pytest.fixture
def pty() -> Iterator[Pty]:
    master, slave = os.openpty()
    tty.setraw(master)
    os.set_blocking(master, False)
    path = os.ttyname(slave)
    os.close(slave)
    yield Pty(master, f"serial:{path}")
    try:
        os.close(master)
    except OSError:
        return


def over(pty: Pty, play: Callable[[Link], Awaitable[None]]) -> None:
    async def main() -> None:
        link = await open_port(pty.port)
        try:
            async with asyncio.timeout(PATIENCE_S):
                await play(link)
        finally:
            link.close()

    asyncio.run(main())


async def read_all(link: Link, count: int) -> bytes:
    data = b""
    while len(data) < count:
        data += await link.read()
    return data


async def all_of(pty: Pty, count: int) -> bytes:
    """What the far end reads: a terminal may hand on a write a little later."""
    got = b""
    while len(got) < count:
        await asyncio.sleep(0.001)
        with suppress(BlockingIOError):
            got += os.read(pty.master, 4096)
    return got


def test_bytes_go_both_ways_unchanged(pty: Pty) -> None:
    """Raw: no echo, no translation of any value."""
    every = bytes(range(256))

    async def play(link: Link) -> None:
        os.write(pty.master, every)
        assert await read_all(link, 256) == every
        link.write(every)
        assert await all_of(pty, 256) == every

    over(pty, play)


def test_write_never_waits_and_sends_the_rest_when_the_port_is_free(pty: Pty) -> None:
    """Pyserial's own write can spin for ever on a full buffer."""
    whole = bytes(range(256)) * 200

    async def play(link: Link) -> None:
        used = time.process_time()
        link.write(whole)  # nobody reads: one that waits would wait for ever
        assert time.process_time() - used < 0.2
        assert await all_of(pty, len(whole)) == whole

    over(pty, play)


def test_device_that_takes_nothing_is_lost_when_the_queue_is_full(pty: Pty) -> None:
    """Bounded: full = lost."""

    async def play(link: Link) -> None:
        link.write(bytes(WRITE_LIMIT))
        with pytest.raises(LinkLost, match="write queue full"):
            link.write(bytes(WRITE_LIMIT))
        with pytest.raises(LinkLost, match="write queue full"):
            await link.read()

    over(pty, play)


def test_unplugged_port_is_lost_for_the_reader_that_waits(pty: Pty) -> None:
    """EIO: the far end is gone."""

    async def play(link: Link) -> None:
        reading = asyncio.ensure_future(link.read())
        await asyncio.sleep(0.05)
        os.close(pty.master)
        with pytest.raises(LinkLost, match="unplugged"):
            await reading
        with pytest.raises(LinkLost, match="unplugged"):
            link.write(b"x")

    over(pty, play)


def test_ready_without_data_is_an_unplugged_adapter(pty: Pty, mocker: MockerFixture) -> None:
    """A pulled USB adapter is always ready and never has data."""

    async def play(link: Link) -> None:
        os.write(pty.master, b"x")
        mocker.patch("drivers.link.serial.os.read", return_value=b"")
        with pytest.raises(LinkLost, match="unplugged"):
            await link.read()
        mocker.stopall()

    over(pty, play)


@pytest.mark.parametrize("number", [5, 6, 19])
def test_errors_of_a_pulled_adapter_are_a_lost_link(
    pty: Pty, mocker: MockerFixture, number: int
) -> None:
    """EIO, ENXIO, ENODEV on read and on write."""

    async def play(link: Link) -> None:
        mocker.patch("drivers.link.serial.os.read", side_effect=OSError(number, "gone"))
        os.write(pty.master, b"x")
        with pytest.raises(LinkLost, match="unplugged"):
            await link.read()
        mocker.stopall()
        await link.wait_closed()
        again = await open_port(pty.port)
        mocker.patch("drivers.link.serial.os.write", side_effect=OSError(number, "gone"))
        with pytest.raises(LinkLost, match="unplugged"):
            again.write(b"x")
        mocker.stopall()

    over(pty, play)


def test_spurious_readiness_waits_on(pty: Pty, mocker: MockerFixture) -> None:
    """EAGAIN is no error."""
    real = os.read
    results = iter([BlockingIOError()])

    def read(fd: int, count: int) -> bytes:
        for result in results:
            raise result
        return real(fd, count)

    async def play(link: Link) -> None:
        mocker.patch("drivers.link.serial.os.read", side_effect=read)
        os.write(pty.master, b"x")
        assert await link.read() == b"x"
        mocker.stopall()

    over(pty, play)


def test_port_is_ours_alone_and_free_again_after_close(pty: Pty) -> None:
    """Exclusive: a second program would eat our bytes."""

    async def play(link: Link) -> None:
        with pytest.raises(LinkLost, match="another program has"):
            await open_port(pty.port)
        link.close()
        link.close()
        await link.wait_closed()
        again = await open_port(pty.port)
        again.close()

    over(pty, play)


def test_closed_link_wakes_its_reader(pty: Pty) -> None:
    """A pending read raises."""

    async def play(link: Link) -> None:
        reading = asyncio.ensure_future(link.read())
        await asyncio.sleep(0.02)
        link.close()
        with pytest.raises(LinkLost, match="closed"):
            await reading
        with pytest.raises(LinkLost, match="closed"):
            await link.read()

    over(pty, play)


def test_cancelled_read_loses_no_byte(pty: Pty) -> None:
    """A driver waits with a time limit."""

    async def play(link: Link) -> None:
        for byte in b"abcdef":
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.002):
                    await link.read()
            os.write(pty.master, bytes([byte]))
            assert await link.read() == bytes([byte])

    over(pty, play)


def test_speed_may_follow_the_path(pty: Pty) -> None:
    """`serial:PATH@BAUD`."""

    async def play(link: Link) -> None:
        link.close()
        await link.wait_closed()
        other = await open_port(pty.port + "@9600")
        other.close()
        await other.wait_closed()
        with pytest.raises(Refused, match="speed"):
            await open_port(pty.port + "@123456789012")

    over(pty, play)


def test_port_that_cannot_be_set_up_is_lost(pty: Pty, mocker: MockerFixture) -> None:
    """Termios has an error of its own."""

    async def main() -> None:
        mocker.patch("drivers.link.serial.serial.Serial", side_effect=termios.error(5, "EIO"))
        with pytest.raises(LinkLost, match="is no serial port"):
            await open_port(pty.port)

    asyncio.run(main())


def test_missing_port_says_why_in_the_same_words_each_time() -> None:
    """A reason is a row: it must not vary from one attempt to the next."""

    async def main() -> None:
        for _ in range(2):
            with pytest.raises(LinkLost) as caught:
                await open_port("serial:/dev/serial/by-id/nothing")
            assert str(caught.value) == (
                "/dev/serial/by-id/nothing is not there. Is it plugged in?"
            )

    asyncio.run(main())


def test_port_that_hangs_at_opening_and_closing_stops_nothing_else(
    pty: Pty, mocker: MockerFixture
) -> None:
    """The kernel may wait half a minute for bytes that a device does not take."""
    opens, closes = serial.Serial.open, serial.Serial.close
    asked, goes_on = threading.Event(), threading.Event()

    def hangs() -> None:
        asked.set()
        assert goes_on.wait(PATIENCE_S), "the loop waits for the port"

    def opened_slowly(port: serial.Serial) -> None:
        hangs()
        opens(port)

    def closed_slowly(port: serial.Serial) -> None:
        if port.is_open:
            hangs()
        closes(port)

    mocker.patch.object(serial.Serial, "open", opened_slowly)
    mocker.patch.object(serial.Serial, "close", closed_slowly)

    async def let_go_on() -> None:
        """Only a loop that runs lets the port go on."""
        await until(asked.is_set)
        asked.clear()
        goes_on.set()

    async def main() -> None:
        link, _ = await asyncio.gather(open_port(pty.port), let_go_on())
        goes_on.clear()
        link.close()
        await asyncio.gather(link.wait_closed(), let_go_on())

    asyncio.run(main())


def test_port_that_opens_when_nobody_waits_any_more_is_closed_again(
    pty: Pty, mocker: MockerFixture
) -> None:
    """A daemon that stops meanwhile leaves no open port behind."""
    opens = serial.Serial.open
    asked, goes_on = threading.Event(), threading.Event()

    def opened_slowly(port: serial.Serial) -> None:
        asked.set()
        assert goes_on.wait(PATIENCE_S)
        opens(port)

    mocker.patch.object(serial.Serial, "open", opened_slowly)

    async def free_again() -> Link:
        while True:
            try:
                return await open_port(pty.port)
            except LinkLost:
                await asyncio.sleep(0.01)

    async def main() -> None:
        waiting = asyncio.ensure_future(open_port(pty.port))
        await until(asked.is_set)
        waiting.cancel()
        goes_on.set()
        async with asyncio.timeout(PATIENCE_S):
            again = await free_again()
        again.close()
        await again.wait_closed()

    asyncio.run(main())


def test_bytes_that_the_device_did_not_take_are_thrown_away_at_closing(
    pty: Pty, mocker: MockerFixture
) -> None:
    """Else the kernel waits for the device before it lets go of the port."""
    flushed = mocker.patch("drivers.link.serial.termios.tcflush")

    async def play(link: Link) -> None:
        link.write(bytes(40000))
        link.close()
        await link.wait_closed()

    over(pty, play)
    assert flushed.call_args_list[-1].args[1] == termios.TCOFLUSH


def test_port_is_asked_for_exclusively_of_the_kernel_too(pty: Pty, mocker: MockerFixture) -> None:
    """TIOCEXCL: `cat` and `screen` look for no lock (root, as in these tests, it does not bind)."""
    asked = mocker.spy(fcntl, "ioctl")

    async def play(_: Link) -> None:
        assert termios.TIOCEXCL in [call.args[1] for call in asked.call_args_list]

    over(pty, play)


def test_closing_resets_no_board_and_a_read_without_data_is_no_end(pty: Pty) -> None:
    """HUPCL drops DTR, which resets many boards; VMIN 1 tells `no data` from `unplugged`."""

    async def play(_: Link) -> None:
        fd = os.open(pty.port.removeprefix("serial:"), os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        found = termios.tcgetattr(fd)
        os.close(fd)
        assert not found[2] & termios.HUPCL
        assert found[6][termios.VMIN] in (1, b"\x01")

    over(pty, play)


@pytest.mark.parametrize(
    ("where", "line"),
    [
        ("/dev/ttyUSB0", LineSettings()),
        ("/dev/ttyUSB0@9600", LineSettings(9600)),
        ("/dev/ttyUSB0@9600,dtr=off", LineSettings(9600, dtr=False)),
        ("/dev/ttyUSB0@115200,rts=off,dtr=on", LineSettings(115200, rts=False)),
    ],
)
def test_speed_and_wires_stand_behind_the_path(where: str, line: LineSettings) -> None:
    """Up by default, as the kernel has them: an edge of DTR resets many boards."""
    assert line_of(where) == line


async def test_wire_that_is_none_is_refused() -> None:
    with pytest.raises(Refused, match="dtr=on, dtr=off, rts=on, rts=off"):
        await open_port("serial:/dev/ttyUSB0@9600,cts=off")
