"""Tell systemd that the daemon is ready, what it does, and that its table still answers.

One datagram a message to the socket that systemd names; outside systemd nothing is sent. The
watchdog is fed only after the table's actor has answered, so a daemon whose loop turns while its
table hangs is restarted. Source: sd_notify(3), sd_watchdog_enabled(3).
"""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Notifier:
    """The way to the service manager; `address` empty = nobody listens.

    Units: `watchdog_s` is the longest silence that systemd allows, 0 = no watchdog.
    """

    address: str = ""
    watchdog_s: float = 0.0

    def tell(self, **fields: str) -> None:
        """Send `READY="1"`, `STATUS="..."` and the like; a manager that went away is no error."""
        if not self.address:
            return
        text = "\n".join(f"{name}={_one_line(value)}" for name, value in fields.items())
        abstract = "\0" + self.address[1:] if self.address.startswith("@") else self.address
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as link:
            link.setblocking(False)
            try:
                link.sendto(text.encode(), abstract)
            except OSError:
                return

    async def feed_watchdog(self, answers: Callable[[], Awaitable[object]]) -> None:
        """Run for ever: feed at a third of the allowed time, each time only after `answers()`.

        `answers` asks the table's actor and returns when it has replied. One that raises or hangs
        feeds nothing, and systemd ends the process.
        """
        if not (self.address and self.watchdog_s > 0):
            return
        pause_s = self.watchdog_s / 3
        while True:
            await answers()
            self.tell(WATCHDOG="1")
            await asyncio.sleep(pause_s)


def notifier_of(environment: Mapping[str, str], *, pid: int | None = None) -> Notifier:
    """Read what systemd passed; a watchdog meant for another process is not ours to feed."""
    address = environment.get("NOTIFY_SOCKET", "")
    usec = environment.get("WATCHDOG_USEC", "")
    meant_for = environment.get("WATCHDOG_PID", "")
    ours = not meant_for or meant_for == str(os.getpid() if pid is None else pid)
    return Notifier(address, int(usec) / 1e6 if ours and usec.isdecimal() else 0.0)


def _one_line(value: str) -> str:
    return " ".join(value.splitlines())
