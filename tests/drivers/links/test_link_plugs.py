"""A plug is noticed at once: a device comes back then, not after a pause."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from drivers.driver import Backoff, supervise
from drivers.errors import LinkLost
from drivers.link import Link
from drivers.link.plugs import Plugs, Where
from tests.kit.wires.patience import PATIENCE_S
from tests.kit.wires.rig import Recorder
from tests.kit.wires.table import until

HOUR_S = 3600.0


def test_name_that_appears_ends_the_pause(tmp_path: Path) -> None:
    async def waited(name: str) -> float:
        plugs = Plugs(Where((str(tmp_path), str(tmp_path / "serial"))))
        began = time.monotonic()
        asyncio.get_running_loop().call_later(0.1, (tmp_path / name).touch)
        await plugs.arrived(PATIENCE_S)
        plugs.close()
        return time.monotonic() - began

    (tmp_path / "serial").mkdir()
    assert asyncio.run(waited("ttyUSB0")) < PATIENCE_S
    assert asyncio.run(waited("serial/by-id")) < PATIENCE_S


def test_folder_that_appears_is_watched_from_then_on(tmp_path: Path) -> None:
    """/dev/serial is made with the first adapter and goes with the last."""
    below = tmp_path / "serial"

    async def main() -> float:
        plugs = Plugs(Where((str(tmp_path), str(below))))
        asyncio.get_running_loop().call_later(0.1, below.mkdir)
        await plugs.arrived(PATIENCE_S)
        began = time.monotonic()
        asyncio.get_running_loop().call_later(0.1, (below / "x").touch)
        await plugs.arrived(PATIENCE_S)
        plugs.close()
        return time.monotonic() - began

    assert asyncio.run(main()) < PATIENCE_S


def test_without_a_plug_the_pause_is_what_it_was(tmp_path: Path) -> None:
    async def main() -> float:
        plugs = Plugs(Where((str(tmp_path),)))
        began = time.monotonic()
        await plugs.arrived(0.3)
        plugs.close()
        return time.monotonic() - began

    assert asyncio.run(main()) > 0.25


def test_device_that_is_plugged_in_again_is_tried_at_once(tmp_path: Path) -> None:
    """The pause had grown while it was out."""
    port = tmp_path / "ttyUSB0"
    tried: list[bool] = []

    async def open_link() -> Link:
        tried.append(port.exists())
        raise LinkLost("not there")

    async def main() -> None:
        plugs = Plugs(Where((str(tmp_path),)))
        task = asyncio.ensure_future(
            supervise(
                "shoe",
                open_link,
                lambda _: None,  # type: ignore[arg-type,return-value]
                Recorder().emit,
                backoff=Backoff(first=HOUR_S, most=HOUR_S),
                pause=plugs.arrived,
            )
        )
        await until(lambda: tried and plugs._waiting)
        port.touch()
        await until(lambda: any(tried))
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        plugs.close()

    asyncio.run(main())
