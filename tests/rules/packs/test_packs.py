"""Rule packs: same shape, clauses that exist, and a typo that is refused with what is allowed."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

import controller
from controller.errors import PackError
from controller.rules import ledger
from controller.rules.pack import (
    KINDS,
    SECTIONS,
    Pack,
    apply_options,
    leaves,
    load,
    names,
    parse,
    read,
)

FIVE = ("boston-billiard", "maryland", "massachusetts", "massachusetts-bonus-spin", "pure-21-5")


def test_five_packs_are_shipped() -> None:
    """One for each rule text and edition."""
    assert names() == FIVE


def keys(table: dict[str, Any], path: str = "$") -> list[str]:
    found: list[str] = []
    for key, value in table.items():
        found.append(f"{path}.{key}")
        if isinstance(value, dict) and "clause" not in value:
            found += keys(value, f"{path}.{key}")
    return found


@pytest.mark.parametrize("name", FIVE)
def test_pack_has_the_same_keys_in_the_same_order_as_the_others(name: str) -> None:
    """`diff` of two packs is the comparison of two jurisdictions."""
    first = msgspec.toml.decode(read(FIVE[0]))

    assert keys(msgspec.toml.decode(read(name))) == keys(first)


@pytest.mark.parametrize("name", FIVE)
def test_pack_has_one_leaf_a_line(name: str) -> None:
    """Each leaf stands on a line of its own."""
    lines = [line for line in read(name).splitlines() if "clause = " in line]

    assert len(lines) == len(list(leaves(load(name))))


@pytest.mark.parametrize("name", FIVE)
def test_every_leaf_names_a_clause_of_its_own_text(name: str) -> None:
    """A clause or a house entry that exists in the ledger."""
    pack = load(name)

    for path, leaf in leaves(pack):
        assert leaf.clause.startswith(f"{pack.ledger} "), path
        assert ledger.exists(leaf.clause), path


@pytest.mark.parametrize("name", FIVE)
def test_every_kind_of_irregularity_has_a_ruling(name: str) -> None:
    """No hold without a way out (controller/README 1.7)."""
    pack = load(name)

    assert tuple(pack.irregularity) == KINDS
    assert all(entry.rulings for entry in pack.irregularity.values())


def test_two_editions_of_one_text_differ_in_the_shuffle_and_the_wheel_only() -> None:
    """The later edition is the earlier one with three insertions."""
    earlier, later = load("massachusetts"), load("massachusetts-bonus-spin")
    both = zip(leaves(earlier), leaves(later), strict=True)

    different = {path for (path, old), (_, new) in both if old != new}

    plain = {path for path in different if not path.startswith("wheel.")}
    script = ("manual_steps", "manual_required", "plug_first", "riffles_before_strip")
    assert plain <= {f"shuffle.{key}" for key in script} | {
        path for path in plain if path.startswith(("refusal.", "line.", "irregularity.", "sign."))
    }
    assert "wheel.bonus_spin" in different


def test_codes_choose_the_packs() -> None:
    """The code of a case file is a header field, and each is one pack's."""
    codes = {load(name).code: name for name in FIVE}

    assert len(codes) == len(FIVE)
    assert codes["MA"] == "massachusetts-bonus-spin"


def changed(old: str, new: str, name: str = "maryland") -> str:
    text = read(name)
    assert old in text
    return text.replace(old, new, 1)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("\nwin = ", "\nwinn = ", ["$.settle", "`winn`", "Allowed: win"]),
        ('value = "push"', 'value = "psuh"', ["$.settle.tie.value", "'psuh'", "Allowed: push"]),
        ("value = 48,", 'value = "48",', ["$.cards.cards_per_deck.value", "`int`"]),
        (
            '"ask", clause = "MD 7.R"',
            '"left_to_right", clause = "MD 7.R"',
            ["$.settle.order.value", "right_to_left, collect_then_pay"],
        ),
        ('"MD 7.P"', '"MD 7.PP"', ["clause", "'MD 7.PP'", "MD 7.P"]),
        ('clause = "MD 12.A.1"', 'clause = "MA 5.a"', ["$.settle.win.clause", "'MA 5.a'"]),
        ("[shoe]", "[shoo]", ["`shoo`", "Allowed: shoe"]),
        (
            "ten_found = ",
            "tenfound = ",
            ["$.irregularity", "Allowed: alignment_required"],
        ),
        (
            'holds = "red"',
            'holds = "pink"',
            ["$.irregularity", "alignment_required.holds", "Allowed: red, amber"],
        ),
        (
            'rulings = ["next_card"',
            'rulings = ["nextcard"',
            ["'nextcard'", "Allowed: accepted, acknowledged"],
        ),
        ("allow = [6, 8]", "allow = [4, 8]", ["$.cards.decks.value", "Allowed: 4, 8"]),
        ("least = 1, most = 7", "least = 8, most = 9", ["$.deal.boxes.value", "8 to 9"]),
        ("value = true", "value = ", ["packs/maryland.toml"]),
    ],
)
def test_typo_is_refused_with_file_path_and_allowed_values(
    old: str, new: str, says: list[str]
) -> None:
    """A pack never half loads."""
    with pytest.raises(PackError) as refused:
        parse(changed(old, new), "packs/maryland.toml")

    assert "packs/maryland.toml" in str(refused.value)
    for words in says:
        assert words in str(refused.value)


def test_missing_key_is_refused_by_name() -> None:
    """No defaults: a leaf that is not there is an error."""
    text = re.sub(r"\ntie = .*", "", read("maryland"))

    with pytest.raises(PackError, match="`tie`"):
        parse(text, "packs/maryland.toml")


def test_missing_kind_is_refused_by_name() -> None:
    """Each kind of irregularity stands in each pack."""
    text = re.sub(r"\nten_found = .*", "", read("maryland"))

    with pytest.raises(PackError, match="`ten_found` is missing"):
        parse(text, "packs/maryland.toml")


def test_keys_out_of_order_are_refused() -> None:
    """The order is part of the comparison."""
    text = read("maryland")
    line = re.search(r"\ntie = .*", text)
    assert line is not None

    with pytest.raises(PackError, match="out of order"):
        parse(text.replace(line.group(0), "").replace("[wheel]", line.group(0) + "\n[wheel]"), "x")


def test_unknown_pack_is_refused_with_the_names() -> None:
    """The names of the packs stand in the answer."""
    with pytest.raises(PackError, match="boston-billiard, maryland"):
        load("ohio")


def test_schedule_with_six_rates_is_refused() -> None:
    """At most five collection rates to a table limit (CA limits.notice-3)."""
    text = changed("[[2500, 50],", "[[2400, 40], [2500, 50],", "pure-21-5")

    with pytest.raises(PackError, match=r"(?s)more than 5 rates.*CA limits.notice-3"):
        parse(text, "packs/pure-21-5.toml")


def test_pack_survives_the_record() -> None:
    """The opening row embeds the pack: decoded it is the same, options included."""
    pack = apply_options(load("pure-21-5"), {"fee_schedule": 3})

    again = msgspec.json.decode(msgspec.json.encode(pack), type=Pack)

    assert again == pack
    assert SECTIONS[0] == "cards"


PLACES = re.compile(r"(?i:massachusetts|maryland|boston|hampshire|california)|\b(MA|MD|NH|CA) \w")


def strings(tree: ast.AST) -> list[str]:
    """String literals that are not docstrings."""
    quiet = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in quiet
    ]


def test_python_names_no_jurisdiction() -> None:
    """Code asks the pack; it does not branch on place."""
    root = Path(controller.__file__).parent
    found = [
        f"{path.relative_to(root)}: {text}"
        for folder in ("domain", "rules", "procedure", "view")
        for path in sorted((root / folder).rglob("*.py"))
        for text in strings(ast.parse(path.read_text("utf-8")))
        if PLACES.search(text)
    ]

    assert found == []
