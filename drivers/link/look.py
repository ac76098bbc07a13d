"""Look at a port without opening it: is it there, is it one, may the service use it, who has it."""

from __future__ import annotations

import os
import pwd
import stat
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from msgspec import Struct

from . import words

SYSFS_USB = Path("/sys/bus/usb/devices")
PROC = Path("/proc")
SERVICE = "dealer-assist"
"""The user as which the unit runs the daemon."""
TTY_MAJORS = (4, 166, 188, 204)
"""ttyS, ttyACM, ttyUSB, ttyAMA; a pseudo-terminal is one too."""


INPUT_MAJOR = 13


class User(Struct, frozen=True):
    name: str
    uid: int
    groups: frozenset[int]

    def may(self, found: os.stat_result) -> bool:
        """Read and write, by the bits of the file."""
        if self.uid == 0:
            return True
        shift = 6 if found.st_uid == self.uid else 3 if found.st_gid in self.groups else 0
        return (found.st_mode >> shift) & 0o6 == 0o6


def service_user() -> User:
    """The unit's user where root looks and it exists; else whoever looks."""
    try:
        entry = pwd.getpwnam(SERVICE) if os.geteuid() == 0 else pwd.getpwuid(os.geteuid())
    except KeyError:
        return User("", os.geteuid(), frozenset((os.getegid(), *os.getgroups())))
    groups = frozenset(os.getgrouplist(entry.pw_name, entry.pw_gid))
    return User(entry.pw_name, entry.pw_uid, groups)


def why_not(port: str, *, user: User | None = None, sysfs: Path = SYSFS_USB) -> str:
    """Why the service cannot use it; empty = nothing is in its way."""
    scheme, _, rest = port.partition(":")
    match scheme:
        case "serial":
            return why_not_serial(path_of(rest), user or service_user())
        case "usb":
            return why_not_usb(rest, user or service_user(), sysfs)
        case "evdev":
            return why_not_input(rest, user or service_user())
        case "tcp":
            host, _, number = rest.rpartition(":")
            good = host and number.isdecimal()
            return "" if good else f"port {port!r}: write tcp:HOST:PORT"
    return (
        f"port {port!r} is none of serial:/dev/..., usb:VVVV:PPPP[:SERIAL], evdev:/dev/..., "
        "tcp:HOST:PORT"
    )


def path_of(where: str) -> str:
    """The path of `PATH[@BAUD[,dtr=off][,rts=off]]`."""
    head, at, tail = where.rpartition("@")
    return head if at and tail.partition(",")[0].isdecimal() else where


def why_not_serial(path: str, user: User) -> str:
    if no := _why_not_node(path, user, _is_tty, words.NO_PORT):
        return no
    holders = holders_of(path)
    return f"{holders[0]} has {path}. Stop that program" if holders else ""


def why_not_input(path: str, user: User) -> str:
    """Of an input device of the kernel."""
    if find_spec("evdev") is None:
        return words.NO_EVDEV
    return _why_not_node(path, user, _is_input, words.NO_INPUT)


def _why_not_node(path: str, user: User, fits: Callable[[os.stat_result], bool], other: str) -> str:
    """`other` = what is said of a node of another kind."""
    try:
        found = Path(path).stat()
    except PermissionError:
        return words.NO_ACCESS.format(what=path)
    except OSError:
        return words.NOT_THERE.format(what=path)
    if not stat.S_ISCHR(found.st_mode) or not fits(found):
        return other.format(what=path)
    return "" if user.may(found) else words.NO_ACCESS.format(what=path)


def _is_input(found: os.stat_result) -> bool:
    return os.major(found.st_rdev) == INPUT_MAJOR


def _is_tty(found: os.stat_result) -> bool:
    major = os.major(found.st_rdev)
    return major in TTY_MAJORS or 136 <= major <= 143


def holders_of(path: str, proc: Path = PROC) -> list[str]:
    """Programs that have it open, as `name (pid)`, beside this one; as far as we may look."""
    real, found = os.path.realpath(path), []
    for entry in proc.iterdir() if proc.is_dir() else ():
        if not entry.name.isdecimal() or int(entry.name) == os.getpid():
            continue
        try:
            if any(str(fd.readlink()) == real for fd in (entry / "fd").iterdir()):
                found.append(f"{(entry / 'comm').read_text().strip()} ({entry.name})")
        except OSError:
            continue
    return found


def why_not_usb(where: str, user: User, sysfs: Path = SYSFS_USB) -> str:
    where, _, place = where.partition("@")
    vendor, product, serial = (*where.split(":"), "", "")[:3]
    there = [
        folder
        for folder in sorted(sysfs.glob("*"))
        if (leaf(folder, "idVendor"), leaf(folder, "idProduct"))
        == (vendor.lower(), product.lower())
        and (not place or folder.name == place)
    ]
    name = f"USB device {where}" + (f" at {place}" if place else "")
    if not there:
        return words.NOT_THERE.format(what=name)
    numbers = [leaf(folder, "serial") for folder in there]
    if serial and serial not in numbers:
        return other_serial(name, serial, numbers)
    fits = [f for f, number in zip(there, numbers, strict=True) if serial in ("", number)]
    if len(fits) > 1:
        return several(len(fits), name, serial)
    return "" if _may_usb(fits[0], user) else words.NO_ACCESS.format(what=name)


def several(count: int, name: str, serial: str) -> str:
    """`serial`: what the name has of it; then all of them have the same."""
    by = "its place" if serial else "its serial number or its place"
    return f"{count} devices answer to {name}. Name one by {by}"


def other_serial(name: str, serial: str, numbers: list[str]) -> str:
    """The model is there under other serial numbers: a slip of the hand, or another unit."""
    alike = [number for number in numbers if number.lower() == serial.lower()]
    if alike:
        return f"no {name}: its serial number is written {alike[0]!r}. Write it so"
    found = ", ".join(sorted(repr(number) for number in numbers if number)) or "none"
    return f"no {name}: plugged in is serial number {found}. Plug in the right one, or name this"


def _may_usb(folder: Path, user: User) -> bool:
    """By its file below /dev/bus/usb; where there is none nobody can tell before opening it."""
    bus, number = leaf(folder, "busnum"), leaf(folder, "devnum")
    if not (bus.isdecimal() and number.isdecimal()):
        return True
    try:
        return user.may(Path(f"/dev/bus/usb/{int(bus):03}/{int(number):03}").stat())
    except OSError:
        return True


def leaf(folder: Path, name: str) -> str:
    try:
        return (folder / name).read_text(encoding="utf-8").strip()
    except OSError:
        return ""
