"""The ledger of clauses: complete, unique, and the only source of ids that the product names."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from controller.errors import PackError
from controller.rules import ledger

ROOT = Path(__file__).parents[3]
NAMED = re.compile(r"\b(?:MA|MD|NH|CA) [0-9A-Za-z]+(?:-[0-9A-Za-z]+)?(?:[.~][0-9A-Za-z-]+)+")
"""What reads as an id in a source or data file; a bare section (`MA 5-11`) is prose."""


def test_ledger_holds_822_clauses_of_four_texts() -> None:
    """Every clause of the rule texts is accounted for (rules/README)."""
    counts = Counter(c.text for c in ledger.all_clauses())

    assert counts == {"MA": 234, "MD": 331, "NH": 114, "CA": 143}


def test_every_clause_has_a_meaning_and_a_test() -> None:
    """A clause is a meaning in our words with a concrete given, when and then."""
    bare = [c.id for c in ledger.all_clauses() if not c.means or not c.test or not c.documents]

    assert bare == []


def test_house_entries_are_flagged_and_carry_their_reason() -> None:
    """A house reading is no clause, and says why it was chosen (rules/README)."""
    house = [c for c in ledger.all_clauses(house=True) if c.house]

    assert house
    assert [c.id for c in house if not c.note or " house." not in c.id] == []
    assert [c.id for c in ledger.all_clauses() if " house." in c.id] == []


def test_every_clause_outside_the_controller_says_why() -> None:
    """What the controller cannot enforce is listed with its reason."""
    outside = [c for c in ledger.all_clauses() if c.enforceable == "outside"]

    assert [c.id for c in outside if not c.note] == []


def is_known(name: str) -> bool:
    """A range such as `MA 4.j.1-4.j.5` is known by its first clause."""
    return ledger.exists(name) or ("-" in name and ledger.exists(name.rpartition("-")[0]))


def sources() -> list[Path]:
    # the ledger's own prose also quotes ids of regulations that it does not hold
    skipped = ROOT / "controller" / "rules" / "clauses"
    found = [p for kind in ("*.py", "*.toml", "*.html") for p in (ROOT / "controller").rglob(kind)]
    return [p for p in found if skipped not in p.parents]


def test_every_clause_id_named_in_the_product_exists() -> None:
    """Every no, prompt, ruling and payment names a clause that the ledger explains.

    Source: controller/README 1.4.
    """
    unknown = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in sources()
        for name in NAMED.findall(path.read_text("utf-8"))
        if not is_known(name)
    }

    assert sorted(unknown) == []


@pytest.mark.parametrize("name", ["MA 15.lx", "MA 15.L", "ma 15.l", "15.l"])
def test_an_unknown_clause_suggests_the_near_ones(name: str) -> None:
    """A slip of the hand finds its clause."""
    with pytest.raises(ledger.UnknownClause) as caught:
        ledger.clause(name)

    assert "MA 15.l" in caught.value.close


def entry(clause_id: str) -> str:
    return (
        f'[[clause]]\nid = "{clause_id}"\ndocuments = ["d"]\nkind = "deal"\nactor = "dealer"\n'
        'enforceable = "guard"\nmeans = "m"\ntest = "t"\n'
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (entry("MA 1") + entry("MA 1"), "'MA 1' stands twice"),
        (entry("MD 1"), "'MD 1' is not an id of MA"),
        (entry("MA 1").replace('"guard"', '"sometimes"'), "clause[0].enforceable"),
        (entry("MA 1").replace("means", "meens"), "meens"),
        ("[[clause]\n", "clauses/ma.toml"),
    ],
)
def test_a_broken_clause_file_is_refused_with_its_place(text: str, said: str) -> None:
    """A doubled, strange or mis-spelt entry stops the load and is named."""
    with pytest.raises(PackError, match="T120") as caught:
        ledger.load(text.encode(), "MA")

    assert said in str(caught.value)
