"""A plug is noticed at once: a device comes back within half a second, not after a pause."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from drivers.driver import Backoff, supervise
from drivers.errors import LinkLost
from drivers.link import Link
from drivers.link.plugs import Plugs, Where
from tests.kit.wires.rig import Recorder


def test_name_that_appears_ends_the_pause(tmp_path: Path) -> None:
    async def waited(name: str) -> float:
        plugs = Plugs(Where((str(tmp_path), str(tmp_path / "serial"))))
        began = time.monotonic()
        asyncio.get_running_loop().call_later(0.1, (tmp_path / name).touch)
        await plugs.arrived(5)
        plugs.close()
        return time.monotonic() - began

    (tmp_path / "serial").mkdir()
    assert asyncio.run(waited("ttyUSB0")) < 0.5
    assert asyncio.run(waited("serial/by-id")) < 0.5


def test_folder_that_appears_is_watched_from_then_on(tmp_path: Path) -> None:
    """/dev/serial is made with the first adapter and goes with the last."""
    below = tmp_path / "serial"

    async def main() -> float:
        plugs = Plugs(Where((str(tmp_path), str(below))))
        asyncio.get_running_loop().call_later(0.1, below.mkdir)
        await plugs.arrived(5)
        began = time.monotonic()
        asyncio.get_running_loop().call_later(0.1, (below / "x").touch)
        await plugs.arrived(5)
        plugs.close()
        return time.monotonic() - began

    assert asyncio.run(main()) < 0.5


def test_without_a_plug_the_pause_is_what_it_was(tmp_path: Path) -> None:
    async def main() -> float:
        plugs = Plugs(Where((str(tmp_path),)))
        began = time.monotonic()
        await plugs.arrived(0.3)
        plugs.close()
        return time.monotonic() - began

    assert 0.25 < asyncio.run(main()) < 1


def test_device_that_is_plugged_in_again_is_tried_at_once(tmp_path: Path) -> None:
    """The pause had grown to five seconds while it was out."""
    port = tmp_path / "ttyUSB0"
    tried: list[float] = []

    async def open_link() -> Link:
        if port.exists():
            tried.append(time.monotonic())
        raise LinkLost("not there")

    async def main() -> float:
        plugs = Plugs(Where((str(tmp_path),)))
        task = asyncio.ensure_future(
            supervise(
                "shoe",
                open_link,
                lambda _: None,  # type: ignore[arg-type,return-value]
                Recorder().emit,
                backoff=Backoff(first=60, most=60),
                pause=plugs.arrived,
            )
        )
        await asyncio.sleep(0.2)
        began = time.monotonic()
        port.touch()
        await asyncio.sleep(0.5)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        plugs.close()
        return tried[0] - began

    assert asyncio.run(main()) < 0.5
