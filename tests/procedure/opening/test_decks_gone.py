"""Decks that leave the table leave nothing of themselves behind (MD 4.G, house.decks-at-table)."""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain.sealed import Sealed, Slot
from controller.domain.structs import replace
from controller.procedure.state.parts.day import Day
from controller.procedure.state.parts.stack import Stack
from controller.procedure.state.play import without_shoe
from tests.kit.evening import Evening, house

OF_THE_SET = (
    *("decks_reference", "sets", "preshuffled", "tens_out", "inspected_by", "spread"),
    *("first_player", "idle", "face_up", "seen_up", "batch_asked"),
)
BURN = Slot(1, Sealed(b"x", b"w"))


def test_decks_taken_out_leave_neither_an_inspection_nor_a_shuffle_behind() -> None:
    """The next decks are inspected, spread and shuffled from the first step."""
    evening = Evening(house("maryland")).opened()
    play = evening.play
    stack = replace(
        play.stack,
        why="cover_card",
        ordered=True,
        whole=False,
        steps=3,
        order=(1, 2),
        cutter=4,
        refused=(5,),
        again=True,
        removed_other=2,
    )
    day = replace(
        play.day, tens_out=24, sets=2, first_player=3, idle=True, seen_up=True, batch_asked=True
    )
    dirty = replace(play, stack=stack, day=day, entered=((1, "9c"),), burn=BURN, drawn=7)
    evening.state = replace(evening.state, play=dirty)

    assert evening.floor(cmd.DecksTakenOut()).verdict == "accepted"

    now = evening.play
    assert now.stack == Stack(by=play.stack.by, removed_other=2)
    gone = {f: getattr(Day(), f) for f in OF_THE_SET}
    assert now.day == replace(day, **gone)
    assert (now.shoe, now.cut, now.shuffle, now.decks) == ("empty", "none", "idle", "none")
    assert (now.entered, now.burn, now.loaded, now.drawn) == ((), None, 0, 0)
    assert now == without_shoe(now)


def test_fresh_decks_of_two_batches_count_their_tens_and_losses_from_nought() -> None:
    """MD 5.I.2: both sets are new; what was known of those before went with them."""
    evening = Evening(house("maryland", batches=2)).open_table(before=cmd.DecksReceived)
    stack = replace(evening.play.stack, removed_other=3, tens_other=2, opened_other=5)
    dirty = replace(evening.play, stack=stack, tens=1, face_up=1, removed=2)
    evening.state = replace(evening.state, play=dirty)

    assert evening.put(cmd.DecksReceived()).verdict == "accepted"

    now = evening.play
    other = (now.stack.other, now.stack.removed_other, now.stack.tens_other)
    assert other == (True, 0, 0)
    assert now.stack.opened_other == now.day.decks_opened_at > 5
    assert (now.tens, now.face_up, now.removed, now.day.sets) == (0, 0, 0, 2)
