"""The next step where devices are out: what is keyed in, and that the controller stands aside."""

from __future__ import annotations

from controller.domain.structs import replace
from controller.domain.views.view import NextStep
from controller.procedure.reducers.cards import keyed_cards
from controller.procedure.state.house import House
from controller.procedure.state.play import Play
from controller.rules.pack.line_keys import LineKey

from .pack_line import line

HINTS: dict[str, LineKey] = {"open": "key_hint", "down": "key_down", "hole": "key_hole"}


def aside_step(p: Play, house: House) -> NextStep | None:
    if not p.manual.aside_since:
        return None
    return line(house, "stands_aside", "stands_aside_hint")


PLAIN: tuple[LineKey, ...] = (
    "play_hint",
    "second_card",
    "double_hint",
    "deal_hint",
    "up_hint",
    "bets_hint",
    "settle_hint",
)
"""Hints that only say how play goes on, which the way of keying may replace."""


def keyed(step: NextStep, p: Play, house: House) -> NextStep:
    """The same step, with how the card comes into the record; what it tells of money stays."""
    if not p.manual.scanner:
        return step
    if keyed_cards.to_attest(p, house):
        clause, text = house.no("scanner_out")
        return _beside(step, house, f"{text}.", clause)
    now = keyed_cards.due(p, house)
    if not now:
        return step
    said = _by_hand(_beside(step, house, house.line(HINTS[now])[1], step.clause))
    return replace(said, asks=True)


def _by_hand(step: NextStep) -> NextStep:
    """The tile says it, too, where it names nothing but a box."""
    target = step.target
    if target is None or not target.box or target.hand or target.label:
        return step
    return replace(step, target=replace(target, label="BY HAND"))


def _beside(step: NextStep, house: House, text: str, clause: str) -> NextStep:
    if step.hint and step.hint not in {house.line(key)[1] for key in PLAIN}:
        return replace(step, keying=text)
    return replace(step, hint=text, clause=clause)
