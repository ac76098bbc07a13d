"""The simulated world: one physical truth, of which nothing is lost and nothing hidden shown."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.sim.physical.eyes import BACK, look, truth
from drivers.sim.physical.mischief import Mischief
from drivers.sim.physical.pieces import (
    CannotBe,
    CardLeft,
    Happening,
    RestRun,
    SlotFilled,
    makes_blackjack,
)
from drivers.sim.physical.world import World


def a_world(seed: int = 1) -> World:
    return World(Random(seed))


def a_loaded_world(seed: int = 1) -> World:
    world = a_world(seed)
    world.shuffle_by_hand()
    world.insert_cover()
    world.load_shoe()
    return world


def test_pack_has_six_decks_of_forty_eight_without_tens() -> None:
    pack = truth(a_world()).everything()

    assert sum(pack.values()) == 6 * 48 + 1
    assert {n for code, n in pack.items() if code != "cover"} == {6}
    assert not [code for code in pack if code[0] == "T"]


def test_shoe_gives_the_cards_in_the_order_in_which_they_lie() -> None:
    world = a_loaded_world()
    due = truth(world).stacks["shoe"][:3]

    drawn = [world.draw("box 1.1").code for _ in due]

    assert tuple(drawn) == due
    assert look(world).layout["box 1.1"] == due


def test_cover_card_lies_about_a_quarter_from_the_back() -> None:
    for seed in range(20):
        world = a_loaded_world(seed)
        assert (
            60 < len(truth(world).stacks["shoe"]) - truth(world).stacks["shoe"].index("cover") < 85
        )


def test_people_do_not_see_the_hole_card_until_it_is_turned() -> None:
    world = a_loaded_world()
    world.draw("dealer.up")
    hole = truth(world).stacks["shoe"][0]

    assert world.draw("dealer.hole").code is None
    assert look(world).layout["dealer.hole"] == (BACK,)

    assert world.turn("dealer.hole") == (hole,)
    assert look(world).layout["dealer.hole"] == (hole,)


def test_reader_slot_shows_hole_and_up_card_to_the_sensor_only() -> None:
    world = a_loaded_world()
    Mischief(world).arrange(["As", "Kd"])
    seen: list[Happening] = []
    world.watch(seen.append)
    world.draw("dealer.up")
    world.draw("dealer.hole")

    world.slide_in()

    assert seen[-1] == SlotFilled("Kd", "As")
    assert look(world).in_reader
    assert "Kd" not in repr(look(world))


@pytest.mark.parametrize(
    ("one", "other", "blackjack"),
    [("As", "Kd", True), ("Jc", "Ah", True), ("As", "Ad", False), ("Ks", "Qd", False)],
)
def test_blackjack_is_an_ace_with_a_face_card(one: str, other: str, *, blackjack: bool) -> None:
    assert makes_blackjack(one, other) is blackjack


def test_two_cards_stuck_together_leave_in_one_draw() -> None:
    world = a_loaded_world()
    Mischief(world).stick()
    seen: list[Happening] = []
    world.watch(seen.append)

    drawn = world.draw("box 2.1")

    assert drawn.pieces == 2
    assert len(world.layout["box 2.1"]) == 2
    assert isinstance(seen[0], CardLeft)
    assert len(seen[0].pieces) == 2


def test_face_up_card_in_the_shoe_is_seen_by_everybody() -> None:
    world = a_loaded_world()
    Mischief(world).turn_card(at=0)
    face = truth(world).stacks["shoe"][0]

    assert look(world).next_face_up == face
    assert world.draw("dealer.hole").face_up_in_shoe
    assert look(world).layout["dealer.hole"] == (face,)


def test_draw_past_the_scanner_is_watched_by_no_sensor() -> None:
    world = a_loaded_world()
    seen: list[Happening] = []
    world.watch(seen.append)

    world.draw("box 1.1", seen=False)

    assert not seen


def test_rest_of_the_shoe_is_counted_without_the_cover_card() -> None:
    world = a_loaded_world()
    seen: list[Happening] = []
    world.watch(seen.append)
    for _ in range(10):
        world.draw("box 1.1")

    assert world.run_out() == 278
    assert seen[-1] == RestRun(278)
    assert look(world).cover_in_holder


def test_locked_shoe_gives_no_card() -> None:
    world = a_loaded_world()
    world.shoe_locked = True

    with pytest.raises(CannotBe):
        world.draw("box 1.1")


PLACES = ("box 1.1", "box 2.1", "dealer.up", "dealer.hole", "burn", "aside")
STACKS = ("shoe", "hands", "rack", "shuffler", "box 1.1")
ACTS = st.one_of(
    st.sampled_from(
        [
            "fill_shuffler",
            "change_decks",
            "open_shuffler",
            "take_shuffled",
            "shuffle_by_hand",
            "cut",
            "insert_cover",
            "load_shoe",
            "close_shoe",
            "open_shoe",
            "run_out",
            "slide_in",
            "slide_out",
            "pick_up",
            "press_start",
        ]
    ).map(lambda name: (name, ())),
    st.tuples(st.just("draw"), st.tuples(st.sampled_from(PLACES))),
    st.tuples(st.just("draw"), st.tuples(st.sampled_from(PLACES))),
    st.tuples(
        st.sampled_from(("push_back", "turn", "remove", "slide_in", "slide_out", "pick_up")),
        st.tuples(st.sampled_from(PLACES)),
    ),
    st.tuples(st.just("move"), st.tuples(st.sampled_from(PLACES), st.sampled_from(PLACES))),
    st.tuples(
        st.sampled_from(("lose_card", "turn_card", "stick")),
        st.tuples(st.sampled_from(STACKS), st.integers(0, 5)),
    ),
    st.tuples(
        st.sampled_from(("add_card", "swap_card")),
        st.tuples(st.sampled_from(("Th", "Jo", "As")), st.sampled_from(STACKS), st.integers(0, 5)),
    ),
)


@given(st.lists(ACTS, max_size=60), st.integers(0, 5))
def test_no_card_is_lost_or_made_whatever_the_fingers_do(
    acts: list[tuple[str, tuple[object, ...]]], seed: int
) -> None:
    """All places together hold the pack, the cover card and what mischief brought, always."""
    world = a_loaded_world(seed)
    pack = truth(world).everything()
    mischief = Mischief(world)

    for name, args in acts:
        try:
            getattr(mischief if hasattr(mischief, name) else world, name)(*args)
        except CannotBe:
            continue

        assert truth(world).everything() == pack + Counter(world.brought)
