"""A dispute over a round with reports, rulings and corrections: who, why, and what it changed."""

from __future__ import annotations

from pathlib import Path
from zoneinfo import ZoneInfo

from controller.audit import hand
from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure.irregularities import catalog
from controller.procedure.irregularities.reports import REPORTS
from controller.procedure.state.inputs import Edit
from tests.kit.entries import amended, entry

from .shift import shift
from .test_hand import story

BOSTON = ZoneInfo("America/New_York")
WHY = "chips counted on the layout"


def written(path: Path, box: int = 0) -> str:
    told = story(path, 1)
    return "\n".join(hand.as_text(hand.only_box(told, box) if box else told, BOSTON))


def test_round_that_was_corrected_tells_both_versions_and_who_and_why(tmp_path: Path) -> None:
    """The wager as it was said, the correction, its reason, and the money that follows from it."""
    path = tmp_path / "journal.db"
    with shift(path) as on:
        on.opened().lit(1, 4, main={1: 1000, 4: 1000})
        on.draw("6h 9c 9s 5h 9d 8d")
        on.press("act1")
        on.draw("Kc")
        on.put(cmd.Next(box=4, hand=1))
        on.press("act7")
        card = entry(on, fact.CardDrawn)
        amended(on, Edit(card, "before", (cmd.Double(box=1, hand=1, cents=1000),)))
        on.floor(cmd.Reported(what="paid_wrong", box=1, hand=1))
        on.rule("paid_right", reason=WHY, rank="casino_supervisor")
        assert on.play.hands[0].doubles == 1

    text = written(path)

    assert "M. Okafor" in text
    assert "layout looked at" in text
    assert "Box 1 paid wrongly" in text or "PAID WRONG" in text
    assert WHY in text
    assert "paid_wrong" not in text


def test_every_report_of_a_round_is_told_by_its_words_with_its_ruling(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with shift(path) as on:
        on.opened().lit(1, 4, main={1: 1000, 4: 1000})
        on.draw("2c 3c 9s 5h 5d 8d")
        on.press("act1")
        said = []
        for report in REPORTS:
            at = {"table": (0, 0), "box": (1, 1), "hand": (1, 1)}[report.of]
            one = cmd.Reported(what=report.kind, box=at[0], hand=at[1])
            if report.kind != "evacuation" and on.floor(one).verdict == "accepted":
                said.append(catalog.headline(on.play, on.house, on.open[-1]))
                ruling = catalog.offers(on.play, on.house, on.open[-1])[-1].ruling.name
                on.rule(ruling, reason=WHY, rank="casino_supervisor")

    text = written(path)

    assert len(said) >= 5
    assert [s for s in said if hand.inked(s) not in text] == []
    assert text.count(WHY) >= len(said) - 2
