"""What lamp, reader, wheel and shoe are to be, by the state alone (controller/README 1.2)."""

from __future__ import annotations

from typing import Any

import pytest

from controller.domain.sealed import Sealed, Slot
from controller.domain.structs import replace
from controller.procedure.guide.levels import levels, signal
from controller.procedure.state.house import House
from controller.procedure.state.parts.by_hand import Manual
from controller.procedure.state.parts.pausing import Pause
from controller.procedure.state.play import Irregularity, Play, Spin
from controller.procedure.state.whole import Device, State
from tests.kit.evening import house

SEAL = Sealed(b"x", b"w")
DEALER = (Slot(1, SEAL, "Ac"), Slot(2, SEAL))
SEVEN = (Slot(1, SEAL, "7c"), Slot(2, SEAL))
AMBER = Irregularity("1/cover_card_late/1", "cover_card_late")
RED = Irregularity("1/free_ruling/1", "free_ruling", about="dispute")
UNHEARD = (Device("shoe", "shoe_scanner"),)


@pytest.fixture(scope="module")
def at() -> House:
    return house("massachusetts-bonus-spin")


def of(at: House, devices: tuple[Device, ...] = (), **play: Any) -> Any:
    return levels(State(replace(Play(), **play), devices=devices), at)


@pytest.mark.parametrize(
    ("spins", "seat"),
    [
        ((), 0),
        ((Spin(3, "held"), Spin(4, "rested"), Spin(5, "void")), 0),
        ((Spin(3, "button_due"),), 3),
        ((Spin(3, "armed"),), 3),
        ((Spin(3, "ordered"),), 3),
        ((Spin(3, "armed"), Spin(4, "button_due"), Spin(5, "ordered")), 5),
        ((Spin(3, "armed"), Spin(4, "button_due")), 4),
        ((Spin(3, "button_due"), Spin(4, "button_due")), 3),
    ],
)
def test_seat_that_spins_is_armed_before_the_one_whose_button_is_due(
    at: House, spins: tuple[Spin, ...], seat: int
) -> None:
    assert of(at, spins=spins).wheel_armed == seat


@pytest.mark.parametrize(
    ("play", "locked"),
    [
        ({"round": "wagering"}, False),
        ({"round": "settled"}, False),
        ({"round": "settled", "spins": (Spin(3, "rested"),)}, False),
        ({"round": "settled", "spins": (Spin(3, "rested"), Spin(4, "held"))}, True),
        ({"round": "wagering", "spins": (Spin(3, "ordered"),)}, False),
        ({"round": "dealing"}, True),
        ({"round": "dealer_plays"}, True),
        ({"round": "wagering", "manual": Manual(aside_since=1)}, True),
        ({"round": "settled", "manual": Manual(aside_since=1)}, True),
    ],
)
def test_wheel_takes_wagers_between_rounds_once_no_spin_is_left(
    at: House, play: dict[str, Any], *, locked: bool
) -> None:
    """A table without a wheel has it locked always."""
    assert of(at, **play).wheel_locked is locked
    assert of(House(at.pack), **play).wheel_locked is True


@pytest.mark.parametrize(
    ("play", "free"),
    [
        ({"round": "peek_due"}, True),
        ({"round": "insurance"}, True),
        ({"round": "deciding"}, False),
        ({"round": "match_due"}, False),
        ({"round": "peek_due", "variant": "hole_card"}, False),
        ({"round": "peek_due", "dealer": SEVEN}, False),
        ({"round": "peek_due", "dealer": ()}, False),
    ],
)
def test_reader_is_free_where_the_up_card_asks_for_it_and_its_turn_is_near(
    at: House, play: dict[str, Any], *, free: bool
) -> None:
    assert of(at, **({"dealer": DEALER} | play)).reader_free is free


@pytest.mark.parametrize(
    ("play", "devices", "told", "lamp"),
    [
        ({}, (), "go", "go"),
        ({"irregularities": (AMBER,)}, (), "look", "look"),
        ({"irregularities": (replace(AMBER, status="closed"),)}, (), "go", "go"),
        ({"pause": Pause(since=1)}, (), "pause", "stop"),
        ({"pause": Pause(since=1), "irregularities": (AMBER,)}, (), "pause", "stop"),
        ({"irregularities": (RED,)}, (), "stop", "stop"),
        ({"irregularities": (RED,), "pause": Pause(since=1)}, (), "stop", "stop"),
        ({}, UNHEARD, "stop", "stop"),
        ({}, (replace(UNHEARD[0], heard=True),), "go", "go"),
        ({}, (replace(UNHEARD[0], heard=True, carried=1),), "stop", "stop"),
    ],
)
def test_lamp_stops_in_a_hold_in_a_pause_and_until_devices_are_heard(
    at: House, play: dict[str, Any], devices: tuple[Device, ...], told: str, lamp: str
) -> None:
    """The pages tell a pause from a hold; the lamp has one word for both, as has the lock."""
    locking = replace(at, pack=replace(at.pack, shoe=replace(at.pack.shoe, lock=LOCKED)))

    assert signal(State(replace(Play(), **play), devices=devices), at) == told
    assert of(at, devices, **play).lamp == lamp
    assert of(at, devices, **play).shoe_locked is False
    assert of(locking, devices, **play).shoe_locked is (lamp == "stop")


LOCKED = replace(house("massachusetts-bonus-spin").pack.shoe.lock, value="on")
