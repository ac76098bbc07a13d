"""Evenings at a crowded table: shared boxes, links, cash and coupons keep their money."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain.structs import replace
from controller.procedure.state.inputs import Outcome
from tests.kit.evening import as_pressed
from tests.kit.filed import filed

from .promises import broken
from .walk import Walk

MENUS = ("people", "share", "floor.cash", "floor.coupon", "floor.let_in")
ROUNDS = 30
PATIENCE = 120


class Crowded(Walk):
    """A walk whose players crowd: now and then one joins, links, pays with cash or a coupon."""

    def wagering(self) -> Outcome:
        for _ in range(self.random.randrange(4)):
            self.crowd()
        return super().wagering()

    def crowd(self) -> None:
        pads = [
            c for c in self.allowed if isinstance(c.command, cmd.WagerSet) and c.command.wagerer
        ]
        joins = [c for c in pads if isinstance(c.command, cmd.WagerSet) and c.command.on]
        menus = [c for c in self.allowed if c.slot.startswith(MENUS) and c not in pads]
        offered = [*menus, *pads]
        given = [c for c in offered if isinstance(c.command, cmd.WagererConsents) and c.command.on]
        if among := self.random.choice([offered, joins, given]):
            said = as_pressed(self.random.choice(among))
            if isinstance(said, cmd.WagerSet) and said.on and said.cents is None:
                said = replace(said, cents=self.random.choice([None, 500, 1500]))
            self.put(said)

    def settled(self) -> Outcome:
        if self.random.random() < 0.7:
            return self.put(cmd.LayoutCleared(), after_ms=6000)
        return super().settled()

    def deciding(self) -> Outcome:
        own = [
            c.command
            for c in self.allowed
            if isinstance(c.command, cmd.Double | cmd.Rescue) and c.command.wagerer
        ]
        if own and self.random.random() < 0.6:
            said = self.random.choice(own)
            if isinstance(said, cmd.Double):
                said = replace(said, cents=self.random.choice([None, 500, 400]))
            return self.put(said)
        return super().deciding()


@pytest.mark.parametrize("seed", range(6))
def test_crowded_evening_breaks_no_promise(seed: int) -> None:
    """Every wagerer's stake is collected, paid or returned, once; nothing faults."""
    options = {"wagerers_per_box": 3, "boxes_per_player": 3}
    walk = Crowded(seed, filed("massachusetts", **options), wrong=0.0)

    for _ in range(ROUNDS * PATIENCE):
        walk.go()
        if walk.rounds >= ROUNDS or walk.faults:
            break

    payments = [p for _, s in walk.steps for p in s.state.play.payments if p.wagerer]
    assert broken(walk, replay=seed == 0) == []
    assert payments
    assert walk.rounds >= ROUNDS


@pytest.mark.parametrize(
    ("pack", "seed"),
    [("massachusetts-bonus-spin", 9), ("massachusetts-bonus-spin", 37), ("massachusetts", 38)],
)
def test_crowded_evening_of_a_careless_dealer_breaks_no_promise(pack: str, seed: int) -> None:
    """Each has once broken one.

    A fault as one joined, a match wager asked for twice, a burn asked for behind the last round.
    """
    options = {"wagerers_per_box": 3, "boxes_per_player": 3}
    walk = Crowded(seed, filed(pack, **options), wrong=0.3)

    for _ in range(ROUNDS * PATIENCE):
        walk.go()
        if walk.rounds >= ROUNDS or walk.faults:
            break

    assert broken(walk, replay=False) == []
    assert walk.rounds >= ROUNDS
