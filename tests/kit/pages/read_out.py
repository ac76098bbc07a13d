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


LEDGER = re.compile(r"\b[A-Z]{2} (?:house|silent)\.\w")
MEANING = re.compile(r"What [\w .~-]+ means, in the words of the ledger\.")
"""The fake door's explanation of a clause."""


def ledger_on(html: str) -> Iterator[str]:
    """Notes of the ledger never reach a dealer by name: `house rule`, and a sentence."""
    for text in dict.fromkeys((*TAG.split(html), *SAID.findall(html))):
        if LEDGER.search(MEANING.sub("", text)):
            yield f"a note of the ledger: {text.strip()}"


def code_on(html: str) -> Iterator[str]:
    for text in dict.fromkeys((*TAG.split(html), *SAID.findall(html))):
        if names := code_names(unescape(SERIAL.sub("", text.strip()))):
            yield f"{names[0]!r} is an engineer's word: {text.strip()}"
