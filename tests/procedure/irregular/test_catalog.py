"""The catalogue of irregularities: whatever is raised has words, rulings that act, a way out."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from msgspec.structs import astuple, replace

from controller import procedure
from controller.domain import commands as cmd
from controller.domain.sealed import Slot
from controller.procedure.irregularities import catalog, catalog_check
from controller.procedure.irregularities.kinds.every_kind import KINDS
from controller.procedure.state.play import Irregularity
from controller.rules.pack import names
from tests.kit.clauses import CLAUSES
from tests.kit.evening import Evening, house

PACKS = names()
ROOT = Path(str(procedure.__file__)).parent
ABOUT = {
    "order_in_doubt": "9/spin/3",
    "order_withheld": "9/spin/3",
    "order_without_cause": "9/spin/3",
    "device_lost": "wheel",
    "events_lost": "shoe lost its power",
    "whose_card": "4",
    "late_double": "4",
    "cannot_open": "256",
}


def raised_in_code() -> set[str]:
    """Kinds that a call `raise_("kind")`, `Noted(kind="kind")` or a note of the ledger names."""
    found: set[str] = set()
    for path in ROOT.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and node.value in PACK_KINDS:
                found.add(str(node.value))
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "raise_":
                first = node.args[0]
                if isinstance(first, ast.Constant):
                    found.add(str(first.value))
    return found


PACK_KINDS = frozenset(house(PACKS[1]).pack.irregularity)


def sample(kind: str) -> Irregularity:
    about = ABOUT.get(kind, "something")
    return Irregularity(
        f"256/{kind}/1", kind, box=3, hand=1, about=about, card=Slot(256, Evening.blank)
    )


def test_every_kind_that_code_raises_is_in_the_catalogue() -> None:
    assert raised_in_code() - {"deal_reopened"} <= set(KINDS)


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_kind_names_a_clause_of_the_ledger(kind: str) -> None:
    for pack in PACKS:
        assert catalog.clause(house(pack), kind) in CLAUSES


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_headline_has_at_most_six_words_and_no_open_place(kind: str) -> None:
    """console/README 4: a headline of at most six words."""
    evening = Evening()
    text = catalog.headline(evening.play, evening.house, sample(kind))

    assert len(text.split()) <= 6
    assert "{about" not in text
    assert "{box" not in text


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_round_can_be_voided_and_the_table_closed_while_the_kind_is_open(kind: str) -> None:
    """With every ruling refused a supervisor can still void, a floorperson close.

    Source: controller/README 1.7.
    """
    evening = Evening().opened().lit(1, 3)
    evening.draw("8c 9d 6h As 7d Qc")
    play = evening.play
    evening.state = replace(evening.state, play=replace(play, irregularities=(sample(kind),)))

    voided = evening.floor(cmd.RoundVoided(reason="nothing else helps"), rank="casino_supervisor")
    closed = evening.floor(cmd.TableClosed(reason="end"))
    evening.floor(cmd.DecksCounted(cards=288, seal="S-12"))

    assert voided.verdict == "accepted"
    assert closed.verdict == "accepted"
    assert evening.play.opening == "closed"
    assert evening.faults == []


@pytest.mark.clause("MA house.void-rank")
def test_round_is_voided_only_by_a_supervisor_with_a_reason() -> None:
    """A fault is no free option (console/README 1.5, void_rank)."""
    evening = Evening().opened().lit(1)
    evening.draw("8c 9d 6h As")

    for rank, reason in (("dealer", "x"), ("floorperson", "x"), ("casino_supervisor", " ")):
        refused = evening.floor(cmd.RoundVoided(reason=reason), rank=rank)
        assert (refused.verdict, refused.clause) == ("refused", "MA house.void-rank")


@pytest.mark.parametrize("pack", PACKS)
def test_no_word_of_another_house_stands_in_a_line_or_a_headline(pack: str) -> None:
    """The card that ends the shoe and the place of the discards are called as the text does."""
    told = house(pack)
    words = told.pack.words
    own = {words.cover_card.value, words.discard_rack.value.split()[-1]}
    others = {"cover card", "cutting card", "cut card", "rack", "muck"} - own
    evening = Evening(told)

    said = [leaf.value for leaf in astuple(told.pack.line) + astuple(told.pack.refusal)]
    for kind in sorted(KINDS):
        i = sample(kind)
        said.append(catalog.headline(evening.play, told, i))
        said += [catalog.fill(evening.play, told, i, r.effect) for r in KINDS[kind].rulings]

    assert [s for s in said for w in others if re.search(rf"\b{w}\b", s, re.IGNORECASE)] == []


@pytest.mark.parametrize("wrong", [("next_hand",), ()])
def test_kind_that_an_earlier_pack_rules_otherwise_is_as_of_now(wrong: tuple[str, ...]) -> None:
    """A ruling without words, or no way out; what can still be ruled stays as recorded."""
    now = house("maryland").pack
    kinds = dict(now.irregularity)
    kinds["touched"] = replace(kinds["touched"], rulings=wrong)
    kinds["slow_draw"] = replace(kinds["slow_draw"], holds="red")
    recorded = replace(now, irregularity=kinds)

    found = catalog_check.brought_up(recorded, now)

    assert {
        where.rpartition("$.irregularity.")[2] for where, _ in catalog_check.faults(recorded)
    } == {"touched.rulings"}
    assert found.irregularity == {**now.irregularity, "slow_draw": kinds["slow_draw"]}
