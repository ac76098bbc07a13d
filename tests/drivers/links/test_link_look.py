"""A port looked at without opening it: `check` says what `run` would meet, in the same words."""

from __future__ import annotations

import asyncio
import errno
import os
import pty
import re
from pathlib import Path

import pytest

from drivers.errors import LinkLost
from drivers.link import open_port, words
from drivers.link.look import User, holders_of, path_of, why_not

ANYBODY = User("nobody", 65534, frozenset({65534}))
ME = User("me", os.geteuid(), frozenset({os.getegid(), *os.getgroups()}))


def test_no_error_of_a_port_is_told_by_its_number() -> None:
    """Every number there is has words, and an act that mends it."""
    for number in (*errno.errorcode, 0, None, 9999):
        for text in (words.why(number, "the port"), words.why_lost(number, "the port")):
            assert not re.search(r"errno|\d", text), number
            assert text == words.GONE or text.count(".") or text.endswith("?")


@pytest.mark.parametrize("kind", ["file", "fifo", "folder", "null"])
async def test_what_is_no_device_is_no_port(tmp_path: Path, kind: str) -> None:
    """A pipe would be waited at for ever."""
    path = tmp_path / "port"
    match kind:
        case "file":
            path.touch()
        case "fifo":
            os.mkfifo(path)
        case "folder":
            path.mkdir()
        case _:
            path = Path("/dev/null")

    assert why_not(f"serial:{path}", user=ME) == words.NO_PORT.format(what=path)


@pytest.mark.parametrize("kind", ["file", "fifo", "folder", "null", "missing"])
def test_run_meets_what_check_has_told(tmp_path: Path, kind: str) -> None:
    path = Path("/dev/null") if kind == "null" else tmp_path / kind
    if kind == "file":
        path.touch()
    elif kind == "fifo":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()

    async def opened() -> str:
        with pytest.raises(LinkLost) as caught:
            await open_port(f"serial:{path}")
        return caught.value.reason

    assert asyncio.run(opened()) == why_not(f"serial:{path}", user=ME)


def test_terminal_that_the_services_user_may_not_use_is_told() -> None:
    """Root looks with the rights of the user as which the unit runs."""
    master, slave = pty.openpty()
    path = os.ttyname(slave)
    os.close(slave)
    try:
        Path(path).chmod(0o600)
        assert why_not(f"serial:{path}", user=ANYBODY) == words.NO_ACCESS.format(what=path)
        assert why_not(f"serial:{path}@9600", user=User("r", 0, frozenset())) == ""
        Path(path).chmod(0o666)
        assert why_not(f"serial:{path}", user=ANYBODY) == ""
    finally:
        os.close(master)


def test_program_that_has_the_port_is_named(tmp_path: Path) -> None:
    port = tmp_path / "ttyUSB0"
    port.touch()
    fds = tmp_path / "proc" / "4711" / "fd"
    fds.mkdir(parents=True)
    (fds / "3").symlink_to(port)
    (fds.parent / "comm").write_text("minicom\n")

    assert holders_of(str(port), tmp_path / "proc") == ["minicom (4711)"]


def test_speed_is_no_part_of_the_path() -> None:
    assert path_of("/dev/ttyUSB0@9600") == "/dev/ttyUSB0"
    assert path_of("/dev/serial/by-id/a@b") == "/dev/serial/by-id/a@b"


@pytest.mark.parametrize(
    ("port", "said"),
    [
        ("usb:1209:da01:SH-0007", ""),
        ("usb:1209:DA01", ""),
        ("usb:1209:da01:SH-0007@1-1.3", ""),
        ("usb:1209:da01@1-1.3", ""),
        ("usb:1209:da01@1-2", "USB device 1209:da01 at 1-2 is not there. Is it plugged in?"),
        ("usb:1209:da02", "USB device 1209:da02 is not there. Is it plugged in?"),
        (
            "usb:1209:da01:sh-0007",
            "no USB device 1209:da01:sh-0007: its serial number is written 'SH-0007'. Write it so",
        ),
        (
            "usb:1209:da01:SH-0008",
            (
                "no USB device 1209:da01:SH-0008: plugged in is serial number 'SH-0007'. "
                "Plug in the right one, or name this"
            ),
        ),
        ("tcp:10.0.0.9:4001", ""),
        ("tcp:10.0.0.9", "port 'tcp:10.0.0.9': write tcp:HOST:PORT"),
        (
            "COM3",
            (
                "port 'COM3' is none of serial:/dev/..., usb:VVVV:PPPP[:SERIAL], evdev:/dev/..., "
                "tcp:HOST:PORT"
            ),
        ),
    ],
)
def test_usb_device_is_found_by_vendor_product_serial_and_place(
    tmp_path: Path, port: str, said: str
) -> None:
    """Read off what the kernel lists; nothing is opened."""
    device = tmp_path / "1-1.3"
    device.mkdir()
    for leaf, text in {"idVendor": "1209", "idProduct": "da01", "serial": "SH-0007"}.items():
        (device / leaf).write_text(text + "\n")

    assert why_not(port, user=ME, sysfs=tmp_path) == said


def test_like_devices_are_told_apart_by_their_place(tmp_path: Path) -> None:
    for place in ("1-1.3", "1-1.4"):
        (tmp_path / place).mkdir()
        (tmp_path / place / "idVendor").write_text("04d9\n")
        (tmp_path / place / "idProduct").write_text("a02a\n")

    assert why_not("usb:04d9:a02a", user=ME, sysfs=tmp_path) == (
        "2 devices answer to USB device 04d9:a02a. Name one by its serial number or its place"
    )
    assert why_not("usb:04d9:a02a@1-1.4", user=ME, sysfs=tmp_path) == ""
