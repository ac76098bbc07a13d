"""Who acts when, what the dealer then says, and what a reader tells: the ledger's own cases."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from controller.domain import commands as cmd
from controller.domain.views.view import TableName
from controller.procedure.guide.next_step import next_step
from controller.rules.cases import CaseError, decode, pack_for, settle_case
from controller.rules.decisions import signalled
from controller.view import Frame, dealer_view, floor_view, sign_view
from tests.kit.evening import Evening, house

from .clause_cases import CA, MA, MD, pack

FRAME = Frame(seq=1, at=0, table=TableName(id="T1", pack="p", edition="e"))


def evening(name: str, *boxes: int, **options: object) -> Evening:
    return Evening(house(name, **options)).opened().lit(*boxes)


# ---- the player-dealer's game: three starting points ----
def banked(*boxes: int) -> Evening:
    """The bank on seat 4 with W = $300, $25 on each of the boxes, the fees in."""
    table = Evening(house(CA)).opened()
    table.put(cmd.BankSet(box=4, on=True, cents=30_000))
    for box in boxes:
        table.put(cmd.BoxSet(box=box, lit=True))
        table.put(cmd.WagerSet(box=box, kind="main", on=True, cents=2500))
    return table.fees()


def shared_game(shoe: str) -> dict[str, Any]:
    """The bank on seat 4; seats 1, 2, 5, 7 hold 10 and take one card each."""
    drawn = {1: "5s", 2: "5h", 5: "5d", 7: "5c"}
    return {
        "rules": "CA",
        "decks": 6,
        "options": {"hole_card": True, "card_reader": False},
        "player_dealer": {"seat": 4, "cents": 100_000},
        "seats": [
            {
                "seat": seat,
                "wager": 1000,
                "initial": ["4c", "6d"],
                "script": [{"do": "hit", "card": card}, {"do": "stand"}],
            }
            for seat, card in drawn.items()
        ],
        "dealer": {"cards": ["9s", "8h"]},
        "shoe": shoe.split(),
    }


def settled(round_: dict[str, Any]) -> Any:
    (one,) = decode(json.dumps(round_).encode())
    return settle_case(pack_for(one), one)


@pytest.mark.clause("CA dealing.4.ii")
def test_decisions_begin_at_seat_1_whoever_got_the_first_card() -> None:
    """The bank on seat 4: cards go 5, 7, 1, 2 and the bank, decisions 1, 2, 5, 7."""
    dealt = "4c 4c 4c 4c 9s 6d 6d 6d 6d 8h"

    found = settled(shared_game(f"{dealt} 5s 5h 5d 5c"))

    assert [seat.seat for seat in found.seats] == [1, 2, 5, 7]
    with pytest.raises(CaseError, match="card 11 is 5d, the round deals 5s"):
        settled(shared_game(f"{dealt} 5d 5c 5s 5h"))


@pytest.mark.clause("CA dealing.3.iv")
def test_a_card_is_the_hit_and_next_the_stand_and_a_word_is_neither() -> None:
    """Seat 1 on 12: the card drawn is booked as its hit, no key before it; NEXT is its stand."""
    table = banked(1, 2)
    table.draw("8h 7h 6d 4c 7c Ks")
    table.put(cmd.DealOk())

    table.draw("3c")
    hit = table.hand(1)
    table.put(cmd.Next(box=1, hand=1))

    assert hit == ["8h", "4c", "3c"]
    step = next_step(table.state, table.house)
    assert step.target is not None
    assert step.target.box == 2
    assert signalled(pack(CA), voice="hit") == ""
    assert signalled(pack(CA), hand="stand", voice="hit") == "stand"


# ---- what the dealer says, what a reader tells ----
@pytest.mark.clause("MA 7.g~4")
@pytest.mark.parametrize("variant", ["no_hole_card", "hole_card"])
def test_the_total_of_the_complete_hand_is_announced(variant: str) -> None:
    """9s 3d 7h: the prompt is 19."""
    table = evening(MA, 1, variant=variant)
    table.draw("Kh 9s 9d" if variant == "no_hole_card" else "Kh 9s 9d 3d")
    table.put(cmd.DealOk())
    table.put(cmd.Next(box=1, hand=1))
    if variant == "no_hole_card":
        table.draw("3d")
    else:
        table.put(cmd.Turned())
    before = next_step(table.state, table.house)

    table.draw("7h")

    step = next_step(table.state, table.house)
    assert before.target is None
    assert step.target is not None
    assert (step.target.mark, step.target.label) == ("19", "DEALER")


@pytest.mark.clause("MD 1.B.2")
def test_a_reader_says_no_blackjack_and_no_screen_says_more() -> None:
    """Ah up, 9c in the hole: no rank or suit of it on any screen or in any row before the turn."""
    table = evening(MD, 1)
    table.draw("Kh Ah 7d 9c")
    table.put(cmd.DealOk())

    outcome = table.peek(False)

    views = (view(table.state, table.house, FRAME) for view in (dealer_view, floor_view, sign_view))
    shown = [msgspec.json.encode(view).decode() for view in (*views, outcome)]
    assert "no blackjack" in shown[0].lower()
    assert "back" in shown[0]
    assert not any("9c" in text or "9♣" in text for text in shown)
    table.put(cmd.Next(box=1, hand=1))
    table.put(cmd.Turned())
    assert "9c" in msgspec.json.encode(dealer_view(table.state, table.house, FRAME)).decode()


# ---- the player-dealer's game at the table ----
@pytest.mark.clause("CA dealing.1.ii")
def test_the_bank_is_put_up_before_the_deal_and_stays_as_it_is() -> None:
    """No W, no deal; $300 recorded, $100 more after the first card is refused."""
    bare = Evening(house(CA)).opened()
    bare.draw("5h")
    table = banked(1, 5)
    table.draw("5h")

    late = table.put(cmd.BankSet(box=4, on=True, cents=40_000))

    assert bare.play.round == "wagering"
    assert bare.put(cmd.BoxSet(box=1, lit=True)).verdict == "refused"
    assert table.play.round == "dealing"
    assert late.verdict == "refused"
    assert table.play.bank is not None
    assert table.play.bank.cents == 30_000


@pytest.mark.clause("CA match.6")
def test_a_match_wager_is_settled_after_the_banks_hand_and_not_before() -> None:
    """Won at the deal, 9d and 9h under 9s: no payment and no key for it before the end."""
    table = banked(1, 5)
    table.put(cmd.WagerSet(box=5, kind="match", on=True, cents=500))
    table.fees()
    table.draw("9d 7h 9s 9h 7d 8s")
    table.put(cmd.DealOk())
    early = table.put(cmd.MatchDone())
    shown = [choice.command for choice in table.allowed]
    for box in (1, 5):
        table.put(cmd.Next(box=box, hand=1))
    before = [p for p in table.play.payments if p.kind != "fee"]

    table.put(cmd.Turned())

    assert early.verdict == "refused"
    assert not any(isinstance(command, cmd.MatchDone) for command in shown)
    assert before == []
    matched = [p for p in table.play.payments if p.kind == "match"]
    assert [(p.box, p.direction, p.odds, p.cents) for p in matched] == [(5, "pay", "8:1", 4000)]
