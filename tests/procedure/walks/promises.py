"""What no evening may break, whatever the dealer does (controller/README 1.2 to 1.8)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from controller.bench import promises
from controller.domain.views.view import TableName
from controller.procedure.irregularities import catalog, voiding
from controller.procedure.queries import inventory
from controller.procedure.state.inputs import Stamped
from controller.procedure.state.play import Play
from controller.procedure.state.whole import Entry, State, Step
from controller.procedure.step import Procedure
from controller.table.vault import RecordVault
from controller.view import Frame, dealer_view
from tests.kit.clauses import CLAUSES
from tests.kit.evening import Evening

from .walk import Walk

DRAWN = 5
"""Every so many rows; the console's own tests draw each."""
ENCODE = msgspec.msgpack.Encoder().encode
decode_state = msgspec.msgpack.Decoder(State).decode


def broken(walk: Walk, *, replay: bool = True) -> list[str]:
    """What an evening broke, in words; `replay` steps every row once more."""
    found = [*walk.faults, *unruled(walk), *watched(walk), *lost_cards(walk), *undrawn(walk)]
    found += misnumbered(walk)
    if replay:
        found += [*replayed(walk), *boundaries(walk)]
    return found


def moves(walk: Evening) -> Iterator[tuple[State, Stamped, Step]]:
    before = State()
    for stamped, step in walk.steps:
        yield before, stamped, step
        before = step.state


def unruled(walk: Walk) -> Iterator[str]:
    """A `no` names its clause and says why; `step` never raises."""
    for stamped, step in walk.steps:
        if step.outcome.verdict == "fault":
            yield f"row {stamped.seq}: controller fault"
        clause, words = step.outcome.clause, step.outcome.text
        said = clause in CLAUSES and words and words not in CLAUSES
        if step.outcome.verdict == "refused" and not said:
            yield f"row {stamped.seq}: refused without clause or words"


def watched(walk: Evening) -> Iterator[str]:
    """Money is conserved, no face before its place, no order twice."""
    watch = promises.watch(walk.house)
    for before, stamped, step in moves(walk):
        yield from map(str, watch.look(stamped.seq, before, stamped, step))


def undrawn(walk: Evening) -> Iterator[str]:
    """The dealer's page can be drawn whole; a watcher draws only what it reads."""
    frame = Frame(seq=0, at=0, table=TableName(id="", pack=""))
    for stamped, step in walk.steps[::DRAWN]:
        if not dealer_view(step.state, walk.house, frame).next_step.text:
            yield f"row {stamped.seq}: the page says nothing"


def misnumbered(walk: Evening) -> Iterator[str]:
    """An entry's number names the row that brought it, and no other entry has it.

    UNDO of a report brings back what the report had taken away, as it was.
    """
    were: dict[int, Entry] = {}
    for before, stamped, step in moves(walk):
        known = {e.id for e in before.log}
        fresh = [e for e in step.state.log if e.id not in known and were.get(e.id) != e]
        were |= {e.id: e for e in step.state.log}
        rows = {stamped.seq, *(parked.seq for parked in before.parked)}
        if any(entry.id >> 8 not in rows for entry in fresh):
            yield f"row {stamped.seq}: an entry of another row"
        if len({e.id for e in step.state.log}) < len(step.state.log):
            yield f"row {stamped.seq}: two entries of one number"


def lost_cards(walk: Walk) -> Iterator[str]:
    """Cards drawn = on the layout + aside + in the rack + out of the pack."""
    for _, stamped, step in moves(walk):
        if text := lost_card(step.state.play, walk.house.shoe_cards):
            yield f"row {stamped.seq}: {text}"


def lost_card(play: Play, shoe_cards: int) -> str:
    if play.shoe == "empty":
        return ""
    if play.marks.short:
        return ""
    removed = play.removed - (shoe_cards - play.loaded)
    loose = [i for i in voiding.loose(play) if catalog.kind(i).card != "not counted"]
    found = len(inventory.lying(play)) + play.racked + removed + len(loose)
    return "" if found == play.drawn else f"{play.drawn} cards drawn, {found} found"


def replayed(walk: Walk) -> Iterator[str]:
    """Same inputs, same state: the rows alone tell every face that was turned."""
    procedure, vault, state = Procedure(walk.house), RecordVault(), State()
    for stamped, step in walk.steps:
        if step.outcome.verdict == "dropped":
            continue
        vault.learn(step.outcome.exposed, step.outcome.answers)
        again = procedure.step(state, stamped, vault)
        if again.outcome != step.outcome:
            yield f"row {stamped.seq}: replayed with another outcome"
        state = again.state
    if state != walk.state:
        yield "the replay ends in another state"


def boundaries(walk: Walk) -> Iterator[str]:
    """Folding the closing row from the snapshot gives its recorded outcome (journal/FORMAT)."""
    procedure, vault = Procedure(walk.house), RecordVault()
    for _, stamped, step in moves(walk):
        if step.boundary is None:
            continue
        boundary = decode_state(ENCODE(step.boundary))
        vault.learn(step.outcome.exposed, step.outcome.answers)
        again = procedure.step(boundary, stamped, vault)
        if (again.outcome, again.state) != (step.outcome, step.state):
            yield f"row {stamped.seq}: another outcome from its snapshot"
