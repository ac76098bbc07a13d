"""Frames on a byte stream: body + CRC-32, COBS, one 00 behind; no I/O.

Before COBS a frame is the body followed by the CRC-32 (ISO-HDLC, as zlib) of the body, low byte
first. After COBS it holds no 00, so the next 00 always ends it and the reader is in step again.
A frame is at most `LIMIT` bytes long without its delimiter. Bad frames are dropped whole and
counted; nothing here raises on what a wire brings, and nothing shows it.
"""

from __future__ import annotations

import zlib

from msgspec import Struct

from .errors import FrameError

LIMIT = 512
CRC_BYTES = 4
BODY_LIMIT = LIMIT - CRC_BYTES - LIMIT // 254 - 1
RESYNC = b"\x00\x00\x00"
"""Ends whatever the far end was in the middle of."""


class FrameCounts(Struct):
    """What a wire has brought so far."""

    good: int = 0
    malformed: int = 0
    crc: int = 0
    oversize: int = 0

    @property
    def bad(self) -> int:
        return self.malformed + self.crc + self.oversize


def cobs_encode(data: bytes) -> bytes:
    out = bytearray()
    for run in _runs(data):
        out.append(len(run) + 1)
        out += run
    return bytes(out)


def _runs(data: bytes) -> list[bytes]:
    """Split at zeros; a run of 254 stands for no zero behind it."""
    runs = []
    *inner, last = data.split(b"\x00")
    for part in inner:
        while len(part) >= 254:
            runs.append(part[:254])
            part = part[254:]  # noqa: PLW2901 - the rest of the same part
        runs.append(part)
    while len(last) > 254:
        runs.append(last[:254])
        last = last[254:]
    return [*runs, last]


def cobs_decode(data: bytes) -> bytes:
    """Raises: FrameError when a run points past the end or the data hold a zero."""
    runs: list[bytes] = []
    goes_on, at, size = False, 0, len(data)
    while at < size:
        code = data[at]
        end = at + code
        if code == 0 or end > size:
            raise FrameError("run past the end", length=size, offset=at)
        if goes_on:
            runs[-1] += data[at + 1 : end]
        else:
            runs.append(data[at + 1 : end])
        goes_on, at = code == 255, end
    if 0 in data:
        raise FrameError("zero inside", length=size, offset=data.index(0))
    return b"\x00".join(runs)


def encode_frame(body: bytes) -> bytes:
    """Wrap one message, delimiter included. Raises: FrameError when it is too long."""
    if not 0 < len(body) <= BODY_LIMIT:
        raise FrameError("body does not fit a frame", length=len(body), offset=BODY_LIMIT)
    return cobs_encode(body + zlib.crc32(body).to_bytes(CRC_BYTES, "little")) + b"\x00"


class Deframer:
    """Turn chunks of any size into whole, checked bodies."""

    def __init__(self, counts: FrameCounts | None = None) -> None:
        self.counts = counts if counts is not None else FrameCounts()
        self._part = bytearray()
        self._skipping = False

    def feed(self, data: bytes) -> list[bytes]:
        bodies = []
        for at, piece in enumerate(data.split(b"\x00")):
            if at:
                body = self._end()
                if body is not None:
                    bodies.append(body)
            self._add(piece)
        return bodies

    def _add(self, piece: bytes) -> None:
        if self._skipping or len(self._part) + len(piece) > LIMIT:
            self._skipping = True
            self._part.clear()
        else:
            self._part += piece

    def _end(self) -> bytes | None:
        part, skipped = bytes(self._part), self._skipping
        self._part.clear()
        self._skipping = False
        if skipped:
            self.counts.oversize += 1
            return None
        return self._check(part) if part else None

    def _check(self, part: bytes) -> bytes | None:
        try:
            whole = cobs_decode(part)
        except FrameError:
            self.counts.malformed += 1
            return None
        body, crc = whole[:-CRC_BYTES], whole[-CRC_BYTES:]
        if not body:
            self.counts.malformed += 1
        elif zlib.crc32(body) != int.from_bytes(crc, "little"):
            self.counts.crc += 1
        else:
            self.counts.good += 1
            return body
        return None
