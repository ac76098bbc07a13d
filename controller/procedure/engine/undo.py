"""What UNDO takes back: the last press, until the next physical event (console/README 2.2).

A refused tap is none. A report of a card that was booked is a press too: the round is again what
it was before it, with whatever the report had overtaken.
"""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure.irregularities.kinds.questions import SEEN
from controller.procedure.state.context import Refuse
from controller.procedure.state.house import House
from controller.procedure.state.inputs import Edit, Input, row
from controller.procedure.state.whole import Entry, State, Told

LATE_REPORT = "late_report"
NOTED_BY_STEP = 200
"""Of an entry's id: from here on the step has noted it, below it an amendment."""


def undoable(house: House, state: State, entry: int = 0) -> int:
    """Id of the last press that nothing physical has followed. Raises: Refuse."""
    told = state.told[-1] if state.told else None
    for e in reversed(state.log):
        if e.refused and not isinstance(e.input, cmd.DealOk):
            continue
        if row(e.input).beside_play or _counted(e):
            continue
        if told is not None and _row(e.id) <= told.row:
            if entry in (0, named(state, told)):
                return named(state, told)
            break
        if isinstance(e.input, fact.MeterRead) and _system_only_told(state, e):
            continue
        if isinstance(e.input, fact.Reading) or e.refused:
            break
        if _press(e) and entry in (0, e.id) and not (_of_the_floor(e) or _corrected(state, e)):
            return e.id
        if isinstance(e.input, cmd.Command):
            break
    raise Refuse(*house.no("undo"))


def _system_only_told(state: State, read: Entry) -> bool:
    """What a meter stands at moves nothing on the layout: it was the same before the last press.

    A press that changed what the meters owe was answered by it, and stays.
    """
    at = state.log.index(read)
    said = next((n for n in reversed(range(at)) if isinstance(state.log[n].input, cmd.Command)), at)
    return all(e.before.prizes == read.before.prizes for e in state.log[said:at])


def named(state: State, told: Told) -> int:
    """The press that the report put in; else the report itself, which is no entry."""
    brought = (e for e in reversed(state.log) if _row(e.id) == told.row and row(e.input).undone)
    return next((e.id for e in brought), told.row << 8)


def report(house: House, state: State, entry: int) -> Told | None:
    """The report that UNDO takes back now; None = it is a press. Raises: Refuse."""
    found = undoable(house, state, entry)
    told = state.told[-1] if state.told else None
    return told if told is not None and _row(found) == told.row else None


def since(state: State, told: Told) -> tuple[Entry, ...]:
    """What came after a report. It stays counted: taking it back must not make room for more.

    What the report had led the table to note goes with it.
    """
    later = (e for e in state.log if _row(e.id) >= told.row and not _brought_in(e))
    return tuple(e for e in later if _row(e.id) > told.row or _counted(e))


def _brought_in(e: Entry) -> bool:
    """By an amendment, behind what it edited."""
    return isinstance(e.input, fact.Noted) and 0 < e.id & 0xFF < NOTED_BY_STEP


def edits(house: House, state: State, entry: int = 0) -> tuple[Edit, ...]:
    """Of a press. Raises: Refuse."""
    found = undoable(house, state, entry)
    return (Edit(found, "instead", ()),)


def of_dealer(item: Input) -> bool:
    """Whether the dealer has said of a card that was booked what it was."""
    match item:
        case cmd.LastCard() | cmd.Signalled():
            return True
        case cmd.Ruled():
            return item.ruling == "next_hand" and item.rank == "dealer"
    return False


def _press(e: Entry) -> bool:
    if isinstance(e.input, cmd.FactAnswered):
        return e.input.question == SEEN.name and e.input.rank == "dealer"
    if isinstance(e.input, cmd.MatchDone) and e.before.peek is not None:
        return False  # the reader's answer waited for it and has been given: nobody asks it twice
    return row(e.input).undone or _report_of_its_own(e)


def _of_the_floor(e: Entry) -> bool:
    """A floorperson has put it in by a correction: no key of the dealer's takes that back."""
    put_in = e.id & 0xFF != 0
    return put_in and isinstance(e.input, cmd.Command) and e.input.rank != "dealer"


def _corrected(state: State, press: Entry) -> bool:
    """By the floor since: what was put in before the press came after it."""
    return any(_row(e.id) > _row(press.id) and _of_the_floor(e) for e in state.log)


def _report_of_its_own(e: Entry) -> bool:
    """Of a card that no hand had taken, or of the hole card alone: nothing was folded again."""
    return isinstance(e.input, cmd.LastCard) and e.input.what in ("double", "face_up")


def _row(entry: int) -> int:
    return entry >> 8


def _counted(e: Entry) -> bool:
    return isinstance(e.input, fact.Noted) and e.input.kind == LATE_REPORT
