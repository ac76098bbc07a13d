"""What the dealer reads in Spanish: all of a text or none of it, and nothing left in English."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from datetime import UTC
from pathlib import Path

import pytest

import controller
from controller.console.drawing.language import Language, language_of
from controller.console.drawing.look import Look
from controller.console.drawing.pages import Pages
from controller.domain import commands
from controller.domain.commands import Command
from controller.procedure.irregularities.kinds.every_kind import KINDS
from controller.procedure.irregularities.reports import REPORTS
from controller.rules.languages import catalogue
from controller.rules.pack import Pack
from controller.rules.pack.files import names
from controller.rules.pack.load import load
from controller.view import dealers_reports
from tests.kit.pages.fake_door import FakeDoor
from tests.kit.pages.page_walk import TABLES, PageWalk, table
from tests.kit.pages.play_views import DEAL_OK

CLAUSE = re.compile(r"[A-Z]{2} [a-z0-9][\w.~-]*|What .* means, in the words of the ledger\.")
"""What is quoted and not said: the number of a clause, and what the rule text means by it."""
TINY = {
    "Box {box}": "Caja {box}",
    "Box {box}: {what}": "Caja {box}: {what}",
    "{cards} over": "De más: {cards}",
    "stands": "se planta",
    "Draw": "Carta",
    "2nd": "2.ª",
}


class Heard(Language):
    """Keeps what it had no words for."""

    def __init__(self, words: dict[str, str]) -> None:
        super().__init__(words)
        self.english: dict[str, None] = {}

    def __call__(self, text: str) -> str:
        if self.find(text) is None and not CLAUSE.fullmatch(text):
            self.english[text] = None
        return super().__call__(text)


@pytest.fixture
def spanish() -> Language:
    found = language_of("es")
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("english", "said"),
    [
        ("Box 3: stands", "Caja 3: se planta"),
        ("Box 3: Stands.", "Caja 3: Se planta."),
        ("Draw. Box 3", "Carta. Caja 3"),
        ("box 5, 2nd", "caja 5, 2.ª"),
        ("$25", "$25"),
        ("Box 3: whatever", "Box 3: whatever"),
        ("Draw. Whatever", "Draw. Whatever"),
    ],
)
def test_text_is_said_whole_or_stays_english(english: str, said: str) -> None:
    """Half a sentence in each language is read twice at a table."""
    assert Language(TINY)(english) == said


def test_few_letters_hold_no_other_sentence() -> None:
    """`to $4, over: $5` has nothing left over."""
    assert Language(TINY).find("$4, over") is None
    assert Language(TINY).find("3 over") == "De más: 3"


@pytest.mark.parametrize(("pack", "variant"), TABLES)
def test_every_word_of_the_walks_is_said_in_spanish(pack: str, variant: str) -> None:
    heard = Heard(catalogue("es"))
    look = Look(language="es")
    pages = Pages(FakeDoor(), now=lambda: 0, zone=UTC, look=look, said=heard)
    walk = PageWalk(71, table(pack, variant), wrong=0.15)

    for n in range(80):
        walk.go()
        pages.dealer(walk.page, ("large", "small")[n % 2])
        pages.reports(dealers_reports(walk.state, walk.house))

    assert walk.faults == []
    assert list(heard.english) == []


def ruled_by_dealers(pack: Pack) -> Iterator[str]:
    """The labels of what a dealer may rule in a pack, and the answers that lead there."""
    for kind, row in pack.irregularity.items():
        if row.needs == "dealer":
            yield from (r.label for r in KINDS[kind].rulings if r.name in row.rulings)
            yield from (answer for q in KINDS[kind].questions for answer in q.answers)


def test_what_no_walk_reaches_is_said_in_spanish(spanish: Language) -> None:
    """Keys of every command, the dealer's line of every kind, every report."""
    keys = {
        text
        for kind in vars(commands).values()
        if isinstance(kind, type) and issubclass(kind, Command) and hasattr(kind, "row")
        for text in kind.row.key
    }
    kinds = {k.dealer for k in KINDS.values()} | {k.headline for k in KINDS.values() if k.on_line}
    chips = {k.headline for k in KINDS.values() if k.chip}
    kinds |= {text for name in names() for text in ruled_by_dealers(load(name))}
    said = keys | kinds | chips | {report.label for report in REPORTS}
    filled = {re.sub(r"\{[^}]*\}", "3", text) for text in said if text}

    assert [text for text in sorted(filled) if spanish.find(text) is None] == []
    assert len(filled) > 90


def test_house_keeps_its_titles() -> None:
    found = language_of("es", (("Games supervisor", "casino_supervisor"),))

    assert found is not None
    assert found("Void: games supervisor, with a reason") == "Anular: games supervisor, con motivo"
    assert found("A games supervisor rules.") == "Lo decide: games supervisor."


def refusals() -> Iterator[str]:
    """What the rules answer for no, with a 3 for each value."""
    for file in sorted((Path(controller.__file__).parent / "rules").glob("*.py")):
        for call in ast.walk(ast.parse(file.read_text())):
            if isinstance(call, ast.Call) and ast.unparse(call.func) in ("_by", "_no", "No"):
                text = call.args[1]
                if isinstance(text, ast.Constant):
                    yield str(text.value)
                elif isinstance(text, ast.JoinedStr):
                    yield "".join(map(_part, text.values))


def _part(part: ast.expr) -> str:
    """A value is a 3, the s of a plural is there."""
    if isinstance(part, ast.Constant):
        return str(part.value)
    return "s" if "'s' *" in ast.unparse(part) else "3"


def test_every_refusal_of_the_rules_is_said_in_spanish(spanish: Language) -> None:
    said = dict.fromkeys(refusals())

    assert [text for text in said if spanish.find(text) is None] == []
    assert len(said) > 50


def test_only_the_dealers_page_is_spanish(spanish: Language) -> None:
    """The floor, the record and every case read English (console/README 9)."""

    def drawn(said: Language | None) -> tuple[str, str]:
        look = Look(language="es" if said else "en")
        pages = Pages(FakeDoor(), now=lambda: 0, zone=UTC, look=look, said=said)
        return pages.dealer(DEAL_OK, "large"), pages.page(
            "oops.html", headline="", text="", back=""
        )

    dealers, others = zip(drawn(spanish), drawn(None), strict=True)

    assert "Caja" in dealers[0] or "caja" in dealers[0]
    assert "aja" not in dealers[1]
    assert others[0] == others[1]
