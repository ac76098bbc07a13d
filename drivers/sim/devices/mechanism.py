"""What a simulated device is made of besides its session: who it says it is, and what moves."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from drivers.tablelink.messages.wire import Answer, Command


class Identity(NamedTuple):
    """What a device says of itself that never changes."""

    role: str
    model: str
    serial: str
    capabilities: tuple[str, ...] = ()
    vendor: str = "Simulated Works"
    firmware: str = "sim-1"
    firmware_hash: bytes = b""


class Verdict(NamedTuple):
    """A mechanism's answer to a command. Units: `ms` until it has ended, or until asked again."""

    answer: Answer
    ms: int = 0
    reason: str = ""


class Mechanism(Protocol):
    def obey(self, command: Command) -> Verdict:
        """Start to move, or say why not; called once for an id."""

    def progress(self) -> tuple[int, int]:
        """Return how much is done, of how much."""

    def set_level(self, name: int, value: int) -> int | None:
        """Return what is now so; `None` = it has no such level."""
