"""Write the journal: one writer thread, batches that are durable or did not happen.

A commit is: chain the rows, one transaction, one fsync; then it is acknowledged; then the head file
follows. After an error the file is closed, reopened and read back: a batch that is there counts as
committed, once it has been forced into the main file too (after a failed fsync the log's pages may
look written and not be).
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import cast

import apsw

from controller.errors import JournalError

from . import files
from .chain import START, link
from .days import change, names
from .head import HeadFile, head_path, read_heads, write_head
from .read import Reader
from .rows import OPENING, RETIRED, Draft, Head, Row
from .seal import Signer, Signers, fingerprint
from .versions import encode_opening


class HeadMoved(JournalError):
    """A batch reported as not recorded is in the file after all: only recovery may go on."""

    code = "T131"


def create_journal(
    path: Path, *, at_us: int, record: bytes, signer: Signer, rows: Sequence[Draft] = ()
) -> None:
    """Make a new file of an opening row (row 1) and the given rows (from 2), whole or not at all.

    Raises: JournalError.
    """
    opening = Draft(1, at_us, "journal", OPENING, encode_opening(signer.public_key, record))
    chained = _chained(path, START, [opening, *rows])
    files.require_folder(path)
    held = files.lock(path)
    try:
        files.require_absent(path)
        if later := names.parts(path):
            what = f"is gone; {later[-1].name} goes on from it"
            do = "Restore the file, or begin another record in another place"
            raise JournalError(what, where=str(path), do=do)
        with files.naming(path):
            files.build(path, chained)
            write_head(path, Head(chained[-1].seq, chained[-1].hash))
            files.settle(path)
    finally:
        os.close(held)


def open_journal(path: Path, signer: Signers) -> Journal:
    """Become the one writer of a record, in its newest file, after a look at its end.

    `signer` = of that file, or who knows it by the file's number.
    Raises: JournalError when another daemon writes it, or its last rows are damaged or missing.
    """
    names.require_record_name(path)
    newest = names.newest(path)
    files.require(newest.path)
    files.require_no_link(newest.path)
    files.require_private(newest.path)
    held = files.lock(path)
    try:
        change.finish(path)
        newest = names.newest(path)
        files.require_no_link(newest.path)
        files.require_no_link(head_path(newest.path), "Remove it, then run journal accept")
        by = signer if isinstance(signer, Signer) else signer(newest.number)
        db = files.connect(newest.path)
        try:
            head, noted = _trusted_head(db, newest.path)
            reader = Reader(newest.path, [newest.path], db)
            _require_place(reader, newest)
            require_key(reader, by)
            require_in_use(reader)
        except BaseException:
            db.close(True)
            raise
    except BaseException:
        os.close(held)
        raise
    return Journal(path, newest, by, db, held, head=head, noted=noted)


def _trusted_head(db: apsw.Connection, path: Path) -> tuple[Head, Head]:
    """The newest row, and the newest that the head file knows. Raises: JournalError."""
    with files.naming(path):
        head, known = files.last(db), read_heads(path)
    if head is None:
        raise JournalError("has no rows", where=str(path), do=files.RESTORE)
    do = "Run dealer-assist journal verify on it; restore a copy, or journal accept its end"
    if not known:
        raise JournalError("missing or damaged", where=str(head_path(path)), do=do)
    if known[0].seq > head.seq:
        what = f"ends at row {head.seq}, its head file knows row {known[0].seq}: rows are lost"
        raise JournalError(what, where=str(path), do=do)
    with files.naming(path):
        strange = files.not_there(db, known)
    if strange is not None:
        what = f"row {strange.seq} is not the row that its head file knows"
        raise JournalError(what, where=str(path), do=do)
    return head, known[0]


def _require_place(reader: Reader, newest: names.Part) -> None:
    """A copy of an older file in the place of the newest one is not written on."""
    found = reader.opening(reader.first()).number
    if found != newest.number:
        what = f"is file {found} of its record, in the place of file {newest.number}"
        do = "Run dealer-assist journal verify on the folder; put the right file back"
        raise JournalError(what, where=str(newest.path), do=do)


def require_key(reader: Reader, signer: Signer) -> None:
    """Raises: JournalError when the newest file is signed by another key."""
    opened_by = reader.opening(reader.opening_row()).public_key
    if opened_by != signer.public_key:
        ours = fingerprint(signer.public_key)
        what = f"is signed by key {fingerprint(opened_by)}, the key given is {ours}"
        do = "Name the right keys, or start a new journal"
        raise JournalError(what, where=str(reader.path), do=do)


def require_in_use(reader: Reader) -> None:
    """Raises: JournalError for a record that was given up for good."""
    row = reader.last(RETIRED)
    if row is not None:
        what = f"was given up for good in row {row.seq}"
        do = "Begin another record, in another place; this one stays for the auditor"
        raise JournalError(what, where=str(reader.path), do=do)


def _chained(path: Path, head: Head, drafts: Sequence[Draft]) -> list[Row]:
    for due, draft in enumerate(drafts, head.seq + 1):
        if draft.seq != due:
            raise JournalError(f"row {draft.seq} offered, row {due} is due", where=str(path))
    return list(link(head, drafts))


class Journal:
    """The open journal; `create_journal` and `open_journal` come before it."""

    def __init__(
        self,
        record: Path,
        newest: names.Part,
        signer: Signer,
        db: apsw.Connection,
        held: int,
        *,
        head: Head,
        noted: Head,
    ) -> None:
        self.record, self.path, self.number = record, newest.path, newest.number
        """All files together have the name of the first; `path` is the one that is written."""
        self._signer, self._held = signer, held
        self._db: apsw.Connection | None = db
        self._head, self._noted = head, noted
        self._waits_for_its_name, self._old_end = False, head
        self._log: files.Identity | None = None
        self._take_file()
        self._note()  # a kill may have left the head file behind
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="journal")

    @property
    def public_key(self) -> bytes:
        return self._signer.public_key

    @property
    def head(self) -> Head:
        """The newest recorded row; the next draft's `seq` is one more."""
        return self._head

    @property
    def readable(self) -> Head:
        """The newest row that a reader finds: a file that waits for its name holds later ones."""
        head = self._head  # before the question: the writer's thread may change both
        return self._old_end if self._waits_for_its_name else head

    async def commit(self, drafts: Sequence[Draft], *, sign: bool = False) -> Head:
        """Record the drafts, at least one, and return the new head; `sign` adds a signature row.

        Durable when it returns.
        Raises: JournalError, nothing has moved. HeadMoved: end the daemon, recovery goes on.
        """
        if self._held < 0:
            raise JournalError("is closed", where=str(self.path))
        loop = asyncio.get_running_loop()
        head = await asyncio.shield(loop.run_in_executor(self._writer, self._store, drafts, sign))
        if self._held >= 0:
            loop.run_in_executor(self._writer, self._note)
        return head

    async def go_on(self, new: change.NextFile) -> Head:
        """End this file and go on in the next one; return the head of that.

        Raises: JournalError, this file goes on. HeadMoved: end the daemon, recovery goes on.
        """
        loop = asyncio.get_running_loop()
        return await asyncio.shield(loop.run_in_executor(self._writer, self._change, new))

    def close(self) -> None:
        """Finish what is being written, give the file up. May be called again."""
        self._writer.shutdown(wait=True)
        if self._held >= 0:
            self._note()
            self._head_file.close()
            self._disconnect()
            os.close(self._held)
            self._held = -1

    def _store(self, drafts: Sequence[Draft], sign: bool) -> Head:
        self._require_writable()
        rows = _chained(self.path, self._head, drafts)
        head = Head(rows[-1].seq, rows[-1].hash)
        if sign:
            rows += link(head, [self._signer.draft(head, rows[-1].at_us)])
            head = Head(rows[-1].seq, rows[-1].hash)
        self._insert(rows, head)
        self._head = head
        return head

    def _require_writable(self) -> None:
        if self._waits_for_its_name:
            self._name()
        if not self._note():
            files.require_no_link(head_path(self.path), "Put the head file back")
            do = "Check free space, owner and mode of the file"
            raise JournalError("cannot be written", where=str(head_path(self.path)), do=do)
        self._require_files()

    def _insert(self, rows: list[Row], head: Head) -> None:
        db = self._connected()
        try:
            with files.naming(self.path):
                files.insert(db, rows)
                self._log = self._log or files.identity(files.log_path(self.path))
        except JournalError:
            self._disconnect()
            if not self._is_there(head):
                raise

    # ---- the next file ----
    def _change(self, new: change.NextFile) -> Head:
        """From the row on that ends the old file there is no way back to it."""
        self._require_writable()
        built = change.build(self.record, self.number, self._head, self._signer, new)
        self._insert(built.closing, built.end)
        self._head = self._old_end = built.end
        self._note()
        self._disconnect()
        self._head_file.close()
        self.path, self.number = built.path, self.number + 1
        self._waits_for_its_name = True
        self._signer, self._head = built.signer, built.head
        with contextlib.suppress(JournalError):  # the next commit tries again, and says so
            self._name()
            new.keys.begun(self.number)
        return self._head

    def _name(self) -> None:
        """The rows it begins with are durable; its name is what a restart would give it too."""
        change.settle(self.path, self._head)
        self._noted, self._waits_for_its_name = self._head, False
        self._take_file()

    def _take_file(self) -> None:
        self._head_file = HeadFile(self.path)
        with contextlib.suppress(OSError):
            self._head_file.open()
        self._file = files.identity(self.path)

    def _require_files(self) -> None:
        """What is open must still be what stands at the path, else rows go where nobody looks.

        Without its log the file is closed, which saves what the log held, and opened anew.
        """
        if files.identity(self.path) != self._file:
            what = "is gone from its place, or another file stands there"
            do = "Put the same file back before the daemon is stopped; copies do not count"
            raise JournalError(what, where=str(self.path), do=do)
        self._held = files.lock_again(self.record, self._held)
        log = files.log_path(self.path)
        if self._log is not None and files.identity(log) != self._log:
            self._disconnect()
            raise JournalError("was taken away", where=str(log), do="Find out which program did it")

    def _connected(self) -> apsw.Connection:
        if self._db is None:
            db = files.connect(self.path)
            if files.last(db) != self._head:
                db.close(True)
                what = "holds rows that were reported as not recorded"
                raise HeadMoved(what, where=str(self.path), do="Restart the daemon: it recovers")
            self._db = db
        return self._db

    def _disconnect(self) -> None:
        if self._db is not None:
            db, self._db, self._log = self._db, None, None
            db.close(True)

    def _is_there(self, head: Head) -> bool:
        db = files.connect(self.path)
        try:
            with files.naming(self.path):
                if files.last(db) != head:
                    return False
                checkpoint = db.execute("PRAGMA wal_checkpoint(FULL)").get
                return cast("tuple[int, int, int]", checkpoint)[0] == 0
        finally:
            db.close(True)

    def _note(self) -> bool:
        """Bring the head file up to the head; it may lag by one commit, not by two."""
        head = self._head
        if self._waits_for_its_name:
            return False
        if head != self._noted:
            try:
                self._head_file.write(head)
            except OSError:
                return False
            self._noted = head
        return True
