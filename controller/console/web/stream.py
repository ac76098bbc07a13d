"""Server-sent events of a page: the full view first, then each newest view, and a beat a second.

The beat carries the age of the oldest unrecorded input; a page that hears none for three seconds
turns stale. A reader that is slow gets the newest view, never a queue of old ones.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from typing import TypeAlias

import msgspec
from msgspec import Struct
from sse_starlette.event import ServerSentEvent

BEAT_S = 1.0
PANEL_BEATS = 5
RETRY_MS = 500
"""How soon a browser asks again after a lost stream; well below the three seconds of STALE."""


class Beat(Struct, frozen=True):
    age: float
    """Seconds that the oldest unrecorded input waits."""
    now: int
    clock: str


Drawn: TypeAlias = str | Awaitable[str]
"""HTML, or the promise of it where something must be read first that takes long."""


class Source(Struct, frozen=True, kw_only=True):
    """What a page streams: `view` is compared, `render` makes its HTML; `panel` bears no tokens."""

    view: Callable[[], object]
    render: Callable[[], Drawn]
    beat: Callable[[], Beat]
    panel: Callable[[], str] | None = None
    alive: Callable[[], bool] = lambda: True


async def events(
    changes: AsyncIterator[None], source: Source
) -> AsyncGenerator[ServerSentEvent, None]:
    loop = asyncio.get_running_loop()
    waiting = asyncio.ensure_future(_next(changes))
    await asyncio.sleep(0)  # subscribed before the first view is read: no change is missed
    shown: object = None
    panel, beats, due = "", 0, loop.time()
    try:
        while source.alive():
            view = source.view()
            if view != shown:
                shown = view
                yield _event("view", await whole(source.render()), RETRY_MS)
            if loop.time() >= due:
                due = loop.time() + BEAT_S
                yield _event("beat", msgspec.json.encode(source.beat()).decode())
                if source.panel and beats % PANEL_BEATS == 0 and (now := source.panel()) != panel:
                    panel = now
                    yield _event("panel", panel)
                beats += 1
            await asyncio.wait({waiting}, timeout=max(0.0, due - loop.time()))
            if waiting.done():
                if not waiting.result():
                    return
                waiting = asyncio.ensure_future(_next(changes))
    finally:
        waiting.cancel()


async def whole(drawn: Drawn) -> str:
    return drawn if isinstance(drawn, str) else await drawn


def _event(name: str, data: str, retry: int | None = None) -> ServerSentEvent:
    return ServerSentEvent(data, event=name, retry=retry, sep="\n")


async def _next(changes: AsyncIterator[None]) -> bool:
    try:
        await anext(changes)
    except StopAsyncIteration:
        return False
    return True
