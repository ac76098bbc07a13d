"""What a device says of itself is seen as it is stored: its serial number is read by people."""

from __future__ import annotations

import pytest

from drivers.errors import FrameError
from drivers.tablelink.messages.fields import TEXT, Cursor


def said(text: str) -> bytes:
    data = text.encode()
    return bytes([len(data)]) + data


@pytest.mark.parametrize(
    "text",
    [
        "SH-0007\u202e",
        "\u2066SH-0007",
        "SH\x000007",
        "SH\n0007",
        "SH\u200b0007",
        "\u2028",
        "\ue000",
    ],
)
def test_text_with_a_character_that_nobody_sees_is_a_bad_frame(text: str) -> None:
    """A mark that turns the rest around makes one serial number look like another."""
    with pytest.raises(FrameError, match="nobody sees"):
        TEXT.take(Cursor(said(text)))


@pytest.mark.parametrize("text", ["", "SH-0007", "Zürich 2", "Nº 5", "店"])
def test_text_of_any_language_is_taken(text: str) -> None:
    assert TEXT.take(Cursor(said(text))) == text
