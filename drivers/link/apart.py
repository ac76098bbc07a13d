"""Do what may block in a thread of its own, so that one hung device holds up nothing else.

Opening and closing a tty may take the kernel half a minute: it waits for bytes that the device
does not take. A shared pool would do for one such device and then hold up the next.
"""

from __future__ import annotations

import asyncio
import termios
import threading
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")
EXPECTED = (OSError, ValueError, OverflowError, termios.error)
"""What a port may answer."""


def apart(
    name: str, work: Callable[[], T], *, unwanted: Callable[[T], object] = lambda _: None
) -> asyncio.Future[T]:
    """Start the work; the future has what it gives, or the error of a port that it raises.

    `unwanted` gets the result, in a thread, when nobody waits for it any more.
    """
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()

    def give(result: T) -> None:
        if done.done():
            _thread(name, unwanted, result)
        else:
            done.set_result(result)

    def fail(error: Exception) -> None:
        if not done.done():
            done.set_exception(error)

    def run() -> None:
        told = False
        try:
            result = work()
            told = _tell(loop, give, result)
            if not told:
                unwanted(result)
        except EXPECTED as error:
            told = _tell(loop, fail, error)
        finally:
            # Whatever ended this thread, nobody waits for it in vain.
            if not told:
                _tell(loop, fail, OSError(f"the thread {name!r} failed"))

    _thread(name, run)
    return done


def _thread(name: str, work: Callable[..., object], *args: object) -> None:
    threading.Thread(target=work, args=args, name=name, daemon=True).start()


def _tell(loop: asyncio.AbstractEventLoop, call: Callable[..., Any], what: object) -> bool:
    """False = the loop is closed and nobody listens any more."""
    try:
        loop.call_soon_threadsafe(call, what)
    except RuntimeError:
        return False
    return True
