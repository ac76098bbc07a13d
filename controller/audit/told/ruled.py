"""What was wrong in a round and what was ruled, each irregularity as a few sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from controller.audit.fold import Turn
from controller.domain import commands as cmd
from controller.domain.wording import sentence
from controller.procedure.irregularities import catalog
from controller.procedure.state.house import House
from controller.procedure.state.play import Irregularity, Play


class Part(Struct, frozen=True):
    text: str
    at_us: int = 0
    """When; 0 = it is not told of this."""


class Doubt(Struct, frozen=True):
    """One irregularity, from when it was raised to how it ended."""

    headline: str
    clause: str
    parts: tuple[Part, ...]


def doubts(turns: Sequence[Turn]) -> tuple[Doubt, ...]:
    """Those that were raised or ruled on in these rows, oldest first."""
    if not turns:
        return ()
    last, house = turns[-1].step.state.play, turns[-1].house
    rulings = {
        turn.stamped.input.irr: turn
        for turn in turns
        if isinstance(turn.stamped.input, cmd.Ruled) and turn.recorded.verdict == "accepted"
    }
    named = {r.id for turn in turns for r in turn.recorded.raised} | set(rulings)
    mine = (i for i in last.irregularities if i.id in named)
    found = [
        Doubt(
            catalog.headline(last, house, i),
            catalog.clause_of(last, house, i),
            tuple(_parts(last, house, i, rulings.get(i.id))),
        )
        for i in mine
    ]
    return (*found, *_voids(turns))


def _voids(turns: Sequence[Turn]) -> Iterator[Doubt]:
    """A round that somebody voided, whatever was wrong."""
    for turn in turns:
        item = turn.stamped.input
        if isinstance(item, cmd.RoundVoided) and turn.recorded.verdict == "accepted":
            by = Part(f"by {item.by}, {turn.house.word(item.rank)}.")
            why = Part(sentence(f"Reason: {item.reason.strip()}"))
            clause = turn.house.pack.refusal.void_rank.clause
            yield Doubt("Round void", clause, (Part("Ruled", turn.stamped.at), by, why))


def _parts(play: Play, house: House, i: Irregularity, by: Turn | None) -> Iterator[Part]:
    yield Part("Raised", i.raised_at)
    for n in i.notices:
        yield Part(f"Told by {n.how}: {n.whom}, {house.word(n.role)},", n.at)
    asked = {q.name: q.text for q in catalog.questions(play, i)}
    for name, answer in i.answers:
        question = catalog.fill(play, house, i, asked.get(name, name.replace("_", " ")))
        yield Part(f"Asked: {question} {answer}.")
    if i.ruling:
        yield Part(f"Ruled: {catalog.ruled_as(play, house, i)}", by.stamped.at if by else 0)
        item = by.stamped.input if by else None
        if i.ruled_by:
            rank = f", {house.word(item.rank)}" if isinstance(item, cmd.Ruled) else ""
            yield Part(f"by {i.ruled_by}{rank}.")
        if isinstance(item, cmd.Ruled):
            why = f"Reason: {item.reason.strip()}" if item.reason.strip() else "No reason given"
            yield Part(sentence(why))
    if i.status not in ("ruled", "carried_out"):
        yield Part(f"It is {i.status}.")
