"""The keys of a shared box: each wagerer's coupon, cash and match wager (MA 5.c, 6, 13)."""

from __future__ import annotations

from typing import Literal

import pytest

from controller.domain import commands as cmd
from controller.domain.structs import replace
from controller.procedure.state.parts.wagerers import caller_of
from tests.kit.evening import Evening
from tests.kit.shown import page
from tests.procedure.wagers.test_shared_boxes import joins, shared, table

MEDIA: tuple[Literal["coupon"], Literal["cash"]] = ("coupon", "cash")


def keys(at: Evening, menu: str) -> list[str]:
    """Label and what it does, in the order of the menu and its further page."""
    return [f"{a.label}, {a.sub}" for a in page(at).allowed if a.slot.startswith(menu) and a.body]


def is_offered(at: Evening, item: cmd.WagerSet) -> bool:
    return any(isinstance(c.command, cmd.WagerSet) and c.command == item for c in at.allowed)


def test_each_wagerer_of_a_box_has_his_own_coupon_and_cash() -> None:
    """Named by box and letter. Nobody has counted C's, so that it cannot be cash."""
    at = shared(2000)
    joins(at, 2, "C", None)

    assert keys(at, "people2") == [
        "CASH PLAYS, wager $10",
        "COUPON, wager $10",
        "CASH PLAYS, box 2, B wager $20",
        "COUPON, box 2, B wager $20",
        "COUPON, box 2, C wager",
    ]
    at.press("people2.4")
    at.press("people2.4")
    assert [(x.wagerer, x.counts) for x in at.play.people.coupons] == [("2B", None), ("2C", None)]
    assert keys(at, "people2")[2:] == ["CASH PLAYS, box 2, B wager $20"]
    undo = next(a for a in page(at).allowed if a.slot == "undo")
    assert undo.sub == "chips 2C"


@pytest.mark.parametrize(
    ("who", "kind"), [("", "main"), ("", "match"), ("2B", "main"), ("2B", "match"), ("2C", "main")]
)
def test_of_a_shared_box_what_a_wager_is_made_of_is_offered_where_it_is_taken(
    who: str, kind: str
) -> None:
    """With chips counted and not, beside a match wager, a coupon and spoken cash of each."""
    at = shared(2000, 1500)
    spoken = cmd.WagerSet(box=2, kind="main", on=True, cents=2000, wagerer="2B", medium="cash")
    match = cmd.WagerSet(box=2, kind="match", on=True, cents=500)
    coupon = cmd.WagerSet(box=2, kind="main", on=True, cents=1500, wagerer="2C", medium="coupon")
    items = (
        match,
        replace(match, wagerer="2B"),
        replace(match, medium="coupon"),
        coupon,
        spoken,
        replace(coupon, medium="cash"),
    )
    seen = set()

    for item in items:
        assert at.put(item).verdict == "accepted"
        lies = [w for w in at.play.wagers if (w.box, w.kind, w.wagerer) == (2, kind, who)]
        for wager, medium in ((w, m) for w in lies for m in MEDIA):
            said = cmd.WagerSet(
                box=2, kind=kind, on=True, cents=wager.cents, wagerer=who, medium=medium
            )
            marked = {(x.kind, x.wagerer) for x in at.play.people.coupons}
            if medium == "coupon" and (kind, who) in marked:
                continue
            assert is_offered(at, said) == (tried(at, said) == "accepted")
            seen.add(is_offered(at, said))

    assert True in seen


def tried(at: Evening, item: cmd.WagerSet) -> str:
    before = at.state, at.seq
    verdict = at.put(item).verdict
    at.state, at.seq = before
    return verdict


def test_match_wager_of_another_is_laid_and_taken_off_by_his_key() -> None:
    """His main wager stays as long as it lies there."""
    at = shared(2000, nobody_seated=True)

    assert keys(at, "share2")[-1] == "MATCH, box 2, B in"
    at.put(cmd.WagerSet(box=2, kind="match", on=True, wagerer="2B"))
    assert keys(at, "share2")[-1] == "MATCH, box 2, B out"
    assert "B, out" not in keys(at, "share2")
    off = at.put(cmd.WagerSet(box=2, kind="match", on=False, wagerer="2B"))
    assert off.verdict == "accepted"
    assert "B, out" in keys(at, "share2")


def test_nobody_lays_a_wager_whom_no_key_names() -> None:
    """Who comes next is B; when he has left, C may go and B may come."""
    at = shared()

    early = joins(at, 2, "C", 1000)
    for letter in "BC":
        assert joins(at, 2, letter, 1000).verdict == "accepted"
    at.put(cmd.WagerSet(box=2, kind="main", on=False, wagerer="2B"))

    assert (early.verdict, early.text) == ("refused", "This page does not offer that now")
    assert [k for k in keys(at, "share2") if k in ("C, out", "+B, in")] == ["C, out", "+B, in"]


@pytest.mark.clause("MA 5.c~2", "MA 13.b")
@pytest.mark.parametrize("who", ["", "2B"])
def test_who_calls_has_left_the_box_when_his_cash_was_not_confirmed(who: str) -> None:
    """His cash is no wager at the first card: who is left calls, and doubles his own."""
    at = shared(2000)
    stays, cents = ("2B", 2000) if not who else ("", 1000)
    at.put(cmd.CallerSeated(box=2, wagerer=who))
    cash = next(w for w in at.play.wagers if w.wagerer == who)
    said = cmd.WagerSet(box=2, kind="main", on=True, cents=cash.cents, wagerer=who, medium="cash")
    assert at.put(said).verdict == "accepted"
    at.draw("5h 7d 6c 9d")
    at.press("act1")

    at.put(cmd.Double(box=2, hand=1))

    hand = at.play.hands[0]
    assert [i.kind for i in at.open] == ["wager_late"]
    assert caller_of(at.play.people, 2) == stays
    assert (hand.doubles, hand.double_cents) == (1, cents)


def test_side_wager_waits_beside_spoken_cash() -> None:
    """It goes off by its key, and comes to nothing with the cash (MA 6.b~2)."""
    at = table().lit(2, main={2: 1000})
    at.put(cmd.WagererConsents(box=2, on=True))
    joins(at, 2, "B", 2000)
    at.put(cmd.WagerSet(box=2, kind="match", on=True, cents=500, wagerer="2B"))
    at.put(cmd.WagerSet(box=2, kind="main", on=True, cents=2000, wagerer="2B", medium="cash"))

    assert keys(at, "share2")[-1] == "MATCH, box 2, B out"
    assert not [k for k in keys(at, "people2") if "match" in k]
    at.draw("5h")
    assert [(w.kind, w.wagerer) for w in at.play.wagers] == [("main", "")]
