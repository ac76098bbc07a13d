"""Decks: received, inspected, verified, spread, washed, stacked, and out after 24 hours."""

from __future__ import annotations

from typing import Any

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.structs import replace
from controller.procedure.guide.next_step import next_step
from controller.procedure.state.inputs import Outcome
from tests.kit.evening import Evening, house

MA, MD, NH, CA = "massachusetts", "maryland", "boston-billiard", "pure-21-5"
DAY_MS = 24 * 3600 * 1000


def at(pack: str, before: type, **options: Any) -> Evening:
    """A table at the step that this command takes."""
    return Evening(house(pack, **options)).open_table(before=before)


def line(evening: Evening) -> str:
    return next_step(evening.state, evening.house).text


def by_floor(evening: Evening, item: cmd.Command) -> Outcome:
    return evening.floor(item)


def verdicts(*outcomes: Outcome) -> list[str]:
    return [o.verdict for o in outcomes]


# ---- receipt: two routes ----
@pytest.mark.clause("MA 3.a", "MA 4.a")
def test_preshuffled_decks_go_straight_to_the_cut() -> None:
    """Route B: no inspection, no shuffle; the next step is the cut (3.a, 4.b.2)."""
    evening = at(MA, cmd.DecksReceived)

    evening.put(cmd.DecksReceived(preinspected=True, preshuffled=True))
    inspected = evening.put(cmd.DecksInspected(tens=0))
    shuffled = evening.put(cmd.ShuffleAsked())

    assert evening.play.decks == "ready"
    assert evening.play.cut == "due"
    assert verdicts(inspected, shuffled) == ["refused", "refused"]


@pytest.mark.clause("MA 3.a")
def test_no_wager_is_taken_before_decks_that_were_not_preshuffled_are_ready() -> None:
    """Route A: betting is refused until 3(b), 3(c) and section 4 are all confirmed."""
    evening = at(MA, cmd.DecksReceived)
    evening.put(cmd.DecksReceived())
    inspecting = evening.put(cmd.BoxSet(box=1, lit=True))
    stacked = Evening(house(MA)).open_table()

    unshuffled = stacked.put(cmd.BoxSet(box=1, lit=True))
    stacked.shuffled()
    stacked.draw("9c")

    assert (inspecting.verdict, inspecting.clause) == ("refused", "MA 3.b")
    assert (unshuffled.verdict, unshuffled.text) == ("refused", "First the shoe")
    assert stacked.put(cmd.BoxSet(box=1, lit=True)).verdict == "accepted"


@pytest.mark.clause("MD 4.G")
def test_both_properties_and_a_reference_are_needed_to_skip_the_inspection() -> None:
    evening = at(MD, cmd.DecksReceived)

    unnamed = evening.put(cmd.DecksReceived(preinspected=True, preshuffled=True))
    both = cmd.DecksReceived(preinspected=True, preshuffled=True, reference="R-77")
    evening.floor(both)
    one = at(MD, cmd.DecksReceived)
    half = one.floor(replace(both, preshuffled=False))
    one.put(cmd.DecksReceived())

    assert (unnamed.verdict, half.verdict) == ("refused", "refused")
    assert (evening.play.decks, evening.play.cut) == ("ready", "due")
    assert evening.play.day.decks_reference == "R-77"
    assert one.play.decks == "received"
    assert line(one) == "Inspect. Tens out"


@pytest.mark.parametrize("pack", [NH, CA])
def test_decks_are_inspected_at_the_table_where_the_text_knows_no_other_way(pack: str) -> None:
    evening = at(pack, cmd.DecksReceived)

    refused = evening.put(cmd.DecksReceived(preinspected=True, preshuffled=True))

    assert refused.text == "Decks are inspected at the table"
    assert evening.play.decks == "none"


# ---- tens, verification ----
@pytest.mark.clause("MA 3.b")
@pytest.mark.parametrize(("tens", "verdict"), [(24, "accepted"), (0, "accepted"), (23, "refused")])
def test_four_tens_come_out_of_each_of_six_decks_or_none(tens: int, verdict: str) -> None:
    evening = at(MA, cmd.DecksInspected)

    said = evening.put(cmd.DecksInspected(tens=tens))

    assert said.verdict == verdict
    assert said.clause == ("MA 3.b" if verdict == "refused" else "")
    assert said.text == ("24 tens come out, or none" if verdict == "refused" else "")
    assert [
        c.command.tens for c in evening.allowed if isinstance(c.command, cmd.DecksInspected)
    ] == ([24, 0] if verdict == "refused" else [])


@pytest.mark.clause("MA 3.b~2")
def test_dealer_cannot_go_on_without_the_floorpersons_own_signature() -> None:
    evening = at(MA, cmd.DecksVerified)

    spread = evening.put(cmd.DeckSpread())
    by_dealer = evening.put(cmd.DecksVerified(by="Dana R."))
    signed = by_floor(evening, cmd.DecksVerified())
    after = evening.put(cmd.DeckSpread())

    assert verdicts(spread, by_dealer, signed, after) == [
        "refused", "refused", "accepted", "accepted",
    ]  # fmt: skip
    assert evening.steps[-2][0].input.by == "M. Okafor"  # type: ignore[union-attr]


@pytest.mark.clause("MD 4.A")
def test_inspection_and_verification_are_two_peoples() -> None:
    """Dealer first, floorperson second; the spread stays blocked until both have signed."""
    evening = at(MD, cmd.DecksInspected)
    early = by_floor(evening, cmd.DecksVerified())
    evening.put(cmd.DecksInspected(by="M. Okafor"))

    blocked = evening.put(cmd.DeckSpread())
    same = by_floor(evening, cmd.DecksVerified())
    other = evening.put(cmd.DecksVerified(by="F12", rank="floorperson"))

    assert verdicts(early, blocked, same, other) == ["refused", "refused", "refused", "accepted"]
    assert same.text == "Another person verifies"
    assert evening.put(cmd.DeckSpread()).verdict == "accepted"


@pytest.mark.parametrize("tens", [24, 0])
def test_key_of_the_second_person_says_torn_where_tens_came_out(tens: int) -> None:
    """MD 4.B: of decks without tens nothing is torn."""
    evening = at(MD, cmd.DecksInspected)

    evening.put(cmd.DecksInspected(tens=tens))

    key = evening.offered("floor.verify")
    assert key is not None
    assert isinstance(key.command, cmd.DecksVerified)
    assert key.command.torn is (tens > 0)


@pytest.mark.clause("MD 4.B")
def test_tens_are_counted_torn_and_boxed_by_dealer_and_floorperson() -> None:
    evening = at(MD, cmd.DecksInspected)

    miscounted = evening.put(cmd.DecksInspected(tens=23))
    evening.put(cmd.DecksInspected(tens=24))
    whole = by_floor(evening, cmd.DecksVerified(torn=False))
    torn = by_floor(evening, cmd.DecksVerified(torn=True))

    assert (miscounted.verdict, miscounted.clause) == ("refused", "MD 4.B")
    assert (whole.text, whole.clause) == ("Torn and boxed first", "MD 4.B")
    assert torn.verdict == "accepted"
    assert (evening.play.day.tens_out, evening.play.day.inspected_by) == (24, "dealer")


def test_deck_that_holds_a_ten_is_refused_where_tens_must_be_out_already() -> None:
    evening = at(CA, cmd.DecksInspected)

    refused = evening.put(cmd.DecksInspected(tens=1))
    evening.floor(cmd.DecksTakenOut())

    assert (refused.verdict, refused.clause) == ("refused", "CA deck.3")
    assert evening.play.decks == "none"


# ---- spread, first player, wash, stack ----
@pytest.mark.clause("MA 3.b~3")
def test_cards_are_spread_for_the_first_player_after_the_verification_only() -> None:
    evening = at(MA, cmd.DecksVerified)
    before = evening.put(cmd.DeckSpread())

    by_floor(evening, cmd.DecksVerified())
    told = line(evening)
    evening.put(cmd.DeckSpread())

    assert before.verdict == "refused"
    assert told == "Spread 6 decks face up"
    assert line(evening) == "First player: tap the box"


@pytest.mark.parametrize(
    ("pack", "hint"),
    [
        pytest.param(
            MA, "Each deck by itself, by suit, in sequence.", marks=pytest.mark.clause("MA 3.b~4")
        ),
        pytest.param(
            MD,
            "A fan for each deck, by suit, in sequence.",
            marks=pytest.mark.clause("MD 4.D"),
        ),
    ],
)
def test_spread_is_confirmed_for_each_deck_by_suit_and_in_sequence(pack: str, hint: str) -> None:
    evening = at(pack, cmd.DeckSpread)
    step = next_step(evening.state, evening.house)

    evening.press("act1")

    assert (step.text, step.hint) == ("Spread 6 decks face up", hint)
    assert evening.play.day.spread == (1, 2, 3, 4, 5, 6)


@pytest.mark.clause("NH play.1", "NH play.2", "NH play.3")
@pytest.mark.parametrize("decks", [6, 8])
def test_each_deck_is_fanned_and_verified_before_any_is_washed(decks: int) -> None:
    evening = at(NH, cmd.DeckSpread, decks=decks)
    for deck in range(1, decks):
        evening.put(cmd.DeckSpread(deck=deck))
    twice, together = evening.put(cmd.DeckSpread(deck=1)), evening.put(cmd.DeckSpread())

    early = evening.put(cmd.CardsWashed())
    told = line(evening)
    evening.put(cmd.DeckSpread(deck=decks))
    shuffle = evening.put(cmd.ShuffleAsked())

    assert [o.text for o in (twice, together, early)] == [f"Deck {decks} not inspected"] * 3
    assert told == f"Fan deck {decks}: 48, no 10?"
    assert evening.play.day.spread == tuple(range(1, decks + 1))
    assert shuffle.clause == "NH play.3"
    assert verdicts(evening.put(cmd.CardsWashed()), evening.put(cmd.CardsStacked())) == [
        "accepted", "accepted",
    ]  # fmt: skip
    assert evening.put(cmd.ShuffleAsked()).verdict == "accepted"


@pytest.mark.clause("MD 4.C", "MD 4.E")
def test_cards_wait_face_up_until_a_first_player_had_the_chance_to_look() -> None:
    evening = at(MD, cmd.FirstPlayer)
    waiting = line(evening)
    early = evening.put(cmd.CardsWashed())
    keys = [type(c.command) for c in evening.allowed]

    evening.put(cmd.FirstPlayer(box=5))
    unwashed = evening.put(cmd.CardsStacked())
    washed = evening.put(cmd.CardsWashed())
    stacked = evening.put(cmd.CardsStacked())

    assert waiting == "First player: tap the box"
    assert cmd.CardsWashed not in keys
    assert verdicts(early, unwashed, washed, stacked) == [
        "refused", "refused", "accepted", "accepted",
    ]  # fmt: skip
    assert evening.play.day.first_player == 5


@pytest.mark.clause("MA 3.c")
def test_wash_before_a_player_arrived_is_refused_and_then_keeps_its_order() -> None:
    evening = at(MA, cmd.FirstPlayer)

    early = evening.put(cmd.CardsWashed())
    evening.put(cmd.FirstPlayer(box=2))
    unwashed = evening.put(cmd.CardsStacked())
    order = [evening.put(cmd.CardsWashed()), evening.put(cmd.CardsStacked())]

    assert verdicts(early, unwashed, *order) == ["refused", "refused", "accepted", "accepted"]
    assert early.text == "First the first player's look"
    assert evening.play.day.first_player == 2


@pytest.mark.clause("MA 3.c~2")
def test_card_shown_in_the_wash_or_the_stack_means_washing_again() -> None:
    evening = at(MA, cmd.CardsStacked)

    evening.press("act3")
    told, stack = line(evening), evening.put(cmd.CardsStacked())
    evening.put(cmd.CardsWashed())

    assert told == "Turn down, wash"
    assert stack.verdict == "refused"
    assert evening.put(cmd.CardsStacked()).verdict == "accepted"


@pytest.mark.parametrize(
    ("pack", "clauses"),
    [
        pytest.param(MA, "MA 3.c", marks=pytest.mark.clause("MA 3.c~3", "MA 4.a")),
        pytest.param(MD, "MD 4.E", marks=pytest.mark.clause("MD 4.F")),
    ],
)
def test_stacked_cards_are_not_loaded_before_they_are_shuffled(pack: str, clauses: str) -> None:
    evening = at(pack, cmd.CardsStacked)
    unstacked = evening.put(cmd.ShuffleAsked())
    evening.put(cmd.CardsStacked())

    cut = evening.put(cmd.CutPlaced())
    loaded = evening.reading(fact.ShoeLoaded, "shoe")

    assert (unstacked.verdict, unstacked.clause) == ("refused", clauses)
    assert cut.verdict == "refused"
    assert evening.play.shoe == "empty"
    assert [r.kind for r in loaded.raised] == ["shoe_opened"]


@pytest.mark.clause("CA deck.3")
def test_deck_with_a_ten_is_refused_and_the_floor_takes_it_away() -> None:
    """No ten comes out of these decks: they came without, or they are the wrong ones."""
    evening = at(CA, cmd.DecksInspected)
    told = next_step(evening.state, evening.house)

    ten = evening.put(cmd.DecksInspected(tens=1))
    out = by_floor(evening, cmd.DecksTakenOut())

    assert told.hint == "48 in each deck? If not: FLOOR."
    assert (ten.verdict, ten.clause) == ("refused", "CA deck.3")
    assert ten.text == "With a ten in them they leave: floor"
    assert (out.verdict, line(evening)) == ("accepted", "Receive the decks")
