"""What `allowed` lists is what `step` accepts, and nothing else (procedure/README)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from controller.domain import commands as cmd
from controller.domain.structs import replace
from controller.procedure.charts.owners import OWNERS
from controller.procedure.guide.allowed import allowed
from controller.procedure.state.inputs import Input, Stamped
from controller.procedure.state.whole import State
from controller.procedure.step import Procedure
from tests.kit.clauses import CLAUSES
from tests.kit.evening import Evening, as_pressed, house
from tests.kit.pages.page_walk import shared_box
from tests.long_runs import in_the_suite
from tests.procedure.walks.noise import BOXES, decisions
from tests.procedure.walks.walk import Walk

REPORTS = (
    cmd.FactAnswered,
    cmd.Notified,
    cmd.Ruled,
    cmd.CardEntered,
    cmd.CountReported,
    cmd.RoundVoided,
    cmd.OutOfService,
    cmd.Reported,
    cmd.SpinAttested,
    cmd.MeterStated,
    cmd.BacklogConfirmed,
    cmd.TableClosed,
    cmd.LineAttested,
    cmd.LayoutReferenced,
    cmd.ReaderSealRead,
    cmd.DecksCounted,
    cmd.MenuAsked,
    cmd.KeyPressed,
    cmd.CardsTouched,
    cmd.DealerSignedOn,
    cmd.BurnShown,
    cmd.ShoeEmptied,
    cmd.RecutOrdered,
    cmd.ShuffleOrdered,
    cmd.ShufflerSetAside,
    cmd.BankRuled,
    cmd.ProviderSeated,
    cmd.AmountStated,
    cmd.SpotGiven,
    cmd.Adjusted,
    cmd.AsTheyLie,
    cmd.SecondSpots,
    cmd.Paused,
    cmd.PauseSeen,
    cmd.Resumed,
    cmd.LimitsChanged,
    cmd.RulesRefused,
    cmd.RulingTakenBack,
)
"""Carry a name, a reason or a number that no list can offer, or open a menu."""


STEPS = ("plug", "riffles", "turn", "strip", "alternating_pass", "through_pass", "shuffle")


def everything() -> Iterator[Input]:
    """Every command that a dealer's page could send, with each target."""
    yield from (
        cmd.TableOpened(dealer="dealer"),
        cmd.AllAsListed(),
        cmd.DecksReceived(),
        cmd.DecksReceived(fresh=False),
        cmd.DecksReceived(preinspected=True, preshuffled=True),
        cmd.DecksInspected(tens=0),
        cmd.DecksInspected(tens=24),
        cmd.DecksVerified(by="R. Vance", rank="floorperson"),
        cmd.DeckSpread(),
        cmd.CardsWashed(),
        cmd.CardShown(),
        cmd.CardsStacked(),
        cmd.NoPlay(),
        cmd.NoPlay(face_up=True),
        cmd.SpreadTurned(),
        cmd.BatchAsked(),
        cmd.DecksTakenOut(by="R. Vance", rank="floorperson"),
        cmd.ShuffleAsked(),
        cmd.CutPlaced(),
        cmd.LayoutCleared(),
        cmd.MatchDone(),
        cmd.InsuranceClosed(),
        cmd.PeekAttested(blackjack=True),
        cmd.PeekAttested(blackjack=False),
        cmd.DealerMissed(),
        cmd.Turned(),
        cmd.BurnReported(made=True),
        cmd.BurnReported(made=False),
        cmd.BurnAnswered(burn=True),
        cmd.BurnAnswered(burn=False),
        cmd.FloorCalled(),
        cmd.BankDeclined(box=0),
    )
    yield from (
        cmd.CardKeyed(),
        cmd.CoverCardKeyed(),
        cmd.ShoeNoted(),
        cmd.StoodAside(aside=True, rank="floorperson"),
        cmd.StoodAside(aside=True, lamp=True, rank="floorperson"),
        cmd.StoodAside(aside=False, rank="floorperson"),
        cmd.RulesAccepted(offer="4711", rank="floorperson"),
    )
    for step in STEPS:
        yield cmd.ShuffleStep(step=step)
    for n in range(1, 6):
        yield cmd.FeesTaken(rate=n)
        yield cmd.ScheduleChanged(schedule=n, rank="floorperson")
    for box in BOXES:
        yield from (
            cmd.FirstPlayer(box=box),
            cmd.CutTaken(box=box),
            cmd.BoxSet(box=box, lit=True),
            cmd.BoxSet(box=box, lit=False),
            cmd.Insured(box=box, on=True),
            cmd.BankSet(box=box, on=True),
            cmd.BankSet(box=box, on=False),
            cmd.BankDeclined(box=box),
            cmd.WagererConsents(box=box, on=True),
            cmd.CallerSeated(box=box),
            cmd.CallerSeated(box=box, on=False),
            cmd.PlayersLinked(boxes=(box,)),
            cmd.PlayersLinked(boxes=(box, box + 1)),
            cmd.LetIn(box=box, rank="floorperson"),
            cmd.CoverChosen(box=box, wagerer=f"{box}B"),
        )
        for kind in ("main", "match"):
            yield cmd.WagerSet(box=box, kind=kind, on=True, wagerer=f"{box}B")
            yield cmd.CashConfirmed(box=box, kind=kind, rank="casino_supervisor")
            yield cmd.CashChanged(box=box, kind=kind)
            for counts in (True, False):
                yield cmd.CouponRuled(box=box, kind=kind, counts=counts, rank="casino_supervisor")
        for kind in ("match", "bonus_spin", "break_bonus"):
            yield cmd.WagerSet(box=box, kind=kind, on=True)
        for number in (1, 2):
            yield cmd.BoxSkipped(box=box, deal_pass=number)
            yield cmd.OfferAnswered(irr="", takes=False, box=box, hand=number)
            yield cmd.MissedDraw(box=box, hand=number)
            yield from decisions(box, number)
            yield cmd.Signalled(box=box, hand=number, shown="stand", spoken="hit")
            yield cmd.Double(box=box, hand=number, wagerer=f"{box}B")


def key(item: Any) -> tuple[object, ...]:
    """The command and its target, without who pressed."""
    names = [n for n in item.__struct_fields__ if n not in cmd.Command.__struct_fields__]
    return type(item), *(getattr(item, n) for n in names)


def tried(walk: Evening, item: Input) -> tuple[str, str, str, State]:
    """Step it on the side: the evening does not move."""
    stamped = Stamped(walk.seq + 1, walk.mono * 1000, walk.mono + 5000, "test", item)
    step = walk.procedure.step(walk.state, stamped, walk.vault)
    return step.outcome.verdict, step.outcome.clause, step.outcome.text, step.state


def agree(walk: Evening, kinds: tuple[type, ...] = (cmd.Command,)) -> None:
    offered = walk.allowed
    for choice in offered:
        verdict, clause, text, _ = tried(walk, replace(as_pressed(choice), token=choice.token))
        assert verdict == "accepted", f"{choice.slot} {choice.command}: {clause} {text}"
    known = {key(c.command) for c in offered}
    for item in (i for i in everything() if isinstance(i, kinds)):
        if key(item) in known or changes_nothing(walk, item):
            continue
        verdict, clause, text, _ = tried(walk, item)
        assert verdict == "refused", f"{item} was {verdict} and is not offered"
        assert clause in CLAUSES
        assert text


def changes_nothing(walk: Evening, item: Input) -> bool:
    """A mark set to what it is already."""
    play = walk.play
    match item:
        case cmd.BoxSet():
            return (item.box in play.boxes) == item.lit
        case cmd.WagerSet():
            one = (item.box, item.kind, item.wagerer)
            return any((w.box, w.kind, w.wagerer) == one for w in play.wagers)
        case cmd.Insured():
            return any((w.box, w.kind) == (item.box, "insurance") for w in play.wagers)
        case cmd.BoxSkipped():
            return (item.box, item.deal_pass) in play.skipped
        case cmd.DealerMissed():
            return play.dealer_missed
    return False


@pytest.mark.parametrize("seed", in_the_suite(8, range(100, 124)))
def test_allowed_lists_exactly_what_step_accepts_on_a_hostile_evening(seed: int) -> None:
    variant = {1: "hole_card", 3: "no_hole_card"}.get(seed % 4, "hole_card_reader")
    walk = Walk(seed, house(**{"deal.variant": variant}), wrong=0.2)

    for n in range(260):
        walk.go()
        if n % 9 == 0:
            agree(walk)


@pytest.mark.parametrize("pack", ["massachusetts", "massachusetts-bonus-spin"])
def test_allowed_lists_exactly_what_step_accepts_at_a_shared_box(pack: str) -> None:
    """Who joins, and the match wagers of those who have."""
    for walk in shared_box(pack):
        agree(walk, (cmd.WagerSet, cmd.CallerSeated))


def test_every_command_is_offered_or_a_report() -> None:
    listed = {type(item) for item in everything()} | {
        cmd.WagerSet,
        cmd.BoxesConfirmed,
        cmd.DealOk,
        cmd.LastCard,
        cmd.Undo,
        cmd.PersonChanged,  # booked by the PIN page itself; no tap makes it
    }
    commands = {kind for kind in OWNERS if issubclass(kind, cmd.Command)}

    assert commands <= listed | set(REPORTS)


def test_allowed_is_a_pure_function_of_the_state() -> None:
    evening = Evening().opened().lit(1, 3)
    again = Procedure(evening.house)

    assert allowed(evening.state, evening.house) == allowed(evening.state, again.house)
