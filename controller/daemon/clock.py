"""What the kernel says of the wall clock: synchronised or not, and how wrong it may be.

`adjtimex` asked for nothing but an answer. Source: adjtimex(2).
"""

from __future__ import annotations

import ctypes
from ctypes import c_int, c_long, c_uint

from controller.domain import facts as fact

TIME_ERROR = 5
STA_UNSYNC, STA_NANO = 0x0040, 0x2000


class _Timex(ctypes.Structure):
    _fields_ = (
        ("modes", c_uint),
        ("offset", c_long),
        ("freq", c_long),
        ("maxerror", c_long),
        ("esterror", c_long),
        ("status", c_int),
        ("constant", c_long),
        ("precision", c_long),
        ("tolerance", c_long),
        ("time", c_long * 2),
        ("tick", c_long),
        ("pps", c_long * 9),
        ("tai", c_int),
        ("later", c_int * 11),
    )


def kernel_clock() -> fact.ClockRead | None:
    """None = this system does not say."""
    try:
        ask = ctypes.CDLL(None).adjtimex
    except (AttributeError, OSError):
        return None
    found = _Timex()
    state = ask(ctypes.byref(found))
    if state < 0:
        return None
    offset = int(found.offset)
    return fact.ClockRead(
        synchronised=state != TIME_ERROR and not found.status & STA_UNSYNC,
        offset_us=offset // 1000 if found.status & STA_NANO else offset,
        error_us=int(found.maxerror),
    )
