"""`How to check this page`: what proves the rows behind it, and the commands that do."""

from __future__ import annotations

import base64
from collections.abc import Iterator

from msgspec import Struct

from controller.audit.in_force import InForce
from controller.journal.seal import fingerprint

from .marked import text

SHOWN_OF_SIGNATURE = 12


class Proof(Struct, frozen=True, kw_only=True):
    """The rows in rows.db and the signature behind them."""

    first: int
    last: int
    """The signature itself."""
    head: bytes
    """Hash of the row that it signs: of all rows up to there. Shape: 32 bytes."""
    signature: bytes
    signed_by: bytes
    """Public key of the file that holds it."""
    key: bytes
    """Public key of the table's first file."""


def check(proof: Proof, found: InForce) -> Iterator[str]:
    yield '<div class="check"><h2>How to check this page</h2>'
    yield f"<p><b>Hash of row {proof.last - 1}</b>, of all rows up to it<br>"
    yield f"<code>{text(in_fours(proof.head))}</code></p>"
    yield f"<p><b>Signature</b> of that hash, row {proof.last}, Ed25519, key "
    yield f"<b>{text(fingerprint(proof.signed_by))}</b><br><code>{text(_ends(proof.signature))}"
    yield f"</code></p><p><b>Rows</b> {proof.first} to {proof.last}, as stored, lie beside this "
    yield f"page in rows.db. <b>Program</b> {text(found.program)}.</p>"
    if named := "; ".join(_devices(found)):
        yield f"<p>{named}.</p>"
    yield f"<p>The table&rsquo;s first key is <b>{text(fingerprint(proof.key))}</b>: compare it "
    yield "with the one the house wrote down. With sqlite3, sha256sum and openssl, and with the "
    yield "house&rsquo;s own signing.pub:</p><p><code>sh prove.sh rows.db signing.pub</code></p>"
    yield "<p>It prints <code>proven</code>, the rows and this hash, or the first row that differs."
    yield " The whole record, at the house:</p><p><code>dealer-assist journal verify journal.db "
    yield "--public-key signing.pub</code></p></div>"


def in_fours(digest: bytes) -> str:
    """`b1d4 07e9 ...`, as two people read it out to each other."""
    said = digest.hex()
    return " ".join(said[at : at + 4] for at in range(0, len(said), 4))


def _ends(signature: bytes) -> str:
    said = base64.b64encode(signature).decode()
    return f"{said[:SHOWN_OF_SIGNATURE]}\N{HORIZONTAL ELLIPSIS}{said[-SHOWN_OF_SIGNATURE:]}"


def _devices(found: InForce) -> Iterator[str]:
    """`<b>Shoe scanner</b> SS-00962 v2.2.0`, where a device says so much of itself."""
    for _, seen in found.devices:
        who = seen.hello.identity
        role = who.role.replace("_", " ").capitalize()
        if said := " ".join(filter(None, (who.serial, who.firmware))):
            yield f"<b>{text(role)}</b> {text(said)}"
