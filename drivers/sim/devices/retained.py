"""The events that a device keeps until they are acknowledged, and when it sends them again.

Unacknowledged events go out again after 200 ms, then doubling to 2 s, oldest first, the bytes
unchanged but for the resend flag. Those of an earlier boot keep its id. Source: PROTOCOL.md, R3.
"""

from __future__ import annotations

from msgspec import Struct

from drivers.frame import encode_frame
from drivers.tablelink.messages.resent import FLAGS_AT
from drivers.tablelink.messages.wire import RESENT, Carried, Event, encode

FIRST_RESEND_S, LAST_RESEND_S = 0.2, 2.0
HAIR_S = 1e-6
LAST_NUMBER = 0xFFFF_FFFE


class _Kept(Struct, frozen=True):
    boot: str
    n: int
    message: bytes

    def frame(self, *, again: bool) -> bytes:
        if not again:
            return encode_frame(self.message)
        flags = bytes((self.message[FLAGS_AT] | RESENT,))
        return encode_frame(self.message[:FLAGS_AT] + flags + self.message[FLAGS_AT + 1 :])


class Retained:
    """Units: seconds of the host's clock."""

    def __init__(self, boot: str, *, keep: int = 64) -> None:
        self.boot, self.keep = boot, keep
        self.n = self.acked = 0
        self._kept: list[_Kept] = []
        self._wait_s = FIRST_RESEND_S
        self._resend_at: float | None = None

    def __len__(self) -> int:
        return len(self._kept)

    @property
    def full(self) -> bool:
        return len(self._kept) >= self.keep or self.n >= LAST_NUMBER

    def add(self, event: Event, now_s: float) -> bytes:
        """Keep the event under the next number of this boot; return its frame."""
        self.n += 1
        named = Event(self.boot, self.n, event.ms, event.code, event.flags, event.body)
        kept = _Kept(self.boot, self.n, encode(named))
        self._kept.append(kept)
        if self._resend_at is None:
            self._resend_at = now_s + self._wait_s
        return kept.frame(again=False)

    def acknowledge(self, boot: str, n: int, now_s: float) -> None:
        last = max((k.n for k in self._kept if k.boot == boot), default=0)
        if boot == self.boot:
            self.acked = max(self.acked, min(n, self.n))
        if not last:
            return
        self._kept = [k for k in self._kept if k.boot != boot or k.n > n]
        self._wait_s = FIRST_RESEND_S
        self._resend_at = now_s + self._wait_s if self._kept else None

    def everything(self, now_s: float) -> list[bytes]:
        """All that is kept, after a greeting; the waiting times start anew."""
        self._wait_s = FIRST_RESEND_S
        self._resend_at = now_s + self._wait_s if self._kept else None
        return [kept.frame(again=True) for kept in self._kept]

    def resend(self, now_s: float) -> list[bytes]:
        if self._resend_at is None or now_s < self._resend_at - HAIR_S:
            return []
        self._wait_s = min(self._wait_s * 2, LAST_RESEND_S)
        self._resend_at = now_s + self._wait_s
        return [kept.frame(again=True) for kept in self._kept]

    def due_s(self) -> float | None:
        return self._resend_at

    def carried(self) -> tuple[Carried, ...]:
        boots = dict.fromkeys(kept.boot for kept in self._kept if kept.boot != self.boot)
        numbers = {boot: [k.n for k in self._kept if k.boot == boot] for boot in boots}
        return tuple(Carried(boot, ns[0], len(ns)) for boot, ns in numbers.items())

    def restart(self, boot: str, *, memory: bool) -> None:
        """Begin a new boot; without memory what was not acknowledged is lost."""
        self.boot, self.n, self.acked = boot, 0, 0
        self._wait_s, self._resend_at = FIRST_RESEND_S, None
        if not memory:
            self._kept.clear()
