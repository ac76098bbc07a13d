"""No wager is settled on a hand that nobody asked: a check that says Blackjack and is wrong."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from controller.domain import commands as cmd
from controller.domain.views.view import TableName
from controller.procedure.guide.next_step import next_step
from controller.rules.pack import names
from controller.view.floor import floor_view
from controller.view.frame import Frame
from tests.kit.evening import Evening, house

BY_EYE: dict[str, dict[str, Any]] = {
    "boston-billiard": {},
    "pure-21-5": {"variant": "hole_card"},
}
BY_READER: dict[str, dict[str, Any]] = {"boston-billiard": {"variant": "hole_card_reader"}}
TABLES = [
    *((pack, BY_READER.get(pack, {})) for pack in names()),
    *BY_EYE.items(),
]
FRAME = Frame(seq=1, at=0, table=TableName(id="BJ-07", pack=""))


def false_yes(pack: str, options: dict[str, Any], hole: str, first: str = "5h 6h") -> Evening:
    """An ace up, a check that says yes, the hole card turned; boxes 1 and 7 on 14 and 15."""
    e = Evening(house(pack, **options)).opened()
    if e.house.pack.deal.bank.value == "player_dealer":
        e.put(cmd.BankSet(box=4, on=True))
    e.lit(1, 7, main={1: 1000, 7: 1000})
    e.draw(first, "As", "9h 9d", hole)
    e.press("act1")
    if e.play.variant == "hole_card_reader":
        e.peek(True)
    else:
        e.put(cmd.PeekAttested(blackjack=True))
    e.press("act7")
    return e


def supervisor(e: Evening, ruling: str) -> None:
    irr = next(i.id for i in e.open if i.kind == "hole_card_shown")
    ruled = cmd.Ruled(irr=irr, ruling=ruling, reason="it lies open")
    assert e.floor(ruled, rank="casino_supervisor").verdict == "accepted"


@pytest.mark.parametrize(("pack", "options"), TABLES)
@pytest.mark.parametrize("hole", ["9c", "Th 8c"])
def test_blackjack_that_is_none_settles_nothing_and_asks_every_hand(
    pack: str, options: dict[str, Any], hole: str
) -> None:
    """A wrong yes, or a ten under the ace whose replacement makes no Blackjack.

    Source: console/README 1.3.
    """
    card, *next_ones = hole.split()

    e = false_yes(pack, options, card)
    for face in next_ones:
        e.answer("ten", "YES")
        allowed_ = e.house.pack.irregularity["ten_found"].rulings
        named = ("torn_and_boxed", "remove_card", "burn_card")
        e.rule(next(r for r in named if r in allowed_), reason="a ten")
        e.draw(face)

    assert [p for p in e.play.payments if p.kind == "main"] == []
    assert e.play.round == "deciding"
    assert [h.done for h in e.play.hands] == [False, False]
    assert "hole_card_shown" in [i.kind for i in e.open]
    assert e.held


@pytest.mark.parametrize(("pack", "options"), BY_EYE.items())
def test_check_by_eye_that_was_wrong_has_no_word_of_a_reader(
    pack: str, options: dict[str, Any]
) -> None:
    """console/README 1.3: where the text names no device the words name none."""
    e = false_yes(pack, options, "9c")

    page = msgspec.json.encode(floor_view(e.state, e.house, FRAME).irregularities).decode()
    words = page.replace("go_on_without_reader", "")  # the ruling's name in the key it posts

    assert e.held == "check_wrong"
    assert "reader" not in words.lower()
    assert "reader" not in next_step(e.state, e.house).text.lower()


def test_recalled_hands_are_played_and_the_open_card_is_counted_once() -> None:
    """PLAY ON: the card stays open until TURNED, which shows nothing new."""
    e = false_yes("boston-billiard", {}, "9c")
    e.rule("go_on_without_reader")
    supervisor(e, "play_on")
    assert e.play.dealer[1].face == "9c"

    e.draw("Kh 6c")
    e.press("act7")

    assert dict(e.play.counts)["9c"] == 1
    assert e.play.round == "settled"
    assert e.paid()[1, "main"][0] == "take"


def test_table_where_every_hand_is_a_blackjack_has_nobody_to_ask() -> None:
    """The check was wrong and no hand could have decided: it is settled."""
    e = Evening(house("boston-billiard")).opened().lit(3)
    e.draw("Ah As Kd 9c")
    e.press("act1")
    e.put(cmd.PeekAttested(blackjack=True))
    e.press("act7")

    assert [i.kind for i in e.open] == ["check_wrong"]
    assert e.play.round == "settled"
    assert e.paid()[3, "main"][0] == "pay"


def test_card_read_wrongly_at_the_settlement_takes_a_false_blackjack_back() -> None:
    """The reading said king, the card on the table is an 8: nobody has been asked."""
    e = false_yes("massachusetts", {}, "Kc")
    assert e.play.round == "settled"
    assert e.paid()[1, "main"][0] == "take"

    e.floor(cmd.Reported(what="card_misread", box=0, hand=0))
    e.floor(cmd.Ruled(irr=e.open[0].id, ruling="misread", face="8c", reason="8c"))

    assert str(e.play.round) == "deciding"
    assert [p for p in e.play.payments if p.kind == "main"] == []
    supervisor(e, "play_on")
    assert e.held == ""
