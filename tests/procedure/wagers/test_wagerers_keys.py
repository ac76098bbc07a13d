"""The keys of a shared box: each wagerer's coupon, cash and match wager (MA 5.c, 6, 13)."""

from __future__ import annotations

from typing import Literal

import pytest

from controller.console.drawing.places import bars
from controller.domain import commands as cmd
from controller.domain.structs import replace
from controller.procedure.state.parts.wagerers import caller_of
from tests.kit.evening import Evening
from tests.kit.shown import labels, page
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

    assert keys(at, "box2B")[-1] == "MATCH, box 2, B in"
    at.put(cmd.WagerSet(box=2, kind="match", on=True, wagerer="2B"))
    assert keys(at, "box2B")[-1] == "MATCH, box 2, B out"
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
    assert "C, out" in keys(at, "share2")
    assert "+B" in labels(at, "share2")


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

    assert keys(at, "box2B")[-1] == "MATCH, box 2, B out"
    assert not [k for k in keys(at, "people2") if "match" in k]
    at.draw("5h")
    assert [(w.kind, w.wagerer) for w in at.play.wagers] == [("main", "")]


@pytest.mark.clause("MA 13.a~2", "MA 13.b")
def test_first_wagerer_keeps_consent_and_call_while_his_cash_waits() -> None:
    """C joins by it; confirmed, who sits there calls again (no wager till then: MA 5.c~2)."""
    at = shared(2000)
    cash = cmd.WagerSet(box=2, kind="main", on=True, cents=1000, medium="cash")
    at.put(cash)
    waits = caller_of(at.play.people, 2)

    third = joins(at, 2, "C", 1500)
    confirmed = at.floor(cmd.CashConfirmed(box=2, kind="main"), rank="casino_supervisor")

    assert (waits, third.verdict, confirmed.verdict) == ("2B", "accepted", "accepted")
    assert page(at).boxes[1].line == ("A", "B", "C")
    assert caller_of(at.play.people, 2) == ""


@pytest.mark.clause("MA 13.a~2")
@pytest.mark.parametrize("who", ["", "2B"])
def test_consent_that_is_withdrawn_keeps_out_nobody_whose_cash_waits(who: str) -> None:
    """He has joined; his cash is confirmed, and the next one stays out."""
    at = shared(2000)
    cents = 2000 if who else 1000
    at.put(cmd.WagerSet(box=2, kind="main", on=True, cents=cents, wagerer=who, medium="cash"))
    at.put(cmd.WagererConsents(box=2, on=False))
    said = cmd.CashConfirmed(box=2, kind="main", wagerer=who)

    confirmed = at.floor(said, rank="casino_supervisor")
    third = joins(at, 2, "C", 1500)

    assert (confirmed.verdict, third.clause) == ("accepted", "MA 13.a~2")


def test_two_whose_cash_waits_are_confirmed_in_any_order() -> None:
    """The box is dark meanwhile; who is confirmed first lights it."""
    at = shared(2000)
    for who, cents in (("", 1000), ("2B", 2000)):
        said = cmd.WagerSet(box=2, kind="main", on=True, cents=cents, wagerer=who, medium="cash")
        assert at.put(said).verdict == "accepted"
    dark = at.play.boxes

    for who in ("2B", ""):
        said_too = cmd.CashConfirmed(box=2, kind="main", wagerer=who)
        assert at.floor(said_too, rank="casino_supervisor").verdict == "accepted"

    assert (dark, at.play.boxes, page(at).boxes[1].line) == ((), (2,), ("A", "B"))


@pytest.mark.clause("MA 5.c~2")
@pytest.mark.parametrize("again", ["chips", "lit", "out"])
def test_cash_that_is_said_to_be_chips_waits_for_nobody(again: str) -> None:
    """The last word counts: at the first card nothing is late."""
    at = table().lit(2, 3, main={2: 1000})
    at.put(cmd.WagerSet(box=2, kind="main", on=True, cents=1000, medium="cash"))
    if again == "chips":
        at.put(cmd.WagerSet(box=2, kind="main", on=True, cents=1500))
    else:
        at.put(cmd.BoxSet(box=2, lit=True))
    if again == "out":
        at.put(cmd.BoxSet(box=2, lit=False))

    at.draw("5h")

    assert [i.kind for i in at.open] == []
    assert not [chip for chip in page(at).chips if "Cash" in chip]


def test_chips_of_each_wagerer_are_counted_on_his_own_pad() -> None:
    """Whoever calls: the amount that stands there is his, and more is laid to it."""
    at = shared(2500, nobody_seated=True)

    found = {
        tab.name: (tab.cents, [c.body for c in tab.chips if c.label == "500"])
        for bar in bars(page(at))
        for tab in bar.tabs
        if tab.kind == "main"
    }

    assert {name: cents for name, (cents, _) in found.items()} == {
        "box2": 1000,
        "box2B": 2500,
        "box2C": None,
    }
    for name, total in (("box2", 1500), ("box2B", 3000), ("box2C", 500)):
        assert f'"cents":{total}' in found[name][1][0]


def test_where_nobody_sits_no_chips_lie_uncounted() -> None:
    """The highest wager calls: the key for chips that nobody counts says why it is dark."""
    at, seated = shared(2500, nobody_seated=True), shared(2500)

    dark = {bar.name: bar.places[2] for bar in bars(page(at)) if bar.tabs}
    live = {bar.name: bar.places[2] for bar in bars(page(seated)) if bar.tabs}

    assert {place.refused for place in dark.values()} == {"Box 2: count every wager first."}
    assert all(place.entry is None for place in dark.values())
    assert all(place.entry is not None for place in live.values())
    assert set(dark) == set(live) == {"box2", "box2B", "box2C"}
