"""The same event under two texts: what the one pack does and the other does not (issue 5).

Each test plays the event through both packs, so that neither can be taken for the other.
"""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure.guide.next_step import next_step
from controller.procedure.irregularities import catalog
from controller.procedure.reducers.cards.shuffle import script
from tests.kit.evening import Evening, house
from tests.kit.stacks import at_cut, jam, unshuffled

MA, MD, NH = "massachusetts", "maryland", "boston-billiard"
SPLIT_EIGHTS = "8h 9c 8s Qd"
"""Box 1 may split; the dealer has 19."""


def dealt(name: str, cards: str, *boxes: int, cents: int = 1000) -> Evening:
    evening = Evening(house(name)).opened().lit(*boxes, main=dict.fromkeys(boxes, cents))
    evening.draw(cards)
    evening.press("act1")
    return evening


def rulings(evening: Evening) -> list[str]:
    found = catalog.offers(evening.play, evening.house, evening.asked)
    return [o.ruling.name for o in found if not o.grey]


def stood(evening: Evening) -> Evening:
    """Every hand stands, the hole card is turned."""
    for _ in range(8):
        if evening.play.round != "deciding":
            break
        assert evening.press("act1").verdict == "accepted"
    evening.press("act7")
    return evening


def moved(evening: Evening, kind: str = "main") -> list[tuple[str, str, object]]:
    return [(p.direction, p.odds, p.cents) for p in evening.play.payments if p.kind == kind]


# ---- devices ----
def reader_failed(name: str) -> Evening:
    evening = dealt(name, "5h 9s Kd 6d 7d 9c", 1, 3)
    evening.reading(fact.ReaderFaulted, "reader", reason="no answer")
    evening.answer("lamp", "NO")
    return evening


def test_reader_malfunction_changes_the_variant_in_massachusetts_and_stops_maryland() -> None:
    """MA 15.k2: variant 3 goes on as variant 2. MD 13.Q: no card until it is replaced."""
    ma, md = reader_failed(MA), reader_failed(MD)
    before = [(e.play.variant, e.held) for e in (ma, md)]

    other = [ma.rule("freeze").verdict, md.rule("go_on_without_reader").verdict]
    own = [ma.rule("go_on_without_reader").verdict, md.rule("freeze").verdict]
    next_card = [e.put(cmd.Next(box=1, hand=1)).verdict for e in (ma, md)]

    assert before == [("hole_card_reader", "reader_fault")] * 2
    assert (other, own) == (["refused"] * 2, ["accepted"] * 2)
    assert next_card == ["accepted", "refused"]
    assert (ma.play.variant, ma.held) == ("hole_card", "")
    assert (md.play.variant, md.held) == ("hole_card_reader", "reader_fault")


def set_aside(name: str, how: str) -> tuple[str, str]:
    """The shuffler has jammed and is set aside in that way."""
    evening = unshuffled(house(name))
    evening.put(cmd.ShuffleAsked())
    jam(evening)
    said = evening.floor(cmd.ShufflerSetAside(how=how)).verdict
    step = script(evening.play, evening.house)[0]
    return said, evening.put(cmd.ShuffleStep(step=step)).verdict


def test_jammed_shuffler_is_removed_in_massachusetts_and_covered_in_maryland() -> None:
    """MA 15.k: removed before a manual shuffle. MD 13.S: covered, or a sign at the table."""
    found = {
        (n, how): set_aside(n, how) for n in (MA, MD) for how in ("removed", "covered", "sign")
    }

    done, not_done = ("accepted", "accepted"), ("refused", "refused")
    assert found == {
        (MA, "removed"): done,
        (MA, "covered"): not_done,
        (MA, "sign"): not_done,
        (MD, "removed"): not_done,
        (MD, "covered"): done,
        (MD, "sign"): done,
    }


# ---- cards that are none of the game's ----
def second_ten(name: str, first: str) -> Evening:
    evening = dealt(name, "2c 3c 9s Kh 5d 8d", 1, 4)
    evening.draw("Th")
    evening.answer("ten", "YES")
    assert rulings(evening) == [first]
    evening.rule(first)
    evening.draw("Tc")
    evening.answer("ten", "YES")
    return evening


def test_second_ten_reshuffles_in_massachusetts_and_takes_the_decks_out_in_maryland() -> None:
    """MA 15.b: hands void, all cards shuffled again. MD 13.D: the decks leave play."""
    ma, md = second_ten(MA, "remove_card"), second_ten(MD, "torn_and_boxed")
    ways = [rulings(e) for e in (ma, md)]

    verdicts = [e.rule(way[0]).verdict for e, way in zip((ma, md), ways, strict=True)]
    back = [{(p.box, p.direction) for p in e.play.payments} for e in (ma, md)]
    for e in (ma, md):
        e.put(cmd.LayoutCleared(), after_ms=5000)

    assert verdicts == ["accepted"] * 2
    assert len(set(map(tuple, ways))) == 2
    assert back == [{(1, "void"), (4, "void")}] * 2
    assert (ma.play.decks == "none", md.play.decks == "none") == (False, True)
    assert ma.play.shoe == "rest_due"
    assert md.put(cmd.ShuffleAsked()).verdict == "refused"


# ---- the cut ----
def test_cut_is_a_deck_from_each_end_in_massachusetts_and_ten_cards_in_maryland() -> None:
    """MA 4.e: at least 48 of 288 from either end. MD 5.E: at least 10; both a quarter behind."""
    told = []
    for name in (MA, MD):
        evening = at_cut(house(name, method="manual") if name == MA else house(name))
        if evening.play.cut == "due":
            evening.put(cmd.CutTaken(box=0))
        step = next_step(evening.state, evening.house)
        told.append((step.text, "72 or more behind" in step.hint))

    assert told == [
        ("Cut: 48 or more from each end", True),
        ("Cut: 10 or more from each end", True),
    ]


def test_automated_shuffle_is_cut_in_maryland_and_not_in_massachusetts() -> None:
    """MA 4.b.1: the cutting card alone; MD house.direct-insert-cut: a player cuts."""
    after = [at_cut(house(name)).play.cut for name in (MA, MD)]

    assert after[0] != "due"
    assert after[1] == "due"


# ---- what a player may do ----
def soft_21(name: str) -> tuple[str, str]:
    evening = dealt(name, "Ah 9c 4d 8d", 1)
    evening.draw("6c")
    hit = evening.put(cmd.Hit(box=1, hand=1))
    return hit.verdict, hit.clause


def test_soft_21_may_draw_in_massachusetts_and_not_in_maryland() -> None:
    """MA 12.a.1: a drawn soft 21 may be hit. MD 7.J.2: no draw on a total of 21."""
    assert soft_21(MA)[0] == "accepted"
    assert soft_21(MD) == ("refused", "MD 7.J.2")


def split_bonus(name: str) -> list[tuple[str, str, object]]:
    """Both hands of a split win; the first with 21 in five cards."""
    evening = dealt(name, SPLIT_EIGHTS, 1)
    evening.put(cmd.Split(box=1, hand=1))
    evening.draw("2c 3d 4h 4s")
    evening.draw("Kc")
    while evening.play.round == "deciding":
        evening.press("act1")
    evening.press("act7")
    return moved(evening)


def test_bonus_on_a_split_hand_is_paid_in_massachusetts_and_not_in_maryland() -> None:
    """MA 10.e: 21 in five cards pays 3 to 2 after a split too. MD 11.F: even money."""
    ma, md = split_bonus(MA), split_bonus(MD)

    assert ("pay", "3:2", 1500) in ma
    assert ("pay", "1:1", 1000) in md
    assert not [m for m in md if m[1] == "3:2"]


# ---- a card that a player refuses ----
def in_error(name: str) -> Evening:
    """Kc is drawn in error and seen while box 3 has 12 and box 6 has 11."""
    evening = dealt(name, "2c 5d 9s Kh 6s 8d", 3, 6)
    evening.draw("Kc")
    evening.put(cmd.LastCard(what="error_seen"))
    return evening


@pytest.mark.parametrize("name", [MA, MD])
def test_card_that_a_player_refuses_is_offered_on_and_ends_his_draws(name: str) -> None:
    """MA 15.d, MD 13.F and 13.G name the course; the floor is not asked."""
    evening = in_error(name)

    assert evening.held == ""
    assert evening.press("act5").verdict == "accepted"
    assert evening.put(cmd.Hit(box=3, hand=1)).verdict == "refused"
    assert evening.press("act2").verdict == "accepted"
    assert evening.hand(6) == ["5d", "6s", "Kc"]


def test_card_in_error_holds_for_a_floorperson_where_the_text_is_silent() -> None:
    """NH silent.misdeal: no refusal is written, so no player is offered anything."""
    evening = in_error(NH)

    assert evening.held == "card_drawn_in_error_seen"
    assert evening.offered("act5") is None
    assert rulings(evening) == ["as_dealt", "reassign_card", "burn_card", "void_back"]


# ---- when a lost insurance is taken ----
def insured(name: str) -> Evening:
    evening = dealt(name, "9h As 8h 7c", 1)
    assert evening.put(cmd.Insured(box=1, on=True, cents=500)).verdict == "accepted"
    evening.peek(False)
    return evening


def test_lost_insurance_is_taken_at_the_disclosure_or_after_the_negative_peek() -> None:
    """MA house.insurance-collect-at: when the hole card is shown. MD 8.F: before any decision."""
    both = [insured(MA), insured(MD)]
    before = [moved(e, "insurance") for e in both]

    after = [moved(stood(e), "insurance") for e in both]

    assert before == [[], after[1]]
    assert [[(m[0], m[2]) for m in a] for a in after] == [[("take", 500)]] * 2
