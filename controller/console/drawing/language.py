"""Say in the dealer's language what the view says in English, at the moment it is drawn.

A text is found by the template that it was made from, and what stands in its braces is said in the
same way. What has no words in the language stays English as a whole, never half a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache, reduce

from msgspec import Struct

from controller.domain.wording import first_upper
from controller.procedure.state.house import House
from controller.rules.languages import catalogue
from controller.rules.pack.files import names
from controller.rules.pack.load import load

Titles = tuple[tuple[str, str], ...]
"""The house's title and the rank that it is, as in `House.titles`."""

KEPT = 4096
"""Texts that are remembered; a table has a few hundred at a time."""
AS_WRITTEN = frozenset({"by", "date", "reference", "serial", "version", "name", "clause"})
"""Values that people or devices wrote."""
_WORD = re.compile(r"[^\W\d_]{2}")
_HOLE = re.compile(r"\{(\w+)\}")
FEW = 9
_BREAKS = (". ", "? ", ": ", "; ", ", ")


class Template(Struct, frozen=True):
    """English with its holes as groups, and what the language makes of them."""

    pattern: re.Pattern[str]
    other: str
    literal: str
    """The longest run of the English between holes: without it nothing can match."""
    weight: int


class Language:
    """The words of one language; called with what the view says."""

    def __init__(self, words: Mapping[str, str]) -> None:
        self._whole = {en: other for en, other in words.items() if not _HOLE.search(en)}
        made = (_template(en, other) for en, other in words.items() if _HOLE.search(en))
        self._templates = sorted(made, key=lambda one: -one.weight)
        self._find = lru_cache(maxsize=KEPT)(self._found)

    def __call__(self, text: str) -> str:
        other = self.find(text)
        return text if other is None else other

    def find(self, text: str) -> str | None:
        """None = the language has no words for all of it."""
        return text if not _WORD.search(text) else self._find(text)

    def _found(self, text: str) -> str | None:
        return next(self._ways(text), None)

    def _ways(self, text: str) -> Iterator[str]:
        """As it stands, without its stop, with another first letter, in parts."""
        yield from self._one(text)
        if text[-1] in ".," and (other := self.find(text[:-1])) is not None:
            yield other + text[-1]
        if text[0].islower():
            yield from (f"{o[:1].lower()}{o[1:]}" for o in self._one(first_upper(text)))
        else:
            yield from (first_upper(o) for o in self._one(text[0].lower() + text[1:]))
        for mark in _BREAKS:
            yield from self._parts(text, mark)

    def _one(self, text: str) -> Iterator[str]:
        if text in self._whole:
            yield self._whole[text]
        for template in self._templates:
            if template.literal in text and (found := template.pattern.fullmatch(text)):
                inside = {name: self._value(name, v) for name, v in found.groupdict().items()}
                if None not in inside.values():
                    yield template.other.format(**inside)

    def _value(self, name: str, value: str) -> str | None:
        other = self.find(value)
        return value if other is None and name in AS_WRITTEN else other

    def _parts(self, text: str, mark: str) -> Iterator[str]:
        at = text.find(mark)
        while at >= 0:
            before, after = text[: at + 1], text[at + len(mark) :]
            first = self.find(before if mark[0] in ".?" else text[:at])
            rest = self.find(after) if first is not None else None
            if first is not None and rest is not None:
                yield f"{first}{mark[0] if mark[0] not in '.?' else ''} {rest}"
            at = text.find(mark, at + 1)


def _template(english: str, other: str) -> Template:
    parts = _HOLE.split(english)
    literals = parts[::2]
    weight = sum(map(len, literals))
    pattern = re.escape(parts[0])
    for n, (name, literal) in enumerate(zip(parts[1::2], parts[2::2], strict=True)):
        pattern += f"(?P={name})" if name in parts[1 : 2 * n : 2] else _hole(name, pattern, weight)
        pattern += re.escape(literal)
    return Template(re.compile(pattern), other, max(literals, key=len), weight)


def _hole(name: str, begins: str, weight: int) -> str:
    """One thing where the text begins with it; a few letters around it hold no sentence."""
    ends = ",:;.?" if not begins else ":;.?" if weight < FEW else ""
    return f"(?P<{name}>(?:(?![{ends}] ).)*?)" if ends else f"(?P<{name}>.*?)"


def language_of(name: str, titles: Titles = ()) -> Language | None:
    """The words of a language, with the house's own titles; None = English, which is as it is."""
    return None if name == "en" else Language(titled(catalogue(name), titles))


def titled(words: Mapping[str, str], titles: Titles) -> dict[str, str]:
    """The same words where the house calls its people otherwise: a title is what it is."""
    found = dict(words)
    for pack in map(load, names()) if titles else ():
        house = House(pack=pack, titles=titles)
        ranks = {getattr(pack.words, rank).value: house.word(rank) for _, rank in titles}
        called = tuple((words[plain], title) for plain, title in ranks.items())
        found |= {title: title for _, title in called}
        for english, other in words.items():
            own = house.titled(english)
            if own != english:
                found[own] = reduce(lambda text, rank: text.replace(*rank), called, other)
    return found
