"""What the surveillance room is told, and what it may say (console/README 6)."""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain.views.floor_view import WatchLine
from controller.procedure.state.whole import State
from controller.view import happened, surveillance_view
from tests.kit.banks import FRAME
from tests.kit.evening import Evening, house
from tests.kit.progressives import Wheeled
from tests.procedure.settlement.test_payouts import sevens
from tests.procedure.wheel.test_jackpot import agree
from tests.procedure.wheel.test_wheel_md import blackjacks


def told(table: Evening) -> list[WatchLine]:
    """All that the steps have brought, in order."""
    before = State()
    found: list[WatchLine] = []
    for stamped, step in table.steps:
        found += happened(before, step.state, table.house, stamped.at // 1000)
        before = step.state
    return found


def room(table: Wheeled, ruling: str = "acknowledged") -> str:
    i = next(i for i in table.open if i.kind == "jackpot")
    said = cmd.Ruled(
        irr=i.id, ruling=ruling, by="K. Hill", rank="surveillance", where="surveillance", reason=""
    )
    return table.put(said).verdict


def test_room_acknowledges_a_jackpot_in_its_own_name() -> None:
    """It is the third beside the two who verify and pay; it can do neither."""
    table = blackjacks("9c", meter_100_initial_cents=299_940)
    table.spin(2, "jackpot")
    agree(table)
    view = surveillance_view(table.state, table.house, FRAME, ())

    assert [(j.headline, bool(j.body)) for j in view.jackpots] == [
        ("Jackpot, box 2: $3,000, tax form", True)
    ]
    assert [room(table, r) for r in ("verified", "paid", "no_jackpot")] == ["refused"] * 3
    assert room(table) == "accepted"
    assert table.play.prizes.hits[0].surveillance == "K. Hill"
    after = surveillance_view(table.state, table.house, FRAME, ()).jackpots[0]
    assert (after.seen_by, after.body) == ("K. Hill", "")


def test_room_is_told_of_jackpots_rulings_and_voids_as_they_happen() -> None:
    table = blackjacks("9c", meter_100_initial_cents=299_940)
    table.spin(2, "jackpot")
    table.floor(cmd.RoundVoided(reason="fire"), rank="casino_supervisor")

    lines = [(line.text, line.box, line.red) for line in told(table)]

    assert ("Jackpot, box 2: $3,000, tax form", 2, False) in lines
    assert ("Round void", 0, True) in lines


def test_room_is_told_of_what_a_person_has_to_look_at_though_it_holds_nobody() -> None:
    """A Blackjack above the limit, paid at its turn; a super bonus."""
    table = Evening(house("maryland", payout_limit_cents=400)).opened()
    table.lit(2, 4, main={2: 500, 4: 500})
    table.draw("As 9d 9c Kd 7c 8c")
    table.press("act1")
    won = sevens()

    assert (table.held, won.held) == ("", "")
    assert "Payout over limit, box 2" in [line.text for line in told(table)]
    assert "Super bonus, box 3" in [line.text for line in told(won)]


def test_room_is_told_who_signs_on_and_that_the_controller_stands_aside() -> None:
    table = Evening().opened()
    table.put(cmd.DealerSignedOn(name="R. Silva", proof="pin"))
    table.floor(cmd.StoodAside(aside=True))
    table.floor(cmd.StoodAside(aside=False))

    texts = [line.text for line in told(table)]

    assert texts[-3:] == [
        "Dealer R. Silva signed on",
        "Controller stands aside",
        "Controller is back",
    ]


def test_dealer_whom_nobody_proved_is_named_so_until_he_signs_on_himself() -> None:
    """A typed name proves nobody; proving it later is no other dealer, and no card is burnt."""
    table = Evening().opened()
    table.put(cmd.DealerSignedOn(name="R. Silva"))
    assert table.play.dealer_proof == ""
    due = table.play.marks.burns

    again = table.put(cmd.DealerSignedOn(name="R. Silva"))
    proven = table.put(cmd.DealerSignedOn(name="R. Silva", proof="pin"))

    assert (again.verdict, proven.verdict) == ("refused", "accepted")
    assert (table.play.dealer_proof, table.play.marks.burns) == ("pin", due)
    assert "Dealer R. Silva (not proven) signed on" in [line.text for line in told(table)]


def test_room_is_told_of_a_ten_and_of_a_face_up_card() -> None:
    table = Evening().later().lit(2, 3)
    table.draw("5h 6d 9c 5c 6c 8d")
    table.press("act1")
    table.draw("2h")
    table.put(cmd.LastCard(what="face_up"))
    table.draw("Th")

    texts = [line.text for line in told(table)]

    assert any(text.startswith("Ten: ") for text in texts)
    assert any(text == "Card face up in the shoe" for text in texts)
