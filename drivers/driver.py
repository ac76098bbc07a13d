"""What a driver is: the roles, what goes in and out, and the one place that reconnects.

A driver class is built as `Device(link, settings, emit, recorded, name=..., counters=...)` for one
open link; `run()` is its read loop and ends only by raising. Its verbs are idempotent and never
wait: what the device has not confirmed is sent again until it has.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Literal, Protocol

import structlog
from msgspec import Struct, field
from msgspec.structs import asdict

from .errors import DriverError, Faulted, NotRecorded
from .event import DeviceLost, DeviceUp, Identity
from .link import Link, given_back
from .reading import Reading

Emit = Callable[[Reading], "asyncio.Future[None]"]
"""Hand a reading to the table at once, in order. The future resolves when the reading is on the
record, and fails with NotRecorded when it is not: then the device keeps it."""

Recorded = Callable[[str], int]
"""Highest event number of a boot that is on the record; 0 = none."""

Counted = tuple[tuple[str, int], ...]
LampShows = Literal["go", "look", "stop"]

log = structlog.get_logger(__name__)


class WireOrder(Struct, frozen=True):
    """An open order under the id that the device remembers."""

    id: int
    kind: Literal["shuffle", "spin", "contribute", "withdraw", "hit", "read"]
    target: int = 0
    """Box of a spin, or of a hit."""
    boot: str = ""
    """Boot of the device when the order was made: under another it is never sent."""
    wager: str = ""
    """Of a spin: the wager that it is for, `bonus_spin` or `xtreme`."""
    meter: str = ""
    """Of a report to the approved progressive system."""
    cents: str = ""
    """Of a report: an exact amount, `20` or `100/3`."""


class Starts:
    """Starts and connections that calm time has not yet made good; moments are not shown."""

    __slots__ = ("at", "owed")

    def __init__(self) -> None:
        self.owed, self.at = 0.0, 0.0

    def __repr__(self) -> str:
        return "<starts>"


class Counters(Struct):
    """Health of one device over all its links; written by its driver only, read by anyone."""

    frames_in: int = 0
    frames_out: int = 0
    frames_bad: int = 0
    """Dropped whole: CRC, COBS or length."""
    messages_bad: int = 0
    """Whole frames that were no message of this version."""
    resent: int = 0
    """Events that the device sent again."""
    duplicates: int = 0
    """Events that were on the record or on their way to it."""
    ahead: int = 0
    """Events dropped because one before them was missing."""
    held_back: int = 0
    """Events dropped because 32 were on their way."""
    not_recorded: int = 0
    suspects: int = 0
    """Silences of 3 s."""
    hellos: int = 0
    connects: int = 0
    losses: int = 0
    round_trip_ms: float = 0.0
    suspect: bool = False
    up: bool = False
    progress: tuple[int, int] = (0, 0)
    """Of the running order: done, of."""
    unconfirmed: tuple[str, ...] = ()
    """Levels that are wanted and not so, as far as the device has said."""
    telemetry: dict[str, int] = {}
    starts: Starts = field(default_factory=Starts)
    memory: object = None
    """What a driver must remember over its links."""


HID_BOOT = "hid"
STARTS = 60
CALM_S = 10.0
"""So much time makes one start good."""


def count_start(counters: Counters, now: float, most: int = STARTS) -> None:
    """Count a hello of a new link or a new boot, before it goes on the record.

    A plug that flaps, or a program that crashes at once, would fill the record with its hellos.
    Raises: Faulted, until it was calm for a while.
    """
    starts = counters.starts
    starts.owed = max(0.0, starts.owed - (now - starts.at) / CALM_S)
    starts.at = now
    if starts.owed + 1 > most:
        raise Faulted(f"started {most} times, one after another: its plug, power or program fails")
    starts.owed += 1


def forget_start(counters: Counters) -> None:
    """A hello that is refused goes on no record, so its start counts for nothing."""
    counters.starts.owed = max(0.0, counters.starts.owed - 1)


class Driver(Protocol):
    counters: Counters

    async def run(self) -> None:
        """Read until the link is lost. Raises: LinkLost, Refused, Timeout."""


class CardReader(Driver, Protocol):
    def be_free(self, free: bool) -> None: ...


class ShoeScanner(Driver, Protocol):
    def be_locked(self, locked: bool) -> None: ...

    def show_lamp(self, lamp: LampShows) -> None: ...


class Shuffler(Driver, Protocol):
    def want(self, orders: tuple[WireOrder, ...]) -> None:
        """The complete set of open orders."""


class Wheel(Driver, Protocol):
    def be_locked(self, locked: bool) -> None: ...

    def be_armed(self, box: int) -> None:
        """Let the seat button of this box ask for its spin; 0 = none."""

    def want(self, orders: tuple[WireOrder, ...]) -> None:
        """The complete set of open orders."""


class Progressive(Driver, Protocol):
    """The approved system that owns the meters.

    Told of each contribution and of each that was taken back, and of each hit; it may be asked for
    a meter. Every answer is a reading of that meter.
    """

    def want(self, orders: tuple[WireOrder, ...]) -> None:
        """The complete set of open reports, oldest first."""


class Lamp(Driver, Protocol):
    def show_lamp(self, lamp: LampShows) -> None: ...


class Keys(Driver, Protocol):
    """Rail keys: nothing is asked of them."""


class Backoff(Struct, frozen=True):
    """Units: seconds between attempts to open, doubling from `first` up to `most`."""

    first: float = 0.2
    most: float = 3.0


async def supervise(
    name: str,
    open_link: Callable[[], Awaitable[Link]],
    build: Callable[[Link], Driver],
    emit: Emit,
    *,
    attach: Callable[[Driver | None], None] = lambda _: None,
    backoff: Backoff = Backoff(),  # noqa: B008 - frozen
    pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> None:
    """Keep one device connected for ever; `pause` may end before its seconds, at a new plug.

    `attach` gets the driver of each new link, so that its levels and orders are asked of it, and
    None when it is gone. A loss is emitted once, again only when its reason changes.
    """
    said, delay = "", backoff.first
    while True:
        reason, was_up, link, counted = await _one_link(open_link, build, attach)
        if was_up:
            said, delay = "", backoff.first
        if reason != said:
            log.warning("device_lost", device=name, reason=reason)
            await _record(emit, DeviceLost(device=name, reason=reason, counted=counted))
            said = reason
        if link is not None:
            await _closed(link)
        await pause(delay)
        delay = min(delay * 2, backoff.most)


async def _one_link(
    open_link: Callable[[], Awaitable[Link]],
    build: Callable[[Link], Driver],
    attach: Callable[[Driver | None], None],
) -> tuple[str, bool, Link | None, Counted]:
    """Open, run to the end, close.

    Gives the reason of the end, whether it was ever up, the link, which may still be closing, and
    what was counted.
    """
    link, counters = None, None
    try:
        link = await open_link()
        driver = build(link)
        counters = driver.counters
        counters.connects += 1
        attach(driver)
        await driver.run()
    except DriverError as error:
        reason = str(error)
    except Exception as error:  # noqa: BLE001 - one device's fault never ends the table
        # Only its type: a text may quote what the wire brought.
        log.error("driver_failed", error=type(error).__name__)  # noqa: TRY400
        reason = f"driver failed: {type(error).__name__}"
    except asyncio.CancelledError:
        if link is not None:
            link.close()
            await given_back(link)
        raise
    else:
        reason = "driver ended"
    finally:
        attach(None)
        if link is not None:
            link.close()
    was_up = counters is not None and counters.up
    if counters is not None:
        counters.up, counters.suspect = False, False
        counters.losses += was_up
    return reason, was_up, link, counted_by(counters) if was_up and counters is not None else ()


async def _closed(link: Link) -> None:
    """However long it takes; when the table ends meanwhile, only a little longer."""
    try:
        await link.wait_closed()
    except asyncio.CancelledError:
        await given_back(link)
        raise


def counted_by(counters: Counters) -> Counted:
    """All that is counted, for the record: where a device was lost somebody may ask for it."""
    told = {
        name: value
        for name, value in asdict(counters).items()
        if isinstance(value, int) and not isinstance(value, bool) and value
    }
    return tuple(sorted({**told, **counters.telemetry}.items()))


async def say_up(emit: Emit, counters: Counters, name: str, identity: Identity) -> None:
    """Of a HID device, which says no hello, has no boot id and keeps nothing. Raises: Faulted."""
    count_start(counters, asyncio.get_running_loop().time())
    up = DeviceUp(device=name, boot=HID_BOOT, identity=identity, last_event=0, acked=0)
    await _record(emit, up)
    counters.up = True
    counters.hellos += 1


async def _record(emit: Emit, reading: Reading) -> None:
    """Emit until it is on the record."""
    while True:
        try:
            await emit(reading)
        except NotRecorded:
            await asyncio.sleep(1)
        else:
            return
