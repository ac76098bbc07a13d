"""What was told while no line could be shown outlives the readings that devices had kept.

Source: console/README 1.5, controller/README 2.
"""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure.guide.next_step import next_step
from tests.kit.evening import DEVICES, Evening
from tests.kit.progressives import Wheeled
from tests.kit.stakes import staked
from tests.procedure.walks.promises import watched
from tests.procedure.wheel.test_jackpot_that_is_none import rule
from tests.procedure.wheel.test_spin_without_result import failed
from tests.procedure.wheel.test_wheel_md import blackjacks

from .test_backlog import restart


def faulted() -> Wheeled:
    """Box 2's spin did not come to rest; box 4 is next to decide."""
    table = blackjacks("9c")
    table.button(2)
    failed(table)
    return table


def read_by_eye(table: Wheeled) -> None:
    rule(table, "counts", reason="120")


def told(table: Evening) -> str:
    step = next_step(table.state, table.house)
    return f"{step.text}. {step.hint}"


def come_back(table: Evening, *, but: str = "") -> None:
    """Every device says hello, with nothing kept."""
    for name, role in DEVICES:
        if name != but:
            table.hello(name, role, last_event=table.boot_n.get(name, 0))


def test_prize_ruled_beside_a_backlog_is_told_once_the_kept_card_is_in() -> None:
    """The ruling that lets the card in is no act of the dealer's: no line has told the $120."""
    table = faulted()
    restart(table, shoe=1, wheel=1)
    table.draw("2c")
    table.reading(fact.UnknownEvent, "wheel", code=99)
    read_by_eye(table)

    table.rule("continue")

    assert table.hand(4) == ["9d", "7c", "2c"]
    assert "Pay box 2 $120" in told(table)
    assert list(watched(table)) == []


@pytest.mark.parametrize("card_first", [True, False])
def test_prize_ruled_while_a_device_is_waited_for_is_told_behind_it(card_first: bool) -> None:
    """Whether the card was on the record before the ruling or after it."""
    table = faulted()
    table.put(fact.Started(devices=DEVICES))
    come_back(table, but="reader")
    if card_first:
        table.draw("2c")
    read_by_eye(table)
    if not card_first:
        table.draw("2c")

    table.hello("reader", "card_reader", last_event=table.boot_n.get("reader", 0))

    assert table.hand(4) == ["9d", "7c", "2c"]
    assert "Pay box 2 $120" in told(table)
    assert list(watched(table)) == []


def test_prize_stays_told_when_the_kept_card_is_folded_again() -> None:
    """A late double of the hand that drew it edits the round from that card on."""
    table = faulted()
    restart(table, shoe=1, wheel=1)
    table.draw("2c")
    table.reading(fact.UnknownEvent, "wheel", code=99)
    read_by_eye(table)
    table.rule("continue")

    doubled = table.put(cmd.LastCard(what="double"))

    assert doubled.verdict == "accepted"
    assert "Pay box 2 $120" in told(table)
    assert list(watched(table)) == []


def test_next_act_of_the_dealer_ends_it() -> None:
    table = faulted()
    table.put(fact.Started(devices=DEVICES))
    come_back(table, but="reader")
    table.draw("2c")
    read_by_eye(table)
    table.hello("reader", "card_reader", last_event=table.boot_n.get("reader", 0))

    table.button(6)

    assert "$120" not in told(table)


def test_prize_that_the_line_told_before_the_outage_is_not_told_behind_it() -> None:
    """The dealer paid it, then drew while the controller was away."""
    table = blackjacks("9c")
    table.spin(2, "120")
    assert "Pay box 2 $120" in told(table)
    restart(table, shoe=1)

    table.draw("2c")

    assert table.hand(4) == ["9d", "7c", "2c"]
    assert "$120" not in told(table)
    assert list(watched(table)) == []


def test_card_that_was_pushed_back_while_the_controller_was_away_gives_its_bust_back() -> None:
    """Box 3 went over and was told to lose; then the card went back, and it drew another one."""
    table = staked("9c 5s 9d 6h 7c 8d", main={3: 1000, 5: 1000})
    table.draw("Kc")
    assert "Box 3: TAKE $10" in told(table)
    restart(table, shoe=2)

    table.reading(fact.CardPushedBack, "shoe")
    table.draw("2c")

    assert table.hand(3) == ["9c", "6h", "2c"]
    assert "No longer: box 3 take $10" in told(table)
