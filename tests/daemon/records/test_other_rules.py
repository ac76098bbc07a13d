"""Other rules on a standing record: offered at a start, accepted by two, in force from a row on."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from controller.audit.explain import round_story
from controller.audit.replay import replay
from controller.audit.watchers import Watch
from controller.cli import run
from controller.daemon import Daemon
from controller.daemon.opening import house_of_config, opening_of
from controller.domain import commands as cmd
from controller.domain.structs import replace
from controller.domain.views.floor_view import Verdict
from controller.errors import ConfigError
from controller.journal.append import create_journal
from controller.journal.keys import KeyRing
from controller.journal.read import open_reader
from controller.journal.rows import Draft
from controller.journal.verify import verify
from controller.table.record import ENCODE, RULES, code_hash
from controller.table.recovery import InForce, recover
from drivers.link import Link
from drivers.sim.rig import Rig
from tests.audit.forge import forge
from tests.daemon.tabletop import OPTIONS, Tabletop, a_tabletop, configured

LOW = {**OPTIONS, "main_min_cents": 1500, "main_max_cents": 50000, "match_max_cents": 10000}
HIGH = {**LOW, "main_max_cents": 200000}
EIGHT = {**LOW, "decks": 8}
WHOLE_DOLLARS = {**LOW, "rounding": "down", "rounding_unit_cents": 100}
ADA, BEN = "Ada Fox", "Ben Roe"


@asynccontextmanager
async def running(folder: Path, rig: Rig, rules: dict[str, str | int]) -> AsyncIterator[Tabletop]:
    """A table that begins again by itself when other rules were accepted."""
    async with a_tabletop(folder, rig, rules=rules) as table:
        ran = asyncio.ensure_future(table.daemon.run())
        yield table
        table.daemon.end()
        assert await ran is None


async def sign(table: Tabletop, by: str, rank: str) -> Verdict:
    return await table.floor(cmd.RulesAccepted(offer=table.state.play.offer.id), rank, by=by)


async def accept(table: Tabletop) -> None:
    for by, rank in ((ADA, "floorperson"), (BEN, "casino_supervisor")):
        said = await sign(table, by, rank)
        assert said.verdict == "accepted", said
    await asyncio.sleep(5)


async def wager(table: Tabletop, dollars: int) -> Verdict:
    cents = 100 * dollars
    return await table.floor(cmd.WagerSet(box=1, kind="main", on=True, cents=cents), "dealer")


def limit(table: Tabletop) -> int | str:
    return table.daemon.house.pack.deal.main_max_cents.value


def kinds(folder: Path) -> list[str]:
    with open_reader(folder / "journal.db") as reader:
        return [row.kind for row in reader.rows()]


def proven(folder: Path) -> None:
    """Chain, signatures, watchers; every outcome and snapshot under the rules of its own row."""
    path = folder / "journal.db"
    assert verify(path).fault is None
    with open_reader(path) as reader:
        done = replay(reader, code_hash(), every=True, watch=Watch(InForce(reader).house))
        assert done.differences == ()
        assert done.findings == ()
        short, whole = recover(reader), recover(reader, whole=True)
    assert short.state == whole.state
    assert short.rules == whole.rules
    assert short.procedure.house == whole.procedure.house


async def test_edited_limit_waits_while_the_table_goes_on_under_the_recorded_one(
    tmp_path: Path,
) -> None:
    """console/README 6: an edited file is no control; the difference is shown, before and after."""
    async with a_tabletop(tmp_path, rules=LOW):
        pass

    async with a_tabletop(tmp_path, rules=HIGH) as table:
        assert limit(table) == 50000
        duties = [duty.text for duty in table.daemon.door.floor_view().duties]
        assert duties[:2] == [
            "Other rules wait: between rounds",
            "highest main wager: $500 → $2,000",
        ]
        assert table.state.play.offer.closed is False


async def test_limit_signed_by_two_is_in_force_at_once_and_the_record_replays(
    tmp_path: Path,
) -> None:
    """Two people; each row of the journal is folded under the rules in force at it.

    Source: console/README 6.
    """
    rig = Rig(1)
    async with a_tabletop(tmp_path, rig, rules=LOW) as table:
        await table.open_with_a_full_shoe()
        assert (await wager(table, 1000)).verdict == "refused"
        await table.play_a_round()

    async with running(tmp_path, rig, HIGH) as table:
        assert (await wager(table, 1000)).verdict == "refused"
        await table.press("act1")
        first = table.daemon.table
        await accept(table)

        assert table.daemon.table is not first
        assert limit(table) == 200000
        assert table.state.play.offer.id == ""
        assert table.state.play.opening == "checking"
        assert (await wager(table, 1000)).verdict == "refused"
        assert (await table.floor(cmd.AllAsListed(), "dealer")).verdict == "accepted"
        assert (await wager(table, 1000)).verdict == "accepted"
        assert (await wager(table, 3000)).verdict == "refused"
        await table.play_a_round()
        await table.press("act1")

    told = kinds(tmp_path)
    at = told.index(RULES)
    assert told[at - 1 : at + 3] == ["RulesAccepted", RULES, "signature", "Started"]
    assert told.count(RULES) == 1
    proven(tmp_path)
    with open_reader(tmp_path / "journal.db") as reader:
        before, after = (round_story(reader, n) for n in (1, 2))
    assert before is not None
    assert after is not None
    said = [told.text for told in after.told]
    assert (
        "Other rules in force from here: highest main wager: $500 → $2,000, by Ben Roe"
        in "\n".join(said)
    )
    assert before.differs == after.differs == ()


async def test_round_is_settled_and_told_under_the_rules_under_which_it_was_dealt(
    tmp_path: Path,
) -> None:
    """A dispute about the round before the change is answered by the rules before it."""
    rig = Rig(1)
    async with a_tabletop(tmp_path, rig, rules=LOW) as table:
        await table.open_with_a_full_shoe()
        await blackjack(table)

    async with running(tmp_path, rig, WHOLE_DOLLARS) as table:
        await table.press("act1")
        await accept(table)
        await blackjack(table)
        await table.press("act1")
        await asyncio.sleep(1)
        steps = await table.daemon.door.steps(1)

    proven(tmp_path)
    with open_reader(tmp_path / "journal.db") as reader:
        stories = [round_story(reader, number) for number in (1, 2)]
    won = [p.cents for story in stories if story for p in story.payments if p.direction == "pay"]
    assert won == [2250, 2200]
    assert any("paid 3 to 2, $22.50" in step.detail for step in steps)


async def blackjack(table: Tabletop) -> None:
    """Box 1 wagers $15 and has one, against 17."""
    assert (await wager(table, 15)).verdict == "accepted"
    await table.deal("As", "7d", "Kc", "Kd", boxes=(1,))
    await table.stand_all()
    await table.turn()
    await asyncio.sleep(3)
    await table.hands.pick_up()


async def test_signatures_are_refused_in_a_round_from_one_person_and_below_the_rank(
    tmp_path: Path,
) -> None:
    """The second is another person, a casino supervisor; a limit changes between rounds."""
    rig = Rig(1)
    async with a_tabletop(tmp_path, rig, rules=LOW) as table:
        await table.open_with_a_full_shoe()

    async with a_tabletop(tmp_path, rig, rules=HIGH) as table:
        await table.deal("8c", "9d", "7d", "Qc", "9c", "Kd")
        in_round = await sign(table, ADA, "floorperson")
        await table.stand_all()
        await table.turn()
        await asyncio.sleep(3)
        await table.hands.pick_up()
        settled = await sign(table, ADA, "floorperson")
        await table.press("act1")
        below = await sign(table, "Dana", "dealer")
        stale = await table.floor(cmd.RulesAccepted(offer="0" * 12))
        assert (await sign(table, ADA, "floorperson")).verdict == "accepted"
        same = await sign(table, ADA, "casino_supervisor")
        low = await sign(table, BEN, "floorperson")

        no = table.daemon.house.no
        assert (in_round.clause, in_round.text) == no("rules_round")
        assert (settled.clause, settled.text) == no("rules_round")
        assert below.text == no("rank", rank="floorperson")[1]
        assert stale.verdict == "not_recorded"
        assert (same.clause, same.text) == no("second_person")
        assert low.text == no("rank", rank="casino supervisor")[1]
        assert limit(table) == 50000


async def test_number_of_decks_waits_for_the_closed_table(tmp_path: Path) -> None:
    """Changes only with the table closed; the set of before is not received again.

    Source: console/README 6.
    """
    rig = Rig(1)
    async with a_tabletop(tmp_path, rig, rules=LOW) as table:
        await table.open_with_a_full_shoe()

    async with running(tmp_path, rig, EIGHT) as table:
        said = await sign(table, ADA, "floorperson")
        assert (said.clause, said.text) == table.daemon.house.no("rules_closed")
        await table.floor(cmd.TableClosed())
        await table.floor(cmd.DecksCounted(cards=288, seal="4711"))
        await accept(table)

        assert table.daemon.house.decks == 8
        await table.floor(cmd.TableOpened(dealer="Dana"), "dealer")
        same = await table.floor(cmd.DecksReceived(fresh=False), "dealer")
        assert same.verdict == "refused"
    proven(tmp_path)


async def test_offer_is_withdrawn_when_the_file_is_edited_back(tmp_path: Path) -> None:
    """What was signed for an older file counts for nothing."""
    async with a_tabletop(tmp_path, rules=LOW):
        pass
    async with a_tabletop(tmp_path, rules=HIGH) as table:
        assert (await sign(table, ADA, "floorperson")).verdict == "accepted"
    async with a_tabletop(tmp_path, rules=HIGH) as table:
        assert table.state.play.offer.signed_by == ADA
    async with a_tabletop(tmp_path, rules=LOW) as table:
        assert table.state.play.offer.id == ""
        assert (await sign(table, BEN, "casino_supervisor")).verdict != "accepted"
    async with a_tabletop(tmp_path, rules=HIGH) as table:
        assert table.state.play.offer.signed_by == ""
        assert limit(table) == 50000

    told = kinds(tmp_path)
    assert told.count("RulesOffered") == 3
    assert RULES not in told
    proven(tmp_path)


async def test_refused_rules_are_offered_again_at_the_next_start(tmp_path: Path) -> None:
    """The file still says them: whoever starts the table is told, and two may sign again."""
    async with a_tabletop(tmp_path, rules=LOW):
        pass
    async with a_tabletop(tmp_path, rules=HIGH) as table:
        wait = table.daemon.door.floor_view().rules_wait
        assert wait is not None
        assert (len(wait.short), len(wait.in_force), wait.at > 0) == (12, 12, True)
        assert wait.short != wait.in_force
        no = cmd.RulesRefused(offer=wait.short, reason="not approved")
        assert (await table.floor(no, by=ADA)).verdict == "accepted"
        assert (await sign(table, BEN, "casino_supervisor")).verdict == "refused"
    async with running(tmp_path, Rig(1), HIGH) as table:
        assert table.state.play.offer.refused_by == ""
        await accept(table)
        assert limit(table) == 200000

    assert kinds(tmp_path).count("RulesOffered") == 2
    proven(tmp_path)


async def test_daemon_that_dies_behind_the_second_signature_begins_under_the_new_rules(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The row decides, whatever the file says by then; each change is reported before and after."""
    async with a_tabletop(tmp_path, rules=LOW):
        pass
    async with a_tabletop(tmp_path, rules=HIGH) as table:
        await accept(table)
        assert limit(table) == 50000
        assert (await table.floor(cmd.FloorCalled())).verdict == "not_recorded"

    async with a_tabletop(tmp_path, rules=LOW) as table:
        assert limit(table) == 200000
        assert [c.after for c in table.state.play.offer.changes] == ["50000"]
        assert table.state.play.offer.accepted is False
    proven(tmp_path)
    run(["journal", "show", str(tmp_path / "journal.db")])
    shown = next(row for row in capsys.readouterr().out.splitlines() if "  rules  " in row)
    assert re.search(r"pack_text=<\d+ lines> options=variant=hole_card_reader main_min", shown)
    run(["journal", "rules", str(tmp_path / "journal.db")])
    opened, signed, change = capsys.readouterr().out.splitlines()
    assert opened.endswith("opened under massachusetts-bonus-spin")
    assert signed.endswith("signed by Ada Fox, floorperson and Ben Roe, casino supervisor")
    assert change.strip() == "highest main wager: $500 → $2,000"


async def test_rules_that_nobody_accepted_or_that_never_came_are_a_difference(
    tmp_path: Path,
) -> None:
    """journal/FORMAT: what a forger's own key covers is found by the fold."""
    async with a_tabletop(tmp_path, rules=LOW):
        pass
    async with a_tabletop(tmp_path, rules=HIGH) as table:
        await table.floor(cmd.FloorCalled())
        await accept(table)
    path = tmp_path / "journal.db"
    with open_reader(path) as reader:
        rows = {row.kind: row for row in reader.rows()}

    def slipped_in(draft: Draft) -> Draft:
        called = draft.kind == "FloorCalled"
        return replace(draft, kind=RULES, payload=rows[RULES].payload) if called else draft

    forge(path, tmp_path / "more.db", slipped_in)
    forge(path, tmp_path / "fewer.db", lambda draft: draft, last=rows["RulesAccepted"].seq)

    assert first_difference(tmp_path / "more.db") == (
        rows["FloorCalled"].seq,
        "other rules that nobody accepted",
    )
    assert first_difference(tmp_path / "fewer.db") == (
        rows["RulesAccepted"].seq,
        "rules were accepted and did not come into force",
    )


def first_difference(path: Path) -> tuple[int, str]:
    with open_reader(path) as reader:
        found = replay(reader, code_hash()).differences[0]
    return found.row, found.what


async def test_rules_that_this_version_does_not_read_stop_the_start(tmp_path: Path) -> None:
    """journal/FORMAT: the journal is kept for the auditor, the operator names a new file."""
    config = configured(tmp_path)
    opening = replace(opening_of(config, house_of_config(config)), pack_text="name = 'gone'")
    signer = KeyRing(config.journal.keys).signer(1)
    create_journal(config.journal.path, at_us=0, record=ENCODE(opening), signer=signer)

    with pytest.raises(ConfigError) as caught:
        await Daemon(config, no_port, consoles=False).__aenter__()

    assert "written under rules that this version does not read" in str(caught.value)
    assert "name a new file" in str(caught.value)


async def no_port(port: str) -> Link:
    raise AssertionError(port)
