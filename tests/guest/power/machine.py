"""One qemu whose state is kept and gone on from, told what to do by its monitor (QMP)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.guest.boot import QEMU

PATIENCE_S = 120.0


class Machine:
    """`said`: the lines of its console."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.said: list[str] = []
        self._news = asyncio.Event()
        self._listening = asyncio.ensure_future(self._listen())
        self._monitor: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    @classmethod
    async def start(cls, monitor: Path, accel: str, more: Sequence[str]) -> Machine:
        monitor.unlink(missing_ok=True)
        process = await asyncio.create_subprocess_exec(
            *(*QEMU.split(), "-accel", accel, *more),
            *("-qmp", f"unix:{monitor},server=on,wait=off"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        machine = cls(process)
        async with asyncio.timeout(PATIENCE_S):
            while machine._monitor is None:
                with suppress(OSError):
                    machine._monitor = await asyncio.open_unix_connection(monitor)
                await asyncio.sleep(0.05)
            await machine.told("qmp_capabilities")
        return machine

    async def told(self, what: str, **arguments: Any) -> Any:
        """Tell its monitor; gives what it answers."""
        assert self._monitor is not None
        reader, writer = self._monitor
        writer.write(json.dumps({"execute": what, "arguments": arguments}).encode() + b"\n")
        while line := await reader.readline():
            answer = json.loads(line)
            if "return" in answer:
                return answer["return"]
            if "error" in answer:
                raise RuntimeError(f"{what}: {answer['error']['desc']}")
        raise ConnectionError(f"{what}: qemu has ended: {self.said[-5:]}")

    async def reaches(self, status: str) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while (await self.told("query-status"))["status"] != status:
                await asyncio.sleep(0.05)

    async def keep(self, state: Path) -> None:
        """Stop it, and write its state."""
        await self.told("stop")
        await self.told("migrate", uri=f"exec:cat > {state}")
        async with asyncio.timeout(PATIENCE_S):
            while (await self.told("query-migrate")).get("status") != "completed":
                await asyncio.sleep(0.1)

    def type(self, line: str) -> None:
        """At its console."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n".encode())

    async def hears(self, begin: str, within_s: float = PATIENCE_S) -> str:
        """The first line that begins so, without its beginning."""
        try:
            async with asyncio.timeout(within_s):
                while True:
                    for line in self.said:
                        if line.startswith(begin):
                            return line.removeprefix(begin).strip()
                    if self._listening.done():
                        raise AssertionError(f"qemu has ended before {begin!r}: {self.said[-8:]}")
                    self._news.clear()
                    await self._news.wait()
        except TimeoutError:
            raise AssertionError(f"waited for {begin!r}: {self.said[-8:]}") from None

    async def cut(self) -> None:
        """The power fails."""
        if self._process.returncode is None:
            self._process.kill()
        await self._process.wait()
        if self._monitor is not None:
            self._monitor[1].close()
        await self._listening

    async def _listen(self) -> None:
        assert self._process.stdout is not None
        async for line in self._process.stdout:
            self.said.append(line.decode("utf-8", "replace").strip())
            self._news.set()
        asyncio.get_running_loop().call_soon(self._news.set)
