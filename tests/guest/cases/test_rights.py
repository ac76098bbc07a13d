"""Who may use a port, and who has it: the udev rules, the rights of a user, other programs."""

from __future__ import annotations

import asyncio
import grp
import os
import pwd
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from drivers.event import DeviceUp
from drivers.link import look, words
from tests.guest.bus import Bus
from tests.guest.seen import a_table, soon, wait
from tests.guest.shoe import EVERY_LINK, Shoe

NOBODY, SERVICE = "nobody", "dealer-assist"
OPEN = """
import asyncio, sys
from drivers.errors import DriverError
from drivers.link import open_port

async def main():
    try:
        link = await open_port(sys.argv[1])
    except DriverError as error:
        return print(f"refused: {error}", flush=True)
    print("opened", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    link.close()
    await link.wait_closed()

asyncio.run(main())
"""


@contextmanager
def another_program(port: str, user: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """What it says when it opens the port; it has it until the end."""
    entry = pwd.getpwnam(user)
    with subprocess.Popen(
        (sys.executable, "-c", OPEN, port),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        user=entry.pw_uid,
        group=entry.pw_gid,
        extra_groups=[],
    ) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        try:
            yield process.stdout.readline().strip(), process
        finally:
            process.stdin.close()


@pytest.mark.parametrize("link", EVERY_LINK)
def test_service_may_use_it_and_nobody_else(bus: Bus, link: str) -> None:
    """The rules of systemd/60-dealer-assist.rules, as udev carries them out."""
    shoe = Shoe(bus, link)
    shoe.put()
    node = shoe.node

    wait(lambda: node.stat().st_gid == grp.getgrnam(SERVICE).gr_gid)
    assert node.stat().st_mode & 0o777 == 0o660
    with another_program(shoe.port, NOBODY) as (said, _):
        assert said.startswith("refused: no permission to use")
        assert "udev rules" in said
    with another_program(shoe.port, SERVICE) as (said, _):
        assert said == "opened"
    user = pwd.getpwnam(NOBODY)
    nobody = look.User(NOBODY, user.pw_uid, frozenset((user.pw_gid,)))
    assert "no permission to use" in look.why_not(shoe.port, user=nobody)
    assert look.why_not(shoe.port) == ""
    assert (shoe.folder / "power" / "control").read_text() == "on\n"


@pytest.mark.parametrize("link", EVERY_LINK)
def test_port_that_another_program_has_is_named_and_taken_when_it_is_let_go(
    bus: Bus, link: str
) -> None:
    """A program that is killed lets go too."""
    shoe = Shoe(bus, link)
    shoe.put()

    async def play(program: subprocess.Popen[str]) -> None:
        async with a_table("shoe_scanner", shoe.port) as table:
            await soon(lambda: table.lost)
            assert "another program has" in table.lost[0]
            program.kill()
            await soon(lambda: table.of(DeviceUp))

    with another_program(shoe.port, SERVICE) as (said, program):
        assert said == "opened"
        if link != "usb":
            assert f"({program.pid}) has /dev" in look.why_not(shoe.port)
        asyncio.run(play(program))


@pytest.mark.proves("tablelink", "shoe_scanner", link="serial")
@pytest.mark.parametrize("link", ["acm", "ftdi"])
def test_tty_is_ours_alone(bus: Bus, link: str) -> None:
    """TIOCEXCL: a program that asks for no lock cannot take bytes from us either."""
    shoe = Shoe(bus, link)
    shoe.put()

    async def play() -> None:
        async with a_table("shoe_scanner", shoe.port) as table:
            await soon(lambda: table.of(DeviceUp))
            tried = await asyncio.to_thread(opened_plainly, shoe.node)
            assert "Device or resource busy" in tried

    asyncio.run(play())


def opened_plainly(node: Path) -> str:
    code = f"import os; os.open({str(node)!r}, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)"
    entry = pwd.getpwnam(SERVICE)
    tried = subprocess.run(
        (sys.executable, "-c", code),
        capture_output=True,
        text=True,
        check=False,
        user=entry.pw_uid,
        group=entry.pw_gid,
        extra_groups=[],
    )
    return tried.stderr


@pytest.mark.proves("tablelink", "shoe_scanner", link="serial")
def test_adapter_hands_on_each_byte_at_once(bus: Bus) -> None:
    """The latency timer of ftdi_sio, as the rules set it and as the adapter was told."""
    shoe = Shoe(bus, "ftdi")
    shoe.put()

    timer = Path(f"/sys/class/tty/{shoe.node.name}/device/latency_timer")
    wait(lambda: timer.read_text() == "1\n")
    assert shoe.gadget.latency_ms == 1  # type: ignore[attr-defined]


@pytest.mark.proves("tablelink", "shoe_scanner", link="serial")
def test_opening_and_closing_a_port_resets_no_board(bus: Bus) -> None:
    """DTR goes up once and is left alone (HUPCL off): many boards restart at its edge."""
    shoe = Shoe(bus, "acm")
    shoe.put()

    async def play() -> None:
        async with a_table("shoe_scanner", shoe.port) as table:
            await soon(lambda: table.of(DeviceUp))

    for _ in range(2):
        asyncio.run(play())
    states: list[int] = shoe.gadget.wires  # type: ignore[attr-defined]
    assert states
    assert states[-1] == 3
    assert 0 not in states[1:], states


def test_what_is_no_port_is_said_to_be_none(tmp_path: Path) -> None:
    """A file, a pipe, /dev/null: the words of a port that is none."""
    (tmp_path / "file").touch()
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "file", tmp_path / "pipe", Path("/dev/null")):
        with another_program(f"serial:{path}", "root") as (said, _):
            assert said == f"refused: {words.NO_PORT.format(what=path)}"
