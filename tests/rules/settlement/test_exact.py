"""Probabilities and expected values, computed from the packs in exact arithmetic."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from controller.domain.cards import EVERY_CARD, Card, cards
from controller.domain.settled import PlayedHand, PlayedRound, Spin
from controller.domain.wagers import Wager
from controller.rules.draw import dealer_draws
from controller.rules.hands import is_blackjack, total
from controller.rules.match import match_rate
from controller.rules.outcome import suited_sevens
from controller.rules.pack import Pack, apply_options, load
from controller.rules.settlement import net, settle
from controller.rules.settlement.progressive import xtreme_triggered
from controller.rules.settlement.sides import break_rate

GOLDEN = Path(__file__).parents[2] / "golden" / "exact.json"
EXACT: dict[str, Any] = json.loads(GOLDEN.read_text("utf-8"))
MA, MD, NH, CA = "massachusetts-bonus-spin", "maryland", "boston-billiard", "pure-21-5"
PLAIN = PlayedHand(box=1, cards=cards("Kh 8d"))
"""A hand of 18: the dealer's result matters."""


def exact(key: str) -> Fraction:
    return Fraction(EXACT[key]["fraction"])


def pairs(decks: int, gone: tuple[Card, ...] = ()) -> Iterator[tuple[Fraction, tuple[Card, Card]]]:
    """Every ordered pair of cards with its probability, these cards being gone."""
    left = Counter(dict.fromkeys(EVERY_CARD, decks))
    left.subtract(gone)
    size = sum(left.values())
    for first in EVERY_CARD:
        for second in EVERY_CARD:
            ways = left[first] * (left[second] - (first == second))
            yield Fraction(ways, size * (size - 1)), (first, second)


@pytest.mark.parametrize(
    ("pack", "decks", "key"),
    [
        (MA, 6, "mtd_ev_MA_MD_6deck_9_4"),
        (MA, 8, "mtd_ev_MA_MD_8deck_12_3"),
        (MD, 6, "mtd_ev_MA_MD_6deck_9_4"),
        (MD, 8, "mtd_ev_MA_MD_8deck_12_3"),
        (NH, 8, "mtd_ev_NH_8deck_25_15_8_10_3"),
        (NH, 6, "mtd_ev_NH_6deck_25_15_8_10_3"),
        *[(CA, n, f"mtd_ev_CA_{n}deck_16_12_8_8_4") for n in (4, 5, 6, 7, 8)],
    ],
)
def test_match_the_dealer_has_the_exact_value(pack: str, decks: int, key: str) -> None:
    """Odds of the pack against every pair of cards under one up card."""
    rules, up = load(pack), Card("A", "s")
    value = hit = Fraction(0)

    for chance, first in pairs(decks, (up,)):
        won = match_rate(rules, first, up, decks)
        value += chance * (Fraction(won[0], won[1]) if won else -1)
        hit += chance if won else 0

    assert value == exact(key)
    assert hit == exact(key.replace("mtd_ev", "mtd_hit"))


@pytest.mark.parametrize("decks", [6, 8])
def test_blackjack_and_aces_have_the_exact_probability(decks: int) -> None:
    """Of a player's first two cards."""
    blackjack = ace = Fraction(0)

    for chance, first in pairs(decks):
        blackjack += chance * is_blackjack(first)
        ace += chance * any(card.rank == "A" for card in first)

    assert blackjack == exact(f"P_blackjack_{decks}deck")
    assert ace == exact(f"P_at_least_one_ace_{decks}deck")


@pytest.mark.parametrize("decks", [6, 8])
def test_xtreme_16_is_triggered_with_the_exact_probability(decks: int) -> None:
    """A six and a ten-value card as the dealer's first two (MD 6.G.3)."""
    chance = sum((p for p, first in pairs(decks) if xtreme_triggered(first)), Fraction(0))

    assert chance == exact(f"P_dealer_6_and_ten_{decks}deck")


@pytest.mark.parametrize("pack", [MA, MD])
@pytest.mark.parametrize("decks", [6, 8])
@pytest.mark.parametrize(("tens", "held"), [(0, "9h 9d"), (1, "Kh 9d"), (2, "Kh Qd")])
def test_insurance_has_the_exact_value(pack: str, decks: int, tens: int, held: str) -> None:
    """Two to one against the hole card, with the player's own cards gone."""
    rules, up, own = load(pack), Card("A", "s"), cards(held)
    left = Counter(dict.fromkeys(EVERY_CARD, decks))
    left.subtract((up, *own))
    size = sum(left.values())
    value = Fraction(0)

    for hole, ways in left.items():
        played = PlayedRound(
            decks=decks,
            hands=(PlayedHand(box=1, cards=own),),
            wagers=(Wager(1, "", "main", 200), Wager(1, "", "insurance", 100)),
            dealer=(up, hole),
        )
        value += Fraction(ways, size) * net(settle(rules, played), kind="insurance")

    assert value / 100 == exact(f"insurance_ev_{decks}deck_player_has_{tens}_tens_no_ace")


def final_hands(pack: Pack, decks: int) -> dict[tuple[Card, ...], Fraction]:
    """Every hand the dealer may end with, as sorted cards of one suit a rank, with its chance."""
    ranks = dict.fromkeys("A23456789", decks * 4) | {"K": decks * 12}
    size = decks * 48
    open_hands: dict[tuple[Card, ...], Fraction] = {(): Fraction(1)}
    done: dict[tuple[Card, ...], Fraction] = defaultdict(Fraction)
    while open_hands:
        further: dict[tuple[Card, ...], Fraction] = defaultdict(Fraction)
        for held, chance in open_hands.items():
            if len(held) >= 2 and not dealer_draws(pack, held, (PLAIN,)).must:
                done[held] += chance
                continue
            for rank, count in ranks.items():
                gone = sum(card.rank == rank for card in held)
                if count > gone:
                    longer = tuple(sorted((*held, Card(rank, "s")), key=lambda c: c.rank))
                    further[longer] += chance * Fraction(count - gone, size - len(held))
        open_hands = further
    return done


@pytest.mark.parametrize(("pack", "kind"), [(MA, "S17"), (MD, "S17"), (NH, "H17"), (CA, "H17")])
@pytest.mark.parametrize("decks", [6, 8])
def test_dealer_ends_with_the_exact_probabilities(pack: str, kind: str, decks: int) -> None:
    """Stand or draw on soft 17 as the pack says, with a player's hand that matters."""
    over: dict[int, Fraction] = defaultdict(Fraction)
    finals: dict[int, Fraction] = defaultdict(Fraction)

    for held, chance in final_hands(load(pack), decks).items():
        best, _ = total(held)
        if best > 21:
            over[len(held)] += chance
        elif not is_blackjack(held):
            finals[best] += chance

    for count in range(3, 12):
        assert over[count] == exact(f"P_dealer_bust_{count}cards_{decks}deck_{kind}")
    for best in range(17, 22):
        assert finals[best] == exact(f"P_dealer_final_{best}_{decks}deck_{kind}")


@pytest.mark.parametrize("decks", [6, 8])
def test_break_bonus_has_the_exact_value(decks: int) -> None:
    """The pack's odds by the number of cards, the dealer drawing on soft 17 (NH break.2)."""
    pack = load(NH)
    value = Fraction(0)

    for held, chance in final_hands(pack, decks).items():
        if total(held)[0] > 21:
            top, _, bottom = break_rate(pack, len(held)).value.partition(":")
            value += chance * Fraction(int(top), int(bottom))
        else:
            value -= chance

    assert value == exact(f"break_bonus_NH_ev_{decks}deck_H17")


@pytest.mark.parametrize("decks", [6, 8])
def test_super_bonus_has_the_exact_probability(decks: int) -> None:
    """Three suited sevens against a seven (MA 5.g)."""
    sevens = [card for card in EVERY_CARD if card.rank == "7"]
    size = decks * 48
    all_ways = size * (size - 1) * (size - 2) * (size - 3)
    ways = 0

    for suited in ((card, card, card) for card in sevens if suited_sevens((card, card, card))):
        assert len(set(suited)) == 1
        ways += decks * (decks - 1) * (decks - 2) * (decks * 4 - 3)

    assert Fraction(ways, all_ways) == exact(f"P_super_bonus_{decks}deck")


@pytest.mark.parametrize("decks", [6, 8])
@pytest.mark.parametrize(("stake", "key"), [("kept", "FORONE"), ("returned", "TOONE")])
def test_bonus_spin_has_the_exact_value_without_its_wheel(decks: int, stake: str, key: str) -> None:
    """Ten dollars for an ace; a spin counts as the lost stake, as in the outside value."""
    approval = {"reference": "test", "date": "2026-01-01"}
    option = {"bonus_spin_stake": {"value": stake, "approval": approval}}
    pack = apply_options(load(MA), option if stake == "kept" else {})
    value = Fraction(0)

    for chance, first in pairs(decks):
        if is_blackjack(first):
            value -= chance
            continue
        played = PlayedRound(
            decks=decks,
            hands=(PlayedHand(box=1, cards=first),),
            wagers=(Wager(1, "", "main", 500), Wager(1, "", "bonus_spin", 500)),
            dealer=cards("9h Kh"),
            spins=(Spin(1, "none", 0),),
        )
        value += chance * Fraction(net(settle(pack, played), kind="bonus_spin"), 500)

    assert value == exact(f"bonusspin_ev_ex_wheel_{key}_{decks}deck")
