"""Who may wager in mid-shoe, and when no wager is taken, raised or touched (MA 5, MD 6)."""

from __future__ import annotations

from typing import Any

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure.irregularities import catalog
from tests.kit.evening import Evening, house
from tests.kit.shown import box, floor_page, page, told

MA = "massachusetts-bonus-spin"
MD = "maryland"
DENY = {"deal.mid_shoe_entry": "deny"}


def table(pack: str = MA, **options: Any) -> Evening:
    return Evening(house(pack, **options)).opened()


def round_of(at: Evening, *boxes: int) -> Evening:
    """Each box stands on 20 against 17."""
    at.lit(*boxes)
    at.draw(*["Kh"] * len(boxes), "7d", *["Qc"] * len(boxes), "Kd")
    at.press("act1")
    at.press("act7")
    at.put(cmd.LayoutCleared(), after_ms=5000)
    return at


def lights(at: Evening, no: int) -> Any:
    return at.put(cmd.BoxSet(box=no, lit=True))


# ---- entry ----
@pytest.mark.clause("MA 5.j", "MD 6.C")
@pytest.mark.parametrize(("pack", "clause"), [(MA, "MA 5.j"), (MD, "MD 6.C.2")])
def test_box_that_sat_out_waits_for_the_shuffle(pack: str, clause: str) -> None:
    """With `deny` it is refused in the next round of the shoe; with `allow` it is accepted."""
    barred, free = (round_of(table(pack, **o), 1, 3) for o in (DENY, {}))

    no, yes, wager = lights(barred, 5), lights(free, 5), lights(barred, 3)

    assert (no.verdict, no.clause) == ("refused", clause)
    assert (yes.verdict, wager.verdict) == ("accepted", "accepted")
    assert box(barred, 5).was == "WAITS FOR SHUFFLE"
    assert [r.clause for r in page(barred).refused if r.slot == "box5"] == [clause]


@pytest.mark.clause("MA 5.j", "MD 6.C")
@pytest.mark.parametrize("pack", [MA, MD])
def test_one_who_skips_a_round_waits_too(pack: str) -> None:
    """Box 3 played the first round and not the second: it waits in the third."""
    at = round_of(round_of(table(pack, **DENY), 1, 3), 1)

    assert lights(at, 3).verdict == "refused"
    assert lights(at, 1).verdict == "accepted"


@pytest.mark.clause("MD 6.C.1", "MA 5.j")
@pytest.mark.parametrize(("pack", "clause"), [(MD, "MD 6.C.1"), (MA, "MA 5.j")])
def test_floorperson_lets_a_barred_box_in(pack: str, clause: str) -> None:
    """The release is the floor's, accepted and logged; then the wager is."""
    at = round_of(table(pack, **DENY), 1)
    key = next(a for a in floor_page(at).allowed if a.slot == "floor.let_in.3")

    dealer = at.put(cmd.LetIn(box=3))
    let_in = at.floor(cmd.LetIn(box=3))
    said = told(at)

    assert (key.label, dealer.verdict, let_in.verdict) == ("LET IN", "refused", "accepted")
    assert (said.clause, said.text.startswith("Box 3 may wager again, by M. Okafor")) == (
        clause,
        True,
    )
    assert lights(at, 3).verdict == "accepted"
    assert lights(at, 5).verdict == "refused"


@pytest.mark.clause("MD 6.C.2", "MA 5.j")
@pytest.mark.parametrize("pack", [MA, MD])
def test_reshuffle_ends_the_bar(pack: str) -> None:
    """In the first round of the next shoe anybody may wager."""
    at = round_of(table(pack, **DENY), 1)
    barred = lights(at, 3)
    at.reading(fact.CoverCardSeen, "shoe")
    at.draw("Kh 7d Qc Kd")
    at.press("act1")
    at.press("act7")
    at.put(cmd.LayoutCleared(), after_ms=5000)
    at.reading(fact.RestCounted, "shoe", cards=at.play.loaded - at.play.drawn)
    at.shuffled()
    if at.play.shoe == "burn_due":
        at.draw("9c")

    assert (barred.verdict, lights(at, 3).verdict) == ("refused", "accepted")


# ---- late wagers, wagers that were touched ----
@pytest.mark.clause("MA 5.d", "MD 6.D")
@pytest.mark.parametrize(("pack", "clause"), [(MA, "MA 5.d"), (MD, "MD 6.D")])
def test_no_wager_is_raised_after_the_first_card(pack: str, clause: str) -> None:
    """$10 stands when $25 is entered; an insurance wager with an ace up is taken."""
    at = table(pack).lit(5, main={5: 1000})
    at.draw("5h")
    raised = at.put(cmd.WagerSet(box=5, kind="main", on=True, cents=2500))
    at.draw("As 6c 9d")
    at.press("act1")
    later = at.put(cmd.BoxSet(box=6, lit=True))
    insured = at.put(cmd.Insured(box=5, on=True, cents=500))

    assert (raised.verdict, raised.clause) == ("refused", clause)
    assert (later.verdict, later.clause) == ("refused", clause)
    assert insured.verdict == "accepted"
    assert [(w.kind, w.cents) for w in at.play.wagers] == [("main", 1000), ("insurance", 500)]


@pytest.mark.clause("MA 5.h", "MD 6.E")
@pytest.mark.parametrize("pack", [MA, MD])
def test_altered_wager_is_reported_and_settled_at_the_locked_amount(pack: str) -> None:
    """Box 6 adds a chip to $10: logged, the floor is called, the settlement uses $10."""
    at = table(pack).lit(6, main={6: 1000})
    at.draw("Kh 7d Qc Kd")
    at.press("act1")

    reported = at.put(cmd.Reported(what="wager_altered", box=6, hand=1))
    raised = [(i.kind, i.box) for i in at.open]
    seen = [i.box for i in floor_page(at).irregularities]
    called = (page(at).signal, catalog.rules(at.house, "wager_altered").needs)
    at.rule("stands", reason="$5 given back")
    at.press("act7")

    assert reported.verdict == "accepted"
    assert (raised, seen) == ([("wager_altered", 6)], [6])
    assert called == ("look", "floorperson")
    assert [(p.direction, p.cents) for p in at.play.payments] == [("pay", 1000)]


@pytest.mark.clause("MA 5.i")
def test_insurance_and_double_are_locked_until_decided() -> None:
    """$5 insurance stays at risk; of a $10 double on 15 the rescue takes $10 back."""
    at = table(**{"deal.variant": "hole_card"}).lit(2, main={2: 1000})
    at.draw("5h As 6c 9d")
    at.press("act1")
    at.put(cmd.Insured(box=2, on=True, cents=500))
    at.put(cmd.InsuranceClosed())
    back = at.put(cmd.Insured(box=2, on=False))
    at.put(cmd.Double(box=2, hand=1, cents=1000))
    at.draw("4s")
    rescued = at.put(cmd.Rescue(box=2, hand=1))
    at.press("act7")

    assert (back.verdict, back.clause) == ("refused", "MA 5.i")
    assert rescued.verdict == "accepted"
    assert [(p.kind, p.direction, p.cents) for p in at.play.payments] == [
        ("insurance", "take", 500),
        ("main", "take", 1000),
        ("main", "return", 1000),
    ]
