"""The player-dealer's bank on the dealer's page, while wagers are open."""

from __future__ import annotations

import pytest

from controller.domain import commands as cmd
from controller.domain.views.bank_view import BankPanel
from tests.kit.banks import bank
from tests.kit.evening import Evening
from tests.kit.shown import page


def counted(at: Evening, **boxes: int) -> Evening:
    for box, cents in boxes.items():
        said = cmd.WagerSet(box=int(box[1:]), kind="main", on=True, cents=cents)
        assert at.put(said).verdict == "accepted"
    return at


def panel(at: Evening) -> BankPanel:
    found = page(at).bank
    assert found is not None
    return found


def fits(at: Evening) -> list[str]:
    return [band.fits for band in panel(at).bands]


@pytest.mark.clause("CA dealing.8.i", "CA limits.4.i")
def test_panel_shows_what_the_bank_covers_and_the_band_of_its_fee() -> None:
    """$215 against $500: the third band, of wagers to $300, is $3."""
    at = counted(bank(3, 50_000).lit(1, 2, 4, 6), b1=4_000, b2=10_000, b4=2_500, b6=5_000)
    shown = panel(at)

    assert (shown.box, shown.hand, shown.hands) == (3, 1, 2)
    assert (shown.t_cents, shown.w_cents, shown.full, shown.short) == (21_500, 50_000, 43, False)
    assert [(b.to_cents, b.fee_cents) for b in shown.bands] == [
        (5_000, 100), (10_000, 200), (30_000, 300), (50_000, 400), (0, 500),
    ]  # fmt: skip
    assert shown.bands[-1].over_cents == 50_000
    assert fits(at) == ["", "", "does", "", ""]


def test_bank_that_falls_short_says_so() -> None:
    at = counted(bank(3, 20_000).lit(2, 5), b2=15_000, b5=10_000)

    assert panel(at).short
    assert panel(at).full == 100


def test_chips_that_are_not_counted_leave_the_total_open_and_several_bands() -> None:
    """A rate that was taken is the one that is lit."""
    at = counted(bank(3, 100_000).lit(2), b2=6_000)
    at.put(cmd.BoxSet(box=5, lit=True))

    assert panel(at).t_cents is None
    assert fits(at) == ["", "may", "may", "may", "may"]

    at.put(cmd.FeesTaken(rate=2))
    assert fits(at) == ["", "does", "", "", ""]


def test_second_hand_of_a_turn_is_counted_and_cards_take_the_place_of_the_panel() -> None:
    at = bank(3).lit(2)
    assert panel(at).w_cents is None
    at.draw("Kc")

    assert page(at).bank is None


def test_tables_without_a_player_dealer_have_no_panel() -> None:
    assert page(Evening().opened().lit(2)).bank is None
