"""Several wagerers on one box: who joins, who calls, what each does with his own money (MA 13)."""

from __future__ import annotations

from typing import Any

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.structs import replace
from controller.domain.wagers import Payment
from controller.procedure.state.parts.wagerers import sharing
from tests.kit.evening import Evening, house
from tests.kit.filed import filed
from tests.kit.shown import box, labels, page

SHARED = {"wagerers_per_box": 3}


def table(**options: Any) -> Evening:
    return Evening(filed(**{**SHARED, **options})).opened()


def joins(at: Evening, box: int, letter: str, cents: int | None) -> Any:
    who = f"{box}{letter}"
    return at.put(cmd.WagerSet(box=box, kind="main", on=True, cents=cents, wagerer=who))


def shared(
    *others: int, first: int = 1000, box: int = 2, nobody_seated: bool = False, **options: Any
) -> Evening:
    """Box 2 with A's wager and the others', B first."""
    at = table(**options).lit(box, main={box: first})
    at.put(cmd.WagererConsents(box=box, on=True))
    for letter, cents in zip("BC", others, strict=False):
        assert joins(at, box, letter, cents).verdict == "accepted"
    if nobody_seated:
        assert at.put(cmd.CallerSeated(box=box, on=False)).verdict == "accepted"
    return at


def dealt(at: Evening, cards: str) -> Evening:
    at.draw(cards)
    assert at.press("act1").verdict == "accepted"
    return at


def paid(at: Evening, who: str, kind: str = "main", hand: int = 1) -> list[Payment]:
    return [p for p in at.play.payments if (p.wagerer, p.kind, p.hand) == (who, kind, hand)]


# ---- joining ----
@pytest.mark.clause("MA 13.a~2")
def test_another_joins_only_with_the_first_wagerers_consent() -> None:
    """A refuses: B's wager is refused. On A's consent it is accepted, and the consent stands."""
    at = table().lit(2, main={2: 1000})

    refused = joins(at, 2, "B", 5000)
    at.put(cmd.WagererConsents(box=2, on=True))
    accepted = joins(at, 2, "B", 5000)

    assert (refused.verdict, refused.clause) == ("refused", "MA 13.a~2")
    assert accepted.verdict == "accepted"
    assert any(isinstance(e.input, cmd.WagererConsents) for e in at.state.log)


@pytest.mark.clause("MA 13.a~2")
def test_consent_stands_until_it_is_withdrawn_between_rounds() -> None:
    """It holds for a later round; withdrawn, it keeps the next one out and nobody who is in."""
    at = dealt(shared(2000), "Kh 7d Qc Kd")
    at.press("act7")
    at.put(cmd.LayoutCleared(), after_ms=5000)

    standing = joins(at, 2, "C", 1000)
    at.put(cmd.WagerSet(box=2, kind="main", on=False, wagerer="2C"))
    at.put(cmd.WagererConsents(box=2, on=False))
    withdrawn = joins(at, 2, "C", 1000)

    assert standing.verdict == "accepted"
    assert (withdrawn.verdict, withdrawn.clause) == ("refused", "MA 13.a~2")
    assert [w.wagerer for w in at.play.wagers] == ["", "2B"]


@pytest.mark.clause("MA 13.a", "MA 13.g")
def test_table_keeps_the_limits_of_wagerers_and_of_shared_boxes() -> None:
    """Three in all to a box; with two boxes shared a second person on a third is refused."""
    full = shared(1000, 1000)
    at = table(shared_boxes=2).lit(1, 4, 5)
    for no in (1, 4, 5):
        at.put(cmd.WagererConsents(box=no, on=True))
    two = [joins(at, no, "B", 1000).verdict for no in (1, 4)]

    fourth = joins(full, 2, "D", 1000)
    third = joins(at, 5, "B", 1000)

    assert two == ["accepted", "accepted"]
    assert fourth.verdict == "refused"
    assert (third.verdict, third.clause) == ("refused", "MA 13.g")


# ---- who calls, and where the wagers lie ----
@pytest.mark.clause("MA 13.b")
def test_only_the_seated_player_calls() -> None:
    """A ($10, seated) and B ($50): B's draw is refused with the clause, A's counts."""
    at = dealt(shared(5000), "5h 7d 6c 9d")

    by_b = at.put(cmd.Next(box=2, hand=1, wagerer="2B"))
    by_a = at.put(cmd.Next(box=2, hand=1, wagerer=""))

    assert (by_b.verdict, by_b.clause) == ("refused", "MA 13.b")
    assert by_a.verdict == "accepted"


@pytest.mark.clause("MA 13.b~2")
def test_highest_wager_calls_where_nobody_is_seated() -> None:
    """B $50, C $20, nobody seated: B. Of equal highest wagers the earlier one calls."""
    at = shared(5000, 2000, nobody_seated=True)
    tie = shared(1000, 1000, nobody_seated=True)

    assert at.play.people.shared[0].caller == "2B"
    assert tie.play.people.shared[0].caller == ""


@pytest.mark.clause("MA 13.c")
def test_callers_wager_lies_nearest_the_dealer() -> None:
    """A calls: position 1. When C is the one who sits there, C's comes first."""
    at = shared(2000, 1000)
    first = box(at, 2).line

    at.put(cmd.CallerSeated(box=2, wagerer="2C"))

    assert first[0] == "A"
    assert box(at, 2).line == ("C", "A", "B")


@pytest.mark.clause("MA 13.c~2")
def test_others_stand_in_line_as_they_joined() -> None:
    """A 1, B 2, C 3; the page counts them and says it behind the box."""
    at = shared(2000, 1000)
    shown = box(at, 2)

    assert (shown.line, shown.more, shown.was) == (("A", "B", "C"), 2, "in line: A B C")


def test_menu_of_a_box_has_consent_joining_and_calls() -> None:
    """Only where the licensee allows several to a box."""
    at, alone = shared(2000), Evening(house()).opened().lit(2)

    told = [*("NO CONSENT", "B", "B CALLS", "NOBODY SITS", "B CHIPS", "+C")]
    assert labels(at, "share2") == told
    assert labels(alone, "share2") == []
    at.press("box2C.main")
    assert box(at, 2).line == ("A", "B", "C")


def test_page_asks_each_wagerer_for_his_own_part() -> None:
    """Insurance, a double, a split: keys for the caller and for the others."""
    ace = dealt(shared(1000), "5h As 6c 9d")
    double = dealt(shared(1000), "5h 7d 6c 9d")
    double.put(cmd.Double(box=2, hand=1))
    doubling = labels(double, "act4")
    double.put(cmd.Double(box=2, hand=1, wagerer="2B"))
    double.draw("2h")
    split = dealt(shared(1000), "8s 6d 8h 9d")
    split.put(cmd.Split(box=2, hand=1))

    assert labels(ace, "box2.")[:2] == ["INSURE A", "INSURE B"]
    assert doubling == ["DOUBLE B"]
    assert "RESCUE B" in labels(double, "act")
    keys = [labels(split, slot) for slot in ("act3", "act4", "act5")]
    assert keys == [["COVERS"], ["1ST HAND"], ["2ND HAND"]]
    assert page(split).next_step.text == "Box 2: B covers, or names a hand"


def test_nobody_seated_asks_for_every_amount() -> None:
    """An uncounted wager may be the highest (MA 13.b~2)."""
    at = shared()
    joins(at, 2, "B", None)

    open_ = at.put(cmd.CallerSeated(box=2, on=False))
    joins(at, 2, "B", 1000)
    counted = at.put(cmd.CallerSeated(box=2, on=False))

    assert (open_.verdict, open_.clause) == ("refused", "MA 13.b~2")
    assert counted.verdict == "accepted"


def test_box_that_is_lit_anew_belongs_to_the_one_who_is_there() -> None:
    """MA 13.b, 13.b~2: those who sat or wagered there have left; he calls, counted or not."""
    at = table().lit(2, 5, main={2: 1000, 5: 500})
    at.put(cmd.WagererConsents(box=2, on=True))
    joins(at, 2, "B", 1500)
    at.put(cmd.CallerSeated(box=2, on=False))
    dealt(at, "9h 8d 7c 9c Qd Kd")
    at.put(cmd.RoundVoided(reason="fire", by="S. Super", rank="casino_supervisor"))
    at.put(cmd.LayoutCleared(), after_ms=6000)
    at.draw("9h 8d")
    at.put(cmd.BoxSet(box=2, lit=False))
    dealt(at, "7c 9c")
    at.put(cmd.RoundVoided(reason="fire", by="S. Super", rank="casino_supervisor"))
    at.put(cmd.LayoutCleared(), after_ms=6000)
    at.put(cmd.BoxSet(box=2, lit=True))

    at.put(cmd.WagererConsents(box=2, on=True))
    joined = joins(at, 2, "B", 500)

    assert joined.verdict == "accepted"
    assert sharing(at.play.people, 2).caller == ""


def test_nobody_joins_an_uncounted_wager_where_the_highest_calls() -> None:
    """MA 13.b~2: what the first wagerer's chips are worth is not known any more."""
    at = shared(1500, nobody_seated=True)
    first = replace(next(w for w in at.play.wagers if w.wagerer == ""), cents=None)
    others = tuple(w for w in at.play.wagers if w.wagerer)
    at.state = replace(at.state, play=replace(at.play, wagers=(first, *others)))

    again = joins(at, 2, "C", 500)

    assert (again.verdict, again.clause) == ("refused", "MA 13.b~2")


# ---- doubles ----
@pytest.mark.clause("MA 13.d", "MA 13.d~2")
def test_others_may_double_only_with_the_caller() -> None:
    """A doubles $10, B ($20) declines and stays at $20, C doubles; one card for all three."""
    at = dealt(shared(2000, 1500), "5h 6d 6c 9d")

    early = at.put(cmd.Double(box=2, hand=1, wagerer="2B"))
    at.put(cmd.Double(box=2, hand=1, cents=1000))
    over = at.put(cmd.Double(box=2, hand=1, wagerer="2C", cents=2000))
    with_him = at.put(cmd.Double(box=2, hand=1, wagerer="2C", cents=1500))
    at.draw("9s")
    again = at.put(cmd.Double(box=2, hand=1, wagerer="2B", cents=2000))
    at.press("act7")
    at.draw("Kc")

    assert (early.clause, over.clause) == ("MA 13.d", "MA 13.d")
    assert with_him.verdict == "accepted"
    assert (again.verdict, len(at.play.hands[0].cards)) == ("refused", 3)
    assert [paid(at, who)[0].cents for who in ("", "2B", "2C")] == [2000, 2000, 3000]


def test_each_rescues_for_himself() -> None:
    """A and B double to a poor total: B takes back his double, A's stays (ledger, MA 13.b)."""
    at = dealt(shared(2000), "5h 7d 6c 9d")
    at.put(cmd.Double(box=2, hand=1, cents=1000))
    at.put(cmd.Double(box=2, hand=1, wagerer="2B", cents=2000))
    at.draw("2s")

    rescued = at.put(cmd.Rescue(box=2, hand=1, wagerer="2B"))
    at.press("act7")
    at.draw("5c")

    assert rescued.verdict == "accepted"
    assert [(p.direction, p.cents) for p in paid(at, "2B")] == [("take", 2000), ("return", 2000)]
    assert [(p.direction, p.cents) for p in paid(at, "")] == [("take", 2000)]


# ---- splits ----
@pytest.mark.clause("MA 13.e")
def test_each_covers_both_hands_of_a_split_or_names_one() -> None:
    """B covers, C names the second: B has $20 on both, C on the second; play waits for both."""
    at = dealt(shared(2000, 2000), "8s 6d 8h 9d")
    at.put(cmd.Split(box=2, hand=1))

    waits = at.put(cmd.Next(box=2, hand=1))
    wrong = at.put(cmd.CoverChosen(box=2, wagerer="2C", hand=3))
    at.put(cmd.CoverChosen(box=2, wagerer="2B"))
    still = at.put(cmd.Next(box=2, hand=1))
    at.put(cmd.CoverChosen(box=2, wagerer="2C", hand=2))
    at.draw("Kh")
    at.draw("Qs")
    at.press("act7")
    at.draw("Kc")

    assert (waits.clause, still.clause, wrong.clause) == ("MA 13.e", "MA 13.e", "MA 13.e")
    assert [p.cents for p in (*paid(at, "2B"), *paid(at, "2B", hand=2))] == [2000, 2000]
    assert (paid(at, "2C"), [p.cents for p in paid(at, "2C", hand=2)]) == ([], [2000])
    assert [p.cents for p in (*paid(at, ""), *paid(at, "", hand=2))] == [1000, 1000]


def test_a_later_split_asks_those_who_are_on_that_hand() -> None:
    """B covers the first split and is asked again, C stayed on the other hand and is not."""
    at = dealt(shared(2000, 2000), "8s 6d 8h 9d")
    at.put(cmd.Split(box=2, hand=1))
    at.put(cmd.CoverChosen(box=2, wagerer="2B"))
    at.put(cmd.CoverChosen(box=2, wagerer="2C", hand=2))
    at.draw("8d")

    at.put(cmd.Split(box=2, hand=1))

    assert at.play.people.choosing == ((2, 1, "2B"),)
    assert [sorted(c.wagerer for c in h.covers if not c.on) for h in at.play.hands] == [
        ["2C"],
        ["2B", "2C"],
        [],
    ]


# ---- insurance, surrender, match ----
@pytest.mark.clause("MA 13.f")
def test_each_insures_his_own_wager() -> None:
    """A $20 declines, B $10 insures for $5: it stands alone; $6 is refused."""
    at = dealt(shared(1000, first=2000), "5h As 6c 9d")

    over = at.put(cmd.Insured(box=2, on=True, cents=600, wagerer="2B"))
    half = at.put(cmd.Insured(box=2, on=True, cents=500, wagerer="2B"))
    at.peek(False)

    assert (over.verdict, over.clause) == ("refused", "MA 11.b~2")
    assert half.verdict == "accepted"
    assert [(w.wagerer, w.cents) for w in at.play.wagers if w.kind == "insurance"] == [("2B", 500)]


def test_a_surrender_by_the_caller_ends_the_hand_for_all() -> None:
    """Every wager on it is halved (ledger, MA 13.b)."""
    at = dealt(shared(2000), "Kh 7d 6c 9d")

    at.put(cmd.Surrender(box=2, hand=1))
    at.press("act7")

    assert [(p.direction, p.cents) for p in paid(at, "")] == [("take", 500), ("return", 500)]
    assert [(p.direction, p.cents) for p in paid(at, "2B")] == [("take", 1000), ("return", 1000)]


def test_each_match_wager_of_a_box_is_settled() -> None:
    """A's and B's are both paid when the box matches (MA 6.d, 13)."""
    at = shared(2000)
    at.put(cmd.WagerSet(box=2, kind="match", on=True, cents=500))
    at.put(cmd.WagerSet(box=2, kind="match", on=True, cents=1000, wagerer="2B"))
    dealt(at, "7h 7d 6c 9d")

    at.press("act1")

    assert [(p.wagerer, p.direction) for p in at.play.payments] == [("", "pay"), ("2B", "pay")]


def test_a_wagerer_who_leaves_takes_his_wagers_and_his_place() -> None:
    """B leaves: C moves up; a box that goes dark is nobody's any more (MA 13.c~2)."""
    at = shared(2000, 1000)

    at.put(cmd.WagerSet(box=2, kind="main", on=False, wagerer="2B"))
    left = at.play.people.shared[0].order
    at.put(cmd.BoxSet(box=2, lit=False))

    assert left == ("", "2C")
    assert (at.play.people.shared, at.play.wagers) == ((), ())


def test_money_of_a_shared_box_is_conserved_in_a_void() -> None:
    """All wagers go back to each wagerer, doubles included."""
    at = dealt(shared(2000), "5h 7d 6c 9d")
    at.put(cmd.Double(box=2, hand=1, cents=1000))
    at.floor(cmd.RoundVoided(reason="test"), rank="casino_supervisor")

    assert [(p.wagerer, p.direction, p.cents) for p in at.play.payments] == [
        ("", "void", 2000),
        ("2B", "void", 2000),
    ]


def test_no_sensor_chip_is_another_wagerers() -> None:
    """The seat has one device: the Bonus Spin chip is the first wagerer's."""
    at = shared(2000)

    spin = at.put(cmd.WagerSet(box=2, kind="bonus_spin", on=True, wagerer="2B"))
    at.reading(fact.WagerSensed, "wheel", box=2, on=True)

    assert spin.verdict == "refused"
    assert [w.wagerer for w in at.play.wagers if w.kind == "bonus_spin"] == [""]
