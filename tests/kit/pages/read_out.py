"""What of a page is read: its text, and the words that a touch or a screen reader brings up."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

from controller.bench.readable import code_names

TAG = re.compile(r"<[^>]*>")
SAID = re.compile(r'\b(?:aria-label|data-why|title|placeholder)="([^"]*)"')
SERIAL = re.compile(r"\b[\w-]+, v?[\w.]+(?:, simulated)?$")
"""`SH-01180, v3.0.7`: what a device says of itself."""


def code_on(html: str) -> Iterator[str]:
    for text in dict.fromkeys((*TAG.split(html), *SAID.findall(html))):
        if names := code_names(unescape(SERIAL.sub("", text.strip()))):
            yield f"{names[0]!r} is an engineer's word: {text.strip()}"
