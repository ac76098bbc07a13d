"""The console served for real on a loopback port, over a fake door that tests move by hand."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from argon2 import PasswordHasher

from controller.console.app import console_app
from controller.console.drawing.look import Look
from controller.console.sign_in.people import People, Rank
from controller.console.sign_in.table_screen import TableScreen
from controller.console.web.server import ConsoleServer, console_server
from controller.domain.views.floor_view import FloorView, SignView
from controller.domain.views.view import DealerView
from tests.kit.pages.fake_door import FakeDoor
from tests.kit.pages.views import at
from tests.kit.wires.patience import PATIENCE_S

PIN = "4711"
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


class Site:
    """Runs the server on a thread of its own; `url` is where it answers."""

    def __init__(
        self,
        folder: Path,
        look: Look | None = None,
        *,
        people: tuple[str, ...] = ("M. Okafor",),
    ) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self.door = FakeDoor()
        self.clock = at("21:46:12")
        folder.mkdir(exist_ok=True)
        self._people = People(folder / "people.json", QUICK)
        for name in people:
            self.add(name, "floorperson")
        app = console_app(self.door, self._people, look=look, now=lambda: self.clock)
        self.screen: TableScreen = app.state.screen
        self._server: ConsoleServer = console_server(app, host="127.0.0.1", port=0)
        self._thread = threading.Thread(target=self._run, name="site", daemon=True)
        self._ready = threading.Event()
        self.url = ""

    def __enter__(self) -> Self:
        self._thread.start()
        assert self._ready.wait(PATIENCE_S)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.do(self.door.close)
        self._server.should_exit = True
        self._thread.join(PATIENCE_S)

    def add(self, name: str, rank: Rank) -> None:
        """A person whose PIN is `PIN`; one who is known stays as he is."""
        if all(person.name != name for person in self._people.all()):
            self._people.add(name, rank, "1234")
            change = self._people.change(name, PIN)
            if self._loop is None:
                asyncio.run(change)
            else:
                asyncio.run_coroutine_threadsafe(change, self._loop).result(PATIENCE_S)

    def show(
        self,
        dealer: DealerView | None = None,
        floor: FloorView | None = None,
        sign: SignView | None = None,
    ) -> None:
        def change() -> None:
            self.door.dealer = dealer or self.door.dealer
            self.door.floor = floor or self.door.floor
            self.door.sign = sign or self.door.sign
            self.door.changed()

        self.do(change)

    def do(self, act: object) -> None:
        assert self._loop is not None
        assert callable(act)
        self._loop.call_soon_threadsafe(act)

    @contextmanager
    def blocked(self) -> Iterator[None]:
        """The server's loop stands still meanwhile, as that of a controller that hangs would."""
        goes_on = threading.Event()
        self.do(lambda: goes_on.wait(PATIENCE_S))
        try:
            yield
        finally:
            goes_on.set()

    def _run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        serving = asyncio.ensure_future(self._server.serve())
        while not self._server.started:
            await asyncio.sleep(0.01)
        port = self._server.servers[0].sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        self._ready.set()
        await serving
