"""The event stream: full view first, the newest view next, a beat each second."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import msgspec

from controller.console.web.stream import Beat, Source, events
from tests.kit.pages.fake_door import FakeDoor
from tests.kit.pages.table_views import DEALER_VIEWS


def source(door: FakeDoor, **more: object) -> Source:
    values: dict[str, object] = {
        "view": door.view,
        "render": lambda: f"seq {door.view().seq}\nsecond line",
        "beat": lambda: Beat(door.health().oldest_unrecorded_s, 7, "21:46:12"),
    }
    return Source(**(values | more))  # type: ignore[arg-type]


def put(door: FakeDoor, seq: int) -> None:
    door.put(msgspec.structs.replace(DEALER_VIEWS["deciding"], seq=seq))


async def read(stream: AsyncIterator[object], count: int) -> list[str]:
    found = []
    async for event in stream:
        found.append(event.encode().decode())  # type: ignore[attr-defined]
        if len(found) == count:
            break
    return found


async def test_stream_begins_with_the_full_view_and_a_beat() -> None:
    """After a reconnect: full view first, then updates (console/README)."""
    door = FakeDoor()
    stream = events(door.subscribe(), source(door))

    first, second = await read(stream, 2)
    await stream.aclose()

    assert first == "event: view\ndata: seq 41200\ndata: second line\nretry: 500\n\n"
    assert second == 'event: beat\ndata: {"age":0.0,"now":7,"clock":"21:46:12"}\n\n'


async def test_stream_beats_each_second_with_the_age_of_the_oldest_input() -> None:
    """The heartbeat carries the age of the oldest unrecorded input (console/README)."""
    door = FakeDoor()
    stream = events(door.subscribe(), source(door))
    loop = asyncio.get_running_loop()
    start = loop.time()

    await read(stream, 2)
    door.state = msgspec.structs.replace(door.state, oldest_unrecorded_s=4.5)
    (beat,) = await read(stream, 1)
    took = loop.time() - start
    await stream.aclose()

    assert '"age":4.5' in beat
    assert took == 1.0


async def test_stream_sends_only_the_newest_of_many_views() -> None:
    """Views are coalesced: only the newest task shows (console/README 2.2)."""
    door = FakeDoor()
    stream = events(door.subscribe(), source(door))
    await read(stream, 2)

    for seq in (1, 2, 3):
        put(door, seq)
    (event,) = await read(stream, 1)
    await stream.aclose()

    assert "seq 3" in event


async def test_stream_sends_nothing_when_the_view_did_not_change() -> None:
    """The number of messages is a function of what is shown (controller/README 1.2)."""
    door = FakeDoor()
    stream = events(door.subscribe(), source(door))
    await read(stream, 2)

    door.changed()
    (event,) = await read(stream, 1)
    await stream.aclose()

    assert event.startswith("event: beat")


async def test_stream_ends_when_the_table_closes_its_door() -> None:
    door = FakeDoor()
    stream = events(door.subscribe(), source(door))
    await read(stream, 2)

    door.close()
    async with asyncio.timeout(30):
        left = [event async for event in stream]

    assert left == []


async def test_stream_ends_when_the_session_is_over() -> None:
    door = FakeDoor()
    living = [True, True, False]
    stream = events(door.subscribe(), source(door, alive=lambda: living.pop(0)))

    found = [event async for event in stream]

    assert len(found) == 3


async def test_health_panel_is_sent_by_itself_and_only_when_it_changed() -> None:
    """Device health has its own panel and never changes a token (console/README)."""
    door = FakeDoor()
    stream = events(door.subscribe(), source(door, panel=lambda: "same"))

    found = await read(stream, 12)
    await stream.aclose()

    assert sum(event.startswith("event: panel") for event in found) == 1
