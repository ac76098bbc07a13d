"""Collection fees of the player-dealer game, and two whole evenings of its bank."""

from __future__ import annotations

import pytest

from controller.domain.settled import Bank, PlayedRound
from controller.domain.wagers import Payment, Wager
from controller.rules.settlement import fee_payments, settle
from controller.rules.settlement.fees import bank_fee
from tests.rules.examples.clause_cases import CA, account, case, pack, played

SCHEDULES = [
    case("CA limits.schedule-1", 1, "25 26 200 201 500 501", "0.50 1 1 3 4 5"),
    case("CA limits.schedule-2", 2, "50 51 100 101 300 301 501", "1 2 2 3 3 4 5"),
    case("CA limits.schedule-3", 3, "50 100 300 301 500 501", "1 2 3 5 5 7"),
    case("CA limits.schedule-4", 4, "40 41 200 201 301 501", "1 2 2 3 4 10"),
    (5, "100 200 250 301 400 401 450 501", "1 3 3 4 4 5 5 10"),
    case("CA silent.rounding", 1, "25.50", "1"),
]


@pytest.mark.parametrize(("schedule", "totals", "fees"), SCHEDULES)
def test_the_player_dealers_fee_is_the_first_band_that_holds_the_total(
    schedule: int, totals: str, fees: str
) -> None:
    """Flat amounts by the total of the players' wagers."""
    text = pack(CA, fee_schedule=schedule)

    found = [bank_fee(text, round(float(total) * 100)) for total in totals.split()]

    assert found == [round(float(fee) * 100) for fee in fees.split()]


def wagers(games: str, matches: str = "") -> list[Wager]:
    """Amounts in dollars, from box 1 on."""
    return [
        Wager(box, "", kind, int(amount) * 100)
        for kind, amounts in (("main", games), ("match", matches))
        for box, amount in enumerate(amounts.split(), 1)
    ]


def fees(schedule: int, made: list[Wager], *linked: tuple[int, ...]) -> list[Payment]:
    given = PlayedRound(decks=6, hands=(), wagers=tuple(made), dealer=(), same_player=linked)
    text = pack(CA, fee_schedule=schedule)
    return list(fee_payments(text, made, bank_box=9, played=given))


def bank_part(found: list[Payment]) -> int:
    (bank,) = [p for p in found if p.box == 9]
    assert isinstance(bank.cents, int)
    return bank.cents


@pytest.mark.clause("CA limits.4.i")
def test_the_total_is_of_game_and_match_wagers() -> None:
    """50, 40, 100, 25, 50, 20 and matches 10, 5: T = $300, on schedule 2 a fee of $3.00."""
    assert bank_part(fees(2, wagers("50 40 100 25 50 20", "10 5"))) == 300


@pytest.mark.clause("CA limits.4.i")
def test_one_dollar_more_reaches_the_next_band() -> None:
    """T = $301 on schedule 2 is $4.00."""
    assert bank_part(fees(2, wagers("50 40 100 25 50 21", "10 5"))) == 400


AT_THE_DEAL = [
    case("CA limits.3", 1, "1 $40: 5h 6d 9c xxx$280", 40, "1"),
    case("CA options.8", 1, "1 $20: 8h 3d Kc xxx$140 split | 1.2: 8c 9d split", 20, "0.50"),
    case("CA limits.4.ii", 2, "1 $75: Kh 9d | 2 $25: 8h 3d split | 2.2: 8c 9d split", 100, "2"),
    case("CA limits.4.ii", 2, "1 $75: Kh 9d | 2 $25: Kc 6d surrendered", 100, "2"),
]


@pytest.mark.parametrize(("schedule", "boxes", "total", "fee"), AT_THE_DEAL)
def test_the_fee_is_of_the_wagers_at_the_deal(
    schedule: int, boxes: str, total: int, fee: str
) -> None:
    """The bank's W = $1,000, three doublings, a split and a surrender add nothing to it."""
    given = played("9d Qs", boxes, bank=Bank(9, 100_000))
    made = [*given.wagers, Wager(9, "", "bank", 100_000)]
    text = pack(CA, fee_schedule=schedule)

    found = list(fee_payments(text, made, bank_box=9, played=given))

    assert bank_part(found) == round(float(fee) * 100) == bank_fee(text, total * 100)
    assert len([p for p in found if p.box != 9]) == len({w.box for w in given.wagers})


@pytest.mark.clause("CA dealing.2.iii")
def test_each_betting_player_pays_one_dollar() -> None:
    """P bets seats 3 and 5, Q bets seat 6: $1.00 from each."""
    made = [Wager(box, "", "main", 1000) for box in (3, 5, 6)]

    found = [p for p in fees(1, made, (3, 5)) if p.box != 9]

    assert [(p.box, p.cents) for p in found] == [(3, 100), (6, 100)]


@pytest.mark.clause("CA limits.4.iii")
def test_a_further_wager_costs_no_further_fee() -> None:
    """Game $20 and match $5 on seat 2: $1.00, not $2.00."""
    made = [Wager(2, "", "main", 2000), Wager(2, "", "match", 500)]

    assert [p.cents for p in fees(1, made) if p.box == 2] == [100]


def test_a_fee_needs_every_amount() -> None:
    """An open amount has no band; it is asked for, never guessed."""
    with pytest.raises(ValueError, match="amount"):
        fees(1, [Wager(2, "", "main", None)])


def test_a_bank_of_200_dollars_reaches_the_fifth_seat() -> None:
    """Seat 4 banks $200, up 9, queen in the hole: button on seat 7, seat 6 has no action."""
    boxes = (
        "7 $50 match$10: Kh 4d 6c | 1 $40: Ks 9h | 2 $100: Kd 8c | 3 $25: As Jh"
        " | 5 $50 match$5: 9d 8c | 6 $20: Kc Qh"
    )

    found = account(pack(CA), played("9d Qs", boxes, bank=Bank(4, 20_000)))

    assert found == [
        "7 pay 50",
        "7 match take 10",
        "1 return 40",
        "2 take 100",
        "3 pay 30",
        "5 take 10",
        "5 return 40",
        "5 match return 5",
        "6 return 20",
        "4 bank return 240",
    ]


EIGHTS = (
    "2 $50: 5h 4d Kc Ad xx$150 | 3 $40 match$10: 8s 5d Kc | 4 $30: Kc 6d surrendered"
    " | 5 $50: 5c 6c 2d x$50 rescued | 7 $25: 8h 5s | 1 $5: Ac Kd"
)


@pytest.mark.clause("CA match.5.ii")
def test_three_eights_of_the_bank_push_the_busts_and_pay_the_rest() -> None:
    """Seat 6 banks $300 and goes over with 8-8-8: the bust pushes, its match is paid."""
    found = account(pack(CA), played("8c 8d 8h", EIGHTS, bank=Bank(6, 30_000)))

    assert found == [
        "2 pay 200",
        "3 return 40",
        "3 match pay 40",
        "4 take 15",
        "4 return 15",
        "5 take 45",
        "5 return 55",
        "7 return 25",
        "1 return 5",
        "6 bank return 120",
    ]


@pytest.mark.clause("CA match.5.i")
def test_a_blackjack_paid_early_leaves_the_bank_less_for_the_others() -> None:
    """The same round with early payment: seat 1 gets $6, so seat 5 gives $39."""
    text = pack(CA, blackjack_paid="early")

    payments = settle(text, played("8c 8d 8h", EIGHTS, bank=Bank(6, 30_000)))

    assert [(p.box, p.cents) for p in payments if p.box == 1] == [(1, 600)]
    assert [p.cents for p in payments if p.box == 5 and p.direction == "take"] == [3900]
    assert [p.cents for p in payments if p.kind == "bank"] == [10_800]
