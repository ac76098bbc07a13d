"""What UNDO takes back: the last press, until the next physical event (console/README 2.2).

A refused tap is none. A late double, split or hand that was told of the last card is a press too:
it goes with everything that it brought in.
"""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure.state.context import Refuse
from controller.procedure.state.house import House
from controller.procedure.state.inputs import Edit, row
from controller.procedure.state.whole import Entry, State

LATE_REPORT = "late_report"


def undoable(house: House, state: State, entry: int = 0) -> int:
    """Id of the last command that nothing physical has followed. Raises: Refuse."""
    for at in range(len(state.log) - 1, -1, -1):
        e = state.log[at]
        if e.refused and not isinstance(e.input, cmd.DealOk):
            continue
        if (reported := _reported(state, e)) is not None:
            if entry in (0, reported.id):
                return reported.id
            break
        if row(e.input).beside_play:
            continue
        if (told := _told_late(state, at)) is not None and entry in (0, told.id):
            return told.id
        if isinstance(e.input, fact.Reading) or e.refused:
            break
        press = row(e.input).undone or _doubled_late(e)
        if press and entry in (0, e.id) and not _of_the_floor(e):
            return e.id
        if isinstance(e.input, cmd.Command):
            break
    raise Refuse(*house.no("undo"))


def _reported(state: State, e: Entry) -> Entry | None:
    """What the report brought in that `e` counts, while it stands: a newer press than a NEXT."""
    if not _counted(e):
        return None
    brought = (x for x in reversed(state.log) if _row(x.id) == _row(e.id))
    return next((x for x in brought if row(x.input).undone or _doubled_late(x)), None)


def _told_late(state: State, at: int) -> Entry | None:
    """What was told of the card at `at` after it came, and by the dealer; else None."""
    if at == 0 or not isinstance(state.log[at].input, fact.Reading):
        return None
    before = state.log[at - 1]
    return before if _row(before.id) in _reports(state) and row(before.input).undone else None


def _of_the_floor(e: Entry) -> bool:
    """A floorperson has put it in by a correction: no key of the dealer's takes that back."""
    put_in = e.id & 0xFF != 0
    return put_in and isinstance(e.input, cmd.Command) and e.input.rank != "dealer"


def _doubled_late(e: Entry) -> bool:
    """Of a card that no hand had taken: it stands as an entry of its own."""
    return isinstance(e.input, cmd.LastCard) and e.input.what == "double"


def _row(entry: int) -> int:
    return entry >> 8


def _reports(state: State) -> set[int]:
    """Rows in which LAST CARD told of a decision; a floorperson's correction is none."""
    noted = (e for e in state.log if isinstance(e.input, fact.Noted))
    return {
        _row(e.id) for e in noted if isinstance(e.input, fact.Noted) and e.input.kind == LATE_REPORT
    }


def edits(house: House, state: State, entry: int = 0) -> tuple[Edit, ...]:
    """Raises: Refuse."""
    found = undoable(house, state, entry)
    if _row(found) not in _reports(state):
        return (Edit(found, "instead", ()),)
    brought = (e for e in state.log if _row(e.id) == _row(found))
    return tuple(Edit(e.id, "instead", ()) for e in brought if not _counted(e))


def _counted(e: Entry) -> bool:
    """The report stays counted: taking it back must not make room for more."""
    return isinstance(e.input, fact.Noted) and e.input.kind == LATE_REPORT
