"""A continuous shuffler fails: the round in hand, by hand, back in service."""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain import facts as fact
from tests.kit.endless import SET, jam, line, opened, played, put_in, raised
from tests.kit.stacks import count_rest, deal, done, finish, load


def test_jam_that_nobody_has_cleared_is_told_before_the_layout_is_cleared() -> None:
    """13.R: cards that still come finish the round; no other is begun before a full shuffle."""
    evening = opened().lit(2)
    evening.draw("Kc")
    assert raised(jam(evening)) == ["shuffler_fault"]
    assert evening.held == ""
    evening.draw("9s 8d 9h")
    finish(evening)

    assert evening.play.round == "settled"
    assert line(evening)[1] == "Shuffler fault. Floor."
    evening.rule("again")
    evening.put(cmd.LayoutCleared())
    assert line(evening)[0] == "Press NEXT: shuffle"


def test_jam_between_two_rounds_lets_no_other_begin() -> None:
    """The discards are stuck in it: cleared, all cards are shuffled at once."""
    evening = played(opened(), 2)
    jam(evening)

    assert (evening.held, evening.play.shoe) == ("shuffler_fault", "empty")
    evening.rule("again")
    done(evening, SET)
    assert (evening.held, evening.play.shoe) == ("", "burn_due")


def test_cleared_jam_lets_the_round_go_on_and_the_shuffle_follows() -> None:
    """CLEARED in mid-round orders nothing yet."""
    evening = opened().lit(2)
    evening.draw("Kc")
    jam(evening)
    evening.rule("again")
    assert (evening.play.shuffle, evening.state.orders[-1].status) == ("idle", "done")

    evening.draw("9s 8d 9h")
    finish(evening)
    assert line(evening)[0] == "Press NEXT: shuffle"


def test_round_is_finished_by_hand_when_the_device_goes_out_of_service_in_it() -> None:
    """13.S: covered first; all but the layout is shuffled, cut and loaded, then one burn."""
    evening = opened().lit(2)
    evening.draw("Kc 9s")
    jam(evening)
    evening.rule("out_of_service")

    assert evening.play.shoe == "empty"
    assert line(evening)[0] == "Cover shuffler. Floor"
    step = evening.put(cmd.ShuffleStep(step="shuffle"))
    assert (step.verdict, step.clause) == ("refused", "MD 13.S")
    evening.floor(cmd.ShufflerSetAside(how="covered"))
    assert line(evening) == ("Shuffle by hand", "All cards of device and rack. The layout stays.")
    evening.put(cmd.ShuffleStep(step="shuffle"))
    assert evening.play.cut == "due"
    load(evening)
    assert (evening.play.loaded, evening.play.racked) == (SET - 2, 1)

    evening.draw("8d 9h")
    finish(evening)
    count_rest(evening)
    evening.put(cmd.ShuffleStep(step="shuffle"))
    load(evening)
    assert (evening.play.loaded, evening.play.shoe) == (SET, "ready")


def test_burn_card_that_goes_into_the_shuffle_by_hand_is_shown_to_nobody() -> None:
    """7.B.3: it comes out of the rack with all others, so that nobody can tell it from them."""
    evening = opened().lit(2)
    evening.draw("Kc 9s")
    assert evening.offered("floor.burn") is not None
    jam(evening)

    evening.rule("out_of_service")
    asked = evening.floor(cmd.BurnShown(box=2))

    assert evening.offered("floor.burn") is None
    assert (asked.verdict, asked.clause) == ("refused", "MD 7.B.3")


def test_device_back_in_service_shuffles_all_after_the_shoe_by_hand() -> None:
    """Between two rounds: by hand with the ordinary cut; the shoe in play is dealt to its end."""
    evening = played(opened(), 2)
    evening.floor(cmd.OutOfService(device="shuffler", out=True, reason="dead"))
    evening.floor(cmd.ShufflerSetAside(how="sign"))
    evening.put(cmd.ShuffleStep(step="shuffle"))
    load(evening)
    assert (evening.play.loaded, evening.play.shoe) == (SET, "ready")
    evening.floor(cmd.OutOfService(device="shuffler", out=False, reason="mended"))

    evening.lit(2)
    assert raised(evening.reading(fact.CoverCardSeen, "shoe")) == ["cover_card_early"]
    assert evening.play.shoe == "last_round"
    deal(evening)
    finish(evening)
    count_rest(evening)
    assert line(evening)[0] == "Press NEXT: shuffle"
    evening.put(cmd.ShuffleAsked())
    done(evening, SET)
    assert str(evening.play.shoe) == "burn_due"


def test_device_that_is_covered_between_rounds_deals_no_more() -> None:
    """Its shuffle is not asked for while it deals; set aside without a fault the hand begins."""
    evening = played(opened(), 2)
    assert evening.put(cmd.ShuffleAsked()).text.startswith("Not now. ")
    evening.floor(cmd.ShufflerSetAside(how="sign"))

    assert line(evening)[0] == "Shuffle by hand"


def test_burn_of_a_relief_is_out_when_all_are_shuffled_after_the_round() -> None:
    """The round ends with a burn still due: the order stands before it."""
    evening = opened().lit(2)
    deal(evening)
    evening.press("act1")
    evening.floor(cmd.ShuffleOrdered(reason="a player asks"))
    evening.floor(cmd.DealerSignedOn(name="Bea K.", rank="floorperson"))
    assert evening.play.shoe == "burn_due"
    evening.press("act7")
    evening.put(cmd.LayoutCleared(), after_ms=5000)

    assert line(evening)[0] == "Press NEXT: shuffle"


def test_discards_are_due_when_a_round_ends_with_a_burn_outstanding() -> None:
    evening = opened().lit(2)
    deal(evening)
    evening.press("act1")
    evening.floor(cmd.DealerSignedOn(name="Bea K.", rank="floorperson"))
    evening.press("act7")
    evening.put(cmd.LayoutCleared(), after_ms=5000)
    assert line(evening)[0] == "Burn one first"
    evening.draw("7d")

    assert line(evening)[1] == "Discards into the device. Deal on meanwhile."
    assert put_in(evening, 5).raised == ()


def test_idle_spread_is_back_when_the_device_is_covered() -> None:
    """5.H and 5.I are off only with the device: without it the cards are spread again."""
    evening = played(opened(), 2)
    evening.floor(cmd.OutOfService(device="shuffler", out=True, reason="dead"))
    assert evening.put(cmd.NoPlay()).clause == "MD 5.K"
    evening.floor(cmd.ShufflerSetAside(how="covered"))

    assert evening.put(cmd.NoPlay()).verdict == "accepted"
    assert line(evening)[0].startswith("Spread")


def test_lost_device_holds_the_next_round_and_not_the_open_one() -> None:
    """A round in hand is dealt on; a new one is not begun from a device that does not answer."""
    evening = opened().lit(2)
    evening.draw("Kc")
    evening.put(fact.DeviceLost(device="shuffler", reason="silent"))
    assert evening.held == ""
    evening.draw("9s 8d 9h")
    finish(evening)

    assert (evening.play.round, line(evening)[1]) == ("settled", "Stop. Shuffler lost. Floor.")
    evening.rule("out_of_service")
    evening.put(cmd.LayoutCleared())
    assert (evening.held, evening.play.shoe) == ("", "empty")
    evening.floor(cmd.ShufflerSetAside(how="covered"))
    evening.put(cmd.ShuffleStep(step="shuffle"))
    load(evening)
    assert (evening.play.loaded, evening.play.shoe) == (SET, "ready")
