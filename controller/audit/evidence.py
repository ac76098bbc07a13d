"""Evidence for a stranger: signed rows as stored, what was in force, and the story in words.

Only rows that a signature covers leave the table, so that no open round is told. The rows run on
without a gap to a signature behind them: `prove.sh` proves them with sqlite3, sha256sum, openssl.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import apsw
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from msgspec import Struct

from controller.errors import JournalError
from controller.journal import files
from controller.journal.days import names
from controller.journal.read import Reader, open_reader, openings
from controller.journal.rows import SIGNATURE
from controller.journal.seal import fingerprint, signed
from controller.journal.verify import verify
from controller.table.recovery import FIRST_INPUT, inputs

from . import hand
from .evidence_texts import ABOUT, PROVE, TABLE
from .explain import Extent, Story, extents, round_story
from .in_force import devices_as_json, in_force
from .printed import Identity, heading, identity, safe
from .report.check import Proof
from .report.page import page

PRINTERS = ("chromium", "chromium-browser", "google-chrome")
PRINT_S = 60
EPOCH = (1980, 1, 1, 0, 0, 0)
"""Of every file in the zip: the same evidence is the same bytes."""


class Asked(Struct, frozen=True, kw_only=True):
    """Which rounds, why and for whom. Units: us UTC."""

    who: str
    reason: str
    round: int = 0
    since: int = 0
    until: int = 0
    day: str = ""
    """A gaming day, `2026-11-27`."""

    def words(self) -> str:
        if self.round:
            return f"round {self.round}"
        return f"gaming day {self.day}" if self.day else "a stretch of time"


class Made(Struct, frozen=True):
    path: Path
    sha256: str
    first: int
    last: int
    """Rows, the signature that proves them included."""
    rounds: tuple[int, ...]
    printed: bool
    """A PDF is in it."""


def export(path: Path, asked: Asked, to: Path, *, at_us: int) -> Made:
    """Raises: JournalError when nothing of it is signed, or the record is not proven."""
    if to.exists():
        raise JournalError("exists already", where=str(to), do="Name another file")
    path = names.base(names.record_at(path, files.APPLICATION_ID))  # its keys lie in every file
    report = verify(path)
    if report.fault is not None:
        raise JournalError(report.fault.what, where=str(path), do=report.fault.do)
    with open_reader(path) as reader, tempfile.TemporaryDirectory() as folder:
        whose = identity(reader)
        wanted = [e for e in extents(reader) if _wanted(reader, e, asked, whose)]
        closed = sorted((e for e in wanted if e.closing), key=lambda e: e.number)
        if not closed:
            what = f"{asked.words()} holds no closed round"
            if asked.round:
                what = f"round {asked.round} is not in the record, or not closed"
            do = "A round can be exported once it is closed and signed"
            raise JournalError(what, where=str(path), do=do)
        first, last = _reach(reader, closed)
        stories = [s for e in closed if (s := round_story(reader, e.number)) is not None]
        work = Path(folder)
        _rows(reader, work / "rows.db", first, last)
        found = in_force(reader, last)
        (work / "rules.toml").write_text(found.opening.pack_text, "utf-8")
        (work / "configuration.toml").write_text(found.opening.configuration, "utf-8")
        (work / "software.txt").write_text(found.software, "utf-8")
        (work / "devices.json").write_text(devices_as_json(found), "utf-8")
        _write(work / "story.txt", _lines(stories, whose))
        proof = _signature(reader, first, last, report.public_key)
        html = page(asked, stories, whose, at_us=at_us, found=found, proof=proof)
        (work / "story.html").write_text(html, "utf-8")
        printed = _print(work / "story.html", work / "story.pdf")
        _public_key(work / "signing.pub", report.public_key)
        _write(work / "keys.txt", _later_keys(reader, last))
        (work / "prove.sh").write_text(PROVE, "utf-8")
        named = _about(asked, whose, at_us, (first, last), report.public_key)
        _write(work / "README.txt", named)
        _zip(work, to)
    digest = sha256(to.read_bytes()).hexdigest()
    return Made(to, digest, first, last, tuple(s.number for s in stories), printed)


# ---- which rows ----
def _wanted(reader: Reader, extent: Extent, asked: Asked, whose: Identity) -> bool:
    if asked.round:
        return extent.number == asked.round
    row = next((row for row, _ in inputs(reader, max(extent.start.resume, FIRST_INPUT))), None)
    if row is None:
        return False
    if asked.day:
        return whose.day(row.at_us) == asked.day
    return asked.since <= row.at_us <= asked.until


def _reach(reader: Reader, closed: Sequence[Extent]) -> tuple[int, int]:
    """From the first round's first row to the first signature behind the last one's end."""
    first = max(1, min(e.start.resume for e in closed))
    ends = max(e.closing or 0 for e in closed)
    signed = next(row.seq for row in reader.rows(ends) if row.kind == SIGNATURE)
    return first, signed


# ---- what goes in ----
def _rows(reader: Reader, to: Path, first: int, last: int) -> None:
    db = apsw.Connection(str(to))
    try:
        db.execute("PRAGMA journal_mode = DELETE")
        db.execute(TABLE)
        db.execute("BEGIN")
        found = (row for row in reader.rows(first) if row.seq <= last)
        for row in found:
            values = (row.seq, row.at_us, row.source, row.kind, row.payload)
            db.execute(files.INSERT, (*values, row.prev_hash, row.hash))
            if row.seq == last:
                break
        db.execute("COMMIT")
    finally:
        db.close(True)


def _signature(reader: Reader, first: int, last: int, key: bytes) -> Proof:
    row = next(reader.rows(last))
    by = signed(row.payload)
    return Proof(
        first=first,
        last=last,
        head=row.prev_hash,
        signature=by.signature,
        signed_by=by.public_key,
        key=key,
    )


def _lines(stories: Sequence[Story], whose: Identity) -> Iterator[str]:
    for story in stories:
        yield from heading(whose, hand.began(story))
        yield from map(safe, hand.as_text(story, whose.zone))
        yield ""


def _about(
    asked: Asked, whose: Identity, at_us: int, rows: tuple[int, int], key: bytes
) -> Iterator[str]:
    yield f"Evidence of table {safe(whose.asset)}, {safe(whose.location)}: {safe(asked.words())}"
    yield f"Made for    {safe(asked.who)}"
    yield f"Reason      {safe(asked.reason)}"
    yield f"Made at     {whose.moment(at_us)}"
    yield f"Rows        {rows[0]} to {rows[1]}, as stored, in rows.db"
    yield f"Key         {fingerprint(key)}: compare it with the one the house wrote down"
    yield ""
    yield from ABOUT.splitlines()


def _write(path: Path, lines: Iterator[str]) -> None:
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")


def _public_key(path: Path, key: bytes) -> None:
    encoded = Ed25519PublicKey.from_public_bytes(key).public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    path.write_bytes(encoded)


def _later_keys(reader: Reader, last: int) -> Iterator[str]:
    """Oldest first: number of the file, the row before it and its hash, its key, who signs it."""
    for row, file in list(openings(reader.path))[1:]:
        if row.seq <= last:
            said = (row.prev_hash, file.public_key, file.link)
            yield f"{file.number} {row.seq - 1} {' '.join(b.hex() for b in said)}"


def _print(html: Path, pdf: Path) -> bool:
    """By a browser of the system, where there is one; the page needs nothing from outside."""
    printer = next((p for name in PRINTERS if (p := shutil.which(name))), None)
    if printer is None:
        return False
    alone = ["--no-sandbox"] if os.geteuid() == 0 else []
    profile = f"--user-data-dir={html.parent / 'profile'}"
    command = [printer, "--headless", *alone, "--disable-gpu", profile, "--no-pdf-header-footer"]
    try:
        subprocess.run(  # noqa: S603 (a fixed command)
            [*command, f"--print-to-pdf={pdf}", html.as_uri()],
            check=True,
            timeout=PRINT_S,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    except (subprocess.SubprocessError, OSError):
        return False
    finally:
        shutil.rmtree(html.parent / "profile", ignore_errors=True)
    return pdf.is_file()


def _zip(work: Path, to: Path) -> None:
    fd = os.open(to, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    try:
        with os.fdopen(fd, "wb") as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as made:
            for path in sorted(work.iterdir()):
                if path.is_file():
                    made.writestr(zipfile.ZipInfo(path.name, EPOCH), path.read_bytes())
    except BaseException:
        to.unlink()
        raise


def moment(text: str, whose: Identity) -> int:
    """`2026-11-28 02:14` or with seconds, by the table's own clock. Raises: ValueError."""
    try:
        at = datetime.fromisoformat(text)
    except ValueError as error:
        raise ValueError(f"{text!r} is no time; write 2026-11-27 21:00") from error
    zone = whose.zone or UTC
    return int((at if at.tzinfo else at.replace(tzinfo=zone)).timestamp() * 1e6)
