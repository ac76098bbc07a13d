"""The continuous shuffler (MD 5.J, 5.K): opened, dealt from, fed."""

from __future__ import annotations

from random import Random

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.structs import replace
from controller.procedure.state.inputs import Input
from controller.view.keys import stack_keys
from tests.kit.endless import SET, inside, line, opened, played, put_in, raised
from tests.kit.evening import Evening
from tests.kit.stacks import MD, approved, at_cut, deal, done, finish, load, unshuffled
from tests.procedure.walks.promises import watched


# ---- the opening ----
@pytest.mark.clause("MD 5.K")
def test_burn_follows_the_devices_shuffle_when_the_table_opens() -> None:
    """After the shuffle the flow goes to 7.B.3 without any cut prompt."""
    evening = unshuffled(approved(MD, continuous_device="on"))
    assert line(evening)[0] == "Press NEXT: shuffle"
    assert evening.put(cmd.CutTaken(box=0)).clause == "MD 5.K"

    evening.put(cmd.ShuffleAsked())
    steps = [step.text for step in stack_keys.flow(evening.play, evening.house, 0)]
    assert steps == ["Shuffle", "Burn one"]
    done(evening, SET)

    assert (evening.play.cut, evening.play.shoe) == ("none", "burn_due")
    assert line(evening)[0] == "Burn one first"
    assert evening.reading(fact.ShoeLoaded, "shoe").raised == ()
    evening.draw("8c")
    assert (evening.play.racked, inside(evening.play)) == (1, SET - 1)


def test_nothing_is_dealt_when_the_first_shuffle_counted_wrong() -> None:
    """5.A.1 stays in force: 287 of 288 calls the floorperson."""
    evening = unshuffled(approved(MD, continuous_device="on"))
    evening.put(cmd.ShuffleAsked())

    assert raised(done(evening, SET - 1)) == ["count_differs"]
    assert evening.play.shoe == "empty"
    assert raised(evening.draw("8c")) == ["drawn_while_held"]


def test_decks_that_came_shuffled_go_into_the_device() -> None:
    """4.G spares inspection and wash; what is dealt comes from the device all the same."""
    evening = Evening(approved(MD, continuous_device="on"))
    evening.open_table(before=cmd.DecksReceived)
    evening.floor(cmd.DecksReceived(preinspected=True, preshuffled=True, reference="R-77"))

    assert (evening.play.shuffle, evening.play.cut) == ("idle", "none")
    evening.put(cmd.ShuffleAsked())
    done(evening, SET)
    assert evening.play.shoe == "burn_due"


# ---- what is off ----
@pytest.mark.clause("MD 5.K")
@pytest.mark.parametrize(
    "command",
    [
        cmd.CutTaken(box=0),
        cmd.CutPlaced(),
        cmd.RecutOrdered(rank="floorperson", by="M. Okafor", reason="asked"),
        cmd.NoPlay(),
    ],
)
def test_cut_and_idle_spread_are_refused_with_the_device(command: Input) -> None:
    """5.B to 5.I do not apply: no key for them, and a refusal that names 5.K."""
    evening = opened()

    outcome = evening.put(command)

    assert (outcome.verdict, outcome.clause) == ("refused", "MD 5.K")
    assert evening.put(cmd.Reported(what="cut_in_doubt")).verdict == "refused"
    assert not any(isinstance(choice.command, type(command)) for choice in evening.allowed)


@pytest.mark.clause("MD 5.K")
def test_cover_card_is_flagged_as_unexpected_and_ends_nothing() -> None:
    """Reported in the deal, between rounds and at the burn: named, and play goes on."""
    evening = opened().lit(2)
    evening.draw("Kc")
    outcomes = [evening.reading(fact.CoverCardSeen, "shoe")]
    evening.draw("9s 8d 9h")
    finish(evening)
    outcomes.append(evening.reading(fact.CoverCardSeen, "shoe"))
    evening.put(cmd.DealerSignedOn(name="Bea K."))
    outcomes.append(evening.reading(fact.CoverCardSeen, "shoe"))

    assert [raised(one) for one in outcomes] == [["cover_card_unexpected"]] * 3
    assert (evening.held, evening.play.shoe) == ("", "burn_due")
    evening.draw("7d")
    played(evening, 2)
    assert evening.play.shoe == "ready"


def test_rounds_after_a_cover_card_are_no_rounds_too_many() -> None:
    """The watchers of the record know that it ended nothing."""
    evening = played(opened(), 2)
    evening.reading(fact.CoverCardSeen, "shoe")
    played(played(evening, 2), 2)

    assert list(watched(evening)) == []


def test_cover_card_is_neither_looked_for_nor_keyed() -> None:
    """With fewer cards inside than any cut leaves behind it; and with the scanner dead."""
    evening = played(opened(), 2)
    low = replace(evening.play, drawn=SET - 20, racked=SET - 20)
    evening.state = replace(evening.state, play=low)
    played(evening, 2)

    assert evening.open == ()
    evening.floor(cmd.OutOfService(device="shoe", out=True, how="covered", reason="dead"))
    evening.lit(2)
    assert evening.offered("pad.face") is not None
    assert evening.offered("pad.cover") is None


# ---- the discards ----
def test_dealer_is_told_to_put_the_discards_back_and_need_not_wait() -> None:
    """Bets are open meanwhile, and the next round may begin before the device has counted."""
    evening = played(opened(), 2, 5)
    assert line(evening) == ("Bets open. Boxes 2 5", "Discards into the device. Deal on meanwhile.")

    evening.draw("Kc Ks")
    assert put_in(evening, 7).raised == ()
    evening.draw("9s 8d 8h 9h")

    assert inside(evening.play) == SET - 6
    assert line(evening)[0] == "Up 9♠. Boxes 2 5?"
    finish(evening)
    assert put_in(evening, 6).raised == ()
    assert line(evening)[1] != "Discards into the device. Deal on meanwhile."


def test_count_of_the_discards_may_leave_out_a_burn_that_came_meanwhile() -> None:
    """The relief's burn goes to the rack while the device counts; then it goes in with the next."""
    evening = played(opened(), 2)
    evening.put(cmd.DealerSignedOn(name="Bea K."))
    evening.draw("7d")

    assert put_in(evening, 5).raised == ()
    assert (evening.play.racked, len(evening.play.unturned)) == (1, 1)
    assert evening.offered("floor.burn") is not None
    played(evening, 2)
    assert put_in(evening, 5).raised == ()
    assert (evening.play.racked, evening.offered("floor.burn")) == (0, None)


def test_burn_that_has_gone_in_is_asked_about_no_more() -> None:
    """Drawn right after the relief had signed on, it may have been the first card of box 2."""
    evening = played(opened(), 2)
    evening.lit(2)
    evening.put(cmd.DealerSignedOn(name="Bea K."))
    evening.draw("7d", after_ms=200)
    asked = line(evening)[0]

    put_in(evening, 6)

    assert asked == "Last card: burn or box 2?"
    assert line(evening)[0] == "Bets open. Box 2"
    assert evening.put(cmd.BurnAnswered(burn=False)).verdict == "refused"


@pytest.mark.parametrize("told", [4, 6])
def test_floor_is_called_when_the_device_counts_other_discards(told: int) -> None:
    """The device counts: a card that stayed out, or came from elsewhere, holds the table."""
    evening = played(opened(), 2)

    assert raised(put_in(evening, told)) == ["count_differs"]
    assert (evening.held, evening.asked.about) == ("count_differs", f"{told} of 5")
    evening.rule("found", reason="it lay under the rack")
    played(evening, 2)
    assert put_in(evening, 4).raised == ()


def test_discards_clear_a_layout_that_is_paid() -> None:
    """No key is pressed: who puts the cards in has picked them up."""
    evening = opened().lit(2)
    deal(evening)
    evening.press("act1")
    evening.press("act7")
    assert evening.play.round == "settled"
    assert line(evening)[1].endswith("Boxes 2 to the rack, yours under them, then the device.")

    assert put_in(evening, 5).raised == ()
    assert (evening.play.round, evening.play.number) == ("wagering", 2)
    assert evening.play.racked == 0


def test_face_may_come_again_when_it_went_back() -> None:
    """More than six of a card in all, never more than six outside."""
    evening = opened()
    for _ in range(3):
        evening.lit(2)
        evening.draw("Kc 9s Kc 8h")
        finish(evening)
        put_in(evening, evening.play.racked)
    assert dict(evening.play.counts) == {}

    for _ in range(3):
        evening.lit(2)
        evening.draw("Kc 9s Kc 8h")
        finish(evening)
    evening.lit(2)
    evening.draw("Kc 9s 7d 8h")
    assert "copy_too_many" in raised(evening.press("act1"))


def test_many_rounds_draw_more_cards_than_the_set_holds() -> None:
    """No shoe ends: the count of what is inside stays right, and nothing is raised."""
    evening, chance = opened(), Random(5)
    for _ in range(80):
        evening.lit(2)
        evening.draw(*(rank + chance.choice("shdc") for rank in "K989"))
        finish(evening)
        assert put_in(evening, evening.play.racked).raised == ()

    assert evening.cards_out > SET
    assert (inside(evening.play), evening.play.shoe) == (SET, "ready")
    assert evening.open == ()
    assert len(evening.play.watch.faces) // 2 < evening.cards_out - SET + 8


def test_discards_are_no_news_to_a_table_without_the_device() -> None:
    """A batch shuffler that says it took cards in: nobody ordered that."""
    evening = at_cut(approved(MD))
    load(evening)

    assert raised(put_in(evening, 5)) == ["order_without_cause"]


# ---- all cards anew ----
@pytest.mark.clause("MD 5.K")
def test_ordered_shuffle_blocks_the_next_round_until_the_device_has_shuffled_all() -> None:
    """5.A still applies: the floorperson's order in mid-round takes effect when it ends."""
    evening = opened().lit(2)
    evening.draw("Kc")
    assert evening.floor(cmd.ShuffleOrdered(reason="a player asks")).verdict == "accepted"
    evening.draw("9s 8d 9h")
    finish(evening)

    assert line(evening)[0] == "Press NEXT: shuffle"
    assert raised(evening.draw("Kc")) == ["card_drawn_in_error"]
    evening.answer("seen", "NOT SEEN")
    evening.put(cmd.ShuffleAsked())
    done(evening, SET)
    assert evening.play.shoe == "burn_due"
    evening.draw("8c")
    played(evening, 2)
    assert str(evening.play.shoe) == "ready"


def test_void_with_a_reshuffle_waits_for_the_layout_to_be_cleared() -> None:
    """13.B: the cards of the round go in with the others, then the device shuffles all."""
    evening = opened().lit(2)
    evening.draw("5c 9s 6d 9h")
    evening.press("act1")
    for card in ("2c", "2d"):
        evening.draw(card)
        evening.put(cmd.LastCard(what="face_up"))
    evening.rule("void_round")

    assert (evening.play.round, evening.play.shoe) == ("settled", "ready")
    evening.put(cmd.LayoutCleared(), after_ms=5000)
    assert line(evening)[0] == "Press NEXT: shuffle"


def test_order_between_two_rounds_takes_effect_at_once() -> None:
    """Cards that lie in the rack go in with it; the device counts all of them."""
    evening = played(opened(), 2)
    evening.floor(cmd.ShuffleOrdered(reason="a player asks"))

    assert evening.play.shoe == "empty"
    assert put_in(evening, 5).raised == ()
    evening.put(cmd.ShuffleAsked())
    done(evening, SET)
    evening.draw("8c")
    assert (evening.play.racked, inside(evening.play)) == (1, SET - 1)


def test_dry_device_finishes_the_round_with_the_rack_and_then_shuffles_all() -> None:
    """13.K and 13.L hold here too: no cut, one burn, then a shuffle of all cards."""
    evening = played(opened(), 2)
    dry = replace(evening.play, drawn=SET - 4, racked=SET - 4)
    evening.state = replace(evening.state, play=dry)
    evening.lit(2)
    evening.draw("5c 9s 6d 9h")
    evening.press("act1")
    evening.press("act2")
    assert line(evening)[0] == "Shoe empty: shuffle the rack"

    evening.put(cmd.ShuffleAsked())
    done(evening, SET - 4)
    assert line(evening)[0] == "Burn one first"
    evening.draw("7d 8c")
    assert raised(evening.reading(fact.CoverCardSeen, "shoe")) == ["cover_card_unexpected"]
    assert put_in(evening, 1).raised == ()
    evening.put(cmd.Next(box=2, hand=1))
    evening.press("act7")
    evening.put(cmd.LayoutCleared(), after_ms=5000)
    assert line(evening)[0] == "Press NEXT: shuffle"
