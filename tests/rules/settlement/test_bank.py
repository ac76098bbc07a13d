"""The player-dealer game: button, order, cover, fees."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.domain.cards import cards
from controller.domain.settled import Bank, PlayedHand, PlayedRound
from controller.domain.structs import replace
from controller.domain.wagers import Payment, Wager
from controller.rules.pack import Pack, apply_options, load
from controller.rules.settlement import amount_due, fee_payments, net, settle, settle_so_far
from controller.rules.settlement.bank import action_order, button
from controller.rules.settlement.fees import bank_fee

APPROVAL = {"reference": "r", "date": "2026-01-01"}
PURE = load("pure-21-5")


def option(**given: object) -> Pack:
    return apply_options(PURE, {k: {"value": v, "approval": APPROVAL} for k, v in given.items()})


def hand(box: int, held: str, **marks: object) -> PlayedHand:
    return PlayedHand(box=box, cards=cards(held), **marks)  # type: ignore[arg-type]


def dollars(box: int, amount: int, match: int = 0) -> tuple[Wager, ...]:
    main = Wager(box, "", "main", amount * 100)
    return (main, Wager(box, "", "match", match * 100)) if match else (main,)


EXAMPLE_A = PlayedRound(
    decks=6,
    hands=(
        hand(1, "Kh 9d"),
        hand(2, "Kd 8c"),
        hand(3, "As Jh"),
        hand(5, "9d 8c"),
        hand(6, "Kh Qd"),
        hand(7, "Kh 4d 6c"),
    ),
    wagers=(
        *dollars(1, 40),
        *dollars(2, 100),
        *dollars(3, 25),
        *dollars(5, 50, 5),
        *dollars(6, 20),
        *dollars(7, 50, 10),
    ),
    dealer=cards("9d Qs"),
    bank=Bank(box=4, cents=20000),
)
EXAMPLE_B = PlayedRound(
    decks=6,
    hands=(
        hand(1, "Ac Kd"),
        hand(2, "5c 6d 7h 2s", doubled=2, doubled_cents=15000),
        hand(3, "8s 5d Kc"),
        hand(4, "Kh 6d", surrendered=True),
        hand(5, "5h 6h 2d", doubled=1, doubled_cents=5000, rescued=True),
        hand(7, "Kh 3d"),
    ),
    wagers=(
        *dollars(1, 5),
        *dollars(2, 50),
        *dollars(3, 40, 10),
        *dollars(4, 30),
        *dollars(5, 50),
        *dollars(7, 25),
    ),
    dealer=cards("8c 8d 8h"),
    bank=Bank(box=6, cents=30000),
)


def moved(payments: tuple[Payment, ...]) -> list[tuple[int, str, str, object]]:
    return [(p.box, p.kind, p.direction, p.cents) for p in payments]


@pytest.mark.parametrize(
    ("box", "hole", "begins"),
    [(4, "Q", 7), (6, "8", 2), (4, "A", 1), (4, "J", 6), (1, "K", 2), (4, "6", 7), (4, "7", 1)],
)
def test_button_counts_round_the_table_without_the_bank(box: int, hole: str, begins: int) -> None:
    """Ace 1, court cards 11 to 13, from the dealer's left, the bank's seat passed over."""
    assert button(Bank(box, 20000), hole) == begins


def test_action_goes_clockwise_from_the_button() -> None:
    """Every seat but the bank's, once."""
    assert action_order(Bank(4, 20000), "Q") == (7, 1, 2, 3, 5, 6)


def test_each_dollar_of_the_bank_acts_once_in_example_a() -> None:
    """W $200, up 9d, hole Qs: paid 80, collected 120, the rest goes back."""
    assert moved(settle(PURE, EXAMPLE_A)) == [
        (7, "main", "pay", 5000),
        (7, "match", "take", 1000),
        (1, "main", "return", 4000),
        (2, "main", "take", 10000),
        (3, "main", "pay", 3000),
        (5, "main", "take", 1000),
        (5, "main", "return", 4000),
        (5, "match", "return", 500),
        (6, "main", "return", 2000),
        (4, "bank", "return", 24000),
    ]


def test_three_eights_and_a_short_bank_in_example_b() -> None:
    """W $300, up 8c, hole 8d, draws 8h: paid 240, collected 60."""
    assert moved(settle(PURE, EXAMPLE_B)) == [
        (2, "main", "pay", 20000),
        (3, "main", "return", 4000),
        (3, "match", "pay", 4000),
        (4, "main", "take", 1500),
        (4, "main", "return", 1500),
        (5, "main", "take", 4500),
        (5, "main", "return", 5500),
        (7, "main", "return", 2500),
        (1, "main", "return", 500),
        (6, "bank", "return", 12000),
    ]


def test_blackjack_paid_early_takes_its_money_first() -> None:
    """blackjack_paid = early: seat 1 gets its $6 and seat 5 yields $39 only."""
    payments = settle(option(blackjack_paid="early"), EXAMPLE_B)

    assert moved(payments)[0] == (1, "main", "pay", 600)
    assert (5, "main", "take", 3900) in moved(payments)
    assert (6, "bank", "return", 10800) in moved(payments)


@pytest.mark.parametrize("model", ["two_caps", "net"])
def test_other_bank_models_settle_example_a_whole(model: str) -> None:
    """The player-dealer ends $20 up where each direction has its own cap."""
    payments = settle(option(bank_model=model), EXAMPLE_A)

    assert (4, "bank", "return", 22000) in moved(payments)
    assert net(payments) == -2000


def test_part_covered_wager_says_so() -> None:
    """What the money does not reach has no action."""
    texts = {(p.box, p.kind): p.text for p in settle(PURE, EXAMPLE_A) if p.text}

    assert texts == {
        (5, "main"): "covered in part",
        (5, "match"): "no action",
        (6, "main"): "no action",
    }


@pytest.mark.parametrize("model", ["each_dollar_once", "two_caps", "net"])
@given(cents=st.integers(1, 60000), hole=st.sampled_from("A23456789JQK"))
def test_bank_never_moves_more_than_it_put_up(model: str, cents: int, hole: str) -> None:
    """Neither win nor loss passes W; money in is money out."""
    game = replace(
        EXAMPLE_A, bank=Bank(4, cents), dealer=cards(f"9d {hole}s" + " 5h" * (hole == "6"))
    )

    payments = settle(option(bank_model=model), game)

    (bank,) = [p for p in payments if p.kind == "bank"]
    assert isinstance(bank.cents, int)
    assert abs(bank.cents - cents) <= cents
    assert net(payments) == cents - bank.cents


def uncounted(*boxes: int) -> PlayedRound:
    """Example A with chips that nobody counted at these boxes."""
    wagers = (
        replace(w, cents=None) if w.box in boxes and w.kind == "main" else w
        for w in EXAMPLE_A.wagers
    )
    return replace(EXAMPLE_A, wagers=tuple(wagers))


def test_cover_needs_every_amount_that_it_reaches() -> None:
    """The bank's money is counted: an open amount is asked for."""
    with pytest.raises(ValueError, match="every amount"):
        settle(PURE, uncounted(2))


def test_first_amount_in_reach_is_asked_and_what_comes_before_it_is_done() -> None:
    """Order 7, 1, 2, 3, 5, 6: box 1 pushes, so box 2 is the first that must be counted."""
    asked = amount_due(PURE, uncounted(1, 2, 3))

    assert asked is not None
    assert (asked.box, asked.kind) == (2, "main")
    assert moved(settle_so_far(PURE, uncounted(1, 2, 3))) == [
        (7, "main", "pay", 5000),
        (7, "match", "take", 1000),
        (1, "main", "return", None),
    ]


def test_nothing_is_counted_where_the_bank_moves_no_money() -> None:
    """A push uses none of the bank; past its end every wager goes back whole."""
    payments = settle(PURE, uncounted(1, 6))

    assert amount_due(PURE, uncounted(1, 6)) is None
    assert (6, "main", "return", None) in moved(payments)
    assert (4, "bank", "return", 24000) in moved(payments)


def test_house_that_banks_never_asks_for_an_amount() -> None:
    assert amount_due(load("maryland"), replace(uncounted(1, 2), bank=None)) is None


def test_double_of_all_that_lies_there_needs_no_count_of_its_own() -> None:
    """Each double is the full current total: 50, 100, 200."""
    hands = tuple(replace(h, doubled_cents=None) if h.box == 2 else h for h in EXAMPLE_B.hands)

    assert settle(PURE, replace(EXAMPLE_B, hands=hands)) == settle(PURE, EXAMPLE_B)


TOTALS = (25, 26, 100, 210, 300, 301, 450, 501)
FEES = {
    1: (50, 100, 100, 300, 300, 400, 400, 500),
    2: (100, 100, 200, 300, 300, 400, 400, 500),
    3: (100, 100, 200, 300, 300, 500, 500, 700),
    4: (100, 100, 200, 300, 300, 400, 400, 1000),
    5: (100, 100, 100, 300, 300, 400, 500, 1000),
}


@pytest.mark.parametrize(
    ("schedule", "total", "fee"),
    [(n, t, fee) for n, fees in FEES.items() for t, fee in zip(TOTALS, fees, strict=True)],
)
def test_bank_fee_goes_by_the_schedule(schedule: int, total: int, fee: int) -> None:
    """The first band whose bound the total does not pass."""
    approval = {"reference": "L-5", "date": "2026-01-02"}
    pack = apply_options(PURE, {"fee_schedule": {"value": schedule, "approval": approval}})

    assert bank_fee(pack, total * 100) == fee


def test_each_player_pays_a_dollar_once() -> None:
    """Per betting player, not per wager or circle; the bank by the total of the wagers."""
    six = fee_payments(PURE, EXAMPLE_A.wagers, bank_box=4)
    linked = replace(EXAMPLE_A, same_player=((1, 2),))
    five = fee_payments(PURE, EXAMPLE_A.wagers, bank_box=4, played=linked)

    assert [(p.box, p.cents) for p in six] == [
        *[(box, 100) for box in (1, 2, 3, 5, 6, 7)],
        (4, 300),
    ]
    assert sum(p.cents for p in five if isinstance(p.cents, int)) == 800


def test_fee_needs_every_amount_and_a_schedule() -> None:
    """No schedule, no fee; an open amount is asked for."""
    house = load("maryland")

    assert fee_payments(house, EXAMPLE_A.wagers, bank_box=4) == ()
    assert bank_fee(house, 30000) == 0
    with pytest.raises(ValueError, match="every amount"):
        fee_payments(PURE, (Wager(1, "", "main"),), bank_box=4)


@pytest.mark.parametrize(("model", "moved"), [("two_caps", 2000), ("net", 2000)])
def test_bank_that_pays_and_collects_may_move_more_than_it_put_up(model: str, moved: int) -> None:
    """$10 cover a winner of $10 and a loser of $10, where no dollar is asked to act only once."""
    game = PlayedRound(
        decks=6,
        hands=(hand(1, "Kh Qd"), hand(2, "Kd 8c")),
        wagers=(*dollars(1, 10), *dollars(2, 10)),
        dealer=cards("9h Kc"),
        bank=Bank(4, 1000, 7),
    )

    payments = settle(option(bank_model=model), game)

    assert sum(int(p.cents or 0) for p in payments if p.direction in ("pay", "take")) == moved
