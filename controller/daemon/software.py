"""The software that runs beside the one that was accepted: the row, and what the table is told.

The code that decides stands in every snapshot, but a driver or a package may change it too. Each
start compares everything; what differs is a row at once and waits for two people.
"""

from __future__ import annotations

from collections.abc import Iterator

from controller.domain import facts as fact
from controller.domain.facts import Change
from controller.journal.read import Reader
from controller.journal.rows import OPENING, Draft
from controller.table.manifest import Manifest, Part, differences, manifest_id
from controller.table.record import ENCODE, SOFTWARE, Opening, Ran, code_hash, decode_ran
from controller.table.recovery import Recovered, rules_in, rules_of

OF_CODE = "deciding-code"
"""All that a record of before knows of its software."""


def last_run(reader: Reader) -> Manifest:
    """What ran when the newest row was written. Raises: JournalError."""
    return next(_recorded(reader))


def row(seq: int, at_us: int, before: Manifest, after: Manifest) -> Draft | None:
    """None = the same runs as before."""
    differs = _differences(before, after)
    if not differs:
        return None
    return Draft(seq, at_us, "table", SOFTWARE, ENCODE(Ran(before, after, differs)))


def to_say(reader: Reader, found: Recovered, running: Manifest) -> fact.SoftwareFound | None:
    """Raises: JournalError."""
    known, name = found.state.play.software, manifest_id(running)
    was = _accepted(reader, known.accepted)
    changed = _differences(was, running) if running else ()
    equal = found.difference is None
    if not changed:
        said = fact.SoftwareFound(software=name, now=in_words(running))
        return said if known.found else None
    if (known.found, known.equal) == (name, equal):
        return None
    return fact.SoftwareFound(
        software=name,
        was=in_words(was),
        now=in_words(running),
        changes=tuple(Change(*one) for one in changed),
        equal=equal,
    )


def in_words(parts: Manifest) -> str:
    """`0.1.0 (1f03a2b4)`."""
    own = next((p for p in parts if p.name in ("controller", OF_CODE)), None)
    if own is None:
        return "not known"
    name = own.hash if own.name == OF_CODE else manifest_id(parts)
    return f"{own.version} ({name[:8]})"


def _accepted(reader: Reader, name: str) -> Manifest:
    """The one under which rounds are dealt; none accepted yet = that of the opening."""
    if name:
        for one in _recorded(reader):
            if manifest_id(one) == name:
                return one
    return _of(rules_in(reader))


def _recorded(reader: Reader) -> Iterator[Manifest]:
    """Of each row of the kind and of each file's opening, newest first."""
    found = reader.last((SOFTWARE, OPENING))
    while found is not None:
        if found.kind == OPENING:
            yield _of(rules_of(reader, found))
        else:
            yield decode_ran(found.payload).after
        found = reader.last((SOFTWARE, OPENING), before=found.seq)


def _of(opening: Opening) -> Manifest:
    return opening.software or (Part(OF_CODE, opening.version, opening.code),)


def _differences(before: Manifest, after: Manifest) -> tuple[tuple[str, str, str], ...]:
    """Of a record of before only the code that decides can be compared."""
    known = before[0]
    if known.name != OF_CODE:
        return differences(before, after)
    if known.hash == code_hash():
        return ()
    own = next(p for p in after if p.name == "controller")
    was, now = (f"{p.version} {p.hash[:8]}" for p in (known, own))
    return ((own.name, was, now),)
