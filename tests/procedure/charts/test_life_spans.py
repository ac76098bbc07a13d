"""What belongs to the table outlives the round; what belongs to the round ends with it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import fields

from controller.domain import commands as cmd
from controller.domain.structs import replace
from controller.procedure.queries import limits
from controller.procedure.state.parts.limits import Limits
from controller.procedure.state.parts.rules_offer import Offer
from controller.procedure.state.parts.software_clock import Clock, Software
from controller.procedure.state.play import OfShoe, Play
from controller.procedure.state.timers import Timer
from tests.kit.evening import Evening

RULED_AT_THE_END = frozenset({
    "number", "passed_over", "next_variant", "wagers", "bank", "bank_hands", "banking", "people",
    "tens", "face_up", "marks", "irregularities", "timers", "wanted", "last_round", "prizes",
    "racked", "unturned", "pause",
    "opening", "inspection", "decks", "shuffle", "cut", "shoe", "round", "dealer_hand", "wheel",
})  # fmt: skip
"""What the end of a round changes by a rule of its own, or what keeps a round from ending."""
SAMPLES: dict[str, Any] = {
    "dealer_name": "Bea K.",
    "dealer_proof": "pin",
    "variant": "hole_card",
    "wheel_out": True,
    "boxes": (7,),
    "adjusted": (),
    "last_results": ("25", "50"),
    "limits": Limits(low=2_500, high=20_000, by="M. Okafor"),
    "offer": Offer(signed_by="M. Okafor"),
    "software": Software("abc", version="1.2"),
    "clock": Clock(1, False, 5, 6),
    "removed": 2,
}


def settled() -> Evening:
    """One hand stood and is settled; the cards still lie there."""
    e = Evening().opened().lit(7)
    e.draw("9h 8h 9s 9c")
    e.press("act1")
    e.press("act7")
    assert e.play.round == "settled"
    return e


def cleared(e: Evening, **changed: Any) -> Play:
    e.state = replace(e.state, play=replace(e.play, **changed))
    e.put(cmd.LayoutCleared(), after_ms=5000)
    assert e.play.number == 2
    return e.play


def test_the_layout_cleared_leaves_nothing_of_the_round() -> None:
    play = cleared(settled())

    of_round = {f.name: f.default for f in fields(Play)}
    for name in OfShoe.__struct_fields__:
        del of_round[name]
    assert {n: getattr(play, n) for n in of_round} == of_round


@pytest.mark.parametrize("name", sorted({*OfShoe.__struct_fields__} - RULED_AT_THE_END))
def test_the_table_keeps_what_no_rule_ends(name: str) -> None:
    e = settled()
    was = SAMPLES.get(name, getattr(e.play, name))

    assert getattr(cleared(e, **{name: was}), name) == was


def test_limits_that_the_floor_has_changed_stand_in_the_rounds_after_the_first() -> None:
    e = settled()
    low_high = limits.of_box(cleared(e, limits=SAMPLES["limits"]), e.house)

    assert low_high == (2_500, 20_000)


def test_a_call_that_nobody_answers_still_goes_on_to_the_next_rank_after_the_round() -> None:
    e, call = settled(), Timer("notify/9", 60.0)

    assert call in cleared(e, timers=(*e.play.timers, call)).timers


def test_a_call_that_nobody_answers_still_goes_on_to_the_next_rank_after_a_void() -> None:
    e, call = settled(), Timer("notify/9", 60.0)
    e.state = replace(e.state, play=replace(e.play, timers=(*e.play.timers, call)))

    e.floor(cmd.RoundVoided(reason="power"), rank="casino_supervisor")

    assert call in e.play.timers
