"""Xtreme 16 of Maryland: trigger, hot spot, two meters, community pay, by the ledger's cases."""

from __future__ import annotations

from typing import Any

import pytest

from controller.domain.settled import Meter, PlayedRound, Spin
from controller.domain.wagers import Wager
from controller.rules.pack import Pack
from controller.rules.settlement import run_progressive, settle
from controller.rules.settlement.progressive import contribute, xtreme_triggered
from tests.rules.examples.clause_cases import MD, cards, case, pack, played, said


def xtreme() -> Pack:
    return pack(
        MD,
        xtreme=True,
        xtreme_primary_rate="1/10",
        xtreme_primary_initial_cents=1_000_000,
        xtreme_primary_reset_cents=1_000_000,
        xtreme_secondary_rate="1/20",
        xtreme_secondary_initial_cents=500_000,
        xtreme_secondary_reset_cents=500_000,
    )


ALONE = "3 $10 x16$5: Kh 8d"
WITH_OTHERS = f"{ALONE} | 4 $10 x16$5: Kc 8h | 5 $10 x16$5: Ks 8s | 6 $10: Kd 8c"


def hit(section: str, boxes: str = ALONE, dealer: str = "6h Kc 5d", **given: Any) -> PlayedRound:
    seat = int(boxes[0])
    return played(dealer, boxes, spins=(Spin(seat, section, None, "xtreme"),), **given)


def prizes(played_round: PlayedRound) -> list[str]:
    found = settle(xtreme(), played_round)
    return sorted(said(p) for p in found if p.kind == "xtreme" and p.direction in {"pay", "hold"})


LINES = ("1000", "600", "500", "400", "350", "300", "250", "200")
SYMBOLS = [
    case(f"MD 12.E.1.{letter}", amount, ALONE)
    for letter, amount in zip("cdefghij", LINES, strict=True)
]


@pytest.mark.parametrize(("amount", "boxes"), SYMBOLS)
def test_the_hot_spot_is_paid_its_symbol(
    request: pytest.FixtureRequest, amount: str, boxes: str
) -> None:
    """Up 6, king in the hole, $5 on the wager; the payment cites the printed line."""
    found = [p for p in settle(xtreme(), hit(amount, boxes)) if p.direction == "pay"]
    paid = [p for p in found if p.kind == "xtreme"]

    assert [said(p) for p in paid] == [f"3 xtreme pay {amount}"]
    assert paid[0].clause == request.node.get_closest_marker("clause").args[0]


@pytest.mark.clause("MD 12.E.2")
def test_the_prize_belongs_to_the_hot_spot_in_either_order_of_the_cards() -> None:
    """Up queen, 6 in the hole, hot spot seat 5: $350."""
    assert prizes(hit("350", "5 $10 x16$5: Kh 8d", "Qh 6d 5c")) == ["5 xtreme pay 350"]


TRIGGERS = [
    case("MD 6.G.3", "6h Qc", True),
    case("MD 6.G.3", "Qc 6h", True),
    case("MD 6.G.3", "9c 7d", False),
    case("MD 6.G.3", "6h 5c Kd", False),
]


@pytest.mark.parametrize(("dealer", "triggered"), TRIGGERS)
def test_a_six_and_a_court_card_trigger_the_wager(dealer: str, triggered: bool) -> None:
    """As the dealer's first two cards, in either order; another 16 does not."""
    assert xtreme_triggered(cards(dealer)) is triggered


JACKPOTS = [
    case("MD 12.E.1.a", "primary", "6h Kc 5d", "12345.67", 1_234_567, 1_000_000),
    case("MD 12.E.1.b", "secondary", "Kc 6h 5d", "5800", 580_000, 500_000),
]


@pytest.mark.parametrize(("name", "dealer", "pays", "meter", "reset"), JACKPOTS)
def test_each_jackpot_empties_its_own_meter(
    name: str, dealer: str, pays: str, meter: int, reset: int
) -> None:
    """Primary and secondary are bound to two meters; the other one does not move."""
    other = "secondary" if name == "primary" else "primary"
    given = hit(name, dealer=dealer, meters=(Meter(name, meter), Meter(other, 2_000_000)))

    run = run_progressive(xtreme(), given, {3: given.hands[0].cards})

    assert prizes(given) == [f"3 xtreme pay {pays}"]
    assert {Meter(name, reset), Meter(other, 2_000_000)} <= set(run.meters)


@pytest.mark.clause("MD 12.E.3.a")
def test_each_wager_adds_to_both_meters_at_their_rates() -> None:
    """Rates 0.10 and 0.05, four $5 wagers: $10,002.00 and $5,001.00."""
    wagers = [Wager(box, "", "xtreme", 500) for box in (1, 2, 3, 4)]
    before = (Meter("primary", 1_000_000), Meter("secondary", 500_000))

    after = contribute(xtreme(), before, wagers)

    assert {Meter("primary", 1_000_200), Meter("secondary", 500_100)} <= set(after)


@pytest.mark.clause("MD 12.E.4")
def test_a_second_trigger_round_pays_the_reset_and_its_own_contribution() -> None:
    """$10,500.00 to the first, then $10,000.50 to the second."""
    first = hit("primary", meters=(Meter("primary", 1_050_000),))
    run = run_progressive(xtreme(), first, {3: first.hands[0].cards})
    meters = contribute(xtreme(), run.meters, first.wagers)

    assert prizes(first) == ["3 xtreme pay 10500"]
    assert prizes(hit("primary", meters=meters)) == ["3 xtreme pay 10000.5"]


COMMUNITY = [
    case(f"MD 12.E.6.a.{number}", amount, WITH_OTHERS)
    for number, amount in zip(
        ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii"),
        ("150", "100", "75", "50", "40", "35", "30", "25"),
        strict=True,
    )
]


@pytest.mark.parametrize(("amount", "boxes"), [*COMMUNITY, case("MD 12.E.5.a", "75", WITH_OTHERS)])
def test_the_other_wagers_get_the_community_symbol(amount: str, boxes: str) -> None:
    """Seat 3 is the hot spot; 4 and 5 have the wager, 6 has not."""
    found = prizes(hit("200", boxes, community=amount))

    assert found == [
        "3 xtreme pay 200",
        f"4 xtreme pay {amount}",
        f"5 xtreme pay {amount}",
    ]


@pytest.mark.clause("MD 12.E.5")
def test_without_another_wager_no_community_pay_is_due() -> None:
    """Only the hot spot has the wager."""
    assert prizes(hit("200", community="75")) == ["3 xtreme pay 200"]


@pytest.mark.clause("MD 12.E.6")
def test_an_unknown_community_symbol_is_held_for_the_floorperson() -> None:
    """60 is not among the eight symbols: nothing of it is paid."""
    found = prizes(hit("200", WITH_OTHERS, community="60"))

    assert found == ["3 xtreme hold ?", "3 xtreme pay 200"]
