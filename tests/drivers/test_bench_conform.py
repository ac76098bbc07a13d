"""The bench gives a verdict: sound devices pass, a planted fault is found by its sentence."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from xml.etree import ElementTree as ET

import pytest

from controller.bench.prove.junit import junit
from drivers.bench.asked import forget, ping, who
from drivers.bench.conform import CHECKS, UNGREETED, conform
from drivers.bench.found import Found
from drivers.bench.talk import Talk
from drivers.errors import Refused
from drivers.frame import Deframer, encode_frame
from drivers.link import Link
from drivers.link.memory import MemoryLink
from drivers.sim.hosting.memory import MemoryHost
from drivers.sim.rig import Rig
from drivers.tablelink.messages import wire
from tests.drivers.tablelink.reference import Powered

SIMULATED = ("reader", "shuffler", "shoe", "wheel")
Change = Callable[[wire.Message], Iterator[wire.Message]]


def failed(found: list[Found]) -> list[str]:
    return [f"{one.sentence} {one.why}" for one in found if one.verdict == "failed"]


@pytest.mark.parametrize("name", SIMULATED)
async def test_simulators_conform(name: str) -> None:
    rig = Rig(1, reader_lockable=True)
    host = MemoryHost(rig.world, rig.devices)
    async with Talk(await host.open(f"sim:{name}")) as talk:
        hello, found = await conform(talk)
    host.close()

    assert hello.simulated
    assert failed(found) == []
    assert len(found) == len(UNGREETED + CHECKS)


@pytest.mark.parametrize("role", ["Shoe", "Reader"])
async def test_reference_firmware_conforms_and_nothing_is_acknowledged(role: str) -> None:
    board = Powered(role)
    if role == "Shoe":
        board.device.draw("As")
    async with Talk(await board.open()) as talk:
        await talk.greet()
        _, found = await conform(talk)
    await board.close()

    assert failed(found) == []
    if role == "Shoe":
        assert len(board.store.kept) == 1


# ---- planted faults ----
class Mangled(MemoryLink):
    """Stands before a sound device and changes what it hears and what it says."""

    def __init__(self, inner: Link, heard: Change, said: Change) -> None:
        super().__init__()
        self._inner, self._heard, self._said = inner, heard, said
        self._in, self._out = Deframer(), Deframer()
        self._task = asyncio.ensure_future(self._run())

    async def _run(self) -> None:
        while True:
            for body in self._in.feed(await self._inner.read()):
                for message in self._said(wire.decode(body)):
                    self.deliver(encode_frame(wire.encode(message)))

    def write(self, data: bytes) -> None:
        for body in self._out.feed(data):
            try:
                messages = list(self._heard(wire.decode(body)))
            except ValueError:
                continue
            for message in messages:
                self._inner.write(encode_frame(wire.encode(message)))

    def close(self) -> None:
        self._task.cancel()
        self._inner.close()
        super().close()


def same(message: wire.Message) -> Iterator[wire.Message]:
    yield message


def changed(kind: type[wire.Message], **values: object) -> Change:
    def change(message: wire.Message) -> Iterator[wire.Message]:
        if isinstance(message, kind):
            fields = {n: getattr(message, n) for n in message.__struct_fields__}
            yield kind(**{**fields, **values})
        else:
            yield message

    return change


def without(kind: type[wire.Message]) -> Change:
    def change(message: wire.Message) -> Iterator[wire.Message]:
        if not isinstance(message, kind):
            yield message

    return change


def once(kind: type[wire.Message]) -> Change:
    """The first two of a kind only: what it was asked for, but no repeat."""
    left = [None] * 2

    def change(message: wire.Message) -> Iterator[wire.Message]:
        if not isinstance(message, kind) or (left and left.pop() is None):
            yield message

    return change


FAULTS: dict[str, tuple[str, Change]] = {
    "one HELLO": ("3.1~2", once(wire.Hello)),
    "no PONG": ("7", without(wire.Pong)),
    "PONG of another boot": ("7", changed(wire.Pong, boot="11" * 12)),
    "a clock that stands": ("8.12", changed(wire.Pong, ms=1000)),
    "no serial number": ("3", changed(wire.Hello, serial="")),
    "a role that is none": ("3", changed(wire.Hello, role="oracle")),
    "never rejected": ("5.2", changed(wire.CommandReply, answer=1)),
    "no answer to a command": ("5.2", without(wire.CommandReply)),
    "no precondition": ("5.4", changed(wire.CommandReply, reason="no")),
    "unsure of what it never saw": ("5.6", changed(wire.CommandState, status=5)),
    "a level that stays": ("6", changed(wire.LevelState, value=3)),
}


@pytest.mark.parametrize("fault", FAULTS)
async def test_planted_fault_is_found_by_its_sentence(fault: str) -> None:
    sentence, said = FAULTS[fault]
    rig = Rig(1)
    host = MemoryHost(rig.world, rig.devices)
    async with Talk(Mangled(await host.open("sim:shoe"), same, said)) as talk:
        _, found = await conform(talk)
    host.close()

    assert sentence in {one.sentence for one in found if one.verdict == "failed"}


# ---- the short questions ----
async def test_ping_counts_what_it_measures() -> None:
    rig = Rig(1)
    host = MemoryHost(rig.world, rig.devices)
    async with Talk(await host.open("sim:shoe")) as talk:
        found = await ping(talk, 50)
    host.close()

    assert (found.sent, found.lost, len(found.took)) == (50, 0, 50)
    assert found.words.startswith("50 sent, 0 lost, 0 bad frames; min ")


async def test_forget_means_one_unit_only() -> None:
    rig = Rig(1)
    rig.shoe.end.moved, rig.shoe.end.results.accepted = 4711, 9 << 48
    host = MemoryHost(rig.world, rig.devices)
    async with Talk(await host.open("sim:shoe")) as talk:
        with pytest.raises(Refused, match="SIM-SHOE-1 answers there, not"):
            await forget(talk, "SH-0007")
        assert rig.shoe.end.moved == 4711
        hello = await forget(talk, "SIM-SHOE-1")
    host.close()

    assert (hello.moved, hello.accepted) == (0, 0)
    assert who(hello)["serial"] == "SIM-SHOE-1"


def test_junit_is_read_by_a_strangers_tool() -> None:
    found = [
        Found("1.2", "a", "passed", ms=12.0),
        Found("7", "b", "failed", "<no> & answer"),
        Found("6", "c", "skipped", "none"),
    ]
    suite = ET.fromstring(junit("shoe", found))

    assert (suite.get("tests"), suite.get("failures"), suite.get("skipped")) == ("3", "1", "1")
    assert suite.findall("testcase/failure")[0].get("message") == "<no> & answer"
