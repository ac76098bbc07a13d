"""What a table needs before it may open by its pack: filings, the order of settlement, areas."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.config import load, pack_of
from controller.domain import commands as cmd
from controller.errors import ConfigError, PackError
from controller.rules import pack as packs
from controller.rules.placing import Layout, why_not_layout
from controller.rules.settlement.fees import bank_fee
from tests.kit.evening import Evening, house
from tests.rules.examples.clause_cases import CA, MA, MD, case, pack

EXAMPLE = Path(__file__).parents[3] / "devices.toml"
ALL = (1, 2, 3, 4, 5, 6, 7)
FIVE_OF_SIX = tuple(box for box in ALL if box != 5)
SIX = ALL[:6]
APPROVAL = {"reference": "L-5", "date": "2026-01-02"}


@pytest.mark.clause("CA limits.schedule-5")
def test_the_misprinted_schedule_needs_an_attestation_of_its_corrected_table() -> None:
    """Refused unconfirmed; with the reference T = 250 costs $3 and T = 401 $5."""
    text = packs.load(CA)
    with pytest.raises(PackError, match="approval"):
        packs.apply_options(text, {"fee_schedule": 5})

    chosen = packs.apply_options(text, {"fee_schedule": {"value": 5, "approval": APPROVAL}})

    totals = (100, 200, 250, 301, 400, 401, 450, 501)
    assert [bank_fee(chosen, total * 100) for total in totals] == [
        dollars * 100 for dollars in (1, 3, 3, 4, 4, 5, 5, 10)
    ]


def test_a_refused_choice_names_its_clause() -> None:
    """controller/README 1.4: a no carries its clause."""
    with pytest.raises(PackError, match=r"MD 3\.A"):
        packs.apply_options(packs.load(MD), {"decks": 7})


# ---- the order of settlement ----
@pytest.mark.clause("MD 7.R")
def test_an_order_of_settlement_that_nobody_chose_is_refused() -> None:
    """The text has no default: right to left, or collect first, as the operator filed."""
    with pytest.raises(PackError, match=r"order must be given \(MD 7\.R\)") as caught:
        packs.complete(packs.load(MD))
    for order in ("right_to_left", "collect_then_pay"):
        packs.complete(packs.apply_options(packs.load(MD), {"order": order}))

    assert "Allowed: right_to_left, collect_then_pay" in str(caught.value)
    packs.complete(packs.load(MA))


def devices(folder: Path, name: str, options: str, layout: str = "") -> Path:
    """The example table with another pack, its options and the areas of its layout."""
    text = EXAMPLE.read_text("utf-8")
    head, _, rest = text.partition("[rules]")
    tail = rest[rest.index("# AN EXAMPLE") :]
    file = folder / "devices.toml"
    rules = f'[rules]\npack = "{name}"\n[rules.options]\n{options}\n{layout}\n'
    file.write_text(head + rules + tail, "utf-8")
    return file


@pytest.mark.clause("MD 7.R")
def test_a_table_without_an_order_of_settlement_does_not_open(tmp_path: Path) -> None:
    """The file is refused, citing MD 7.R; with the order it opens."""
    with pytest.raises(PackError, match=r"MD 7\.R"):
        pack_of(load(devices(tmp_path, MD, "")))

    opened = pack_of(load(devices(tmp_path, MD, 'order = "collect_then_pay"')))

    assert opened.settle.order.value == "collect_then_pay"


# ---- the areas of the layout ----
AREAS = [
    case("MD 2.B.2", Layout(main=ALL, match=ALL), ""),
    case("MD 2.B.2", Layout(main=FIVE_OF_SIX, match=ALL), "MD 2.B.2"),
    case("MD 2.B.2", Layout(main=(*ALL, 5), match=ALL), "MD 2.B.2"),
    case("MD 2.B.2", Layout(main=(*ALL, 8), match=ALL), "MD 2.B.2"),
    case("MD 2.B.4, MD 2.B.4.a", Layout(main=ALL, match=SIX), "MD 2.B.4.a"),
    case("MD 2.B.4, MD 2.B.4.a", Layout(main=ALL, match=ALL), ""),
    case("MD 2.B.4", Layout(main=ALL, match=ALL, bonus_spin=ALL), "MD 2.B.4.b"),
]


@pytest.mark.parametrize(("layout", "clause"), AREAS)
def test_every_box_has_one_area_for_each_offered_wager(layout: Layout, clause: str) -> None:
    """Areas, not sensors: none is asked for."""
    no = why_not_layout(packs.load(MD), layout)

    assert (no.clause if no else "") == clause


def test_a_bonus_spin_needs_an_area_at_every_box() -> None:
    """MD 2.B.4.b, its first half: seat 7 has none. The device at each seat is another clause."""
    spins = pack(MD, bonus_spin="progressive", paytable_100="A", prize_a_cents=100_000)

    no = why_not_layout(spins, Layout(main=ALL, match=ALL, bonus_spin=SIX))

    assert no is not None
    assert no.clause == "MD 2.B.4.b"
    assert why_not_layout(spins, Layout(main=ALL, match=ALL, bonus_spin=ALL)) is None


@pytest.mark.clause("MD 2.B.2", "MD 2.B.4.a")
def test_a_table_whose_layout_lacks_an_area_does_not_open(tmp_path: Path) -> None:
    """Seat 5 has no main area; seat 7 no match area."""
    order = 'order = "right_to_left"'
    for areas, clause in (
        ("main = [1, 2, 3, 4, 6, 7]\nmatch = [1, 2, 3, 4, 5, 6, 7]", "MD 2.B.2"),
        ("main = [1, 2, 3, 4, 5, 6, 7]\nmatch = [1, 2, 3, 4, 5, 6]", "MD 2.B.4.a"),
    ):
        with pytest.raises(ConfigError, match=clause):
            pack_of(load(devices(tmp_path, MD, order, f"[layout]\n{areas}")))
    whole = f"[layout]\nmain = {[*ALL]}\nmatch = {[*ALL]}"

    assert pack_of(load(devices(tmp_path, MD, order, whole))).name == MD


@pytest.mark.clause("MD 2.B.4")
def test_a_wager_that_the_table_does_not_offer_is_refused_at_its_box() -> None:
    """The dealer marks a match wager where none is offered."""
    table = Evening(house(MD, match=False)).opened().lit(3)

    outcome = table.put(cmd.WagerSet(box=3, kind="match", on=True))

    assert (outcome.verdict, outcome.clause) == ("refused", "MD 6.G")


def test_a_text_without_areas_asks_for_none() -> None:
    assert why_not_layout(packs.load(MA), Layout()) is None
