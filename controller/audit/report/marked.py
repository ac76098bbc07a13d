"""Texts of the record as a browser draws them: escaped, every character visible, faces as cards."""

from __future__ import annotations

import re
from html import escape

from controller.audit.printed import safe
from controller.domain.wording import text_of

FACE = re.compile(r"\{([2-9TJQKA][shdc])-?\}|(?<=\} )back\b(?!,)")
"""A face, or a card beside it that lies face down."""
MINUS = "\N{MINUS SIGN}"


def text(said: object) -> str:
    """`<` and a character that turns the line round are both shown, not obeyed."""
    return escape(safe(str(said)))


def inked(said: str) -> str:
    """The same with `{4d}` drawn as a small card."""
    parts, at = [], 0
    for found in FACE.finditer(said):
        parts += [text(said[at : found.start()]), card(found[1] or "back")]
        at = found.end()
    return "".join([*parts, text(said[at:])])


def card(face: str) -> str:
    """Ink on paper; anything but a face is a back."""
    if not re.fullmatch(r"[2-9TJQKA][shdc]", face):
        return '<span class="ink back" title="face down"></span>'
    red = " red" if face[1] in "hd" else ""
    return f'<span class="ink{red}">{text(text_of(face))}</span>'
