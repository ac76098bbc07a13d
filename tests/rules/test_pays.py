"""The payout calculator: hands as they lie become a round that the pack checks and settles."""

from __future__ import annotations

import pytest

from controller.domain.pays import Asked, AskedHand, Mark, Pays
from controller.rules.cases.pays import pays
from tests.rules.examples.clause_cases import CA, MA, MA_SPIN, MD, NH, pack, said


def hand(text: str, *doubles: int, mark: Mark = "") -> AskedHand:
    return AskedHand(cards=tuple(text.split()), doubles_cents=doubles, mark=mark)


def worked_out(
    name: str,
    dealer: str,
    *hands: AskedHand,
    cents: int = 2000,
    wheel: int | None = None,
    **sides: int,
) -> Pays:
    return pays(
        pack(name),
        Asked(
            dealer=tuple(dealer.split()),
            main_cents=cents,
            hands=hands,
            sides=tuple(sides.items()),
            wheel_cents=wheel,
        ),
    )


PLAYED = [
    (MD, "9s 8h", (hand("6h 7d 8c"),), {}, ["1 pay 30"]),
    (MD, "9s 8h", (hand("6h 5d 9c", 2000),), {}, ["1 pay 40"]),
    (MD, "9s 8h", (hand("6h 5d 3c", 2000, mark="rescue"),), {}, ["1 take 20", "1 return 20"]),
    (MA, "9s 8h", (hand("9h 7d", mark="surrender"),), {}, ["1 take 10", "1 return 10"]),
    (
        MD,
        "9s 8h",
        (hand("8h 3d 9c", 2000), hand("8c 9d")),
        {"match": 500},
        ["1 match take 5", "1 pay 40", "1.2 return 20"],
    ),
    (MD, "9s 8h", (hand("8h Kd"), hand("8c 9d"), hand("8s 7s 9c")), {}, ["1 pay 20"]),
    (MD, "As Kh", (hand("9h 8d"),), {"insurance": 1000}, ["1 take 20", "1 insurance pay 20"]),
    (CA, "Ks 8h", (hand("9h 9d"),), {}, ["1 return 20"]),
]


@pytest.mark.parametrize(("name", "dealer", "hands", "sides", "expected"), PLAYED)
def test_a_box_is_paid_as_the_settlement_pays_it(
    name: str, dealer: str, hands: tuple[AskedHand, ...], sides: dict[str, int], expected: list[str]
) -> None:
    """The same engine: odds, cents and clause of each movement."""
    found = worked_out(name, dealer, *hands, **sides)

    lines = [said(payment) for payment in found.payments]
    assert found.refusal == ""
    assert lines[: len(expected)] == expected
    assert all(payment.clause for payment in found.payments)


def test_the_wheel_pays_what_it_stopped_at() -> None:
    """A Bonus Spin beside a blackjack."""
    found = worked_out(MA_SPIN, "9s 8h", hand("Ah Kd"), wheel=5000, bonus_spin=500)

    assert "1 bonus_spin pay 50" in [said(payment) for payment in found.payments]


def test_a_break_bonus_is_paid_beside_the_main_wager() -> None:
    """The dealer broke with three cards."""
    found = worked_out(NH, "7s 8h 9d", hand("7h 7c 7d"), cents=1000, break_bonus=500)

    lines = [said(payment) for payment in found.payments]
    assert lines == ["1 pay 15", "1 break_bonus pay 5"]


REFUSED = [
    (MD, "9s 8h", (hand("6h Td 2c"),), {}, "MD 3.A"),
    (MD, "Ks 2h", (hand("9h 8d"),), {}, "MD 7.M"),
    (MD, "Ks", (hand("9h 8d"),), {}, "two cards"),
    (MD, "Ks 9h", (hand("9h 8d 5c 4d"),), {}, "hit"),
    (MD, "Ks 9h", (hand("9h 8d 4c", 3000),), {}, "MD 10.A"),
    (MD, "Ks 9h", (hand("9h 8d 4c 2d", 2000, 2000),), {}, "MD 10.C"),
    (MD, "Ks 9h", (hand("9h 8d"), hand("8h 7d")), {}, "MD 11.A"),
    (MD, "Ks 9h", (hand("9h 3d", 2000),), {}, "a card is missing"),
    (MD, "Ks 9h", (hand("9h 8d"),), {"insurance": 1000}, "MD 8.A"),
    (MD, "Ks 9h", (hand("9h 8d"),), {"break_bonus": 100}, "Break Bonus"),
    (CA, "As 9h", (hand("9h 7d"),), {"insurance": 500}, "CA silent.insurance"),
    (MA, "Ks 9h", (hand("9h xx"),), {}, "no such card"),
    (MA, "Xs 9h", (hand("9h 7d"),), {}, "no such card"),
]


@pytest.mark.parametrize(("name", "dealer", "hands", "sides", "why"), REFUSED)
def test_a_round_that_could_not_be_played_pays_nothing(
    name: str, dealer: str, hands: tuple[AskedHand, ...], sides: dict[str, int], why: str
) -> None:
    """The refusal carries the clause that forbids it."""
    found = worked_out(name, dealer, *hands, **sides)

    assert found.payments == ()
    assert why in found.refusal


def test_a_blackjack_of_the_dealer_leaves_no_decision() -> None:
    """Found by the check: a hand that drew is refused."""
    assert worked_out(MD, "As Kh", hand("9h 8d 2c")).refusal != ""
    assert [said(p) for p in worked_out(MD, "As Kh", hand("9h 8d")).payments] == ["1 take 20"]


def test_the_calculator_offers_what_the_table_takes() -> None:
    """Fields follow the pack."""
    assert pays(pack(MA_SPIN), None).offers == ("match", "insurance", "bonus_spin")
    assert pays(pack(NH), None).offers == ("match", "insurance", "break_bonus")
    assert pays(pack(CA), None).offers == ("match",)
