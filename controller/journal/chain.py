"""The hash chain: sha256 over each row as stored, the hash of the row before it included.

The image of a row is built twice, here in Python for writing and by SQLite for reading (three
times as fast); a test holds the two together. Lengths stand in it so that no two rows share one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256

from .rows import Draft, Head, Row

GENESIS = sha256(b"dealer-assist journal").digest()
"""`prev_hash` of row 1."""
START = Head(0, GENESIS)

IMAGE_SQL = (
    "ifnull(CAST(prev_hash || seq || ' ' || at_us || ' ' || octet_length(source) || ' ' ||"
    " octet_length(payload) || ' ' || source || kind || payload AS BLOB), x'')"
)
"""The image of a stored row; its first 32 bytes are `prev_hash`; empty when damage left a NULL."""


def image(prev_hash: bytes, draft: Draft) -> bytes:
    source = draft.source.encode()
    lengths = f"{draft.seq} {draft.at_us} {len(source)} {len(draft.payload)} "
    return b"".join((prev_hash, lengths.encode(), source, draft.kind.encode(), draft.payload))


def link(head: Head, drafts: Iterable[Draft]) -> Iterator[Row]:
    """Chain drafts to the head, in their order."""
    prev = head.hash
    for d in drafts:
        digest = sha256(image(prev, d)).digest()
        yield Row(d.seq, d.at_us, d.source, d.kind, d.payload, prev, digest)
        prev = digest


def fits_itself(row: Row) -> bool:
    """Whether its own hash is right; its place in the chain is another question."""
    draft = Draft(row.seq, row.at_us, row.source, row.kind, row.payload)
    return sha256(image(row.prev_hash, draft)).digest() == row.hash
