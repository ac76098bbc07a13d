"""Where the text is silent: as dealt, reassigned, burned, void.

Source: NH silent.misdeal; console/README 4.
"""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain.views.floor_view import Irregularity, Ruling
from controller.procedure.guide.next_step import next_step
from controller.procedure.irregularities import catalog
from controller.view.rulings.ruling_views import irregularity
from tests.kit.evening import Evening, house

NH, MD, MA = "boston-billiard", "maryland", "massachusetts"
WHY = "as the table saw it"


def dealt(name: str = NH, cards: str = "2c 3c 9s 5h 5d 8d") -> Evening:
    evening = Evening(house(name)).opened()
    for box in (1, 4):
        evening.put(cmd.WagerSet(box=box, kind="main", on=True, cents=1000))
    evening.draw(cards)
    evening.press("act1")
    return evening


def stood(name: str = NH, cards: str = "2c 3c 9s 5h 5d 8d") -> Evening:
    """Every hand has stood; the hole card is still down."""
    evening = dealt(name, cards)
    for box in (1, 4):
        evening.put(cmd.Next(box=box, hand=1))
    return evening


def in_error(seen: str) -> Evening:
    evening = stood()
    evening.draw("4s")
    assert evening.held == "card_drawn_in_error"
    evening.answer("seen", seen)
    return evening


def give(evening: Evening, box: int) -> str:
    item = cmd.Ruled(irr=evening.asked.id, ruling="reassign_card", box=box, hand=1, reason=WHY)
    return evening.floor(item).verdict


def page(evening: Evening) -> Irregularity:
    return irregularity(
        evening.state, evening.house, evening.asked, rank="casino_supervisor", at_ms=0
    )


@pytest.mark.clause("NH silent.misdeal")
def test_card_drawn_on_hard_seventeen_blocks_the_settlement_until_it_is_ruled() -> None:
    """With `burn card` the dealer's total stays 17; a floorperson's id and reason are recorded."""
    evening = stood(cards="Kc 9c 9s 9h 9d 8d")
    evening.press("act7")
    evening.draw("4h", after_ms=500)
    assert evening.held == "dealer_drew_too_far"
    assert evening.asked.about == "17"
    assert evening.put(cmd.LayoutCleared(), after_ms=5000).verdict == "refused"

    assert evening.rule("burn_card").verdict == "refused"
    assert evening.rule("burn_card", reason=WHY).verdict == "accepted"

    ruled = evening.play.irregularities[-1]
    assert (ruled.ruling, ruled.ruled_by) == ("burn_card", "M. Okafor")
    assert [s.face for s in evening.play.dealer] == ["9s", "8d"]
    assert evening.play.racked > 0


@pytest.mark.parametrize("ruling", ["as_dealt", "burn_card"])
def test_dealers_extra_card_does_not_count_by_itself(ruling: str) -> None:
    """NH rules.9, CA Chart 1B: the dealer stands; the card goes to the rack, no money moves."""
    evening = stood(cards="Kc 9c 9s 9h 9d 8d")
    evening.press("act7")
    before = evening.play.payments
    evening.draw("4h", after_ms=500)

    evening.rule(ruling, reason=WHY)

    assert [s.face for s in evening.play.dealer] == ["9s", "8d"]
    assert evening.play.payments == before


def test_dealers_extra_card_counts_by_a_supervisor_as_the_preview_said() -> None:
    """Of a seen face alone, box by box; settled money is settled again as a difference."""
    evening = stood(cards="Kc 9c 9s 9h 9d 8d")
    evening.press("act7")
    evening.draw("4h", after_ms=500)
    assert counts(evening).preview == ()

    evening.answer("seen", "SEEN")
    ruling = counts(evening)
    assert evening.rule("counts", reason=WHY).verdict == "refused"
    evening.rule("counts", reason=WHY, rank="casino_supervisor")

    assert [s.face for s in evening.play.dealer] == ["9s", "8d", "4h"]
    done = {p.box: p.direction for p in evening.play.payments if p.kind == "main"}
    told = {(one.what, one.after.split()[0]) for one in ruling.preview}
    assert {(f"Box {box}, wager", direction) for box, direction in done.items()} <= told
    assert ruling.confirm != ""
    assert set(done.values()) == {"take"}


def counts(evening: Evening) -> Ruling:
    return next(r for r in page(evening).rulings if '"counts"' in r.body)


def test_void_after_the_settlement_takes_its_payments_back() -> None:
    evening = stood(cards="Kc 9c 9s 9h 9d 8d")
    evening.press("act7")
    evening.draw("6h", after_ms=500)

    evening.rule("void_back", reason=WHY, rank="casino_supervisor")

    assert {d for (_, kind), (d, _) in evening.paid().items() if kind == "main"} == {"void"}


@pytest.mark.parametrize("seen", ["SEEN", "NOT SEEN"])
def test_card_in_error_goes_to_the_rack_with_the_others_when_the_round_is_void(seen: str) -> None:
    """The void leaves no card of the shoe out of the count."""
    evening = in_error(seen)

    evening.rule("void_back", reason=WHY, rank="casino_supervisor")
    evening.put(cmd.LayoutCleared(), after_ms=5000)

    assert evening.play.racked == evening.play.drawn


@pytest.mark.clause("NH silent.misdeal")
@pytest.mark.parametrize("seen", ["SEEN", "NOT SEEN"])
def test_card_in_error_waits_for_a_ruling_whether_it_was_seen_or_not(seen: str) -> None:
    """Whether it was seen is asked before the remedies; no automatic remedy is borrowed."""
    evening = in_error(seen)

    assert evening.held != ""
    assert evening.play.pending is None
    assert page(evening).mode == "NO CLAUSE: REASON REQUIRED"
    names = {r.name.partition(":")[0] for r in page(evening).rulings}
    assert names == {"CONTINUE AS DEALT", "REASSIGN CARD", "BURN CARD", "VOID, WAGERS BACK"}


def test_remedy_cannot_be_ruled_before_the_fact_is_answered() -> None:
    evening = stood()
    evening.draw("4s")

    assert evening.rule("burn_card", reason=WHY).verdict == "refused"


def test_no_rank_of_a_card_that_nobody_saw_is_on_the_floors_page() -> None:
    evening = in_error("NOT SEEN")

    assert "4s" not in str(page(evening))
    assert in_error("SEEN").asked.card is not None


@pytest.mark.parametrize("seen", ["SEEN", "NOT SEEN"])
def test_card_in_error_is_dealt_to_the_hand_that_the_floorperson_names(seen: str) -> None:
    evening = in_error(seen)

    assert give(evening, 4) == "accepted"

    assert evening.hand(4) == ["3c", "5d", "4s"]
    assert evening.held == ""
    assert evening.play.round == "turn_due"


def test_card_is_reassigned_only_to_a_hand_that_is_there() -> None:
    evening = in_error("SEEN")

    assert give(evening, 6) == "refused"
    item = cmd.Ruled(irr=evening.asked.id, ruling="reassign_card", box=1, hand=1)
    assert evening.floor(item).verdict == "refused"
    keys = [r.name for r in page(evening).rulings if r.name.startswith("REASSIGN")]
    assert keys == ["REASSIGN CARD: BOX 1", "REASSIGN CARD: BOX 4"]


def test_card_in_error_as_dealt_is_the_next_card() -> None:
    evening = in_error("NOT SEEN")

    evening.rule("as_dealt", reason=WHY)
    evening.press("act7")

    assert [s.face for s in evening.play.dealer] == ["9s", "8d"]
    assert evening.play.round == "settled"


def test_reassigned_card_has_a_preview_of_its_box() -> None:
    ruling = next(r for r in page(in_error("SEEN")).rulings if r.name.endswith("BOX 4"))

    told = {line.what: (line.now, line.after) for line in ruling.preview}
    assert told["Box 4"][0] != told["Box 4"][1]
    assert ruling.confirm == "", "no money moves and no hand dies"
    assert ruling.reason_required


@pytest.mark.parametrize("name", [MA, MD])
def test_dealers_extra_card_goes_to_the_rack_at_once_where_the_text_says_so(name: str) -> None:
    """MD 13.I, MA 15.e: the dealer carries it out, the floor sees the entry."""
    evening = stood(name, "Kc 9c 9s 9h 9d 8d")
    evening.press("act7")

    evening.draw("4h", after_ms=500)

    done = evening.play.irregularities[-1]
    assert (done.kind, done.status) == ("dealer_drew_too_far", "carried_out")
    assert done.ruling == {MA: "burn", MD: "rack"}[name]
    assert evening.held == ""
    assert [s.face for s in evening.play.dealer] == ["9s", "8d"]


def test_card_face_up_lies_until_it_is_ruled_where_no_text_counts_them() -> None:
    evening = dealt()
    evening.draw("4s")
    evening.put(cmd.LastCard(what="face_up"))
    assert evening.held == "face_up_card"
    assert evening.hand(1) == ["2c", "5h"]

    evening.rule("as_dealt", reason=WHY)

    assert evening.hand(1) == ["2c", "5h"]
    assert evening.play.pending is not None
    assert evening.play.pending.face == "4s"


def test_dealers_own_card_missed_is_ruled_where_the_text_is_silent() -> None:
    """No card of it lies anywhere: it can be neither reassigned nor burned."""
    evening = Evening(house(NH)).opened().lit(1, 4)
    evening.draw("2c 3c")

    evening.put(cmd.DealerMissed())

    assert evening.held == "dealer_missed"
    offers = catalog.offers(evening.play, evening.house, evening.asked)
    assert [o.ruling.name for o in offers if o.grey] == ["reassign_card", "burn_card"]
    assert evening.rule("as_dealt", reason=WHY).verdict == "accepted"


def test_stake_of_a_double_without_a_card_goes_back_and_lies_again_when_that_is_undone() -> None:
    """The preview has its amount; once the ruling is taken back the line says it counts no more."""
    evening = dealt(cards="5c 3c 9s 6h 5d 8d")
    evening.put(cmd.Double(box=1, hand=1))
    evening.floor(cmd.ShoeEmptied())
    ruling = next(r for r in page(evening).rulings if '"as_dealt"' in r.body)
    irr = evening.asked.id
    evening.rule("as_dealt", reason=WHY)
    told = next_step(evening.state, evening.house).hint

    evening.floor(cmd.RulingTakenBack(irr=irr))

    again = evening.play.hands[0]
    assert ("Box 1, double", "back $10") in {(one.what, one.after) for one in ruling.preview}
    assert told.startswith("No card came: box 1 double back $10.")
    assert (again.doubles, again.double_cents, again.done) == (1, 1000, False)
    assert evening.play.changed.gone[-1].kind == "double"
