"""The error tree of the drivers.

DriverError
├── LinkLost     the bytes stopped: unplugged, silent, full; `supervise` opens the link again
├── FrameError   bytes that are no message: dropped and counted, never partly used
├── Timeout      a device did not answer in its time
├── Faulted      it does what no sound device does
├── Refused      the device at this port is not the one that is configured here
└── NotRecorded  set by the table on an emitted reading that is not in the journal

Texts say length, offset and counter, never bytes: a frame may hold a card.
"""

from __future__ import annotations


class DriverError(Exception):
    """Base of everything that a driver raises."""


class LinkLost(DriverError):
    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class FrameError(DriverError):
    """`offset` is where decoding stopped; `length` is that of the whole message."""

    def __init__(self, reason: str, *, length: int, offset: int = 0) -> None:
        super().__init__(f"{reason} (length {length}, offset {offset})")
        self.reason, self.length, self.offset = reason, length, offset


class Timeout(DriverError):
    def __init__(self, waited_for: str, seconds: float) -> None:
        super().__init__(f"no {waited_for} in {seconds:g} s")
        self.waited_for, self.seconds = waited_for, seconds


class Refused(DriverError):
    """`reason` names what was found and what is configured; it is shown to the floorperson."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Faulted(DriverError):
    """`reason` is shown to the floorperson."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class NotRecorded(DriverError):
    def __init__(self) -> None:
        super().__init__("not recorded")
