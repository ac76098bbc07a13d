"""What a wager is made of: chips, coupons, spoken cash; bills are none (MA 5.c, 6.c; MD 6)."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from controller.domain import commands as cmd
from controller.procedure.state.inputs import Outcome
from tests.kit.evening import Evening, house
from tests.kit.shown import box, floor_page, labels, page, told

MA = "massachusetts-bonus-spin"
MD = "maryland"


def table(pack: str = MA, **options: Any) -> Evening:
    return Evening(house(pack, **options)).opened()


def puts(
    at: Evening,
    no: int,
    medium: Literal["chips", "coupon", "cash"],
    cents: int | None,
    kind: str = "main",
) -> Outcome:
    return at.put(cmd.WagerSet(box=no, kind=kind, on=True, cents=cents, medium=medium))


def confirmed(at: Evening, no: int, kind: str = "main", rank: str = "casino_supervisor") -> Outcome:
    return at.floor(cmd.CashConfirmed(box=no, kind=kind), rank=rank)


def wagers(at: Evening) -> list[tuple[int, str, int | None]]:
    return [(w.box, w.kind, w.cents) for w in at.play.wagers]


# ---- media ----
@pytest.mark.clause("MA 5.c", "MA 6.c")
@pytest.mark.parametrize("kind", ["main", "match"])
def test_amount_medium_and_box_of_a_wager_are_logged(kind: str) -> None:
    """Chips and a coupon, the match wager apart from the basic one; bills are no wager."""
    at = table().lit(4, main={4: 2500})

    puts(at, 4, "chips", 500, kind)
    chips = told(at).text
    puts(at, 4, "coupon", 1000, kind)
    coupon = told(at).text
    bills = puts(at, 4, "cash", None, kind)

    word = "wager" if kind == "main" else "match"
    assert chips == f"Box 4: {word}, $5.00, chips"
    assert coupon == f"Box 4: {word}, $10.00, coupon"
    assert (bills.verdict, bills.clause) == ("refused", "MA 5.c")
    assert (4, kind, 1000) in wagers(at)


@pytest.mark.clause("MD 6.A")
def test_wager_is_recorded_and_bills_are_converted_or_removed() -> None:
    """$25 on seat 4 is its wager; notes reported there are none, and the dealer is told why."""
    at = table(MD).lit(4, main={4: 2500})

    outcome = puts(at, 5, "cash", None)

    assert wagers(at) == [(4, "main", 2500)]
    assert (outcome.clause, outcome.text) == ("MD 6.A", "Bills are no wager: chips first, or off")


# ---- spoken cash ----
@pytest.mark.clause("MA 5.c~2")
def test_spoken_cash_needs_dealer_and_casino_supervisor() -> None:
    """Confirmed by the dealer only it is no wager at the first card; by both it stands."""
    alone, both = table().lit(1), table().lit(1)
    puts(alone, 2, "cash", 10000)
    puts(both, 2, "cash", 10000)

    floorperson = confirmed(both, 2, rank="floorperson")
    supervisor = confirmed(both, 2)
    for at in (alone, both):
        at.draw("Kh")

    assert (floorperson.verdict, floorperson.clause) == ("refused", "MA 5.c~2")
    assert supervisor.verdict == "accepted"
    assert (both.play.boxes, alone.play.boxes) == ((1, 2), (1,))
    assert [(i.kind, i.box) for i in alone.open] == [("wager_late", 2)]
    assert (2, "main", 10000) in wagers(both)


@pytest.mark.clause("MD 6.B")
def test_dealers_confirmation_is_enough_in_maryland() -> None:
    """Twenty-five, confirmed before the first card: it stands, and the cash stays open."""
    at = table(MD)
    later = table(MD).lit(1)
    later.draw("Kh")

    puts(at, 2, "cash", 2500)
    late = puts(later, 2, "cash", 2500)

    assert (wagers(at), at.play.boxes) == ([(2, "main", 2500)], (2,))
    assert page(at).chips == ("Cash to chips: box 2 $25",)
    assert (late.verdict, late.clause) == ("refused", "MD 6.D")
    assert (2, "main", 2500) not in wagers(later)


@pytest.mark.clause("MA 6.c~2")
def test_spoken_match_is_refused_when_the_supervisor_comes_after_the_first_card() -> None:
    """The confirmation arrives late: no wager, the cash goes back."""
    at = table().lit(2, main={2: 1000})
    puts(at, 2, "cash", 500, "match")
    at.draw("Kh")

    late = confirmed(at, 2, "match")

    assert (late.verdict, late.clause) == ("refused", "MA 6.c~2")
    assert wagers(at) == [(2, "main", 1000)]
    assert [(i.kind, i.about) for i in at.open] == [("wager_late", "match")]


@pytest.mark.clause("MA 5.c~3")
def test_cash_task_stays_open_until_the_change_is_confirmed() -> None:
    """The chip stands through the round; with CHANGED it is gone, and the row has its time."""
    at = table().lit(1)
    puts(at, 2, "cash", 10000)
    wanted = page(at).chips
    confirmed(at, 2)
    at.draw("5h Kd 7d 6c Qc 9d")
    at.press("act1")
    during = page(at).chips

    key = next(c for c in at.allowed if isinstance(c.command, cmd.CashChanged))
    at.press(key.slot)

    assert wanted == ("Cash, box 2 $100: casino supervisor confirms",)
    assert during == ("Cash to chips: box 2 $100",)
    assert page(at).chips == ()
    assert told(at).text == "Box 2: cash changed into chips"
    assert told(at).clause == "MA 5.c~3"


@pytest.mark.clause("MA 5.c~3")
def test_layout_is_not_cleared_over_cash() -> None:
    """At the latest at its settlement (ledger): first the change, then the press."""
    at = table()
    puts(at, 2, "cash", 10000)
    confirmed(at, 2)
    at.draw("Kh 7d Qc Kd")
    at.press("act1")
    at.press("act7")

    early = at.put(cmd.LayoutCleared(), after_ms=5000)
    at.put(cmd.CashChanged(box=2, kind="main"))
    done = at.put(cmd.LayoutCleared(), after_ms=5000)

    assert (early.verdict, early.clause) == ("refused", "MA 5.c~3")
    assert (done.verdict, at.play.number) == ("accepted", 2)


def test_open_cash_outlives_a_round_that_the_next_card_has_closed() -> None:
    """Nothing is forgotten: the task goes on into the next round."""
    at = table()
    puts(at, 2, "cash", 10000)
    confirmed(at, 2)
    at.draw("Kh 7d Qc Kd")
    at.press("act1")
    at.press("act7")

    at.draw("5h", after_ms=5000)

    assert at.play.number == 2
    assert page(at).chips == ("Cash to chips: round 1, box 2 $100",)


@pytest.mark.clause("MA 6.c~3")
def test_match_done_leaves_the_box_open_whose_cash_is_still_cash() -> None:
    """The other box is settled, box 2 when its change is confirmed, once."""
    at = table().lit(2, 3, main={2: 1000, 3: 1000}, match={3: 500})
    puts(at, 2, "cash", 500, "match")
    confirmed(at, 2, "match")
    at.draw("7h 7c 7d 6c Qc 9d")

    at.press("act1")
    at.press("act1")
    first = [(p.box, p.kind) for p in at.play.payments]
    chip = page(at).chips
    at.put(cmd.CashChanged(box=2, kind="match"))
    again = at.put(cmd.CashChanged(box=2, kind="match"))

    assert (first, chip) == ([(3, "match")], ("Cash to chips: box 2 $5",))
    assert [(p.box, p.kind) for p in at.play.payments] == [(3, "match"), (2, "match")]
    assert again.verdict == "refused"


def test_no_text_no_spoken_wager() -> None:
    """New Hampshire and California know none."""
    for pack in ("boston-billiard", "pure-21-5"):
        at = Evening(house(pack)).opened()
        if pack == "pure-21-5":
            at.put(cmd.BankSet(box=7, on=True))
        assert puts(at, 2, "cash", 1000).verdict == "refused"


def test_cash_and_coupon_are_marked_on_counted_chips() -> None:
    """The pad's menu of the box; the supervisor's key stands on the floor's page."""
    at = table().lit(2, main={2: 10000})
    menu = labels(at, "people2")
    key = next(a for a in page(at).allowed if a.slot == "box2.1")

    at.press("people2.1")

    assert (menu, key.opens) == (["CASH PLAYS", "COUPON"], "people2")
    assert (wagers(at), at.play.boxes) == ([], ())
    assert [a.label for a in floor_page(at).allowed if a.slot.startswith("floor.cash")] == [
        "CONFIRM CASH"
    ]
    assert not box(at, 2).lit


# ---- coupons and thresholds ----


def play_sevens(at: Evening) -> list[tuple[str, str]]:
    at.lit(2)
    puts(at, 2, "coupon", 1000)
    at.draw("7s 7d 7s Kc")
    at.press("act1")
    at.draw("7s")
    at.press("act7")
    return [(p.kind, p.direction) for p in at.play.payments]


def test_coupon_holds_a_bonus_until_the_supervisor_says_whether_it_counts() -> None:
    """MA 5.c: nothing is said of the $5 and $25 thresholds, so that it is asked."""
    at = table()
    held = play_sevens(at)
    chip = page(at).chips
    wrong = at.floor(cmd.CouponRuled(box=2, kind="main", counts=True))
    ruling = cmd.CouponRuled(box=2, kind="main", counts=True)
    at.floor(ruling, rank="casino_supervisor")

    assert ("super_bonus", "hold") in held
    assert chip == ("Coupon, box 2: casino supervisor says if it counts",)
    assert wrong.verdict == "refused"
    assert [(p.direction, p.cents) for p in at.play.payments if p.kind == "super_bonus"] == [
        ("pay", 100000)
    ]
    assert page(at).chips == ()


@pytest.mark.parametrize(("setting", "found"), [("yes", ["pay"]), ("no", [])])
def test_house_setting_says_whether_a_coupon_counts(setting: str, found: list[str]) -> None:
    at = table(**{"deal.coupon_counts": setting})

    paid = play_sevens(at)

    assert [how for kind, how in paid if kind == "super_bonus"] == found
    assert page(at).chips == ()


@pytest.mark.parametrize(("counts", "said"), [(True, "TAKE $10"), (False, "TAKE")])
def test_coupon_of_a_bust_is_taken_without_an_amount_where_it_counts_for_none(
    said: str, *, counts: bool
) -> None:
    """It goes all the same, but nobody takes $0; read anew, it goes back in the same words."""
    at = table().lit(2, 3)
    puts(at, 2, "coupon", 1000)
    at.draw("7s 6s 6d 9s 6h 9h")
    at.press("act1")
    ruling = cmd.CouponRuled(box=2, kind="main", counts=counts)
    at.floor(ruling, rank="casino_supervisor")

    at.draw("Ks")

    assert page(at).next_step.hint == f"Box 2: {said}."
    at.floor(cmd.Reported(what="card_misread", box=2, hand=1))
    at.floor(cmd.FactAnswered(irr=at.play.irregularities[-1].id, question="which", answer="K♠"))
    at.floor(cmd.Ruled(irr=at.play.irregularities[-1].id, ruling="misread", face="2s", reason="x"))
    assert page(at).next_step.hint.startswith(f"No longer: box 2 {said.lower()}. ")


def test_cash_said_again_replaces_what_was_said_of_that_wager_alone() -> None:
    """Another box stays as it was said."""
    at = table().lit(2, 4, main={2: 2500, 4: 2500})
    for no, cents in ((2, 500), (4, 700), (4, 1500)):
        assert puts(at, no, "cash", cents).verdict == "accepted"

    said = [(x.box, x.kind, x.cents) for x in at.play.people.cash]

    assert said == [(2, "main", 500), (4, "main", 1500)]
