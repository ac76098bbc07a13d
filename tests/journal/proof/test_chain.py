"""The hash chain holds every bit of every row in its place."""

from __future__ import annotations

from hashlib import sha256

import apsw
from hypothesis import assume, given
from hypothesis import strategies as st

from controller.journal.chain import IMAGE_SQL, START, image, link
from controller.journal.rows import Draft

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
DRAFTS = st.builds(
    Draft,
    st.integers(1, 1 << 60),
    st.integers(0, 1 << 60),
    TEXT,
    TEXT,
    st.binary(max_size=40),
)


@given(DRAFTS, st.binary(min_size=32, max_size=32))
def test_image_is_the_same_from_sqlite_as_from_python(draft: Draft, prev: bytes) -> None:
    """The hash is over the row as stored (journal/FORMAT), whichever side builds the image."""
    db = apsw.Connection(":memory:")
    db.execute("CREATE TABLE row(seq, at_us, source, kind, payload, prev_hash)")
    stored = (draft.seq, draft.at_us, draft.source, draft.kind, draft.payload, prev)

    db.execute("INSERT INTO row VALUES (?, ?, ?, ?, ?, ?)", stored)
    found = db.execute(f"SELECT {IMAGE_SQL} FROM row").get

    assert found == image(prev, draft)


@given(DRAFTS, DRAFTS)
def test_image_differs_when_any_field_differs(one: Draft, other: Draft) -> None:
    """No bytes can move from one field into the next unseen."""
    assume(one != other)

    assert image(START.hash, one) != image(START.hash, other)


@given(TEXT, TEXT, st.binary(max_size=8), st.integers(0, 20))
def test_image_differs_when_the_border_between_fields_moves(
    source: str, kind: str, payload: bytes, by: int
) -> None:
    """The same characters, divided otherwise, are another row."""
    both = source + kind
    moved = Draft(1, 2, both[:by], both[by:], payload)
    assume(moved.source != source)

    assert image(START.hash, moved) != image(START.hash, Draft(1, 2, source, kind, payload))


@given(st.lists(DRAFTS, max_size=5))
def test_link_chains_each_row_to_the_one_before_it(drafts: list[Draft]) -> None:
    """`prev_hash` of a row is `hash` of the row before it; the first row has the genesis."""
    rows = list(link(START, drafts))

    before = [START.hash, *(r.hash for r in rows)]
    assert [r.prev_hash for r in rows] == before[:-1]
    for row, draft in zip(rows, drafts, strict=True):
        assert row.hash == sha256(image(row.prev_hash, draft)).digest()
