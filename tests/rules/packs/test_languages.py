"""The Spanish words beside the English ones: none missing, none left over, equal values."""

from __future__ import annotations

import re
import string
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

import controller
from controller.rules import languages
from controller.rules.pack.files import COMMON, names
from controller.rules.pack.load import load

SPANISH = "es"
ROOT = Path(controller.__file__).parent
SOURCES = ("view", "procedure", "domain", "rules", "console")
HOLE = re.compile(r"\{\w+\}")


def placeholders(text: str) -> frozenset[str]:
    """The names in braces."""
    return frozenset(name for _, name, _, _ in string.Formatter().parse(text) if name)


def of_packs() -> list[tuple[str, str, str, str, str]]:
    return [(name, *row) for name in names() for row in languages.of_pack(SPANISH, load(name))]


def by_stem() -> dict[str, dict[tuple[str, str], str]]:
    """Of each file of packs, its texts by section and key."""
    return {
        stem: {
            (section, key): text
            for section, texts in languages.table(SPANISH, stem).items()
            for key, text in texts.items()
        }
        for stem in (COMMON, *names())
    }


def of_page() -> list[tuple[str, str]]:
    return [
        pair for part in languages.table(SPANISH, languages.PAGE).values() for pair in part.items()
    ]


@cache
def written() -> str:
    """All that the program itself may say: its code, its templates, its script."""
    files = (f for one in SOURCES for f in sorted((ROOT / one).rglob("*")) if "es" not in f.parts)
    said = (f.read_text() for f in files if f.suffix in (".py", ".html", ".js", ".toml"))
    return " ".join("\n".join(said).lower().replace("_", " ").split())


def test_every_word_of_every_pack_is_said() -> None:
    missing = [f"{name} {s}.{key}: {en}" for name, s, key, en, other in of_packs() if not other]

    assert missing == []
    assert len(of_packs()) > 1500


def test_texts_have_the_same_values_in_both_languages() -> None:
    """`{amount}` that one of them lacks is an amount that nobody reads."""
    rows = [(f"{name} {s}.{key}", en, other) for name, s, key, en, other in of_packs() if other]
    rows += [(en, en, other) for en, other in of_page()]

    assert [
        (where, other) for where, en, other in rows if placeholders(en) != placeholders(other)
    ] == []


@pytest.mark.parametrize("stem", [COMMON, *names()])
def test_no_text_is_of_a_key_that_no_pack_has(stem: str) -> None:
    of = names() if stem == COMMON else (stem,)
    known = {(section, key) for name in of for section, key, _ in languages.words_of(load(name))}

    assert sorted(by_stem()[stem].keys() - known) == []


@pytest.mark.parametrize("name", names())
def test_pack_departs_only_where_it_says_something_else(name: str) -> None:
    common = by_stem()[COMMON]

    assert [at for at, text in by_stem()[name].items() if common.get(at) == text] == []


def test_same_english_is_said_the_same_way_wherever_it_stands() -> None:
    """Which pack is in force is not asked where a text is drawn."""
    found: dict[str, set[str]] = {}
    for _, _, _, english, other in of_packs():
        found.setdefault(english, set()).add(other)
    for english, other in of_page():
        found.setdefault(english, set()).add(other)

    assert {en: others for en, others in found.items() if len(others) > 1} == {}


def test_words_of_the_page_stand_once_and_in_the_program() -> None:
    """By what stands between the values: a text that nothing says any more is taken out."""
    times = Counter(en for en, _ in of_page())
    gone = [
        en
        for en, _ in of_page()
        if not all(part.lower().strip() in written() for part in HOLE.split(en))
    ]

    assert [en for en, n in times.items() if n > 1] == []
    assert gone == []
