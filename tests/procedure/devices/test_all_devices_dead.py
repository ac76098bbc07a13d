"""Every device dies inside a round: it is finished by keys alone, or as the pack allows."""

from __future__ import annotations

import random
from typing import Any

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.cards import EVERY_CARD
from controller.domain.structs import replace
from controller.procedure.guide.allowed import Choice
from tests.kit.by_keys import due, keyed, scanner_out
from tests.kit.evening import DEVICES, Evening, house
from tests.procedure.walks.promises import watched

PACKS = ("boston-billiard", "maryland", "massachusetts", "massachusetts-bonus-spin", "pure-21-5")
SEEDS = range(6)
STEPS = 120
PRESSED = (
    cmd.AllAsListed,
    cmd.DealOk,
    cmd.MatchDone,
    cmd.PeekAttested,
    cmd.InsuranceClosed,
    cmd.Next,
    cmd.Turned,
)
"""What a dealer presses when no card is due, in this order."""


class Round:
    """One round by cards while the devices live and by keys from the step of their death on."""

    def __init__(self, pack: str, seed: int) -> None:
        self.rng = random.Random(f"{pack}/{seed}")
        self.e = Evening(house(pack)).opened()
        if self.e.house.pack.deal.bank.value == "player_dealer":
            self.e.lit(3, 5)
            assert self.e.put(cmd.BankSet(box=5, on=True)).verdict == "accepted"
            self.e.lit(3, 4).fees()
        else:
            bonus: dict[int, int | None] = {3: 500} if pack == "massachusetts-bonus-spin" else {}
            self.e.lit(3, 5, bonus_spin=bonus)
        self.cards = [c.code for c in EVERY_CARD] * self.e.house.decks
        self.rng.shuffle(self.cards)
        self.dead = False

    def play(self, dies_at: int) -> None:
        for step in range(STEPS):
            if step == dies_at:
                self.kill()
            if self.over:
                return
            if self.e.held:
                self.rule()
            elif not self.card():
                self.press()
        raise AssertionError(f"not over: {self.e.play.round}, {self.e.held}")

    @property
    def over(self) -> bool:
        return self.e.play.round == "settled"

    def kill(self) -> None:
        """Every link is lost; a floorperson puts all out of service, the dealer goes on by keys."""
        self.dead = True
        for name, _ in DEVICES:
            self.e.put(fact.DeviceLost(device=name, reason="dead"))
        for name, role in DEVICES:
            if role == "shoe_scanner":
                assert scanner_out(self.e).verdict == "accepted"
            else:
                self.e.floor(cmd.OutOfService(device=name, out=True))

    def card(self) -> bool:
        """A card where one is due, unless the hand rather stands."""
        e = self.e
        now = due(e)
        stands = e.play.round == "deciding" and self.rng.random() < 0.5 and self.offered(cmd.Next)
        if not now or stands or (now == "hole" and not self.dead):
            return False
        face = self.cards.pop()
        if self.dead:
            outcome = keyed(e, ".." if now == "down" else face)
            assert outcome.verdict == "accepted", outcome
        else:
            e.draw(face)
        return True

    def press(self) -> None:
        e = self.e
        if not self.dead and e.play.round == "peek_due" and e.play.variant == "hole_card_reader":
            e.peek(False)
            return
        for kind in PRESSED:
            if choice := self.offered(kind):
                e.put(_signed(choice))
                return
        if e.play.round == "insurance" and not self.dead:
            e.peek(False)
            return
        raise AssertionError(f"nothing to press: {e.play.round} {e.allowed}")

    def findings(self) -> list[str]:
        return list(watched(self.e))

    def offered(self, kind: type) -> Choice | None:
        found = [c for c in self.e.allowed if type(c.command) is kind]
        return found[-1] if found else None

    def rule(self) -> None:
        """Where the text knows no play without its reader: frozen, then void."""
        assert self.e.held == "reader_fault", self.e.held
        if "frozen" not in dict(self.e.asked.answers):
            self.e.answer("lamp", "NO")
            assert self.e.rule("freeze").verdict == "accepted"
        outcome = self.e.rule("void_back", rank="casino_supervisor", reason="dead")
        assert outcome.verdict == "accepted", outcome


def _signed(choice: Choice) -> Any:
    assert isinstance(choice.command, cmd.Command)
    return replace(choice.command, token=choice.token)


@pytest.mark.clause("MD house.hand-entry", "NH house.hand-entry", "CA house.hand-entry")
@pytest.mark.parametrize("pack", PACKS)
@pytest.mark.parametrize("seed", SEEDS)
def test_round_is_finished_with_every_device_dead(pack: str, seed: int) -> None:
    """From a step drawn by lot on; no rule is broken and no wager lost on the way."""
    table = Round(pack, seed)

    table.play(dies_at=table.rng.randrange(14))
    table.e.put(cmd.LayoutCleared(), after_ms=5000)

    assert table.e.play.round == "wagering"
    assert table.findings() == []
