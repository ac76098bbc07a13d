"""Text that a device types as a keyboard: boot reports of eight bytes, US layout.

Byte 0 modifiers, byte 1 reserved, bytes 2 to 7 the usages of the keys held down; 01 in all six is
a roll-over error and says nothing. A key types when the report before did not hold it.
Source: USB HID usage tables, page 7; HID 1.11 appendix B.1.
"""

from __future__ import annotations

REPORT_BYTES = 8
SHIFT = 0x22
"""Left and right."""
ENTER, TAB, KEYPAD_ENTER = 0x28, 0x2B, 0x58
ENDS = (ENTER, TAB, KEYPAD_ENTER)
END = "\n"
_PLAIN = {0x04 + n: chr(ord("a") + n) for n in range(26)}
_PLAIN |= {0x1E + n: "1234567890"[n] for n in range(10)}
_PLAIN |= {0x2C: " ", 0x2D: "-", 0x2E: "=", 0x33: ";", 0x34: "'", 0x36: ",", 0x37: ".", 0x38: "/"}
_PLAIN |= {0x54: "/", 0x55: "*", 0x56: "-", 0x57: "+", 0x63: ".", 0x62: "0"}
_PLAIN |= {0x59 + n: "123456789"[n] for n in range(9)}
_SHIFTED = {0x1E + n: "!@#$%^&*()"[n] for n in range(10)}
_SHIFTED |= {0x2D: "_", 0x2E: "+", 0x33: ":", 0x34: '"', 0x36: "<", 0x37: ">", 0x38: "?"}
TYPES: dict[str, tuple[int, int]] = {
    **{char: (0, usage) for usage, char in reversed(_PLAIN.items())},
    **{char.upper(): (2, usage) for usage, char in _PLAIN.items() if char.isalpha()},
    **{char: (2, usage) for usage, char in _SHIFTED.items() if char not in "*+"},
    END: (0, ENTER),
}
"""Character to modifiers and usage; for simulators."""


class Typed:
    r"""Turns reports, in pieces of any size, into characters; the end of a line is `\\n`."""

    def __init__(self) -> None:
        self._part = b""
        self._held: frozenset[int] = frozenset()
        self.roll_overs = 0

    def feed(self, data: bytes) -> str:
        self._part += data
        typed = ""
        while len(self._part) >= REPORT_BYTES:
            report, self._part = self._part[:REPORT_BYTES], self._part[REPORT_BYTES:]
            typed += self._one(report)
        return typed

    def _one(self, report: bytes) -> str:
        usages = [usage for usage in report[2:] if usage]
        if 1 in usages:
            self.roll_overs += 1
            return ""
        new = [usage for usage in usages if usage not in self._held]
        self._held = frozenset(usages)
        return "".join(_char(usage, shifted=bool(report[0] & SHIFT)) for usage in new)


def _char(usage: int, *, shifted: bool) -> str:
    if usage in ENDS:
        return END
    if shifted and usage in _SHIFTED:
        return _SHIFTED[usage]
    plain = _PLAIN.get(usage, "")
    return plain.upper() if shifted else plain
