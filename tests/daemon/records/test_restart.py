"""Stop and start again on the same journal; and what stops a start."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from controller.config import load
from controller.daemon import Daemon
from controller.daemon.opening import house_of_config, opening_of
from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.structs import replace
from controller.errors import ConfigError, JournalError
from controller.journal.append import open_journal
from controller.journal.backup import backup, restore
from controller.journal.keys import KeyRing
from controller.journal.read import open_reader
from controller.journal.rows import Draft
from controller.procedure.state.inputs import Outcome, Recorded, Stamped
from controller.procedure.state.whole import State
from controller.table.record import ENCODE, RULES, SNAPSHOT, Snapshot
from controller.table.recovery import recover
from drivers.link import Link
from drivers.sim.hosting.memory import MemoryHost
from drivers.sim.rig import Rig
from tests.daemon.tabletop import OPTIONS, a_tabletop, configured, rows


async def test_restart_in_mid_round_goes_on_with_the_same_cards(tmp_path: Path) -> None:
    """controller/README 1.5: the same inputs give the same state; nothing in the round is lost."""
    rig = Rig(1)
    async with a_tabletop(tmp_path, rig) as table:
        await table.open_with_a_full_shoe()
        await table.deal("8c", "9d", "7d", "5c", "9c", "Kd")
        before = table.state

    async with a_tabletop(tmp_path, rig) as table:
        left = tuple(replace(t, seconds=0) for t in table.state.play.timers)  # counted anew
        assert left == tuple(replace(t, seconds=0) for t in before.play.timers)
        assert replace(table.state.play, timers=()) == replace(before.play, timers=())
        assert table.state.log[: len(before.log)] == before.log
        assert (table.state.orders, table.state.seen) == (before.orders, before.seen)
        assert table.phase == "deciding"
        await table.draw("box 1.1")
        await table.stand_all()
        await table.turn()

        assert table.phase == "settled"
        assert all(i.status != "raised" for i in table.state.play.irregularities)


async def test_card_drawn_while_the_daemon_was_down_is_told_after_the_restart(
    tmp_path: Path,
) -> None:
    """Retained until acknowledged; no reading enters before every device was heard.

    Source: controller/README 2.
    """
    rig = Rig(1)
    async with a_tabletop(tmp_path, rig) as table:
        await table.open_with_a_full_shoe()
        await table.deal("8c", "9d", "7d", "5c", "9c", "Kd")
    await asyncio.sleep(5)
    rig.mischief.arrange(["4h"])
    rig.world.draw("box 1.1")
    await asyncio.sleep(5)

    async with a_tabletop(tmp_path, rig) as table:
        hand = table.state.play.hands[0]
        assert [s.face for s in hand.cards] == ["8c", "5c", "4h"]


async def test_clock_of_the_table_goes_on_after_a_restart(tmp_path: Path) -> None:
    """controller/README 2: `mono` goes on from the last row's value and never back."""
    for _ in range(3):
        async with a_tabletop(tmp_path):
            pass

    told = [r.stamped.mono for r in rows(tmp_path)]
    assert told == sorted(told)


async def test_second_daemon_on_the_same_journal_is_refused(tmp_path: Path) -> None:
    async with a_tabletop(tmp_path) as table:
        rig = Rig(2)
        host = MemoryHost(rig.world, rig.devices)
        second = Daemon(table.daemon.config, host.open, simulated=True, consoles=False)
        with pytest.raises(JournalError, match="is being written by process"):
            await second.__aenter__()
        host.close()

        await table.open_with_a_full_shoe()
        assert table.state.play.shoe == "ready"


async def test_start_without_keys_says_how_to_make_them(tmp_path: Path) -> None:
    config = configured(tmp_path)
    for key in (tmp_path / "keys").iterdir():
        key.unlink()

    with pytest.raises(ConfigError, match="keys new"):
        await Daemon(config, no_port, consoles=False).__aenter__()
    assert not config.journal.path.exists()


async def test_difference_holds_the_table_once_and_the_next_start_finds_the_ruling(
    tmp_path: Path,
) -> None:
    """journal/FORMAT: the first difference is "alignment required", never a new truth."""
    await a_journal_with_a_lie(tmp_path)

    async with a_tabletop(tmp_path) as table:
        held = [i for i in table.state.play.irregularities if i.kind == "alignment_required"]
        assert len(held) == 1
        assert "TableOpened" in held[0].about
        assert table.state.play.opening == "closed"
        said = await table.floor(cmd.Ruled(irr=held[0].id, ruling="as_they_lie", reason="seen"))
        assert said.verdict == "accepted", said
        epoch = table.state.epoch

    async with a_tabletop(tmp_path) as table:
        held = [i for i in table.state.play.irregularities if i.kind == "alignment_required"]
        assert [i.ruling for i in held] == ["as_they_lie"]
        assert table.state.epoch == epoch == 2
        await table.open_with_a_full_shoe()
    told = [r.stamped.mono for r in rows(tmp_path)]
    assert told == sorted(told)


async def a_journal_with_a_lie(folder: Path) -> None:
    """A journal whose last row says that a tap was refused which this code accepts."""
    async with a_tabletop(folder):
        pass
    config = load(folder / "devices.toml")
    journal = open_journal(config.journal.path, KeyRing(config.journal.keys).signer(1))
    seq = journal.head.seq + 1
    opened = Stamped(seq, 0, 10**6, "dealer", cmd.TableOpened(dealer="Dana"))
    row = ENCODE(Recorded(opened, Outcome("refused", "MA 1", "no")))
    called = Stamped(seq + 1, 0, 10**7, "dealer", cmd.FloorCalled())
    later = ENCODE(Recorded(called, Outcome("accepted")))
    await journal.commit(
        [
            Draft(seq, 0, "dealer", "TableOpened", row),
            Draft(seq + 1, 0, "dealer", "FloorCalled", later),
        ]
    )
    journal.close()


async def test_rules_that_were_accepted_behind_a_difference_are_taken_all_the_same(
    tmp_path: Path,
) -> None:
    """journal/FORMAT: the table goes on before the difference, and under the rules now in force."""
    await a_journal_with_a_lie(tmp_path)
    other = {**OPTIONS, "variant": "no_hole_card"}
    config = configured(tmp_path, options=other)
    row = ENCODE(opening_of(config, house_of_config(config)))
    journal = open_journal(config.journal.path, KeyRing(config.journal.keys).signer(1))
    await journal.commit([Draft(journal.head.seq + 1, 0, "table", RULES, row)])
    journal.close()

    async with a_tabletop(tmp_path, rules=other) as table:
        held = [i.kind for i in table.state.play.irregularities if i.status == "raised"]
        assert held == ["alignment_required"]
        assert table.daemon.house.pack.deal.variant.value == "no_hole_card"
        assert table.state.play.variant == "no_hole_card"
        assert table.state.play.offer.accepted is False


async def no_port(port: str) -> Link:
    raise AssertionError(port)


async def test_first_input_of_each_run_names_the_devices(tmp_path: Path) -> None:
    for _ in range(2):
        async with a_tabletop(tmp_path):
            pass

    started = [r.stamped.input for r in rows(tmp_path) if isinstance(r.stamped.input, fact.Started)]
    assert len(started) == 2
    assert ("shoe", "shoe_scanner") in started[0].devices


async def test_shuffle_that_runs_through_a_restart_is_not_ordered_twice(tmp_path: Path) -> None:
    """controller/README 1.8: an open order is asked for by its id first; the machine moves once."""
    rig = Rig(1)
    async with a_tabletop(tmp_path, rig) as table:
        await table.open_table()
        await table.hands.fill_shuffler()
        await table.press("act1")
        await asyncio.sleep(30)
        order = table.state.orders[-1]
        assert order.status == "accepted"

    async with a_tabletop(tmp_path, rig) as table:
        await asyncio.sleep(120)
        assert [(o.wire, o.status) for o in table.state.orders] == [(order.wire, "done")]
        assert table.state.play.cut == "cover_due"
    done = [r for r in rows(tmp_path) if isinstance(r.stamped.input, fact.ShuffleDone)]
    assert len(done) == 1


async def test_order_of_a_shuffler_that_rebooted_is_for_a_person(tmp_path: Path) -> None:
    """controller/README 2: other boot id, not sent again: `order_in_doubt`."""
    rig = Rig(1)
    async with a_tabletop(tmp_path, rig) as table:
        await table.open_table()
        await table.hands.fill_shuffler()
        await table.press("act1")
        await asyncio.sleep(30)
        await table.hands.pull("shuffler", "reboot")
        await asyncio.sleep(60)

        raised = {i.kind for i in table.state.play.irregularities if i.status == "raised"}
        assert raised & {"order_in_doubt", "shuffler_fault"}


async def test_snapshot_without_a_signature_is_not_used(tmp_path: Path) -> None:
    """Anybody may write a row; only who has the key may say how the table stands.

    Source: controller/README 6.
    """
    async with a_tabletop(tmp_path) as table:
        await table.open_with_a_full_shoe()
        await table.play_a_round()
    config = load(tmp_path / "devices.toml")
    with open_reader(config.journal.path) as reader:
        honest = recover(reader).state
    journal = open_journal(config.journal.path, KeyRing(config.journal.keys).signer(1))
    seq = journal.head.seq + 1
    forged = ENCODE(Snapshot("x", seq + 1, State(epoch=9)))
    await journal.commit([Draft(seq, 0, "table", SNAPSHOT, forged)])
    with open_reader(config.journal.path) as reader:
        unsigned = recover(reader).state
    await journal.commit([Draft(seq + 1, 0, "table", SNAPSHOT, forged)], sign=True)
    journal.close()
    with open_reader(config.journal.path) as reader:
        signed = recover(reader).state

    assert unsigned == honest
    assert signed.epoch == 9


async def test_fold_from_a_snapshot_is_the_fold_of_the_whole_file(tmp_path: Path) -> None:
    """journal/FORMAT: recovery from the last fitting snapshot, else from the file's first row."""
    async with a_tabletop(tmp_path) as table:
        await table.open_with_a_full_shoe()
        for _ in range(3):
            await table.play_a_round()
        await table.deal("8c", "9d", "7d", "5c", "9c", "Kd")
        state = table.state

    with open_reader(tmp_path / "journal.db") as reader:
        short = recover(reader)
        whole = recover(reader, whole=True)

    assert short.difference is whole.difference is None
    assert short.folded < whole.folded
    assert short.state == whole.state == state
    assert short.mono == whole.mono


async def test_copy_that_was_put_back_asks_for_alignment_with_its_numbers(tmp_path: Path) -> None:
    """Two rounds of one number in two files: whoever goes on from a copy is told how far back."""
    rig = Rig(1)
    async with a_tabletop(tmp_path, rig) as table:
        await table.open_with_a_full_shoe()
        to, _ = backup(tmp_path / "journal.db", tmp_path / "copy.db")
        await table.play_a_round()
        await table.press("act1")
    signer = KeyRing(tmp_path / "keys").signer(1)
    found = await restore(to, tmp_path / "journal.db", signer, at_us=1)
    assert found.rounds == 1

    async with a_tabletop(tmp_path, rig) as table:
        held = [i.about for i in table.state.play.irregularities if i.kind == "alignment_required"]
        rows_missing = found.known - found.kept
        missing = f"missing: rows {rows_missing}, closed rounds 1"
        assert held[0] == f"a copy was put back; {missing}"
        assert table.daemon.door.view().hold is not None

    async with a_tabletop(tmp_path, rig) as table:
        again = [i.about for i in table.state.play.irregularities if "copy" in i.about]
        assert len(again) == 1
