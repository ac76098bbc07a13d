"""The files of a journal: create, lock, connect; every refusal says which file and what to do."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, cast

import apsw

from controller.errors import JournalError

from .head import head_path, read_head
from .regular import Linked, require_one_name
from .rows import Head, Row
from .versions import SCHEMA, TABLE, planted

APPLICATION_ID = 0x44414A31
"""Stands in the SQLite header: `DAJ1`."""
BUSY_MS = 2000

COLUMNS = "seq, at_us, source, kind, payload, prev_hash, hash"
FROM_ROW = f"SELECT {COLUMNS} FROM row WHERE seq >= ? ORDER BY seq LIMIT 1"  # noqa: S608 (constant)
ALL_ROWS = f"SELECT {COLUMNS} FROM row ORDER BY seq"  # noqa: S608 (constant)
INSERT = f"INSERT INTO row ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)"  # noqa: S608 (constant)

RESTORE = "Keep the file for the auditor and restore a copy, or begin another with other keys"

PROVE = "Run dealer-assist journal verify: it names the first bad row; restore a copy"


@contextmanager
def naming(path: Path, do: str = RESTORE) -> Iterator[None]:
    """Turn what SQLite and the system say into a JournalError that names the file."""
    try:
        yield
    except (apsw.BusyError, apsw.LockedError) as error:
        what = "another program has the file open and holds it"
        raise JournalError(
            what, where=str(path), do="Wait for that program, or close it"
        ) from error
    except apsw.NotADBError as error:
        raise JournalError("is not a journal", where=str(path), do="Check the path") from error
    except apsw.CorruptError as error:
        what = f"is damaged or cut short ({words(error)})"
        raise JournalError(what, where=str(path), do=PROVE) from error
    except (apsw.FullError, apsw.ReadOnlyError, apsw.CantOpenError, apsw.PermissionsError) as error:
        do = "Check free space, owner and mode of the file and of its directory"
        raise JournalError(words(error), where=str(path), do=do) from error
    except (apsw.Error, OSError, UnicodeDecodeError) as error:
        raise JournalError(words(error), where=str(path), do=do) from error


def words(error: Exception) -> str:
    """Say what SQLite or the system said, without the name of its class."""
    if isinstance(error, OSError):
        return (error.strerror or type(error).__name__).lower()
    if isinstance(error, apsw.FullError) and "not an error" in str(error):
        return "the disk is full"  # a copy does not say so itself
    return str(error).removeprefix(f"{type(error).__name__}: ")


def require_folder(path: Path) -> None:
    """Raises: JournalError when the file cannot be there, since its directory is not."""
    if not path.parent.is_dir():
        do = f"Create it: install -d -m 700 {path.parent}"
        raise JournalError("its directory does not exist", where=str(path), do=do)


def require(path: Path) -> None:
    """Raises: JournalError when there is no readable journal file at the path."""
    where = str(path)
    require_folder(path)
    if path.is_dir():
        raise JournalError("is a directory", where=where, do="Name the journal file in it")
    if path.exists() and not path.is_file():
        raise JournalError("is no file", where=where, do="Name the journal file")
    if not path.exists():
        noted = read_head(path)
        what = f"is gone; its head file knows row {noted.seq}" if noted else "does not exist"
        raise JournalError(what, where=where, do="Check the path, or restore a copy")
    if not os.access(path, os.R_OK):
        do = f"Run as its owner: {path.owner()}"
        raise JournalError("may not be read by this user", where=where, do=do)
    if path.stat().st_size == 0:
        raise JournalError("is empty", where=where, do=RESTORE)


Identity = tuple[int, int]
"""Device and inode: what a name cannot tell."""


def identity(path: Path) -> Identity | None:
    """None = nothing stands there. The file is not opened: closing it would drop SQLite's locks."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def log_path(path: Path) -> Path:
    """Where SQLite keeps the newest rows until they are moved into the file."""
    return path.with_name(path.name + "-wal")


def with_log(path: Path) -> tuple[Path, Path, Path]:
    """The file and the two that SQLite keeps beside it while it is open."""
    return path, log_path(path), path.with_name(path.name + "-shm")


def require_private(path: Path) -> None:
    """Raises: JournalError when others may read or write the file."""
    mode = path.stat().st_mode & 0o777
    if mode & 0o077:
        what = f"is open to others (mode {mode:04o})"
        raise JournalError(what, where=str(path), do=f"Run chmod 600 {path}")


def lock(path: Path) -> int:
    """Become the one writer until the descriptor is closed. Raises: JournalError."""
    name = lock_path(path)
    require_no_link(name, "Remove it")
    with naming(name, "Check owner and mode of the directory"):
        fd = os.open(name, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        holder = os.pread(fd, 64, 0).decode("ascii", "replace").strip() or "unknown"
        os.close(fd)
        what = f"is being written by process {holder}"
        do = "One daemon per table: stop that one first"
        raise JournalError(what, where=str(path), do=do) from error
    with suppress(OSError):  # a full disk holds a lock, but not whose it is
        os.ftruncate(fd, 0)
        os.pwrite(fd, f"{os.getpid()}\n".encode(), 0)
    return fd


def lock_path(path: Path) -> Path:
    return path.with_name(path.name + ".lock")


def lock_again(path: Path, fd: int) -> int:
    """The same descriptor, or another one where the lock file was taken away since.

    Raises: JournalError when another daemon has the new one.
    """
    ours = os.fstat(fd)
    if identity(lock_path(path)) == (ours.st_dev, ours.st_ino):
        return fd
    held = lock(path)
    os.close(fd)
    return held


def require_no_link(path: Path, do: str = "") -> None:
    """`do` = what is to be done with a link that only stands for another file.

    Raises: JournalError: under two names one file would have two locks and two heads.
    """
    try:
        require_one_name(path)
    except Linked as error:
        if path.is_symlink():
            do = do or f"Name the file itself: {path.resolve()}"
        else:
            do = f"Find its other name and remove that: find / -xdev -samefile {path}"
        raise JournalError(words(error), where=str(path), do=do) from error


def connect(path: Path) -> apsw.Connection:
    """Open for writing. Raises: JournalError."""
    with naming(path):
        db = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)
        try:
            _configure(db, path)
        except BaseException:
            db.close(True)
            raise
    return db


def _configure(db: apsw.Connection, path: Path) -> None:
    db.set_busy_timeout(BUSY_MS)
    require_schema(db, path)
    require_nothing_planted(db)
    mode = db.execute("PRAGMA journal_mode = WAL").get
    if mode != "wal":
        do = "Put the journal on a local disk"
        raise JournalError(f"cannot use a write-ahead log ({mode})", where=str(path), do=do)
    for pragma in ("synchronous = FULL", "recursive_triggers = ON", "trusted_schema = OFF"):
        db.execute(f"PRAGMA {pragma}")


def require_nothing_planted(db: apsw.Connection) -> None:
    """Raises: JournalError; a trigger of somebody's own could drop a row that was acknowledged."""
    if strange := planted(db):
        what, do = f"holds what the record does not have: {strange}", "Find out who put it there"
        raise JournalError(what, where=db.filename, do=do)


def require_schema(db: apsw.Connection, path: Path) -> None:
    if db.execute("PRAGMA application_id").get != APPLICATION_ID:
        what = "is a database, but not a journal"
        raise JournalError(what, where=str(path), do="Check the path")


def insert(db: apsw.Connection, rows: Sequence[Row]) -> None:
    """All or nothing, durable when it returns.

    Raises: apsw.Error; then the outcome is unknown. JournalError, then nothing is written.
    """
    db.execute("BEGIN IMMEDIATE")
    require_nothing_planted(db)
    db.executemany(
        INSERT,
        ((r.seq, r.at_us, r.source, r.kind, r.payload, r.prev_hash, r.hash) for r in rows),
    )
    db.execute("COMMIT")


def last(db: apsw.Connection) -> Head | None:
    found = db.execute("SELECT seq, hash FROM row ORDER BY seq DESC LIMIT 1").get
    return Head(*cast("tuple[int, bytes]", found)) if found else None


def first(db: apsw.Connection) -> Row | None:
    """Of the file, not checked."""
    return row(db, 0)


def row(db: apsw.Connection, seq: int) -> Row | None:
    """The row of that number, else the next one; not checked."""
    found = db.execute(FROM_ROW, (seq,)).get
    return Row(*cast("tuple[int, int, str, str, bytes, bytes, bytes]", found)) if found else None


def rows(db: apsw.Connection) -> list[Row]:
    """All of a file, not checked."""
    found: list[Any] = db.execute(ALL_ROWS).fetchall()
    return [Row(*values) for values in found]


def first_number(db: apsw.Connection) -> int | None:
    return cast("int | None", db.execute("SELECT min(seq) FROM row").get)


def hash_of(db: apsw.Connection, seq: int) -> bytes | None:
    return cast("bytes | None", db.execute("SELECT hash FROM row WHERE seq = ?", (seq,)).get)


def not_there(db: apsw.Connection, heads: Sequence[Head]) -> Head | None:
    """The first of these that is no row of the file."""
    return next((one for one in heads if hash_of(db, one.seq) != one.hash), None)


def build(path: Path, rows: Sequence[Row]) -> None:
    """Write a new file whole, under another name; `settle` gives it its own."""
    new = unfinished_made(path)
    db = apsw.Connection(str(new), flags=apsw.SQLITE_OPEN_READWRITE)
    try:
        db.execute("PRAGMA synchronous = FULL")
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute(SCHEMA.format(before=rows[0].seq - 1))
        insert(db, rows)
        db.execute("PRAGMA journal_mode = WAL")
    finally:
        db.close(True)


def build_rest(path: Path, rows: Sequence[Row]) -> None:
    """Rows that do not follow each other, out of a file whose others are deleted."""
    new = unfinished_made(path)
    db = apsw.Connection(str(new), flags=apsw.SQLITE_OPEN_READWRITE)
    try:
        db.execute("PRAGMA synchronous = FULL")
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute(TABLE)
        insert(db, rows)
    finally:
        db.close(True)
    force(new)


def settle(path: Path) -> None:
    """Give a built file its name, for good."""
    unfinished(path).rename(path)
    force(path.parent)


def force(path: Path) -> None:
    """To the disk: the content of a file, or the names in a folder. Raises: OSError."""
    fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


def unfinished(path: Path) -> Path:
    return path.with_name(path.name + ".new")


def unfinished_made(path: Path) -> Path:
    """Empty, readable by its owner only."""
    new = unfinished(path)
    new.unlink(missing_ok=True)
    os.close(os.open(new, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
    return new


def require_absent(path: Path) -> None:
    """Raises: JournalError when a journal stands at the path, or stood there and is gone."""
    if path.exists():
        do = "Open it, or name another file"
        raise JournalError("exists already", where=str(path), do=do)
    if (noted := read_head(path)) and not unfinished(path).exists():
        do = f"Restore the file, or move {head_path(path)} away too"
        raise JournalError(f"is gone; its head file knows row {noted.seq}", where=str(path), do=do)
