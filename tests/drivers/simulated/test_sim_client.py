"""The fingers as a dealer has them who is not in the world's own loop turn."""

from __future__ import annotations

import pytest

from drivers.sim.hosting.client import MischiefClient, WorldClient
from drivers.sim.physical.hands import acts
from drivers.sim.physical.pieces import CannotBe
from drivers.sim.rig import Rig


def test_client_has_every_act_under_its_own_name() -> None:
    for name in acts(Rig(1)):
        owner, _, method = name.rpartition(".")
        assert hasattr(MischiefClient if owner else WorldClient, method)


async def test_evening_of_every_finger() -> None:
    """Each act does what the same act of the world does."""
    hands = WorldClient.at_hand(Rig(1, shuffle_s=60))
    assert await hands.fill_shuffler() == 288
    await hands.press_start()
    await hands.open_shuffler()
    with pytest.raises(CannotBe):
        await hands.take_shuffled()
    assert await hands.shuffle_by_hand() == 288
    await hands.cut(100)
    assert await hands.insert_cover(70) == 70
    assert await hands.load_shoe() == 288
    await hands.open_shoe()
    await hands.close_shoe()

    await hands.mischief.arrange(["8c", "8d", "As", "Kd"])
    for place in ("box 1.1", "box 1.1", "dealer.up", "dealer.hole"):
        await hands.draw(place)
    await hands.move("box 1.1", "box 1.2")
    await hands.slide_in()
    await hands.slide_out()
    assert await hands.turn("dealer.hole") == ("Kd",)
    await hands.draw("aside", face_up=False, seen=False)
    await hands.push_back("aside")
    await hands.press_seat(3)
    await hands.set_chip(3, on=True)
    await hands.press_key("turned")
    seen = await hands.look()
    assert seen.layout == {
        "box 1.1": ("8c",),
        "box 1.2": ("8d",),
        "dealer.hole": ("Kd",),
        "dealer.up": ("As",),
    }
    assert seen.chips == (3,)

    await hands.remove("box 1.2")
    assert await hands.pick_up("box 1.1", "dealer.up", "dealer.hole") == 3
    assert (await hands.truth()).stacks["rack"] == ("8c", "As", "Kd")
    assert await hands.run_out() == 284
    assert await hands.change_decks() == 288
    assert await hands.fill_shuffler() == 288


async def test_mischief_of_every_kind() -> None:
    hands = WorldClient.at_hand(Rig(1))
    await hands.shuffle_by_hand()
    await hands.load_shoe()
    await hands.mischief.arrange(["8c", "8d"])

    assert await hands.mischief.lose_card() == "8c"
    assert await hands.mischief.swap_card("Th") == "8d"
    await hands.mischief.add_card("Jo", at=1)
    await hands.mischief.stick()
    await hands.mischief.turn_card()
    await hands.mischief.rig_wheel("20", 2)
    await hands.mischief.hold_wheel()

    assert (await hands.look()).next_face_up == "Th"
    assert (await hands.draw("box 1.1")).pieces == 2
    assert (await hands.look()).layout == {"box 1.1": ("Th", "Jo")}
    truth = await hands.truth()
    assert truth.stacks["removed"] == ("8c", "8d")
    assert truth.brought == ("Th", "Jo")
    with pytest.raises(CannotBe):
        await hands.mischief.rig_wheel("13")
    with pytest.raises(CannotBe):
        await hands.mischief.lose_card("nowhere")
    with pytest.raises(CannotBe):
        await hands.mischief.arrange(["Jo"])
