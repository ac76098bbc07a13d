"""The files of a pack: `diff` of two is the comparison of two texts, and no clause is lost."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from copy import deepcopy
from difflib import unified_diff
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec
import pytest

from controller.cli.texts import rules
from controller.errors import PackError
from controller.rules import pack as packs
from controller.rules.pack import apart, leaves, load, names, parse, read
from controller.rules.pack import files as pack_files
from controller.rules.pack.files import COMMON, Files
from controller.rules.pack.pack import SECTIONS, keys_of

FOLDER = Path(pack_files.__file__).parents[1] / pack_files.FOLDER
WORDS = ("words", "sign", "refusal", "line")
Table = dict[str, Any]


def table(stem: str) -> Table:
    found: Table = msgspec.toml.decode((FOLDER / f"{stem}.toml").read_bytes())
    return found


def paths(held: Table) -> list[str]:
    return [f"{s}.{key}" for s in SECTIONS for key in held.get(s, {})]


def cited(name: str) -> dict[str, str]:
    """Path -> clause without the name of the ledger."""
    pack = load(name)
    return {path: leaf.clause.removeprefix(f"{pack.ledger} ") for path, leaf in leaves(pack)}


def without_clause(leaf: Any) -> Any:
    if isinstance(leaf, dict):
        return {k: without_clause(v) for k, v in leaf.items() if k != "clause"}
    return [without_clause(one) for one in leaf] if isinstance(leaf, list) else leaf


@pytest.mark.parametrize(("one", "two"), [*combinations(names(), 2)])
def test_lines_in_which_two_packs_differ_are_the_leaves_that_differ(one: str, two: str) -> None:
    """A rule that two texts number differently and state alike is no difference."""
    left, right = (msgspec.toml.decode(read(name)) for name in (one, two))
    differ = [
        f"{section}.{key}"
        for section in SECTIONS
        for key in keys_of(section)
        if without_clause(left[section][key]) != without_clause(right[section][key])
    ]

    a, b = ((FOLDER / f"{name}.toml").read_text("utf-8").splitlines() for name in (one, two))
    changed = [line for line in unified_diff(a, b, n=0) if line[0] in "+-"][2:]
    head = sum(left[key] != right[key] for key in left if not isinstance(left[key], dict))
    assert len(changed) == 2 * (len(differ) + head)


@pytest.mark.parametrize("kind", ["", pack_files.CITED])
def test_every_pack_has_the_same_leaves_in_the_same_order(kind: str) -> None:
    first = paths(table(names()[0] + kind))

    for name in names():
        assert paths(table(name + kind)) == first


def test_what_all_packs_say_alike_and_no_text_decides_stands_once() -> None:
    """Words, and leaves that all packs cite by the same house entry."""
    whole = [msgspec.toml.decode(read(name)) for name in names()]
    by = [cited(name) for name in names()]
    ours = paths(table(COMMON))

    for section in SECTIONS:
        for key in keys_of(section):
            path = f"{section}.{key}"
            alike = len({repr(without_clause(one[section][key])) for one in whole}) == 1
            same = len({one[path] for one in by}) == 1
            assert (path in ours) == (alike and (same or section in WORDS)), path


@pytest.mark.parametrize("name", names())
def test_one_text_taken_apart_is_the_two_files(name: str) -> None:
    """What a journal embeds can be compared with what is shipped, file by file."""
    made = apart(msgspec.toml.decode(read(name)), name)

    assert [*made] == [f"{name}.toml", f"{name}.clauses.toml"]
    for file, text in made.items():
        assert (FOLDER / file).read_text("utf-8") == text


# ---- a pack of a house ----
ONE_TEXT = read("maryland").replace('name = "maryland"', 'name = "utah"')


def house_pack() -> Files:
    held = [deepcopy(table(stem)) for stem in ("maryland", "maryland.clauses", COMMON)]
    return Files("utah", *held)


def refusal(pack: Files) -> str:
    with pytest.raises(PackError) as refused:
        pack.together()
    return str(refused.value)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of packs of a house, with the common file."""
    (tmp_path / "common.toml").write_bytes((FOLDER / "common.toml").read_bytes())
    monkeypatch.setattr(pack_files, "FOLDER", str(tmp_path))
    cached = (pack_files.names, pack_files.read, pack_files.common, load)
    for one in cached:
        one.cache_clear()
    yield tmp_path
    for one in cached:
        one.cache_clear()


def test_a_pack_of_before_is_refused_with_what_to_do_and_holds_after_it(folder: Path) -> None:
    """Each leaf had its clause beside it, with the name of the ledger, in one file."""
    (folder / "utah.toml").write_text(ONE_TEXT)

    with pytest.raises(PackError) as refused:
        load("utah")
    assert "utah.toml: $.cards.decks: the clause stands beside the value" in str(refused.value)
    assert "`dealer-assist rules split utah.toml --to DIR`" in str(refused.value)

    (folder / "new").mkdir()
    assert run("split", str(folder / "utah.toml"), "--to", str(folder / "new")) == 0
    for half in (folder / "new").iterdir():
        half.rename(folder / half.name)
    pack_files.read.cache_clear()
    assert load("utah") == parse(ONE_TEXT, "x")


def test_a_pack_without_its_clauses_is_refused_by_the_file_that_is_missing(folder: Path) -> None:
    (folder / "utah.toml").write_bytes((FOLDER / "maryland.toml").read_bytes())

    with pytest.raises(PackError, match=r"utah\.clauses\.toml: no such file"):
        load("utah")


def test_a_clause_names_no_ledger() -> None:
    pack = house_pack()
    pack.cited["cards"]["decks"] = "MD 3.A"

    said = refusal(pack)

    assert "packs/utah.clauses.toml: $.cards.decks: 'MD 3.A' names its ledger" in said
    assert 'Write "3.A"' in said


def test_a_clause_that_the_ledger_does_not_have_is_refused_with_those_near() -> None:
    pack = house_pack()
    pack.cited["cards"]["decks"] = "3.AA"

    assert "packs/utah.clauses.toml: $.cards.decks: no clause '3.AA'. Near: 3.A" in refusal(pack)


def test_every_leaf_has_a_clause() -> None:
    missing = house_pack()
    del missing.cited["play"]["rescue"]

    assert "packs/utah.clauses.toml: $.play.rescue: no clause for this leaf" in refusal(missing)


WRONG = [
    ("utah.clauses", '[play]\nhitt = "7.H"\n', "$.play.hitt: no such leaf"),
    ("utah.clauses", '[plays]\nhit = "7.H"\n', "$.plays.hit: no such leaf"),
    ("utah.clauses", "play = 3\n", "`play` is no table"),
    ("utah.clauses", "x = 3\n", "$.x: no such section"),
    ("utah.clauses", "[play\n", ""),
    ("utah", 'ledger = "MD"\nplay = 3\n', "`play` is no table"),
    ("common", '[line]\nstopp = "Stop"\n', "$.line.stopp: no such leaf"),
]


@pytest.mark.parametrize(("stem", "text", "words"), WRONG)
def test_a_file_that_holds_something_else_is_refused_by_its_name(
    folder: Path, stem: str, text: str, words: str
) -> None:
    for name in ("", pack_files.CITED):
        (folder / f"utah{name}.toml").write_bytes((FOLDER / f"maryland{name}.toml").read_bytes())
    (folder / f"{stem}.toml").write_text(text)

    with pytest.raises(PackError) as refused:
        load("utah")
    assert f"{stem}.toml: " in str(refused.value)
    assert words in str(refused.value)


def test_a_leaf_that_a_pack_lacks_is_missing_there(folder: Path) -> None:
    """Its clause is right, so nobody is told to take the clause out."""
    text = (FOLDER / "maryland.toml").read_text("utf-8").replace('\ntie = "push"', "")
    (folder / "utah.toml").write_text(text)
    (folder / "utah.clauses.toml").write_bytes((FOLDER / "maryland.clauses.toml").read_bytes())

    with pytest.raises(PackError, match=r"utah\.toml.*`tie`"):
        load("utah")


def test_a_clause_that_is_common_stands_there_only() -> None:
    pack = house_pack()
    pack.cited["opening"]["self_test"] = "house.self-test"

    # Kept in order, so that the one fault is the one that is found.
    order = [key for key in keys_of("opening") if key in pack.cited["opening"]]
    pack.cited["opening"] = {key: pack.cited["opening"][key] for key in order}

    assert "packs/common.toml names its clause" in refusal(pack)


@pytest.mark.parametrize("kind", ["values", "cited"])
def test_a_leaf_out_of_order_is_refused(kind: str) -> None:
    pack = house_pack()
    held = getattr(pack, kind)["cards"]
    held["decks"] = held.pop("decks")

    assert "`cards_per_deck` is out of order" in refusal(pack)


def own_line(value: Any) -> Files:
    """`[line] stop` of the pack itself."""
    pack = house_pack()
    lines = pack.values["line"] | {"stop": value}
    pack.values["line"] = {key: lines[key] for key in keys_of("line") if key in lines}
    by = pack.cited["line"] | {"stop": "house.ruling-needs"}
    pack.cited["line"] = {key: by[key] for key in keys_of("line") if key in by}
    return pack


def test_a_pack_that_says_something_else_than_the_common_file_says_so() -> None:
    """Its own words hold; without the mark nobody would see which of the two lines counts."""
    pack = own_line({"value": "Halt. {what}", "departs": True})
    del pack.shared["line"]["stop"]["clause"]

    assert pack.together()["line"]["stop"]["value"] == "Halt. {what}"
    said = refusal(own_line("Halt. {what}"))
    assert "packs/utah.toml: $.line.stop: the leaf stands in packs/common.toml" in said
    assert "Take the line out, or mark it `departs = true`" in said


def test_a_mark_without_a_common_leaf_is_refused() -> None:
    pack = house_pack()
    pack.values["cards"]["limit"] = {"value": 21, "departs": True}

    assert "the leaf does not stand in packs/common.toml. Take `departs` out" in refusal(pack)


def test_an_unknown_leaf_is_left_for_the_decoder() -> None:
    """It says what is allowed."""
    pack = house_pack()
    pack.values["settle"]["winn"] = "1:1"

    made = pack.together()

    assert made["settle"]["winn"] == "1:1"


def test_a_fault_in_the_common_file_is_found_there(monkeypatch: pytest.MonkeyPatch) -> None:
    text = read("maryland").replace('value = "Stop. {what}"', "value = 7")
    monkeypatch.setattr(sys.modules[load.__module__], "read", lambda _: text)

    with pytest.raises(PackError, match=r"packs/common\.toml.*line\.stop"):
        load.__wrapped__("maryland")


# ---- dealer-assist rules split, explain ----
def run(*argv: str) -> int:
    parser = argparse.ArgumentParser()
    rules.add_arguments(parser)
    return rules.main(parser.parse_args(argv))


def test_a_pack_of_before_is_split_and_put_together_to_the_same_text(tmp_path: Path) -> None:
    """Words of its own are marked; every value and clause of the text holds after it."""
    old = read("maryland").replace('"Stop. {what}"', '"Halt. {what}"')
    (tmp_path / "old.toml").write_text(old.replace('name = "maryland"', 'name = "utah"'))

    assert run("split", str(tmp_path / "old.toml"), "--to", str(tmp_path)) == 0

    halves = [tmp_path / "utah.toml", tmp_path / "utah.clauses.toml"]
    values, by = (msgspec.toml.decode(half.read_bytes()) for half in halves)
    assert values["line"]["stop"] == {"value": "Halt. {what}", "departs": True}
    text = packs.text_of(Files("utah", values, by, table(COMMON)).together())
    assert parse(text, "x") == parse((tmp_path / "old.toml").read_text("utf-8"), "x")


def test_split_overwrites_nothing_and_takes_only_one_text(tmp_path: Path) -> None:
    (tmp_path / "old.toml").write_text(read("maryland"))
    (tmp_path / "maryland.toml").write_text("mine")
    (tmp_path / "new.toml").write_text((FOLDER / "maryland.toml").read_text("utf-8"))

    with pytest.raises(PackError, match="is there already"):
        run("split", str(tmp_path / "old.toml"), "--to", str(tmp_path))
    with pytest.raises(PackError, match="`decks` has no clause"):
        run("split", str(tmp_path / "new.toml"), "--to", str(tmp_path))
    with pytest.raises(PackError, match=r"none\.toml"):
        run("split", str(tmp_path / "none.toml"))
    assert (tmp_path / "maryland.toml").read_text("utf-8") == "mine"


def test_a_leaf_is_explained_with_what_each_pack_says(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run("explain", "cards.set_age_max_h") == 0

    out = capsys.readouterr().out
    assert "Hours after which a set of decks must go" in out
    assert "the decks and what a card counts" in out
    assert "24  (MD 3.C)" in out


SAY_THEMSELVES = ("irregularity", "words", "sign", "refusal", "line")
"""Their values are what people read; `rules irregularities` tells the kinds."""


def test_every_rule_of_a_pack_has_a_sentence_of_meaning() -> None:
    """A name and a value alone do not say what `cover_behind_share` is a share of."""
    silent = [
        f"{section}.{key}"
        for section in SECTIONS
        if section not in SAY_THEMSELVES
        for key in keys_of(section)
        if not packs.meaning(section, key)
    ]

    assert silent == []
