"""The devices of the table: each kept connected, asked for what the state wants, read for readings.

Two tables say who is asked what: from each level and from each kind of order to the driver's verb.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, cast

import structlog

from controller import config
from controller.domain import commands as cmd
from controller.domain.orders import REPORTS, Levels, Order, OrderKind
from controller.domain.roles import known
from controller.domain.structs import replace
from controller.procedure.guide.levels import levels
from controller.procedure.state import ledger
from controller.procedure.state.house import House
from controller.procedure.state.whole import State
from controller.rules.wheels import two_spins_of_a_box
from controller.table.actor import Table
from drivers import catalog
from drivers import event as said
from drivers import reading as readings
from drivers.driver import Counters, Driver, WireOrder, forget_start, supervise
from drivers.errors import Refused
from drivers.link import Link, Opener
from drivers.link.plugs import Plugs
from drivers.link.tap import Tap
from drivers.tablelink.messages.masked import Ring

log = structlog.get_logger(__name__)
FRAMES_CHARS = 2800
"""Of the last frames in one line of the log, which is cut at 4096 bytes."""

Level = Callable[[Any, Levels], None]
LEVELS: tuple[tuple[str, Level], ...] = (
    ("card_reader", lambda reader, wanted: reader.be_free(wanted.reader_free)),
    ("shoe_scanner", lambda shoe, wanted: shoe.be_locked(wanted.shoe_locked)),
    ("shoe_scanner", lambda shoe, wanted: shoe.show_lamp(wanted.lamp)),
    ("wheel", lambda wheel, wanted: wheel.be_locked(wanted.wheel_locked)),
    ("wheel", lambda wheel, wanted: wheel.be_armed(wanted.wheel_armed)),
    ("lamp", lambda lamp, wanted: lamp.show_lamp(wanted.lamp)),
)
"""Role, and the verb that keeps a level of the state true."""

Badge = Callable[[bytes], Awaitable[object]]
"""Called with the number of each badge that is read."""


class Devices:
    """All configured devices. `simulated`: take one that says it is."""

    def __init__(
        self,
        configured: tuple[config.Device, ...],
        open_link: Opener,
        table: Table,
        house: House,
        *,
        simulated: bool,
    ) -> None:
        self._table, self._house = table, house
        self._each = tuple(
            Device(one, open_link, table, simulated=simulated, needs=_needs(one.role, house))
            for one in configured
        )
        self._tasks: list[asyncio.Task[None]] = []
        self._asking: asyncio.Handle | None = None
        self._plugs: Plugs | None = None

    def __iter__(self) -> Iterator[Device]:
        return iter(self._each)

    def start(self, badge: Badge) -> None:
        """Keep them all connected; in memory nothing is ever plugged in."""
        if any(not one.spec.port.startswith("sim:") for one in self._each):
            self._plugs = Plugs()
        for one in self._each:
            one.ask, one.badge = self._ask_one, badge
            if self._plugs is not None:
                one.pause = self._plugs.arrived
            self._tasks.append(asyncio.create_task(one.keep(), name=f"device {one.spec.name}"))

    async def stop(self) -> None:
        if self._asking is not None:
            self._asking.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._plugs is not None:
            self._plugs.close()

    def ask(self) -> None:
        """Soon, and once for all that came together: a driver's fault is not the table's."""
        if self._asking is None:
            self._asking = asyncio.get_running_loop().call_soon(self._ask_all)

    def _ask_all(self) -> None:
        self._asking = None
        for one in self._each:
            self._ask_one(one)

    def _ask_one(self, one: Device) -> None:
        current = self._table.current
        device = ledger.device(current.state, one.spec.name)
        if one.driver is None:
            return
        serving = device is None or not device.out_of_service
        if carried := known(one.spec.role).orders:
            verbs: Any = one.driver
            verbs.want(wire_orders(current.state, *carried) if serving else ())
        if not serving:
            return
        wanted = levels(current.state, self._house)
        if current.cannot_record:
            wanted = replace(wanted, lamp="stop")
        for role, tell in LEVELS:
            if role == one.spec.role:
                tell(one.driver, wanted)


class Device:
    """One device: its driver while it is connected, and what is known of it without a record."""

    def __init__(
        self,
        spec: config.Device,
        open_link: Opener,
        table: Table,
        *,
        simulated: bool,
        needs: str,
    ) -> None:
        self.spec, self._needs = spec, needs
        self.counters = Counters()
        self.driver: Driver | None = None
        self.identity: said.Identity | None = None
        self.reason = ""
        """Why it was lost last; empty = it is there."""
        self.ask: Callable[[Device], None] = lambda _: None
        self.badge: Badge = _no_badge
        self.pause: Callable[[float], Awaitable[None]] = asyncio.sleep
        self._open_link, self._table, self._simulated = open_link, table, simulated
        self._ring = Ring(tablelink=spec.driver == "tablelink")
        self._refused: Refused | None = None
        self._presses = 0
        self._since = table.current.seq

    async def keep(self) -> None:
        """Keep it connected for ever."""
        await supervise(
            self.spec.name,
            self._open,
            self._build,
            self._emit,
            attach=self._attach,
            pause=self.pause,
        )

    async def _open(self) -> Link:
        return Tap(await self._open_link(self.spec.port), self._ring.take)

    def _build(self, link: Link) -> Driver:
        self._refused = None
        driver: Driver = catalog.find(self.spec.driver).device(self.spec.role)(
            link,
            self.spec.settings,
            self._emit,
            self._table.recorded(self.spec.name),
            name=self.spec.name,
            counters=self.counters,
        )
        return driver

    def _attach(self, driver: Driver | None) -> None:
        self.driver = driver
        self.ask(self)

    def _emit(self, reading: readings.Reading) -> asyncio.Future[None]:
        match reading:
            case said.DeviceLost():
                self.reason = reading.reason
                for frames in self._ring.hand_over(FRAMES_CHARS):
                    log.warning("last_frames", device=self.spec.name, frames=frames)
                return self._table.emit(reading)
            case said.DeviceUp():
                self.identity, self.reason = reading.identity, ""
                if reading.identity.simulated and not self._simulated:
                    self._refused = Refused(f"{_name(reading.identity)} is simulated; run --bench")
                elif self._needs and self._needs not in reading.identity.capabilities:
                    text = f"{_name(reading.identity)} lacks the capability {self._needs}"
                    self._refused = Refused(f"{text}, which the options need")
                if self._refused is not None:
                    forget_start(self.counters)
        if self._refused is not None:
            return _failed(self._refused)
        if isinstance(reading, readings.KeyPressed):
            return self._pressed(reading)
        if isinstance(reading, readings.BadgeRead):
            signing = self.badge(readings.open_concealed(reading.number))
            return cast("asyncio.Future[None]", asyncio.ensure_future(signing))
        return self._table.emit(reading)

    def _pressed(self, reading: readings.KeyPressed) -> asyncio.Future[None]:
        """A rail key is what a person says, so it may be refused: a command, not a fact."""
        self._presses += 1
        rid = f"{self.spec.name}/{self._since}/{self._presses}"
        command = cmd.KeyPressed(key=reading.key, where="keypad", rid=rid)
        # The driver asks only whether it failed; the outcome is for the screens.
        return cast("asyncio.Future[None]", self._table.command(command))


async def _no_badge(_: bytes) -> None:
    return


def _needs(role: str, house: House) -> str:
    """The capability without which a device of this role would do the wrong thing."""
    return "wager" if role == "wheel" and two_spins_of_a_box(house.pack) else ""


def wire_orders(state: State, *kinds: OrderKind) -> tuple[WireOrder, ...]:
    """The open orders of these kinds, oldest first, under the ids that the devices remember."""
    return tuple(_wire(o) for o in ledger.open_orders(state, *kinds))


def _wire(order: Order) -> WireOrder:
    if order.kind not in REPORTS:
        return WireOrder(order.wire, order.kind, int(order.target or 0), order.boot, order.wager)
    meter, cents, box, *_ = (*order.target.split(), "", "")
    won = int(box or 0) if order.kind == "hit" else 0
    return WireOrder(order.wire, order.kind, won, order.boot, meter=meter, cents=cents)


def _name(identity: said.Identity) -> str:
    return " ".join(filter(None, (identity.vendor, identity.model, identity.serial)))


def _failed(error: Exception) -> asyncio.Future[None]:
    future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    future.set_exception(error)
    future.exception()
    return future
