"""Those who sit at the table of a scenario: stated chips, or seeded players who come and go."""

from __future__ import annotations

from random import Random

from controller.bench.automatic.notes import Bet
from controller.bench.automatic.players import Habits, Players
from controller.rules.pack import Amount, Pack

from .file import Chips, Given

CHIPS_CENTS = (200, 500, 1500, 2500, 5000, 10000)
MATCH_CENTS = (100, 500, 1000, 2500)


class Guests(Players):
    """Their chips lie as stated, round after round, and they play by the book."""

    def __init__(self, rng: Random, pack: Pack, given: Given) -> None:
        super().__init__(rng, pack)
        self._bank_given = given.bank
        self._chips = {
            int(box): Chips(main=chips) if isinstance(chips, int) else chips
            for box, chips in given.boxes.items()
        }

    def bets(self) -> dict[int, Bet]:
        return {
            box: Bet(one.main, one.match, one.bonus_spin, one.break_bonus)
            for box, one in sorted(self._chips.items())
        }

    def bank(self) -> tuple[int, int]:
        if self._bank_given is not None:
            return self._bank_given.box, self._bank_given.cents
        return self.next_bank([box for box in range(1, 8) if box not in self._chips])

    def insures(self, box: int, bet: Bet) -> int:
        return self._chips[box].insurance if box in self._chips else super().insures(box, bet)


def seated(given: Given, pack: Pack) -> Players:
    rng = Random(f"{given.seed}/guests")  # noqa: S311 - the same for the same scenario
    return Guests(rng, pack, given) if given.boxes else Players(rng, pack, habits(pack))


def habits(pack: Pack) -> Habits:
    """Chips within the limits, a seat left for the bank, a Bonus Spin where there is a wheel."""
    deal = pack.deal
    return Habits(
        seats=(2, min(5, deal.boxes.number - 1)),
        bonus=0.5 if pack.wheel.bonus_spin.value == "wheel" else 0.0,
        chips_cents=_within(CHIPS_CENTS, deal.main_min_cents, deal.main_max_cents),
        match_cents=_within(MATCH_CENTS, deal.match_min_cents, deal.match_max_cents),
    )


def _within(chips: tuple[int, ...], least: Amount, most: Amount) -> tuple[int, ...]:
    low, high = least.known(0), most.known(chips[-1])
    return tuple(cents for cents in chips if low <= cents <= high) or (low,)
