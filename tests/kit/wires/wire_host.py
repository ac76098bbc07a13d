"""A host that holds the other end of a simulated device by hand: whole messages, no policy."""

from __future__ import annotations

from typing import Any, TypeVar

from drivers.frame import Deframer, encode_frame
from drivers.sim.rig import Rig
from drivers.sim.simulator import Simulator
from drivers.tablelink.messages import verbs, wire
from drivers.tablelink.messages.events import BODIES, Code
from drivers.tablelink.messages.fields import Cursor

STEP_MS = 50
M = TypeVar("M", bound=wire.Message)


class WireHost:
    """Units: `now_s` seconds, moved only by `wait`."""

    def __init__(self, device: Simulator) -> None:
        self.device, self._now_ms = device, 0
        self.raw: list[bytes] = []
        self.heard: list[wire.Message] = []
        self._deframer = Deframer()
        self.counts = self._deframer.counts

    def send(self, message: wire.Message) -> None:
        self.device.feed(encode_frame(wire.encode(message)))
        self.listen()

    def listen(self) -> None:
        self.device.tick(self.now_s)
        for body in self._deframer.feed(self.device.take()):
            self.raw.append(body)
            self.heard.append(wire.decode(body))

    @property
    def now_s(self) -> float:
        return self._now_ms / 1000

    def wait(self, seconds: float) -> None:
        for _ in range(round(seconds * 1000) // STEP_MS):
            self._now_ms += STEP_MS
            self.listen()

    def wait_pinging(self, seconds: float) -> None:
        for _ in range(round(seconds)):
            self.send(wire.Ping(1))
            self.wait(1)

    def greet(self) -> wire.Hello:
        self.send(wire.HelloRequest())
        hello = self.last(wire.Hello)
        self.send(wire.HelloAck(wire.VERSION, hello.boot, 1))
        return hello

    def got(self, kind: type[M]) -> list[M]:
        return [message for message in self.heard if isinstance(message, kind)]

    def last(self, kind: type[M]) -> M:
        return self.got(kind)[-1]

    def forget(self) -> None:
        self.heard.clear()
        self.raw.clear()

    def order(self, order: int, verb: verbs.Verb, target: int = 0, **expected: Any) -> None:
        boot = expected.get("boot", self.last(wire.Hello).boot)
        state = expected.get("state", wire.ANY)
        last_event = expected.get("last_event", wire.ANY)
        args = verbs.of_spin(target, expected.get("wager", ""))
        command = wire.Command(order, boot, state, last_event, verb, args)
        self.send(command)

    def query(self, order: int) -> wire.CommandState:
        self.send(wire.CommandQuery(order))
        return self.last(wire.CommandState)


def a_table(*, shoe_lockable: bool = True, reader_lockable: bool = False) -> Rig:
    return Rig(5, shuffle_s=60, shoe_lockable=shoe_lockable, reader_lockable=reader_lockable)


def with_cards(rig: Rig, *first: str) -> Rig:
    rig.world.shuffle_by_hand()
    rig.world.insert_cover()
    rig.world.load_shoe()
    rig.mischief.arrange(list(first))
    return rig


def host_of(rig: Rig, device: str) -> WireHost:
    host = WireHost(rig.devices[device])
    host.greet()
    return host


def said(host: WireHost) -> list[tuple[object, ...]]:
    """Return code and fields of each event, without repeats."""
    events = {(event.boot, event.n): event for event in host.got(wire.Event)}
    out: list[tuple[object, ...]] = []
    for event in events.values():
        if event.code == Code.CARD_DRAWN:
            out.append((Code.CARD_DRAWN, event.body.decode()))
            continue
        cursor = Cursor(event.body)
        out.append((Code(event.code), *(f.take(cursor) for _, f in BODIES[event.code][1])))
    return out
