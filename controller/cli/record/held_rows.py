"""What the rows of a record hold: a day is free again only by a row that says so.

Such a row must be signed, or anybody could have added it; one that holds need not be.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from controller.domain import facts as fact
from controller.journal.days import names, retention
from controller.journal.read import Reader
from controller.journal.verify import covered
from controller.table.recovery import decoded


def held(record: Path) -> tuple[retention.Row, ...]:
    """Of every file that has its rows, those before a deleted one too. Raises: JournalError."""
    newest: dict[str, retention.Row | None] = {}
    for part in reversed(names.parts(record)):
        if part.rest:
            continue
        with Reader(part.path, [part.path]) as reader:
            for seq, said in _newest_first(reader):
                hold = retention.Hold(said.day, said.reason, said.who)
                row = None if said.released else retention.Row(hold, part.number, seq)
                newest.setdefault(said.day, row)
    return tuple(sorted(filter(None, newest.values()), key=lambda row: row.hold.day))


def _newest_first(reader: Reader) -> Iterator[tuple[int, fact.DayHeld]]:
    before: int | None = None
    while (row := reader.last(fact.DayHeld.__name__, before)) is not None:
        item = decoded(reader, row).stamped.input
        if isinstance(item, fact.DayHeld) and (not item.released or covered(reader, row.seq)):
            yield row.seq, item
        before = row.seq
