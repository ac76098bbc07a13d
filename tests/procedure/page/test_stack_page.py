"""The stack on the pages: who is offered the cut, the gauge, the floorperson's own keys."""

from __future__ import annotations

from controller.domain.views import view as shown
from controller.view.dealer import dealer_view
from controller.view.floor import floor_view
from controller.view.frame import Frame
from tests.kit.evening import Evening, house
from tests.kit.stacks import MA, MD, at_cut, by_hand, in_play, last_round, shuffle, unshuffled


def page(evening: Evening) -> shown.DealerView:
    return dealer_view(evening.state, evening.house, FRAME)


FRAME = Frame(seq=1, at=0, table=shown.TableName(id="BJ-07", pack=""))


def labels(evening: Evening) -> list[str]:
    """On the dealer's page, places of the rail and the seats."""
    return [e.label for e in page(evening).allowed if e.label != "FLOOR"]


def test_page_ranks_the_seats_in_the_order_of_the_offers() -> None:
    """From the far right; the last one is followed by the dealer; the others are empty."""
    evening = in_play(by_hand(), 3, 5)
    last_round(evening)
    shuffle(evening)

    cut = page(evening).cut

    assert cut is not None
    ranked = {o.box: (o.rank, o.note) for o in cut.offers if o.rank}
    assert ranked == {5: ("1st offer", ""), 3: ("2nd", "then the dealer cuts")}
    assert len(cut.offers) == 7
    assert "CUT: BOX 3" in labels(evening)
    assert "DEALER CUTS" in labels(evening)


def test_page_shows_the_gauge_while_the_card_is_put_in() -> None:
    """48 at both ends, 72 behind the cover card, each with its clause."""
    evening = at_cut(by_hand(), first=3)
    evening.press("act1")

    cut = page(evening).cut

    assert cut is not None
    assert (cut.min_each_end, cut.min_behind, cut.cards) == (48, 72, 288)
    assert (cut.clause, cut.clause_behind) == ("MA 4.e", "MA 4.e~4")
    assert {"CUT OK", "RECUT"} <= set(labels(evening))


def test_page_shows_the_cover_card_alone_after_an_automated_shuffle() -> None:
    evening = at_cut(house(MA), first=3)

    cut, flow = page(evening).cut, page(evening).shuffle

    assert cut is not None
    assert flow is not None
    assert (cut.offers, cut.min_each_end, cut.min_behind) == ((), 0, 72)
    now = [step.text for step in flow.flow if step.state == "now"]
    assert now == ["Cutting card in"]


def test_page_counts_the_riffles_of_a_shuffle_by_hand() -> None:
    evening = unshuffled(by_hand())
    evening.press("act1")

    flow = page(evening).shuffle

    assert flow is not None
    assert flow.flow[0].sub == "turn, 2 riffles so far"


def test_floor_page_has_the_orders_and_the_shuffler() -> None:
    """The two ways to put the shuffler out of use; recut and reshuffle with a reason."""
    evening = unshuffled(house(MD))
    before = {e.label for e in floor_view(evening.state, evening.house, FRAME).allowed}
    shuffle(evening)
    evening.press("act1")
    evening.press("act1")

    after = floor_view(evening.state, evening.house, FRAME).allowed

    found = {e.label: e.body for e in after if e.command != "OutOfService"}
    assert {"SHUFFLER COVERED", "SIGN ON SHUFFLER"} <= before
    assert {"RECUT", "RESHUFFLE"} <= set(found)
    assert '"reason"' in found["RECUT"]
    assert "RECUT" not in labels(evening)
