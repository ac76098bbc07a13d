"""Every state of a box, laid: nothing is dropped and nothing is broader than its box."""

from __future__ import annotations

import pytest

from controller.console.drawing import cash, words
from controller.domain.structs import replace
from controller.domain.views.view import Box, DealerView, Hand, Payment, Wager
from tests.kit.pages.box_states import deciding, settled
from tests.kit.pages.table_views import SETTLE

SIZES = ("large", "small")


def texts(laid: cash.Laid) -> list[str]:
    cells = [cell for page in laid.pages for row in page for cell in row]
    return [cell.short if laid.short and cell.short else cell.text for cell in cells]


def broadest(laid: cash.Laid, levels: tuple[cash.Level, ...]) -> float:
    level = next(one for one in levels if one.no == laid.level and one.short == laid.short)
    return max((cash.broad(row, level) for page in laid.pages for row in page), default=0)


def every_level(size: str) -> tuple[cash.Level, ...]:
    return (*cash.LEVELS[size], *cash.OF_MANY[size])


@pytest.mark.parametrize("size", SIZES)
def test_stakes_and_wagers_are_all_told_while_the_players_decide(size: str) -> None:
    """Both stakes of a doubled hand too, by the box's number or in its rows.

    Source: console/README 2.1.
    """
    view = replace(SETTLE, payments=())
    for box in deciding():
        laid = cash.laid(box, view, size)
        said = " ".join((*cash.stake(box, size).lines, *texts(laid)))

        assert broadest(laid, every_level(size)) <= cash.WIDTH[size], box
        assert len(laid.pages) <= (3 if size == "large" else 5), box
        for wager in box.wagers:
            if wager.kind != "main" and wager.state == "open":
                assert words.money(wager.cents) in said
        assert words.money(box.wagers[0].cents) in said
        for hand in box.hands:
            assert all(words.money(cents) in said for cents in hand.stakes), (box, said)


@pytest.mark.parametrize("size", SIZES)
def test_each_hand_and_each_wagerer_has_a_result_of_its_own(size: str) -> None:
    """Four split hands read `▼1 ▲1`, two ties and all amounts missing."""
    for box, paid in settled():
        laid = cash.laid(box, _view(box, paid), size)
        results = [c for page in laid.pages for row in page for c in row if c.look == "res"]
        mains = [p for p in paid if p.kind == "main"]

        assert broadest(laid, every_level(size)) <= cash.WIDTH[size], box
        assert len(results) == len(mains)
        for payment in mains:
            if payment.direction != "push":
                assert any(words.money(payment.cents) in one for one in texts(laid))
        said = " ".join(texts(laid))
        for payment in paid:
            if payment.kind != "main" and payment.direction != "push":
                assert words.money(payment.cents) in said


def _view(box: Box, paid: tuple[Payment, ...]) -> DealerView:
    return replace(SETTLE, boxes=(box,), payments=paid)


@pytest.mark.parametrize("no", [1, 4, 7])
def test_four_rows_of_money_leave_room_for_the_cards_on_a_small_screen(no: int) -> None:
    """Three rows in a box at the end took its cards away."""
    kinds = ("main", "match", "bonus_spin", "insurance")
    told = []
    for many in range(1, 5):
        wagers = tuple(Wager(box=no, kind=kind, cents=2_500_000) for kind in kinds[:many])
        box = Box(no=no, lit=True, wagers=wagers, hands=(Hand(cards=("Ks", "8d")),))
        laid = cash.laid(box, replace(SETTLE, payments=()), "small")
        told.append((len(laid.pages), len(laid.pages[0]), laid.cards))

    assert told == [(1, 1, ""), (1, 2, "low"), (1, 3, "low"), (1, 4, "least")]
