"""Input reports of a point-of-sale bar-code scanner (HID usage page 8C): 64 bytes, id 02.

Byte 1 valid data bytes (at most 56), bytes 2 to 4 the AIM id (`]`, letter, digit), then the data,
byte 61 the vendor's symbology, byte 63 bit 0: more follows in the next report. Some devices place
the AIM id one byte later.
"""

from __future__ import annotations

from msgspec import Struct

REPORT_BYTES, REPORT_ID = 64, 0x02
MOST, LONGEST = 56, 4096
AIM = 0x5D
MORE = 0x01


class Part(Struct, frozen=True):
    aim: bytes
    data: bytes
    more: bool


def decode(report: bytes) -> Part | None:
    """None = no report of a scan."""
    if len(report) != REPORT_BYTES or report[0] != REPORT_ID or report[1] > MOST:
        return None
    at = 2 if report[2] == AIM else 3 if report[3] == AIM else 0
    if not at:
        return None
    data = report[at + 3 : at + 3 + report[1]]
    return Part(report[at : at + 3], data, bool(report[63] & MORE))


class Scans:
    """Puts the parts of one scan together; a part of another code discards both."""

    def __init__(self) -> None:
        self._part = b""
        self._aim, self._data = b"", b""
        self.open = False
        """A part is still to come."""
        self.bad = 0

    def feed(self, data: bytes) -> list[str]:
        """Whole scans, without the return at their end."""
        self._part += data
        whole = []
        while len(self._part) >= REPORT_BYTES:
            if self._part[0] != REPORT_ID:
                self._part = self._part[1:]  # in step again at the next report
                continue
            report, self._part = self._part[:REPORT_BYTES], self._part[REPORT_BYTES:]
            if (text := self._take(decode(report))) is not None:
                whole.append(text)
        return whole

    def forget(self) -> None:
        """The part that was due did not come."""
        self.bad += self.open
        self._data, self.open = b"", False

    def _take(self, part: Part | None) -> str | None:
        if part is None:
            self.bad += 1
            self.forget()
            return None
        if self.open and part.aim != self._aim:
            self.forget()
            return None
        self._aim, self._data = part.aim, self._data + part.data
        self.open = part.more
        if len(self._data) > LONGEST:
            self.forget()
        if part.more or not self._data:
            return None
        text, self._data = self._data.decode("utf-8", "replace").rstrip("\r\n"), b""
        return text
