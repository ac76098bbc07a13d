"""Ways to falsify a record: each is found at its row, by `verify` and by a stranger's tools.

The record has two rounds, a change of rules and one of software:

    1 opening   2 snapshot   3 4 rows   5 snapshot   6 signature
    7 rules   8 signature   9 software   10 signature   11 12 rows   13 snapshot   14 signature
    15 16 rows of the open round
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from controller.journal.append import Journal
from controller.journal.keys import load_public_key, new_keys
from controller.journal.rows import OPENING, SIGNATURE, Draft, Head, Row
from controller.journal.seal import Signer
from controller.journal.verify import verify
from controller.journal.versions import encode_opening
from tests.journal.conftest import AT, draft, unguarded

from .test_format import proved, script
from .test_rewritten import Change, as_it_was, rewritten

__all__ = ["script"]

FORGER = Signer.generate()
Tamper = Callable[[Path], None]


@pytest.fixture
def signer(tmp_path: Path) -> Signer:
    return new_keys(tmp_path / "keys")


async def written(journal: Journal) -> Path:
    async def signed(*kinds: str) -> None:
        first = journal.head.seq + 1
        rows = [Draft(first + n, AT, "table", kind, b"was") for n, kind in enumerate(kinds)]
        await journal.commit(rows, sign=True)

    await signed("CardDrawn", "Ruled", "snapshot")
    await signed("rules")
    await signed("software")
    await signed("CardDrawn", "Ruled", "snapshot")
    await journal.commit([draft(15), draft(16)])
    journal.close()
    return journal.path


def sql(statement: str) -> Tamper:
    """On the file itself, without chaining anything anew."""

    def tamper(path: Path) -> None:
        with unguarded(path) as db:
            db.execute(statement)

    return tamper


def anew(change: Change) -> Tamper:
    """All rows chained anew, head file too."""
    return lambda path: rewritten(path, change)


def other(seq: int, payload: bytes = b"is") -> Change:
    def change(row: Row) -> Draft:
        kept = as_it_was(row)
        return Draft(*_five(kept), payload) if row.seq == seq else kept

    return change


def _five(draft: Draft) -> tuple[int, int, str, str]:
    return draft.seq, draft.at_us, draft.source, draft.kind


def without(*gone: int, also: Change = as_it_was) -> Change:
    return lambda row: None if row.seq in gone else also(row)


def no_signatures(row: Row) -> Draft | None:
    return None if row.kind == SIGNATURE else other(3)(row)


def renamed(row: Row) -> Draft:
    kept = as_it_was(row)
    kind = "Signature" if row.kind == SIGNATURE else kept.kind
    return Draft(kept.seq, kept.at_us, kept.source, kind, kept.payload)


def own_key(row: Row) -> Draft:
    """Row 1 names the forger's key; the signatures are those that were there."""
    if row.kind != OPENING:
        return as_it_was(row)
    return Draft(1, row.at_us, row.source, row.kind, encode_opening(FORGER.public_key, b"opening"))


def signed_by_forger(path: Path) -> None:
    """A whole record of the forger's own, with a key that is not the table's."""

    def change(row: Row) -> Draft:
        if row.kind == SIGNATURE:
            return FORGER.draft(Head(row.seq - 1, row.prev_hash), row.at_us)
        return own_key(row)

    rewritten(path, own_key)
    rewritten(path, change)


def one_signature_by_forger(row: Row) -> Draft:
    if row.seq == 8:
        return FORGER.draft(Head(7, row.prev_hash), row.at_us)
    return as_it_was(row)


def moved_signature(row: Row) -> Draft | None:
    """That of row 5 stands behind row 7."""
    return other(8, SIGNATURES[6])(row)


SIGNATURES: dict[int, bytes] = {}

KINDS: dict[str, tuple[Tamper, int]] = {
    "payload changed": (sql("UPDATE row SET payload = x'00' WHERE seq = 4"), 4),
    "time changed": (sql("UPDATE row SET at_us = at_us + 1 WHERE seq = 11"), 11),
    "source changed": (sql("UPDATE row SET source = 'floor' WHERE seq = 12"), 12),
    "kind changed": (sql("UPDATE row SET kind = 'Split' WHERE seq = 3"), 3),
    "hash changed": (sql("UPDATE row SET hash = zeroblob(32) WHERE seq = 7"), 7),
    "hash of before changed": (sql("UPDATE row SET prev_hash = zeroblob(32) WHERE seq = 7"), 7),
    "snapshot changed": (sql("UPDATE row SET payload = x'00' WHERE seq = 13"), 13),
    "rules changed": (sql("UPDATE row SET payload = x'00' WHERE seq = 7"), 7),
    "software changed": (sql("UPDATE row SET payload = x'00' WHERE seq = 9"), 9),
    "opening changed": (
        sql("UPDATE row SET payload = zeroblob(9) WHERE seq = 1"),
        1,
    ),
    "signature changed": (sql("UPDATE row SET payload = zeroblob(101) WHERE seq = 6"), 6),
    "row taken out": (sql("DELETE FROM row WHERE seq = 11"), 11),
    "rows changed places": (
        sql(
            "UPDATE row SET kind = CASE kind WHEN 'Ruled' THEN 'CardDrawn' ELSE 'Ruled' END"
            " WHERE seq IN (3, 4)"
        ),
        3,
    ),
    "row of the open round changed": (sql("UPDATE row SET payload = x'00' WHERE seq = 15"), 15),
    "chained anew: a row of a signed round": (anew(other(3)), 6),
    "chained anew: the newest snapshot": (anew(other(13)), 14),
    "chained anew: the rules": (anew(other(7)), 8),
    "chained anew: the software": (anew(other(9)), 10),
    "chained anew without any signature": (anew(no_signatures), 5),
    "chained anew, one signature taken out": (anew(without(6)), 5),
    "chained anew, the last signature taken out": (anew(without(14)), 13),
    "chained anew, signatures of another kind": (anew(renamed), 5),
    "chained anew, a signed row taken out": (anew(without(4)), 5),
    "chained anew, a signature of another key": (anew(one_signature_by_forger), 8),
    "another key in row 1": (anew(own_key), 1),
    "a record of the forger's own": (signed_by_forger, 1),
    "a signature behind another row": (anew(moved_signature), 8),
}
"""How it was falsified, and the row at which it shows."""


def test_there_are_at_least_24_kinds() -> None:
    assert len(KINDS) >= 24


@pytest.mark.parametrize("kind", KINDS)
async def test_falsified_record_is_found_at_its_row_by_us_and_by_a_stranger(
    journal: Journal,
    script: Path,
    tmp_path: Path,
    kind: str,
) -> None:
    path, key = await written(journal), tmp_path / "keys" / "signing.pub"
    assert verify(path, load_public_key(key)).fault is None
    assert proved(script, path, key) == (3, "proven to row 13 of 16")
    db = apsw.Connection(str(path))
    SIGNATURES[6] = bytes(db.execute("SELECT payload FROM row WHERE seq = 6").get)
    db.close()
    tamper, due = KINDS[kind]

    tamper(path)

    fault = verify(path, load_public_key(key)).fault
    assert fault is not None
    assert fault.seq == due
    status, said = proved(script, path, key)
    assert status == 1, said
    assert f"row {due} " in f"{said} "
