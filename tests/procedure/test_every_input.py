"""Every input kind at every state that the charts can be in (DESIGN 6, STYLE 8)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure.inputs import Amended, Edit, Input, Stamped
from controller.procedure.irregularities import catalog
from controller.procedure.irregularities.kinds import KINDS
from controller.procedure.owners import CHARTS, OWNERS
from controller.procedure.state import State
from controller.procedure.step import Procedure

from .clauses import CLAUSES
from .evening import Evening
from .walk import Walk

Place = tuple[str, ...]
SILENT = (
    fact.DeviceUp,
    fact.DeviceLost,
    fact.OrderAnswered,
    fact.Started,
    fact.TimerFired,
    fact.ShoeOpened,
    fact.WagerSensed,
    fact.ReaderFaulted,
    fact.ShoeLoaded,
    fact.RestCounted,
    fact.Peeked,
)
"""Facts that may be booked without a chart moving or a name raised."""


@cache
def places() -> dict[Place, tuple[Evening, State, int, int]]:
    """One state for each combination of chart states and hold that hostile evenings reach."""
    found: dict[Place, tuple[Evening, State, int, int]] = {}
    for seed in range(200, 216):
        walk = Walk(seed, wrong=0.25)
        for _ in range(420):
            walk.go()
            found.setdefault(place_of(walk), (walk, walk.state, walk.seq, walk.mono))
    for scripted in stuck_wheel():
        found[place_of(scripted)] = (scripted, scripted.state, scripted.seq, scripted.mono)
    return found


def place_of(walk: Evening) -> Place:
    play = walk.play
    held = catalog.hold(play, walk.house, walk.state.devices)
    return (*(getattr(play, c)[0] for c in CHARTS), held.kind if held else "")


def stuck_wheel() -> Iterator[Evening]:
    """A spin under way, then its fault."""
    evening = Evening().opened().lit(3, bonus_spin={3: None})
    evening.draw("As 7d Kd 9d")
    evening.press("act1")
    evening.press("act7")
    evening.reading(fact.SeatButtonPressed, "wheel", box=3)
    yield evening
    wire = evening.state.orders[-1].wire
    evening.reading(fact.SpinFaulted, "wheel", order=wire, reason="stuck")
    yield evening


def inputs(walk: Evening, state: State) -> Iterator[Input]:
    """At least one of each kind, readings with the next number of their device."""
    last = {d.name: d.last for d in state.devices}
    boot = {d.name: d.boot for d in state.devices}
    base: dict[str, Any] = {
        name: {"device": name, "boot": boot[name], "n": last[name] + 1} for name in last
    }
    shoe, reader, wheel, shuffler = (base[n] for n in ("shoe", "reader", "wheel", "shuffler"))
    wire = state.orders[-1].wire if state.orders else 77
    yield fact.CardDrawn(**shoe, card=walk.seal("7h"))
    yield fact.CardNotRead(**shoe)
    yield fact.CoverCardSeen(**shoe)
    yield fact.ShoeLoaded(**shoe)
    yield fact.ShoeOpened(**shoe)
    yield fact.RestCounted(**shoe, cards=70)
    yield fact.Peeked(**reader, blackjack=False)
    yield fact.Peeked(**reader, blackjack=True)
    yield fact.ReaderFaulted(**reader, reason="no answer")
    for order in (wire, 77):
        yield fact.ShuffleDone(**shuffler, order=order, cards=288)
        yield fact.ShuffleFaulted(**shuffler, order=order, reason="jam")
        yield fact.SpinDone(**wheel, order=order, section="50")
        yield fact.SpinFaulted(**wheel, order=order, reason="stuck")
        yield fact.OrderAnswered(device="wheel", boot="b", order=order, answer="rejected")
    for box in (1, 3, 5):
        yield fact.SeatButtonPressed(**wheel, box=box)
        yield fact.WagerSensed(**wheel, box=box, on=True)
    yield fact.UnknownEvent(**wheel, code=99)
    yield fact.EventsOverrun(**wheel, lost=2)
    yield fact.DeviceUp(
        device="wheel", boot=boot["wheel"], identity=fact.Identity(role="wheel"),
        last_event=last["wheel"], acked=last["wheel"],
    )  # fmt: skip
    yield fact.DeviceLost(device="reader", reason="read")
    yield fact.Started(devices=(("shoe", "shoe_scanner"),))
    yield fact.Noted(kind="recording_failed")
    yield fact.TimerFired(timer=state.play.timers[0].id if state.play.timers else "x/1")
    yield from commands(state)


def commands(state: State) -> Iterator[Input]:
    irr = next((i.id for i in state.play.irregularities if catalog.is_open(i)), "1/none/1")
    by: dict[str, Any] = {"by": "R. Vance", "rank": "casino_supervisor"}
    for box in (1, 3, 5):
        for kind in (cmd.Next, cmd.Hit, cmd.Double, cmd.Split, cmd.Surrender, cmd.Rescue):
            yield kind(box=box, hand=1)
        yield cmd.BoxSet(box=box, lit=True)
        yield cmd.WagerSet(box=box, kind="match", on=True)
        yield cmd.BoxSkipped(box=box, deal_pass=1)
        yield cmd.Insured(box=box, on=True)
        yield from (cmd.BankSet(box=box, on=True), cmd.BankSet(box=box, on=False))
        yield cmd.CardTaken(box=box, hand=1)
        yield from (cmd.MissedDraw(box=box), cmd.CardsTouched(box=box))
        for takes in (True, False):
            yield cmd.OfferAnswered(irr="", box=box, hand=1, takes=takes)
    for what in ("box", "double", "split", "error", "error_seen", "face_up", "shown", "not_this"):
        yield cmd.LastCard(what=what)
    for key in ("next", "turned", "floor", "last_card", "other"):
        yield cmd.KeyPressed(key=key)
    for ruling in sorted({r.name for kind in KINDS.values() for r in kind.rulings}):
        yield cmd.Ruled(irr=irr, ruling=ruling, reason="50", **by)
    yield from (
        cmd.TableOpened(dealer="Dana R."), cmd.ShuffleAsked(), cmd.CutPlaced(), cmd.LayoutCleared(),
        cmd.CountReported(cards=70), cmd.TableClosed(**by), cmd.BurnReported(made=True),
        cmd.BurnReported(made=False), cmd.DealerMissed(), cmd.BoxesConfirmed(boxes=(1,)),
        cmd.DealOk(), cmd.MatchDone(), cmd.InsuranceClosed(), cmd.Turned(), cmd.Undo(),
        cmd.PeekAttested(blackjack=True), cmd.PeekAttested(blackjack=False),
        cmd.FloorCalled(), cmd.FactAnswered(irr=irr, question="seen", answer="SEEN", **by),
        cmd.Notified(irr=irr, whom="R. Vance", role="casino_supervisor", **by),
        cmd.CardEntered(card=256, face="7h", **by), cmd.RoundVoided(reason="x", **by),
        cmd.OutOfService(device="reader", out=True, **by), cmd.BacklogConfirmed(irr=irr, **by),
        cmd.MenuAsked(menu="last"), Amended(edits=(Edit(1, "instead", ()),), why="x", **by),
    )  # fmt: skip


def test_hostile_evenings_reach_every_state_of_every_chart() -> None:
    for n, (name, chart) in enumerate(CHARTS.items()):
        assert {place[n] for place in places()} == {str(s.value) for s in chart.states}, name


def test_every_kind_of_input_is_tried() -> None:
    walk, state, _, _ = next(iter(places().values()))

    assert {type(i) for i in inputs(walk, state)} >= set(OWNERS)


@pytest.mark.parametrize("part", range(8))
def test_every_input_moves_or_is_named_or_refused_at_every_state(part: int) -> None:
    """A fact moves or raises, a command moves or is refused with a clause, nothing faults."""
    for n, (place, (walk, state, seq, mono)) in enumerate(places().items()):
        if n % 8 != part:
            continue
        procedure = Procedure(walk.house)
        for item in inputs(walk, state):
            stamped = Stamped(seq + 1, mono * 1000, mono + 5000, "test", item)
            step = procedure.step(state, stamped, walk.vault)
            why = f"{place}: {item}"
            assert step.outcome.verdict in ("accepted", "refused", "dropped", "parked"), why
            if step.outcome.verdict == "refused":
                assert isinstance(item, cmd.Command), why
                assert step.outcome.clause in CLAUSES, why
                assert step.outcome.text, why
                assert step.boundary is None, why
            elif isinstance(item, fact.Fact) and step.outcome.verdict == "accepted":
                moved = step.state.play != state.play or bool(step.outcome.raised)
                assert moved or isinstance(item, SILENT), why


def test_no_state_is_a_dead_end() -> None:
    """From each of them a supervisor voids what is open and the table closes (DESIGN 1.7)."""
    for place, (walk, state, seq, mono) in places().items():
        evening = Evening(walk.house)
        evening.state, evening.seq, evening.mono = state, seq, mono
        evening.floor(cmd.RoundVoided(reason="out"), rank="casino_supervisor")
        closed = evening.floor(cmd.TableClosed(reason="out"))

        assert closed.verdict == "accepted" or state.play.opening == ("closed",), (place, closed)
        assert evening.play.opening == ("closed",), place
