"""The words that a dealer reads, in another language: what each English text becomes there.

`packs/es/common.toml` has the words of the packs by section and key, `packs/es/NAME.toml` those
that one pack says otherwise, `packs/es/page.toml` by their English what the program says itself.
English is what is recorded and compared; only what is drawn for the dealer is another language.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any, get_type_hints

import msgspec

from controller.errors import PackError
from controller.rules.pack.files import COMMON, FOLDER, names
from controller.rules.pack.leaf import Rule
from controller.rules.pack.load import load
from controller.rules.pack.pack import Pack

PAGE = "page"
SECTIONS = ("opening", "words", "refusal", "line")
"""Sections of a pack that hold words of the dealer's page."""


def words_of(pack: Pack) -> Iterator[tuple[str, str, str]]:
    """Section, key and English of each text of the pack that a dealer may read."""
    for section in SECTIONS:
        held = getattr(pack, section)
        for key, kind in get_type_hints(type(held)).items():
            if kind == Rule[str] and (text := getattr(held, key).value):
                yield section, key, text


@cache
def table(language: str, stem: str) -> dict[str, Any]:
    """One file of a language; empty where it has none. Raises: PackError."""
    file = files("controller.rules") / FOLDER / language / f"{stem}.toml"
    if not file.is_file():
        return {}
    try:
        found: dict[str, Any] = msgspec.toml.decode(file.read_bytes())
    except msgspec.DecodeError as error:
        raise PackError(str(error), where=f"{FOLDER}/{language}/{stem}.toml") from error
    return found


def of_pack(language: str, pack: Pack) -> Iterator[tuple[str, str, str, str]]:
    """Section, key, English and translation; empty = the language has none."""
    own, common = table(language, pack.name), table(language, COMMON)
    for section, key, english in words_of(pack):
        other = own.get(section, {}).get(key) or common.get(section, {}).get(key, "")
        yield section, key, english, other


def of_page(language: str) -> dict[str, str]:
    """What the program says itself, English to translation."""
    return {en: other for part in table(language, PAGE).values() for en, other in part.items()}


@cache
def catalogue(language: str) -> dict[str, str]:
    """Every text that the language has, of all packs: which one is in force may change."""
    found = of_page(language)
    for name in names():
        found |= {en: other for _, _, en, other in of_pack(language, load(name)) if other}
    return found
