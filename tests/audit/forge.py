"""A journal written anew with some rows changed, under a key of the forger's own."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path

from controller.domain.structs import replace
from controller.journal.append import create_journal
from controller.journal.chain import START, link
from controller.journal.read import open_reader
from controller.journal.rows import OPENING, SIGNATURE, Draft, Head
from controller.journal.seal import Signer
from controller.journal.versions import encode_opening
from controller.procedure.state.inputs import Recorded
from controller.table.record import ENCODE, decode_row

Change = Callable[[Draft], Draft]


def forge(path: Path, to: Path, change: Change, *, last: int = 1 << 62) -> None:
    """Chain and signatures of the copy are whole; only its content is not what happened."""
    signer = Signer.generate()
    with open_reader(path) as reader:
        opening, rows = reader.opening(), [r for r in reader.rows(2) if r.seq <= last]
    first = Draft(
        1, rows[0].at_us, "journal", OPENING, encode_opening(signer.public_key, opening.record)
    )
    head = _after(START, first)
    drafts = []
    for row in rows:
        draft = change(Draft(row.seq, row.at_us, row.source, row.kind, row.payload))
        if row.kind == SIGNATURE:
            draft = signer.draft(head, row.at_us)
        drafts.append(draft)
        head = _after(head, draft)
    create_journal(to, at_us=first.at_us, record=opening.record, signer=signer, rows=drafts)


def _after(head: Head, draft: Draft) -> Head:
    row = next(link(head, [draft]))
    return Head(row.seq, row.hash)


def at_row(seq: int, edit: Callable[[Recorded], Recorded]) -> Change:
    """Change one recorded input or its outcome."""
    return payload_of({seq}, lambda payload: ENCODE(edit(decode_row(payload))))


def payload_of(seqs: Collection[int], edit: Callable[[bytes], bytes]) -> Change:
    return lambda d: replace(d, payload=edit(d.payload)) if d.seq in seqs else d
