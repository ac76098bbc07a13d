"""Text that is seen as it is stored: nothing in it hides, or turns around what is beside it."""

from __future__ import annotations

import re
import unicodedata

UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Controls, bidi marks and joiners, halves of characters, private ones, unassigned, line breaks."""


def is_plain(text: str) -> bool:
    if text.isascii():
        return text.isprintable()  # without its controls, ASCII hides nothing
    return all(unicodedata.category(char) not in UNSEEN for char in text)


def one_line(text: str) -> str:
    """As typed in a field of several lines: its breaks are blanks."""
    return re.sub(r"[\t\r\n]+", " ", text).strip()
