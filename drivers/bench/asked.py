"""Short questions: what is plugged in, who are you, how long does an answer take."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from drivers import catalog
from drivers.bench.by_hand import ended_by_hand
from drivers.errors import Refused, Timeout
from drivers.link import look
from drivers.number import counted
from drivers.tablelink.messages import wire

from .talk import Talk
from .tries.tell import Tell, nobody_waits

BY_ID, BY_PATH = Path("/dev/serial/by-id"), Path("/dev/serial/by-path")
INPUT = Path("/dev/input/by-id")
LATENCY = Path("/sys/bus/usb-serial/devices")
BY_EVDEV = ("keypad", "badge-wedge")
"""Drivers of what the kernel takes for a keyboard."""


class Port(Struct, frozen=True):
    port: str
    """As devices.toml writes it."""
    by_path: str = ""
    usb: str = ""
    product: str = ""
    driver: str = ""
    """Of the kernel."""
    why_not: str = ""
    latency_ms: int | None = None
    fits: tuple[str, ...] = ()
    """Drivers of ours that may be behind it."""


def ports(
    by_id: Path = BY_ID,
    by_path: Path = BY_PATH,
    sysfs: Path = look.SYSFS_USB,
    inputs: Path = INPUT,
) -> Iterator[Port]:
    """Serial adapters by their stable names, keyboards, USB devices that a driver of ours knows."""
    for name in sorted(inputs.glob("*-event-kbd")):
        port = f"evdev:{name}"
        yield Port(port, why_not=look.why_not(port), fits=BY_EVDEV)
    places = {p.resolve(): str(p) for p in sorted(by_path.glob("*"))}
    for name in sorted(by_id.glob("*")):
        port = f"serial:{name}"
        tty = name.resolve()
        yield Port(
            port,
            by_path=places.get(tty, ""),
            driver=_driver(tty.name),
            why_not=look.why_not(port),
            latency_ms=_latency(tty.name),
            fits=tuple(n for n, e in catalog.DRIVERS.items() if catalog.ADAPTERS[0] in e.usb),
        )
    for folder in sorted(sysfs.glob("*")):
        usb = f"{look.leaf(folder, 'idVendor')}:{look.leaf(folder, 'idProduct')}"
        fits = tuple(n for n, e in catalog.DRIVERS.items() if usb in e.usb)
        if fits and usb not in catalog.ADAPTERS:
            serial = look.leaf(folder, "serial")
            port = f"usb:{usb}:{serial}" if serial else f"usb:{usb}@{folder.name}"
            yield Port(
                port,
                by_path=folder.name,
                usb=usb,
                product=look.leaf(folder, "product"),
                why_not=look.why_not(port, sysfs=sysfs),
                fits=fits,
            )


def _driver(tty: str) -> str:
    link = Path("/sys/class/tty") / tty / "device" / "driver"
    return link.resolve().name if link.exists() else ""


def _latency(tty: str) -> int | None:
    said = look.leaf(LATENCY / tty, "latency_timer")
    return int(said) if said.isdecimal() else None


class Pings(Struct, frozen=True):
    """Units: milliseconds."""

    sent: int
    lost: int
    bad_frames: int
    took: tuple[float, ...]

    def part(self, of: float) -> float:
        """The value below which that part of the answers lies."""
        return sorted(self.took)[min(len(self.took) - 1, int(of * len(self.took)))]

    @property
    def words(self) -> str:
        if not self.took:
            return f"{self.sent} sent, no answer"
        low, middle, high = min(self.took), self.part(0.5), self.part(0.99)
        return (
            f"{self.sent} sent, {self.lost} lost, {self.bad_frames} bad frames; "
            f"min {low:.1f} ms, median {middle:.1f} ms, p99 {high:.1f} ms"
        )


async def ping(talk: Talk, count: int, tell: Tell = nobody_waits) -> Pings:
    """Raises: LinkLost."""
    loop, lost, bad = asyncio.get_running_loop(), 0, talk.bad
    took: list[float] = []
    with ended_by_hand(lambda: took or lost):
        for token in range(1, count + 1):
            began = loop.time()
            try:
                await talk.ping(token, 1.0)
            except Timeout:
                lost += 1
            else:
                took.append((loop.time() - began) * 1000)
            tell(token, count, f"{counted(lost, 'ping')} lost")
    return Pings(len(took) + lost, lost, talk.bad - bad, tuple(took))


def who(hello: wire.Hello) -> dict[str, str]:
    """A hello in words."""
    return {
        "role": hello.role,
        "vendor": hello.vendor,
        "model": hello.model,
        "serial": hello.serial,
        "firmware": hello.firmware,
        "firmware hash": hello.firmware_hash.hex(),
        "capabilities": ", ".join(hello.capabilities),
        "boot": hello.boot,
        "reset cause": hello.reset_cause,
        "events": f"{hello.last_event}, {hello.acked} acknowledged",
        "carried over": str(sum(c.count for c in hello.carried)),
        "highest order": str(hello.accepted),
        "moved": str(hello.moved),
        "simulated": "yes" if hello.simulated else "no",
    }


async def forget(talk: Talk, serial: str) -> wire.Hello:
    """Make that unit as from the factory. Raises: Timeout when it does not, LinkLost."""
    hello = await talk.hello()
    if hello.serial != serial:
        raise Refused(f"{hello.serial} answers there, not {serial}")
    talk.clear()
    talk.say(wire.Forget(hello.boot, serial))
    return await talk.want(
        wire.Hello, 5.0, lambda h: h.boot != hello.boot and not (h.accepted or h.moved)
    )
