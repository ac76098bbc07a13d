"""Whom the cut is offered, who cuts, where the cards go in (MA 4.c, 4.e; MD 5.B; NH play.6)."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure.guide.next_step import next_step
from controller.procedure.reducers.cards.cut import offers
from tests.kit.evening import Evening, house
from tests.kit.stacks import (
    CA,
    MA,
    MD,
    NH,
    at_cut,
    by_hand,
    count_rest,
    deal,
    finish,
    in_play,
    last_round,
    load,
    load_refused,
    ordered,
    shuffle,
)

from .test_shuffle import line


def order(evening: Evening) -> tuple[int, ...]:
    return offers(evening.play, evening.house)


def cut_by(evening: Evening, box: int) -> None:
    assert evening.put(cmd.CutTaken(box=box)).verdict == "accepted"


def next_shoe(evening: Evening, *boxes: int) -> Evening:
    """The cover card ends the shoe; the stack of the next one waits for its cut."""
    evening.lit(*boxes)
    last_round(evening)
    shuffle(evening)
    return evening


# ---- Massachusetts ----
@pytest.mark.clause("MA 4.d", "MA 4.d.1")
def test_opening_cut_is_offered_to_the_first_player() -> None:
    """First to box 3, then to box 5: box 3 is named."""
    evening = at_cut(by_hand(), first=3)

    assert order(evening)[0] == 3
    assert line(evening)[0] == "Offer cut: box 3"


@pytest.mark.clause("MA 4.c", "MA 4.d", "MA 4.d.2")
@pytest.mark.parametrize(("boxes", "named"), [((1, 4, 6), 6), ((2, 5, 7), 7)])
def test_cut_in_play_is_offered_to_the_far_right_first(boxes: tuple[int, ...], named: int) -> None:
    """Backs away from the dealer; exactly one seat is named first."""
    evening = next_shoe(in_play(by_hand()), *boxes)

    step = next_step(evening.state, evening.house)

    assert step.text == f"Offer cut: box {named}"
    assert step.hint.startswith("Backs away from you.")


@pytest.mark.clause("MA 4.d.2~2")
def test_offer_goes_round_counter_clockwise_from_shoe_to_shoe() -> None:
    """Boxes 2, 5, 7: box 7 was offered and cut; then box 5, then box 2, then box 7 again."""
    evening = next_shoe(in_play(by_hand()), 2, 5, 7)
    named = []

    for _ in range(4):
        named.append(order(evening)[0])
        load(evening, order(evening)[0])
        next_shoe(evening, 2, 5, 7)

    assert named == [7, 5, 2, 7]


@pytest.mark.clause("MA 4.d.2~2")
def test_offer_that_was_refused_moves_the_pointer_too() -> None:
    """Box 7 refuses, box 5 cuts: the next offer goes to box 2."""
    evening = next_shoe(in_play(by_hand()), 2, 5, 7)

    load(evening, 5)
    next_shoe(evening, 2, 5, 7)

    assert order(evening) == (2, 7, 5)


@pytest.mark.clause("MA 4.d.2", "MA 4.d.2~2")
def test_pointer_moves_by_offers_in_play_and_not_by_the_opening() -> None:
    """Box 3 cut at the opening: box 7 is named; all refuse, box 2 last: box 7 again."""
    evening = at_cut(by_hand(), first=3)
    load(evening, 3)
    next_shoe(evening, 2, 5, 7)
    first = order(evening)[0]

    load(evening, 0)
    next_shoe(evening, 2, 5, 7)

    assert first == 7
    assert order(evening)[0] == 7


@pytest.mark.clause("MA 4.c~2")
def test_dealer_cuts_when_every_player_has_declined() -> None:
    """Boxes 4 and 6: both declined, in the order 6, 4; the dealer cut."""
    evening = next_shoe(in_play(by_hand()), 4, 6)

    cut_by(evening, 0)

    assert evening.play.stack.refused == (6, 4)
    assert evening.play.stack.cutter == 0


@pytest.mark.clause("MA 4.e", "MA 4.e~2", "MA 4.e~3", "MA 4.e~5")
def test_cut_ok_attests_the_whole_sequence_and_the_load_follows() -> None:
    """48 from either end, the top part under, the stack aligned, then the card, then the shoe."""
    evening = at_cut(by_hand(), first=3)
    cut_by(evening, 3)
    step = next_step(evening.state, evening.house)
    before = evening.seq

    early = evening.reading(fact.ShoeLoaded, "shoe")
    evening.press("act1")
    after = line(evening)[0]
    evening.reading(fact.ShoeLoaded, "shoe")

    assert step.text == "Cut: 48 or more from each end"
    said = step.hint.lower()
    assert said.index("under") < said.index("align") < said.index("card in")
    assert early.raised
    assert after == "Load the shoe"
    assert evening.play.shoe == "burn_due"
    presses = [st for st, _ in evening.steps if st.seq > before and isinstance(st.input, Press)]
    assert len(presses) == 1


Press = cmd.CutPlaced | cmd.CutTaken


@pytest.mark.clause("MA 4.e", "MD 5.E")
@pytest.mark.parametrize("pack", [MA, MD])
def test_misplaced_cut_is_repeated_before_the_cut_is_complete(pack: str) -> None:
    """RECUT is the dealer's while the card stands in the stack; the placement is asked anew."""
    evening = at_cut(by_hand(pack), first=3)
    cut_by(evening, 3)

    evening.press("act2")

    assert evening.play.cut == "due"
    assert load_refused(evening)
    cut_by(evening, 3)
    assert evening.press("act1").verdict == "accepted"


# ---- Maryland ----
@pytest.mark.clause("MD 5.B", "MD 5.D", "MD 5.D.2")
def test_cut_is_offered_to_the_box_at_which_the_cover_card_came_out() -> None:
    """In place of the card due to box 3, though box 7 sits farther right."""
    evening = in_play(house(MD), 1, 3, 7)
    evening.draw("Kc")
    evening.reading(fact.CoverCardSeen, "shoe")
    evening.draw("Kc Kc 9s 8d 8d 8d 9h")
    finish(evening)
    count_rest(evening)
    shuffle(evening)

    step = next_step(evening.state, evening.house)

    assert order(evening) == (3, 1, 7)
    assert step.text == "Offer cut: box 3"
    assert step.hint.startswith("Backs away from you.")
    assert load_refused(evening)


@pytest.mark.clause("MD 5.D", "MD 5.D.3", "MD 5.D.4")
def test_cover_card_at_the_dealers_own_draw_offers_the_cut_to_the_far_right() -> None:
    """Boxes 1, 4 and 6: box 6, refused to box 4, then box 1, then the dealer."""
    evening = in_play(house(MD), 1, 4, 6)
    evening.draw("Kc Kc Kc 7s 8d 8d 8d 5h")
    evening.press("act1")
    evening.press("act7")
    evening.reading(fact.CoverCardSeen, "shoe")
    evening.draw("9h")
    evening.put(cmd.LayoutCleared(), after_ms=5000)
    count_rest(evening)
    shuffle(evening)

    assert order(evening) == (6, 4, 1)
    cut_by(evening, 4)
    assert evening.play.stack.refused == (6,)


@pytest.mark.clause("MD 5.D", "MD 5.D.1")
def test_opening_cut_goes_to_the_player_who_arrived_first() -> None:
    """Box 5 before box 1: box 5 is named."""
    evening = at_cut(house(MD), first=5)

    assert line(evening) == ("Offer cut: box 5", "MD 5.B")


@pytest.mark.clause("MD 5.D", "MD 5.D.5", "MD 5.D.6")
@pytest.mark.parametrize(("boxes", "offered"), [((2, 7), (7, 2)), ((2, 3, 7), (7, 3, 2))])
def test_cut_after_a_reshuffle_that_the_floor_ordered_goes_to_the_far_right(
    boxes: tuple[int, ...], offered: tuple[int, ...]
) -> None:
    """No cover card came: box 7, refused to the next, counter-clockwise, then the dealer."""
    evening = in_play(house(MD), *boxes)
    deal(evening)
    finish(evening)
    ordered(evening)
    shuffle(evening)

    assert order(evening) == offered
    cut_by(evening, 0)
    assert evening.play.stack.refused == offered


@pytest.mark.clause("MD 5.C")
def test_dealer_cuts_only_after_every_player_has_refused() -> None:
    """Nobody accepts: refused in the order 6, 2; box 2 accepts: box 6 refused, no dealer's cut."""
    nobody, somebody = (in_play(house(MD), 2, 6) for _ in range(2))
    for evening in (nobody, somebody):
        ordered(evening)
        shuffle(evening)

    cut_by(nobody, 0)
    cut_by(somebody, 2)
    dealers = somebody.put(cmd.CutTaken(box=0))

    assert (nobody.play.stack.refused, nobody.play.stack.cutter) == ((6, 2), 0)
    assert (somebody.play.stack.refused, somebody.play.stack.cutter) == ((6,), 2)
    assert (dealers.verdict, dealers.clause) == ("refused", "MD 5.C")


@pytest.mark.clause("MD 5.E", "MD 5.E.1", "MD 5.E.3", "MD house.cut-attested")
def test_depths_are_shown_and_attested_and_no_number_is_asked() -> None:
    """10 from either end, the top part under, 72 behind the cover card, then the shoe."""
    evening = at_cut(house(MD), first=3)
    assert load_refused(evening)
    cut_by(evening, 3)

    step = next_step(evening.state, evening.house)
    evening.press("act1")
    evening.reading(fact.ShoeLoaded, "shoe")

    assert step.text == "Cut: 10 or more from each end"
    assert step.hint == "Top part under. Card in: 72 or more behind it."
    assert evening.play.shoe == "burn_due"
    assert line(evening)[0] == "Burn one first"


# ---- the house texts ----
@pytest.mark.clause("NH play.6", "NH play.7", "NH play.8")
def test_player_is_invited_to_cut_and_the_second_card_ends_the_shoe() -> None:
    """From the dealer's left; about 48 at both ends and 48 behind the marker; then the load."""
    evening = next_shoe(in_play(house(NH)), 2, 5)
    early = load_refused(evening)

    offered = order(evening)
    cut_by(evening, 5)
    step = next_step(evening.state, evening.house)
    still_early = load_refused(evening)
    evening.press("act1")
    evening.reading(fact.ShoeLoaded, "shoe")

    assert early
    assert still_early
    assert offered == (2, 5)
    assert evening.play.stack.refused == (2,)
    assert step.text == "Cut: about 48 from each end"
    said = step.hint
    assert said.index("to the front") < said.index("Second card in: about 48 behind it")
    assert evening.play.shoe != "empty"


def test_cut_and_one_deck_behind_the_card_are_the_house_rule_where_the_text_is_silent() -> None:
    """READY or an attested shuffle, a cut, a card one deck from the back, no burn."""
    for at in (house(CA), by_hand(CA)):
        evening = at_cut(at, first=2)
        cut_by(evening, 2)
        hint = next_step(evening.state, evening.house).hint
        evening.press("act1")
        evening.reading(fact.ShoeLoaded, "shoe")

        assert hint == "Card in: about 48 behind it."


def test_cut_is_not_offered_to_a_box_where_nobody_sits() -> None:
    evening = next_shoe(in_play(by_hand()), 4, 6)

    outcome = evening.put(cmd.CutTaken(box=2))

    assert (outcome.verdict, outcome.clause) == ("refused", "MA 4.d")


def test_any_box_may_take_the_opening_cut_while_no_box_is_lit() -> None:
    """Nobody has wagered yet: the table knows the first player only, who refuses."""
    evening = at_cut(by_hand(), first=3)

    cut_by(evening, 5)

    assert evening.play.stack.refused == (3,)


def test_cut_takes_two_taps() -> None:
    """console/README 2: the seat that accepted, and CUT OK."""
    evening = at_cut(by_hand(), first=3)

    taps = [evening.press("act1").verdict, evening.press("act1").verdict]

    assert taps == ["accepted", "accepted"]
    assert evening.play.cut == "placed"


# ---- nobody is known yet ----
@pytest.mark.parametrize("pack", [NH, CA])
def test_cut_is_offered_though_no_box_is_lit_yet(pack: str) -> None:
    """NH play.6: the dealer invites a player; who sits there is not known before the wagers."""
    evening = at_cut(house(pack))

    said = line(evening)
    cut_by(evening, 4)

    assert said[0] == "Offer cut: tap who takes it"
    assert evening.play.stack.cutter == 4


@pytest.mark.parametrize("pack", [MA, MD])
def test_first_player_is_asked_for_before_the_cut_of_preshuffled_decks(pack: str) -> None:
    """MA 4.d.1, MD 5.D.1: nobody has looked at them, but who came first is offered the cut."""
    evening = Evening(house(pack)).open_table(before=cmd.DecksReceived)
    came = cmd.DecksReceived(preinspected=True, preshuffled=True, reference="R-77")
    by_floor = evening.house.pack.opening.preshuffled.value == "with_reference"
    _ = evening.floor(came) if by_floor else evening.put(came)

    asked = line(evening)[0]
    evening.press("box4")

    assert asked == "First player: tap the box"
    assert line(evening)[0] == "Offer cut: box 4"
