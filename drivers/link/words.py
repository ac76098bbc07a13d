"""What a port's error is in people's words, with the act that mends it; the same in check and run.

A number of an error never reaches a person, and the words stay the same from one attempt to the
next.
"""

from __future__ import annotations

import errno

GONE = "unplugged"
NO_ACCESS = (
    "no permission to use {what}. Install the udev rules, let the service run as its own user, "
    "and plug the device in again"
)
BUSY = "another program has {what}. Stop that program"
NOT_THERE = "{what} is not there. Is it plugged in?"
NO_PORT = "{what} is no serial port. Name the device of the adapter"
NO_INPUT = "{what} is no input device. Name the one whose name ends in -event-kbd"
NO_EVDEV = "python-evdev is not installed. Install dealer-assist[evdev]"
BUS = "bus error at {what}. Plug it in again; use another cable or socket"
STALLED = "stalled: {what} refuses to answer. Switch it off and on"
SILENT = "{what} does not answer. Switch it off and on"
OTHER = "{what} cannot be used. Plug it in again; then ask for its cable and adapter"
WORDS: dict[int, str] = {
    **dict.fromkeys((errno.EACCES, errno.EPERM), NO_ACCESS),
    **dict.fromkeys((errno.EBUSY, errno.EAGAIN), BUSY),
    **dict.fromkeys((errno.ENOENT, errno.ENODEV, errno.ENXIO), NOT_THERE),
    **dict.fromkeys((errno.EIO, errno.EPROTO, errno.EILSEQ, errno.EOVERFLOW, errno.ECOMM), BUS),
    errno.EPIPE: STALLED,
    errno.ETIMEDOUT: SILENT,
}
OF_ANOTHER_KIND = (errno.ENOTTY, errno.EINVAL, errno.EISDIR)


def why(number: int | None, what: str, other: str = OTHER) -> str:
    """Of an error while a port is opened; `other` = of something that is no port of its kind."""
    words = other if number in OF_ANOTHER_KIND else WORDS.get(number or 0, OTHER)
    return words.format(what=what)


def why_lost(number: int | None, what: str) -> str:
    """Of an error while it is in use: what is pulled out answers so."""
    if number in (errno.EIO, errno.ENODEV, errno.ENXIO, errno.ESHUTDOWN):
        return GONE
    return why(number, what)
