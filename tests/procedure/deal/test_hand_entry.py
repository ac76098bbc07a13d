"""Cards keyed in while the shoe scanner is out of service (console/README 1.4, 2.4)."""

from __future__ import annotations

from typing import Any

import pytest

from controller.bench.automatic.opening import said_to_open
from controller.domain import commands as cmd
from controller.domain import facts as fact
from tests.kit.by_keys import due, keyed, scanner_out
from tests.kit.evening import Evening, house


def at(pack: str = "massachusetts-bonus-spin") -> Evening:
    """A table in play whose scanner a floorperson has put out of service."""
    e = Evening(house(pack)).later()
    e.put(fact.DeviceLost(device="shoe", reason="link"))
    assert scanner_out(e).verdict == "accepted"
    return e.lit(3, 5)


@pytest.mark.clause("MA house.hand-entry")
def test_round_is_dealt_and_settled_by_keys_alone() -> None:
    """A keyed card is booked like a drawn one, up to the settlement."""
    e = at()

    keyed(e, "7h 9c 6d 8s Kc ..")
    e.press("act1")
    assert e.hand(3) == ["7h", "8s"]
    assert e.hand(5) == ["9c", "Kc"]
    keyed(e, "5d Qd")

    assert e.play.dealer[1].face == "Qd"
    assert e.play.round == "dealer_plays"
    keyed(e, "9h")
    assert str(e.play.round) == "settled"
    assert e.paid()[3, "main"][0] == "pay"


def test_hidden_card_takes_no_face_and_an_open_one_needs_it() -> None:
    """A face that nobody may see is entered by nobody."""
    e = at()

    assert keyed(e, "..").text == "Name the card: rank and suit"
    keyed(e, "7h 9c 6d 8s Kc")
    assert keyed(e, "Qd").text == "That card lies face down"
    assert keyed(e, "..").verdict == "accepted"


def test_key_is_refused_while_the_scanner_reads() -> None:
    """Two sources would book a card twice."""
    e = Evening().later().lit(3)

    assert keyed(e, "7h").text == "The scanner reads the cards"


def test_card_that_is_not_due_is_refused() -> None:
    """A keyed card has a place or is none."""
    e = at()
    keyed(e, "7h 9c 6d 8s Kc ..")

    assert due(e) == ""
    assert keyed(e, "5d").text == "No card is due"


def test_what_a_scanner_out_of_service_still_tells_is_not_played() -> None:
    """Its cable is back and it delivers the cards that were keyed meanwhile."""
    e = at()
    keyed(e, "7h 9c")
    before = e.play

    e.draw("7h 9c")

    assert e.play == before


def test_back_in_service_the_scanner_brings_the_next_card() -> None:
    """The count goes on where the keys have left it; a scanner that nobody hears stays out."""
    e = at()
    keyed(e, "7h 9c")
    drawn = e.play.drawn

    back = cmd.OutOfService(device="shoe", out=False)
    assert e.floor(back).text == "Not heard from yet: connect it first"
    e.hello("shoe", "shoe_scanner")
    e.floor(back)
    e.draw("6d")

    assert len(e.play.dealt) == 3
    assert e.play.drawn == drawn + 1


def test_undo_takes_back_a_card_keyed_wrongly() -> None:
    """The screen names it, and the right one follows."""
    e = at()
    keyed(e, "7h 9c 6d 8s Kc ..")
    e.press("act1")
    keyed(e, "5d")

    e.press("undo")
    assert e.hand(3) == ["7h", "8s"]
    keyed(e, "6c")

    assert e.hand(3) == ["7h", "8s", "6c"]


def test_undo_of_a_bust_is_shown_before_that_box_is_paid() -> None:
    """A correction by the dealer that turns a loss into something better."""
    e = at()
    keyed(e, "7h 9c 6d 8s Kc ..")
    e.press("act1")
    keyed(e, "Kd")

    e.press("undo")

    assert "late_double" in [i.kind for i in e.open]


@pytest.mark.clause("MD 13.S")
def test_plain_dealing_waits_until_the_automated_shoe_is_covered_or_signed() -> None:
    """Maryland; the shuffler alike in test_shuffle_by_hand."""
    e = Evening(house("maryland")).later()
    e.floor(cmd.OutOfService(device="shoe", out=True))
    e.lit(3)

    refused = keyed(e, "7h")
    assert (refused.verdict, refused.clause) == ("refused", "MD 13.S")

    assert scanner_out(e).verdict == "accepted"
    assert keyed(e, "7h").verdict == "accepted"


@pytest.mark.clause("NH equipment.2")
def test_table_opens_by_manual_entry_once_a_floorperson_puts_the_scanner_out() -> None:
    """No scanner: no opening; out of service under the floorperson's own id: it opens."""
    e = Evening(house("boston-billiard"))
    e.put(fact.DeviceLost(device="shoe", reason="not bound"))

    e.put(cmd.TableOpened(dealer="Ann"))
    assert e.put(cmd.AllAsListed()).verdict == "refused"

    scanner_out(e)
    steps: list[Any] = list(said_to_open(e.house))
    for said in steps[1:]:
        assert not isinstance(said, tuple)
        e.put(said)

    assert e.play.opening == "open"
    assert e.play.manual.by == "M. Okafor"


def test_shoe_and_cover_card_are_told_by_hand() -> None:
    """A shuffle, a load and the end of the shoe need no scanner."""
    e = Evening(house("massachusetts"))
    scanner_out(e)
    e.open_table()
    e.put(cmd.ShuffleAsked())
    wire = e.state.orders[-1].wire
    e.reading(fact.ShuffleDone, "shuffler", order=wire, cards=e.house.shoe_cards)
    e.cut()
    e.put(cmd.ShoeNoted())
    assert due(e) == "down"
    keyed(e, "..")
    e.lit(3)
    keyed(e, "7h 6d 8s ..")

    e.put(cmd.CoverCardKeyed())

    assert e.play.shoe == "last_round"


def test_shoe_is_not_told_by_hand_while_the_scanner_tells_it() -> None:
    """One source at a time."""
    e = Evening().later()

    assert e.put(cmd.CoverCardKeyed()).text == "The scanner reads the cards"


def spinning() -> Evening:
    """Box 3 has its Blackjack with a Bonus Spin wager, the hands are settled."""
    e = Evening().later().lit(3, bonus_spin={3: 500})
    e.draw("Ah 7d Kc 9c")
    e.press("act1")
    e.press("act7")
    e.draw("2d")
    assert e.play.round == "settled"
    return e


def test_floorperson_reads_the_wheel_that_does_not_answer() -> None:
    """The section under the clapper is paid; without the device nothing is ordered."""
    e = spinning()
    spin = cmd.SpinAttested(box=3, section="50")
    assert e.floor(spin).verdict == "refused"
    e.put(fact.DeviceLost(device="wheel", reason="link"))

    assert e.put(spin).verdict == "refused"
    assert e.floor(spin).verdict == "accepted"

    assert [(s.status, s.section) for s in e.play.spins] == [("rested", "50")]
    assert any(p.kind == "bonus_spin" and p.cents == 5000 for p in e.play.payments)


def test_wheel_that_answers_is_not_read_by_eye() -> None:
    """Two results of one spin would be one too many."""
    e = spinning()

    assert e.floor(cmd.SpinAttested(box=3, section="50")).text.startswith("Not now. ")
