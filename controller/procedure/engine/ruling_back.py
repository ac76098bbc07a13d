"""A ruling is taken back as long as nothing has followed it: its entry is struck out.

What was opened stays seen. A ruling that moved a machine, a meter, the rules or the ledger stays.
"""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain.structs import replace
from controller.procedure.irregularities import catalog
from controller.procedure.state import refs
from controller.procedure.state.context import Refuse
from controller.procedure.state.house import House
from controller.procedure.state.inputs import Edit, Input, row
from controller.procedure.state.play import Irregularity
from controller.procedure.state.whole import Entry, State

from .greeting import ALIGNED

STAYS = ("out_of_service", "acknowledged")


def last(state: State) -> Entry | None:
    """The entry of a ruling that may still be taken back."""
    since = (e for e in reversed(state.log) if not e.refused and not row(e.input).beside_play)
    found = next(since, None)
    if found is None or not isinstance(found.input, cmd.Ruled):
        return None
    kind, was, now = refs.irregularity(found.input.irr).kind, found.before, state.play
    moved = (was.wanted, was.prizes, was.offer, was.software, was.clock) != (
        now.wanted,
        now.prizes,
        now.offer,
        now.software,
        now.clock,
    )
    if moved or kind in ALIGNED or found.input.ruling in STAYS:
        return None
    return found


def edits(house: House, state: State, item: cmd.RulingTakenBack) -> tuple[Edit, ...]:
    """Raises: Refuse."""
    found = last(state)
    if found is None or not isinstance(found.input, cmd.Ruled) or found.input.irr != item.irr:
        raise Refuse(*house.no("undo"))
    if not house.at_least(item.rank, found.input.rank):
        raise Refuse(*house.no("rank", rank=house.word(found.input.rank)))
    return (Edit(found.id, "instead", ()),)


def outranks(house: House, state: State, e: Entry, rank: str) -> bool:
    """Whether a higher rank has ruled on a hold there."""
    if e.refused or not isinstance(e.input, cmd.Ruled) or house.at_least(rank, e.input.rank):
        return False
    return catalog.hold(e.before, house, state.devices) is not None


def may_fall(house: House, state: State, e: Entry, said: Input) -> None:
    """What a rank has ruled on a hold falls away by no word of a lower one. Raises: Refuse."""
    if isinstance(said, cmd.Command) and outranks(house, state, e, said.rank):
        raise Refuse(*house.no("ruled_since"))


def down_after_all(state: State, i: Irregularity) -> Edit:
    """The report of the hole card stands by itself; a keyed card was told so with its face."""
    entry = next(e for e in state.log if e.id == refs.irregularity(i.id).entry)
    if isinstance(entry.input, cmd.CardKeyed):
        return Edit(entry.id, "instead", (replace(entry.input, how="due"),))
    return Edit(entry.id, "instead", ())
