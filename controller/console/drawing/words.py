"""Numbers, times and cards as the pages write them."""

from __future__ import annotations

import re
from datetime import datetime, tzinfo
from zlib import crc32

from markupsafe import Markup, escape

RANKS = {
    "A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "10",
}  # fmt: skip
SUITS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
LETTERS = {
    "main": "",
    "match": "M",
    "insurance": "I",
    "bonus_spin": "B",
    "break_bonus": "BB",
    "bank": "W",
}
CLASSES = {
    "main": "main",
    "match": "match",
    "insurance": "ins",
    "bonus_spin": "bonus",
    "break_bonus": "bonus",
}
KINDS = {
    "main": "Main",
    "match": "Match",
    "insurance": "Insurance",
    "bonus_spin": "Bonus",
    "break_bonus": "Break",
    "bank": "Bank",
    "double": "Double",
}
RANK_WORDS = {
    "dealer": "dealer",
    "floorperson": "floorperson",
    "casino_supervisor": "casino supervisor",
}
PHASES = {
    "closed": "table closed",
    "opening": "table opens",
    "shuffle": "shuffle and cut",
    "wagers": "bets open",
    "deal": "cards are dealt",
    "deal_ok": "deal to be confirmed",
    "match": "match wagers",
    "peek": "check of the hole card",
    "deciding": "players decide",
    "turn": "hole card to be turned",
    "dealer": "dealer draws",
    "settle": "wagers are settled",
}
"""How far the round is, for the floor."""
_FACE = re.compile(r"\{([2-9TJQKA])([shdc])\}|(→)")
_QUOTED = re.compile(r'"([^"]*)"')


def money(cents: int | None) -> str:
    """Units: cents; `None` is chips that nobody counted."""
    if cents is None:
        return "chips"
    whole, part = divmod(abs(cents), 100)
    sign = "−" if cents < 0 else ""
    return f"{sign}${whole:,}" + (f".{part:02d}" if part else "")


def exact_money(cents: int) -> str:
    return f"${cents // 100:,}.{cents % 100:02d}"


def clock(at: int, zone: tzinfo) -> str:
    """Units: UTC milliseconds; local time with seconds, empty for 0."""
    return datetime.fromtimestamp(at / 1000, zone).strftime("%H:%M:%S") if at else ""


def rank(face: str) -> str:
    return "10" if face[0] == "T" else face[0]


def face_name(face: str) -> str:
    return f"{RANKS.get(face[0], face[0])} of {SUITS[face[1]]}"


HOUSE_RULE = "house rule"
_OF_HOUSE = re.compile(r"\b\w+ (house|silent)\.")
_NAMES = re.compile(r"\w_\w|=|controller|parameter|module|driver")
"""What only an engineer reads."""


def public(clause: str) -> str:
    """A clause as a dealer reads it: what no text orders is the house's, without its name."""
    return HOUSE_RULE if _OF_HOUSE.match(clause) else clause


ASK = " The floor can tell you more."


def in_words(clause: str, means: str, more: str = "") -> str:
    """Its meaning at the table; a note for engineers is replaced by a sentence, and `more`."""
    found = _OF_HOUSE.match(clause)
    if found is None or not (_NAMES.search(means) or found[1] == "silent"):
        return means
    return f"The rule text leaves this to the house.{more}"


def cid(clause: str) -> Markup:
    """The id of a clause, which is not broken at the end of a line."""
    return Markup('<span class="cid">{}</span>').format(clause) if clause else Markup("")


HUES = 10


def hue(pack: str) -> int:
    """The number of a pack's colour, the same on every page and day."""
    return crc32(pack.encode()) % HUES


def minutes(ms: int) -> str:
    """`0:40`."""
    seconds = max(0, ms // 1000)
    return f"{seconds // 60}:{seconds % 60:02d}"


def ago(ms: int) -> str:
    seconds = max(0, ms // 1000)
    number, unit = (seconds, "second") if seconds < 60 else (seconds // 60, "minute")
    return f"{number} {unit}{'s' * (number != 1)} ago"


def inked(text: str) -> Markup:
    """Draw `{4d}` as a small card, `→` as the arrow, quotation marks as in print."""
    text = _QUOTED.sub(r"“\1”", text)
    parts: list[Markup] = []
    last = 0
    for found in _FACE.finditer(text):
        parts.append(escape(text[last : found.start()]))
        last = found.end()
        if found[3]:
            parts.append(Markup('<i class="arr" role="img" aria-label="to"></i>'))
            continue
        face = found[1] + found[2]
        parts.append(
            Markup('<span class="ink" data-suit="{}" role="img" aria-label="{}">{}').format(
                face[1], face_name(face), rank(face)
            )
            + Markup('<i class="pip"></i></span>')
        )
    parts.append(escape(text[last:]))
    return Markup("").join(parts)


FILTERS = {
    one.__name__: one for one in (money, exact_money, inked, cid, face_name, rank, public, hue)
}
"""What the templates call by its name."""
