"""A verdict on one device: sound ones pass, and each planted fault is named by its own line."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from controller.bench.prove.proof import Asked, What, prove
from drivers.bench.decks import in_order
from drivers.bench.found import Outcome
from drivers.errors import DriverError, LinkLost, Refused
from drivers.link import Link
from drivers.sim.rig import Rig

from .desks import on_the_bench

DECK = in_order(1)
ASKED: dict[str, Asked] = {
    "shoe": Asked("shoe", deck=DECK),
    "reader": Asked("reader", count=48),
    "shuffler": Asked("shuffler", count=3),
    "wheel": Asked("wheel", count=8),
}


def failed(outcome: Outcome) -> set[str]:
    return {one.sentence for one in outcome.failed}


@pytest.mark.parametrize("name", ASKED)
async def test_sound_device_passes(name: str) -> None:
    async with on_the_bench(name) as bench:
        outcome = await prove(bench, ASKED[name])

    assert failed(outcome) == set()
    assert outcome.unit.serial == f"SIM-{name.upper()}-1"
    assert outcome.counters[0].ours == (outcome.counters[0].after or 0)


FAULTS: dict[str, tuple[str, Callable[[Rig], None], str]] = {
    "a card misread": ("shoe", lambda rig: rig.pull("shoe", "misread", "Kd"), "deck.misread"),
    "a card not read": ("shoe", lambda rig: rig.pull("shoe", "misread", ""), "deck.unread"),
    "a card told twice": ("shoe", lambda rig: rig.pull("shoe", "double_feed", 1), "deck.doubled"),
    "events lost": ("shoe", lambda rig: rig.pull("shoe", "overrun", 2), "4.3"),
    "a wrong answer": ("reader", lambda rig: rig.pull("reader", "wrong_answer", 1), "reader.wrong"),
    "a reader's fault": ("reader", lambda rig: rig.pull("reader", "misread"), "reader.fault"),
    "no answer": ("reader", lambda rig: rig.pull("reader", "stuck", True), "reader.none"),
    "a jam": ("shuffler", lambda rig: rig.pull("shuffler", "jam", 40), "shuffler.done"),
    "a stuck wheel": ("wheel", lambda rig: rig.pull("wheel", "stuck", True), "wheel.done"),
    "one turn": ("wheel", lambda rig: rig.mischief.rig_wheel(turns=1), "wheel.turns"),
}


@pytest.mark.parametrize("fault", FAULTS)
async def test_planted_fault_is_named_by_its_line(fault: str) -> None:
    name, plant, line = FAULTS[fault]
    rig = Rig(1, shuffle_s=4.0, reader_lockable=True)
    plant(rig)
    async with on_the_bench(name, rig) as bench:
        outcome = await prove(bench, ASKED[name])

    assert line in failed(outcome)


async def test_card_that_slips_past_the_scanner_is_left_out() -> None:
    """It drags the next one along: one event for two cards."""
    rig = Rig(1)
    async with on_the_bench("shoe", rig) as bench:
        load = bench.hands.load

        async def sticky(codes: tuple[str, ...]) -> None:
            await load(codes)
            rig.mischief.stick("shoe", 20)

        bench.hands.load = sticky  # type: ignore[method-assign,assignment]
        outcome = await prove(bench, ASKED["shoe"])

    assert failed(outcome) == {"deck.omitted"}
    (line,) = outcome.failed
    assert line.why == f"1 left out: card 22 ({DECK[21]})"


async def test_miscount_of_the_shuffler_is_found_when_the_count_is_stated() -> None:
    rig = Rig(1, shuffle_s=4.0)
    rig.pull("shuffler", "double_feed", 1)
    async with on_the_bench("shuffler", rig) as bench:
        outcome = await prove(bench, Asked("shuffler", count=2, cards=288))

    assert failed(outcome) == {"shuffler.count"}


async def test_wheel_that_favours_a_section_is_uneven_and_a_fair_one_is_not() -> None:
    even = tuple((name, 1.0) for name in ("10", "15", "20", "25"))
    uneven = (("10", 3.0), *even[1:])
    asked = Asked("wheel", count=200, weights=dict(even))
    async with on_the_bench("wheel", sections=even) as bench:
        assert failed(await prove(bench, asked)) == set()
    async with on_the_bench("wheel", sections=uneven) as bench:
        outcome = await prove(bench, asked)

    assert failed(outcome) == {"wheel.even"}
    assert sum(one.count for one in outcome.sections) == 200


async def test_section_that_the_wheel_does_not_have_is_named() -> None:
    async with on_the_bench("wheel", sections=(("10", 1.0), ("99", 1.0))) as bench:
        outcome = await prove(bench, Asked("wheel", count=4, weights={"10": 1.0, "15": 1.0}))

    assert failed(outcome) == {"wheel.named"}


async def test_too_few_spins_are_no_verdict() -> None:
    async with on_the_bench("wheel") as bench:
        outcome = await prove(bench, Asked("wheel", count=8))
    (even,) = (one for one in outcome.found if one.sentence == "wheel.even")

    assert even.verdict == "skipped"
    assert "are due on the rarest section" in even.why


async def test_soak_that_is_ended_by_hand_judges_what_it_has_seen() -> None:
    """Ctrl-C after 23 of 24 hours left neither a verdict nor a report."""
    async with on_the_bench("shoe") as bench:
        soaking = asyncio.create_task(prove(bench, Asked("soak", hours=2)))
        await asyncio.sleep(3600)
        soaking.cancel()
        outcome = await soaking

        assert outcome.title.startswith("soak, 1 hours of 2, ended by hand")
        assert failed(outcome) == set()
        hasty = asyncio.create_task(prove(bench, Asked("soak", hours=2)))
        await asyncio.sleep(5)
        hasty.cancel()
        with pytest.raises(asyncio.CancelledError):
            await hasty


async def test_soak_finds_the_loss_and_the_new_start() -> None:
    rig = Rig(1)

    async def trouble() -> None:
        await asyncio.sleep(600)
        rig.pull("shoe", "reboot", True)
        await asyncio.sleep(600)
        rig.pull("shoe", "plugged", False)
        await asyncio.sleep(5)
        rig.pull("shoe", "plugged", True)

    async with on_the_bench("shoe", rig) as bench:
        assert failed(await prove(bench, Asked("soak", hours=0.1))) == set()
        task = asyncio.ensure_future(trouble())
        outcome = await prove(bench, Asked("soak", hours=0.5))
        await task

    assert failed(outcome) == {"line", "start"}
    assert len(outcome.replies_ms) > 1_750


async def test_device_that_keeps_events_for_its_table_is_refused_and_keeps_them() -> None:
    """A bench that took them would lose a card of a round for ever."""
    rig = Rig(1)
    rig.world.shuffle_by_hand()
    rig.world.load_shoe()
    rig.world.draw("box1")
    async with on_the_bench("shoe", rig) as bench:
        with pytest.raises(Refused, match="it keeps 2 events that its table has not recorded"):
            await prove(bench, ASKED["shoe"])
        assert rig.shoe.end.retained.acked == 0
        outcome = await prove(bench, Asked("shoe", deck=DECK, discard=True))

    assert rig.shoe.end.retained.acked > 0
    assert outcome.unit.role == "shoe_scanner"


async def test_another_device_at_the_port_is_named() -> None:
    async with on_the_bench("wheel") as bench:
        with pytest.raises(Refused, match=r"a wheel .* answers at sim:wheel; `bench shoe` is for"):
            await prove(bench, ASKED["shoe"])


@pytest.mark.parametrize("what", ["shoe", "wheel"])
async def test_silent_device_is_nobody(what: What) -> None:
    rig = Rig(1)
    rig.pull(what, "mute", True)
    async with on_the_bench(what, rig) as bench:
        with pytest.raises(DriverError, match="no Hello"):
            await prove(bench, ASKED[what])


async def test_link_that_cannot_be_opened_says_why() -> None:
    async with on_the_bench("shoe") as bench:

        async def gone() -> Link:
            raise LinkLost("it is not there. Is it plugged in?")

        bench.open = gone  # type: ignore[method-assign]
        with pytest.raises(DriverError, match="Is it plugged in"):
            await prove(bench, ASKED["shoe"])
