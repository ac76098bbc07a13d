"""Chips on the pad: what would be refused is greyed with the reason; the least can be counted."""

from __future__ import annotations

import pytest

from controller.console.drawing.places import Chip, Tab, bars
from controller.domain import commands as cmd
from tests.kit.evening import Evening, house
from tests.kit.shown import page

LIMITS = {"deal.main_min_cents": 1500, "deal.main_max_cents": 50000, "deal.match_max_cents": 2500}


def tab(e: Evening, box: int, kind: str) -> Tab:
    return next(t for b in bars(page(e)) for t in b.tabs if (t.box, t.kind) == (box, kind))


def chip(tab: Tab, label: str) -> Chip:
    return next(c for c in (*tab.chips, *tab.back) if c.label == label)


@pytest.mark.parametrize("pack", ["massachusetts", "massachusetts-bonus-spin", "maryland"])
def test_least_wager_of_several_chips_is_counted_by_one_touch(pack: str) -> None:
    """Three $5 chips: the first was refused as too little, so $15 could not be counted at all."""
    e = Evening(house(pack, **LIMITS)).opened().lit(1)

    main = tab(e, 1, "main")

    assert chip(main, "500").why == "$5 is too little."
    assert chip(main, "2500").why == ""
    assert '"cents":1500' in chip(main, "$15, the least").body
    e.put(cmd.WagerSet(box=1, kind="main", on=True, cents=1500))
    more = tab(e, 1, "main")
    assert '"cents":2000' in chip(more, "500").body
    assert chip(more, "50000").why == "$515 is too much."
    assert chip(more, "one chip back").why == "$10 is too little."
    assert all(c.label != "$15, the least" for c in more.back)


def test_match_chip_over_its_limit_is_greyed_with_the_tables_reason() -> None:
    e = Evening(house("massachusetts", **LIMITS)).opened().lit(1, main={1: 10000}, match={1: 2500})

    match = tab(e, 1, "match")

    assert (chip(match, "100").why, chip(match, "one chip back").why) == ("$26 is too much.", "")


def test_least_amount_is_counted_at_the_settlement_too() -> None:
    """A super bonus hangs on the amount: $15 of three $5 chips, which nobody had counted."""
    e = Evening(house("massachusetts", **LIMITS)).opened().lit(1)
    e.draw("7h 7c 7h 9c")
    e.press("act1")
    e.draw("7h")
    e.press("act7")
    assert e.play.banking.due == (1, "main", 1, "")

    main = tab(e, 1, "main")
    said = e.put(cmd.AmountStated(box=1, kind="main", hand=1, cents=1500))

    assert '"cents":1500' in chip(main, "$15, the least").body
    assert chip(main, "500").why == "$5 is too little."
    assert said.verdict == "accepted"
