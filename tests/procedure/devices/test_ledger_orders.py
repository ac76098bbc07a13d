"""The ledger's orders and requests: each is acted on once.

Source: controller/README 2.
"""

from __future__ import annotations

from typing import Any

import pytest

from controller.domain.orders import Order
from controller.domain.structs import replace
from controller.procedure.state import ledger
from controller.procedure.state.play import Play
from controller.procedure.state.whole import Device, Numbers, Request, State


# ---- requests ----
def test_answers_of_the_last_64_taps_are_kept() -> None:
    state = State()
    for n in range(1, 66):
        state = ledger.answer(state, Request(f"r{n}", "accepted", "", ""))

    assert [r.rid for r in state.requests] == [f"r{n}" for n in range(2, 66)]
    assert ledger.answered(state, "r2") == Request("r2", "accepted", "", "")
    assert ledger.answered(state, "r33") == Request("r33", "accepted", "", "")
    assert ledger.answered(state, "r1") is None
    assert ledger.answered(state, "") is None


# ---- orders ----
def test_wanted_order_is_released_once_with_an_id_of_its_row() -> None:
    """Ids of one row count from one: epoch, row, number (controller/README 2)."""
    wanted = (Order("1/shuffle", "shuffle"), Order("1/spin/3", "spin"), Order("2/spin/4", "spin"))
    ended = Order("0/spin/1", "spin", status="done")
    state = State(
        Play(wanted=(ended, *wanted)),
        devices=(Device("s", "shuffler", (Numbers("boot", 1),)), Device("w", "wheel")),
        orders=(Order("1/shuffle", "shuffle", wire=7, boot="boot"),),
        epoch=3,
    )

    now, fresh = ledger.issue(state, 5)

    ids = [3 << 48 | 5 << 8 | n for n in (1, 2)]
    released = tuple(replace(o, wire=w) for o, w in zip(wanted[1:], ids, strict=True))
    assert fresh == released
    assert now.orders == (*state.orders, *released)
    assert ledger.issue(now, 6) == (now, ())


@pytest.mark.parametrize(
    ("status", "after"),
    [
        ("open", "done"),
        ("accepted", "done"),
        ("withheld", "withheld"),
        ("orphan", "orphan"),
    ],
)
def test_released_order_follows_its_wish_unless_it_was_held_back(status: Any, after: Any) -> None:
    order = Order("1/spin/3", "spin", wire=7, status=status)
    state = State(Play(wanted=(replace(order, wire=0, status="done"),)), orders=(order,))

    now, fresh = ledger.issue(state, 5)

    assert (now.orders, fresh) == ((replace(order, status=after),), ())


def test_shuffle_carries_the_boot_of_the_device_that_is_to_do_it() -> None:
    devices = (Device("w", "wheel", (Numbers("w1"),)), Device("s", "shuffler", (Numbers("s1"),)))
    state = State(Play(wanted=(Order("1/shuffle", "shuffle"),)), devices=devices)

    assert [o.boot for o in ledger.issue(state, 5)[1]] == ["s1"]


def test_fold_made_anew_orphans_what_nobody_wants_and_holds_back_what_is_new() -> None:
    """Orders are carried out at most once; a question that is left out needs no word."""
    same, gone = Order("1/spin/3", "spin", wire=1), Order("1/spin/4", "spin", wire=2)
    asked = Order("1/read/a", "read", wire=3)
    old = Order("0/spin/1", "spin", wire=4, status="orphan")
    new, asks = Order("2/shuffle", "shuffle"), Order("2/read/b", "read")
    wanted = (replace(same, wire=0), new, asks)

    orders, orphans, fresh = ledger.reconcile((same, gone, asked, old), Play(wanted=wanted))

    orphaned = (replace(gone, status="orphan"), replace(asked, status="orphan"))
    held_back = (replace(new, status="withheld"), replace(asks, status="withheld"))
    assert orders == (same, *orphaned, old, *held_back)
    assert (orphans, fresh) == (["1/spin/4"], ["2/shuffle"])


def test_open_orders_are_those_of_the_kinds_asked_for() -> None:
    spin, done = (
        Order("1/spin/3", "spin", status="accepted"),
        Order("1/spin/4", "spin", status="done"),
    )
    state = State(orders=(spin, done, Order("1/shuffle", "shuffle")))

    assert ledger.open_orders(state, "spin") == (spin,)
    assert ledger.open_orders(state, "read") == ()
