"""One tablelink device over one link: hello, heartbeat, events, orders and levels.

The host asks for a hello until one comes, checks who it is, and greets it; only then do events
count. A silence of 2 s asks again, since another device may sit behind the same plug; 3 s is
suspect, 10 s is lost. Everything here runs in `run()` or in a verb, and no verb waits.
"""

from __future__ import annotations

import asyncio
import time

from msgspec import Struct

from drivers.driver import (
    Counters,
    Emit,
    Recorded,
    WireOrder,
    count_start,
)
from drivers.errors import FrameError, LinkLost, NotRecorded, Refused, Timeout
from drivers.event import DeviceUp, Identity
from drivers.frame import RESYNC, Deframer, encode_frame
from drivers.link import Link
from drivers.link.until import read_until
from drivers.reading import EventReading
from drivers.tablelink.messages.events import Code, to_reading
from drivers.tablelink.messages.resent import without_resent
from drivers.tablelink.messages.wire import Hello, LevelName

from .clocks import Clocks
from .intake import Intake
from .levels import Levels
from .messages import wire
from .orders import Orders
from .settings import TablelinkSettings

TELEMETRY_NAMES = 32


def wall_ms() -> int:
    """UTC, for the device's own log."""
    return time.time_ns() // 1_000_000


class Role(Struct, frozen=True):
    """What a device of this role may say."""

    name: str
    codes: frozenset[Code]


class Session:
    """The far end is a device of `role`; `counters` outlive the link."""

    def __init__(
        self,
        role: Role,
        link: Link,
        settings: TablelinkSettings,
        emit: Emit,
        recorded: Recorded,
        *,
        name: str,
        counters: Counters | None = None,
    ) -> None:
        self._role, self._link, self._settings, self._emit = role, link, settings, emit
        self._waits, self._name = settings.waits, name
        self.counters = counters if counters is not None else Counters()
        self._deframer = Deframer()
        self._intake = Intake(
            *(emit, recorded),
            translate=self._translate,
            send=self._send,
            counters=self.counters,
        )
        self._orders = Orders(
            *(name, emit),
            send=self._send,
            high=self._intake.high,
            counters=self.counters,
            again_s=self._waits.again_s,
            patience_s=self._waits.patience_s,
            progress_s=self._waits.progress_s,
            movement_s=self._waits.movement_s,
        )
        self._levels = Levels(
            *(name, emit),
            send=self._send,
            counters=self.counters,
            again_s=self._waits.again_s,
            late_s=self._waits.suspect_s,
        )
        self._clocks = Clocks()
        self._hello: Hello | None = None
        self._fell = ""
        """Boot in which its numbers fell back, as its last hello said."""
        self._failure: BaseException | None = None
        self._asking, self._asked_since, self._again_at = True, 0.0, 0.0
        self._heard_at, self._ping_at = 0.0, 0.0
        self._token, self._pinged_at = 0, 0.0

    # ---- verbs ----
    def keep(self, name: LevelName, value: int) -> None:
        """Assert a level: sent at once, and until the device says the same."""
        self._levels.keep(name, value, self._now())

    def want(self, orders: tuple[WireOrder, ...]) -> None:
        self._orders.want(orders, self._now())

    # ---- the loop ----
    async def run(self) -> None:
        """Raises: LinkLost, Refused, Timeout."""
        now = self._now()
        self._heard_at = self._asked_since = now
        try:
            self._link.write(RESYNC)
            while True:
                self._tick(self._now())
                self._raise_failure()
                data = await self._read()
                self._receive(data, self._now())
        finally:
            self._leave()
            self._count_frames()

    async def _read(self) -> bytes:
        data, late = await read_until(self._link, self._due())
        self._heard_at += late
        return data

    def _receive(self, data: bytes, now: float) -> None:
        bodies = self._deframer.feed(data)
        if bodies and now - self._heard_at > self._waits.gap_s:
            self._ask_hello(now)
        for body in bodies:
            self._heard_at = now
            try:
                message = wire.decode(body)
            except FrameError:
                self.counters.messages_bad += 1
            else:
                self._take(message, body, now)
        self._count_frames()

    def _take(self, message: wire.Message, body: bytes, now: float) -> None:
        match message:
            case Hello():
                self._greet(message, now)
            case wire.Ping():
                self._pong(message)
            case wire.Pong():
                self._take_pong(message, now)
            case wire.Telemetry():
                self._take_telemetry(message)
            case wire.Event() if not self._asking:
                self._intake.take(message, without_resent(body), now)
                if not self._intake.knows(message.boot):
                    self._ask_hello(now)
            case wire.CommandReply() if not self._asking:
                self._orders.replied(message, now)
            case wire.CommandState() if not self._asking:
                self._orders.stated(message, now)
            case wire.Progress() if not self._asking:
                self._orders.progressed(message, now)
            case wire.LevelState() if not self._asking:
                self._levels.told(message, now)
            case _:
                pass

    # ---- who is there ----
    def _greet(self, hello: Hello, now: float) -> None:
        self._check(hello)
        if self._hello is None or hello.boot != self._hello.boot:
            count_start(self.counters, now, self._waits.starts_at_most)
        ack = wire.HelloAck(
            *(wire.VERSION, hello.boot, self.counters.hellos + 1, self._settings.table),
            clock=wall_ms(),
        )
        before, asked = self._hello, self._asking
        fell = hello.boot if hello.last_event < self._intake.seen(hello.boot) else ""
        changed = before is None or fell not in ("", self._fell) or _who(hello) != _who(before)
        self._hello, self._asking, self.counters.up, self._fell = hello, False, True, fell
        self._intake.greet(hello)
        if not self._clocks.knows(hello.boot):
            # Its answer comes before what it has kept: then that can be told with its time.
            self._ping_at = now
            self._ping(now)
        self._send(ack)
        if changed:
            self.counters.hellos += 1
            self._emit(self._device_up(hello)).add_done_callback(self._greeted)
        if changed or asked:
            self._levels.greet(hello.capabilities, now)
            self._orders.greet(hello, now)

    def _check(self, hello: Hello) -> None:
        """Raises: Refused, with what answers and what is configured."""
        found = f"{hello.role} {hello.vendor} {hello.model} {hello.serial}"
        settings = self._settings
        if hello.role != self._role.name:
            raise Refused(f"{found!r} answers where a {self._role.name} is configured")
        if settings.serial not in {"", hello.serial}:
            raise Refused(f"{found!r} answers, serial {settings.serial!r} is configured")
        if settings.model not in {"", hello.model}:
            raise Refused(f"{found!r} answers, model {settings.model!r} is configured")
        if not hello.version_low <= wire.VERSION <= hello.version_high:
            spoken = f"{hello.version_low} to {hello.version_high}"
            raise Refused(f"{found!r} speaks tablelink {spoken}, this is {wire.VERSION}")
        if hello.key_id:
            raise Refused(f"{found!r} is enrolled with key {hello.key_id}: version 1 has none")

    def _device_up(self, hello: Hello) -> DeviceUp:
        identity = Identity(
            role=hello.role,
            vendor=hello.vendor,
            model=hello.model,
            serial=hello.serial,
            firmware=hello.firmware,
            firmware_hash=hello.firmware_hash.hex(),
            simulated=hello.simulated,
            capabilities=hello.capabilities,
        )
        return DeviceUp(
            device=self._name,
            boot=hello.boot,
            identity=identity,
            last_event=hello.last_event,
            acked=hello.acked,
            accepted=hello.accepted,
            carried=sum(earlier.count for earlier in hello.carried),
            moved=hello.moved,
            reset_cause=hello.reset_cause,
        )

    def _greeted(self, said: asyncio.Future[None]) -> None:
        """A hello that is not on the record has to be said again."""
        if said.cancelled() or said.exception() is None:
            return
        if not isinstance(said.exception(), NotRecorded):
            self._failure = said.exception()
        self._hello = None
        self._ask_hello(self._now())
        self._again_at = self._now() + self._waits.again_s

    def _ask_hello(self, now: float) -> None:
        if not self._asking:
            self._asking, self._asked_since, self._again_at = True, now, now
            self._leave()

    def _leave(self) -> None:
        self._orders.leave()
        self._levels.leave()

    # ---- heartbeat ----
    def _pong(self, ping: wire.Ping) -> None:
        boot = self._hello.boot if self._hello else wire.NO_BOOT
        seen, high = self._intake.seen(boot), self._intake.high(boot)
        self._send(wire.Pong(ping.token, boot, 0, seen, high))

    def _take_pong(self, pong: wire.Pong, now: float) -> None:
        if pong.ms:
            self._clocks.heard(pong.boot, pong.ms, wall_ms())
        if pong.token == self._token:
            self.counters.round_trip_ms = (now - self._pinged_at) * 1000
        if self._hello is not None and pong.boot != self._hello.boot:
            self._ask_hello(now)

    def _take_telemetry(self, telemetry: wire.Telemetry) -> None:
        known = self.counters.telemetry
        if telemetry.name in known or len(known) < TELEMETRY_NAMES:
            known[telemetry.name] = telemetry.value

    def _tick(self, now: float) -> None:
        self._watch_silence(now)
        if self._asking:
            if now >= self._asked_since + self._waits.hello_s:
                raise Timeout("hello", self._waits.hello_s)
            if now >= self._again_at:
                self._again_at = now + self._waits.again_s
                self._send(wire.HelloRequest())
        else:
            self._orders.tick(now, heard=now - self._heard_at < self._waits.gap_s)
            self._levels.tick(now)
        self._ping(now)

    def _ping(self, now: float) -> None:
        if now >= self._ping_at:
            self._ping_at, self._pinged_at = now + self._waits.ping_s, now
            self._token = (self._token + 1) % wire.ANY
            self._send(wire.Ping(self._token))

    def _watch_silence(self, now: float) -> None:
        silence = now - self._heard_at
        suspect = silence >= self._waits.suspect_s
        self.counters.suspects += suspect and not self.counters.suspect
        self.counters.suspect = suspect
        if silence >= self._waits.lost_s:
            raise LinkLost(f"silent for {self._waits.lost_s:g} s")
        stuck = self._intake.stuck_since
        if stuck is not None and now - stuck >= self._waits.lost_s:
            raise LinkLost("an event that the device counts does not come")

    def _due(self) -> float:
        if self._asking:
            return min(self._again_at, self._ping_at)
        return min(self._ping_at, self._levels.due(), self._orders.due())

    # ---- out ----
    def _send(self, message: wire.Message) -> None:
        """Queue a message; a link that is gone shows in `run()`."""
        try:
            self._link.write(encode_frame(wire.encode(message)))
        except LinkLost as lost:
            self._failure = self._failure or lost
        else:
            self.counters.frames_out += 1

    def _raise_failure(self) -> None:
        failure = self._failure or self._intake.failure or self._orders.failure
        if failure is not None:
            raise failure

    def _translate(self, event: wire.Event, raw: bytes) -> EventReading:
        if not event.flags & wire.RESENT:
            self._clocks.heard(event.boot, event.ms, wall_ms())
        at = self._clocks.at(event.boot, event.ms)
        reading = to_reading(event, self._name, raw, self._role.codes, at)
        order = getattr(reading.event, "order", None)
        if order is not None:
            self._orders.finished(order)
        return reading

    def _count_frames(self) -> None:
        self.counters.frames_in += self._deframer.counts.good
        self.counters.frames_bad += self._deframer.counts.bad
        self._deframer.counts = type(self._deframer.counts)()

    def _now(self) -> float:
        return asyncio.get_running_loop().time()


def _who(hello: Hello) -> tuple[object, ...]:
    return hello.boot, hello.role, hello.vendor, hello.model, hello.serial, hello.firmware
