"""Two simulated batches that alternate, and a shuffler that loads the shoe."""

from __future__ import annotations

import pytest

from drivers.sim.physical.eyes import look, truth
from drivers.sim.physical.pieces import CannotBe
from drivers.sim.rig import Rig
from drivers.tablelink.messages.events import Code
from drivers.tablelink.messages.verbs import Verb
from tests.kit.wires.wire_host import host_of, said


def test_other_batch_goes_in_while_the_first_is_out_and_no_card_is_lost() -> None:
    """B in the machine, A in the shoe; then A is laid aside and B is dealt."""
    rig = Rig(1, batches=2)
    before = truth(rig.world).everything()
    rig.world.shuffle_by_hand()
    rig.world.load_shoe()

    into = rig.batches.fill_with_other()
    rig.world.run_out()
    aside = rig.batches.lay_aside()

    assert (into, aside) == (288, 288)
    assert look(rig.world).other_batch
    assert truth(rig.world).everything() == before


def test_batches_do_not_go_where_others_lie() -> None:
    rig = Rig(1, batches=2)
    rig.world.fill_shuffler()

    with pytest.raises(CannotBe):
        rig.batches.fill_with_other()
    with pytest.raises(CannotBe):
        rig.batches.lay_aside()


def test_table_with_one_batch_has_no_other() -> None:
    rig = Rig(1)

    assert not look(rig.world).other_batch
    with pytest.raises(CannotBe):
        rig.batches.fill_with_other()


def test_shuffler_that_loads_the_shoe_lets_the_stack_out_into_it() -> None:
    """Its own count first, then the shoe's."""
    rig = Rig(1, shuffle_s=60, loads_shoe=True)
    host = host_of(rig, "shuffler")
    rig.world.fill_shuffler()

    host.order(9, Verb.SHUFFLE)
    host.wait(61)

    assert said(host) == [(Code.SHUFFLE_DONE, 9, 288)]
    assert not look(rig.world).shoe_open
    assert len(truth(rig.world).stacks["shoe"]) == 288


def test_shuffler_keeps_the_stack_while_the_shoe_is_closed() -> None:
    rig = Rig(1, shuffle_s=60, loads_shoe=True)
    host = host_of(rig, "shuffler")
    rig.world.fill_shuffler()
    rig.world.close_shoe()

    host.order(9, Verb.SHUFFLE)
    host.wait(61)

    assert look(rig.world).batch_ready
