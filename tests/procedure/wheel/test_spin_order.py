"""Which spin comes next, which button may be pressed, and what a spin that was none leaves."""

from __future__ import annotations

from typing import Any

import pytest

from controller.domain.structs import replace
from controller.domain.wagers import Payment, Wager
from controller.procedure.reducers.wheel import spin_turns
from controller.procedure.state.parts.meters import Hit, Prizes
from controller.procedure.state.play import Play, Spin
from tests.kit.progressives import Wheeled

HELD = (Spin(3, "held"), Spin(5, "held"), Spin(4, "held", kind="xtreme"), Spin(1, "held"))


def paid(*boxes: int, kind: str = "main", direction: Any = "pay") -> tuple[Payment, ...]:
    return tuple(
        Payment(box=b, kind=kind, cents=500, direction=direction, clause="x") for b in boxes
    )


def boxes(play: Play, *, over: bool) -> list[int]:
    return [s.box for s in spin_turns.in_turn(play, over=over)]


def test_spins_of_the_settlement_go_from_the_dealers_far_right_and_xtreme_is_last() -> None:
    play = Play(spins=(*HELD, Spin(7, "button_due"), Spin(6, "rested")))

    assert boxes(play, over=True) == [5, 3, 1, 4]


def test_spin_at_its_turn_comes_when_its_blackjack_is_paid() -> None:
    """The first box first; a wager that was lost or another one paid gives nobody the wheel."""
    others = (*paid(4), *paid(2, direction="take"), *paid(3, kind="match"))
    play = Play(spins=HELD, payments=(*paid(5, 1), *others))

    assert boxes(play, over=False) == [1, 5]


@pytest.mark.parametrize(
    ("spins", "box", "found"),
    [
        ((Spin(3, "button_due"),), 3, 0),
        ((Spin(3, "button_due"),), 4, None),
        ((Spin(3, "button_due", pressed=True),), 3, None),
        ((Spin(3, "armed"),), 3, None),
        ((Spin(3, "button_due"), Spin(5, "held")), 5, 1),
        ((Spin(3, "held", pressed=True), Spin(3, "held", kind="xtreme")), 3, 1),
        ((Spin(3, "held", kind="xtreme"), Spin(3, "button_due")), 3, 1),
        ((Spin(3, "held"), Spin(3, "held", kind="xtreme")), 3, 0),
    ],
)
def test_button_of_a_seat_is_for_its_spin_that_is_due_or_comes_later(
    spins: tuple[Spin, ...], box: int, found: int | None
) -> None:
    """MA 16.d.1: it may be pressed while another's turns."""
    expected = None if found is None else spins[found]

    assert spin_turns.to_press(Play(spins=spins, round="settled"), box) == expected


def test_button_before_the_turn_of_its_box_presses_nothing() -> None:
    play = Play(spins=(Spin(3, "held"),), round="deciding")

    assert spin_turns.to_press(play, 3) is None
    assert spin_turns.to_press(replace(play, payments=paid(3)), 3) == play.spins[0]


@pytest.mark.parametrize(
    ("spin", "pressed"),
    [
        (Spin(3, "held", pressed=True), True),
        (Spin(3, "armed", pressed=True), True),
        (Spin(3, "ordered", pressed=True), True),
        (Spin(3, "rested", pressed=True), False),
        (Spin(3, "void", pressed=True), False),
        (Spin(3, "armed"), False),
        (Spin(4, "armed", pressed=True), False),
        (Spin(2, "armed", pressed=True), False),
    ],
)
def test_button_pressed_once_changes_nothing_until_its_spin_rests(
    spin: Spin, *, pressed: bool
) -> None:
    assert spin_turns.pressed(Play(spins=(spin,)), 3) is pressed


def test_void_of_the_round_leaves_the_spins_that_have_rested() -> None:
    spins = (Spin(3, "rested"), Spin(4, "ordered"), Spin(5, "held"))

    left = spin_turns.left_void(Play(spins=spins))

    assert left == (spins[0], Spin(4, "void"), Spin(5, "void"))


def test_spins_under_way_and_the_one_that_the_wheel_was_asked_for() -> None:
    spins = (Spin(1, "held"), Spin(2, "button_due"), Spin(3, "armed"), Spin(4, "ordered"))
    play = Play(spins=(*spins, Spin(5, "rested"), Spin(6, "void"), Spin(7, "ordered")))

    assert [s.box for s in spin_turns.active(play)] == [2, 3, 4, 7]
    assert spin_turns.current(play) == spins[3]
    assert spin_turns.current(Play(spins=spins[:3])) is None


# ---- a jackpot that is not paid yet ----
def hit(meter: str, **more: Any) -> Hit:
    whole: dict[str, Any] = {"spin": "s", "at": 0, "round": 1, "box": 2, "cents": 1, "cards": ()}
    return Hit(id=f"of {meter}", meter=meter, **(whole | more))


@pytest.fixture(scope="module")
def table() -> Wheeled:
    return Wheeled()


@pytest.mark.parametrize(
    ("wagers", "spin", "meter", "waits"),
    [
        ({3: 500}, Spin(3, "held"), "500", True),
        ({3: 500}, Spin(3, "held"), "100", False),
        ({3: 100}, Spin(3, "held"), "100", True),
        ({3: 500}, Spin(4, "held"), "500", False),
        ({3: 500}, Spin(0, "held"), "500", True),
        ({3: 500}, Spin(3, "held", kind="xtreme"), "500", False),
    ],
)
def test_spin_waits_for_the_jackpot_whose_meter_it_could_empty(
    table: Wheeled, wagers: dict[int, int], spin: Spin, meter: str, *, waits: bool
) -> None:
    """MD 12.D.7: only until it is paid, or is none."""
    one, pack = hit(meter), table.house.pack
    staked = tuple(Wager(b, "", "bonus_spin", cents) for b, cents in wagers.items())
    play = Play(wagers=staked, prizes=Prizes(hits=(one,)))

    assert spin_turns.waits_for(play, pack, spin) == (one if waits else None)
    for done in (hit(meter, paid_by="M. Okafor"), hit(meter, none="misread")):
        over = replace(play, prizes=Prizes(hits=(done,)))
        assert spin_turns.waits_for(over, pack, spin) is None


@pytest.mark.parametrize(
    ("spins", "held"),
    [
        ((Spin(3, "held"),), Spin(3, "held")),
        ((Spin(3, "held"), Spin(4, "held")), Spin(4, "held")),
        ((Spin(3, "held"), Spin(5, "held")), Spin(3, "held")),
        ((Spin(3, "held"), Spin(5, "ordered")), None),
        ((Spin(3, "rested"),), None),
    ],
)
def test_spin_that_waits_for_a_jackpot_alone_is_named(
    table: Wheeled, spins: tuple[Spin, ...], held: Spin | None
) -> None:
    """While another is under way it waits for that one, and a stake on no meter for nobody."""
    one = hit("500")
    staked = tuple(Wager(b, "", "bonus_spin", 500) for b in (3, 4))
    play = Play(wagers=staked, prizes=Prizes(hits=(one,)), spins=spins, round="settled")

    found = spin_turns.held_up(play, table.house)

    assert found == (None if held is None else (held, one))
