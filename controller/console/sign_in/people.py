"""Who may sign on or in: names, ranks, licence numbers and argon2 hashes of PINs.

The file is JSON with mode 0600, written whole and renamed into place; owner and mode stay, whoever
writes it. There is no default PIN; the one given at adding must be changed at the first sign-in.
PINs are hashed one after the other, on a thread that comes last: no card waits for a guess.
"""

from __future__ import annotations

import asyncio
import fcntl
import hashlib
import hmac
import os
import threading
import unicodedata
from base64 import b64encode
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import mkstemp
from typing import Literal, TypeVar

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from msgspec import Struct

from controller.domain.plain import is_plain
from controller.errors import ConfigError, what_to_do, why
from controller.journal.regular import read_regular

from .pin_rules import check_own, check_pin

Rank = Literal["dealer", "floorperson", "casino_supervisor", "surveillance"]
_HASHER = PasswordHasher()
_MOST_WAITING = 16
"""Guesses that may wait for their turn; more are sent away."""
Found = TypeVar("Found")


def _last_in_line() -> None:
    """The kernel gives this thread what the table leaves."""
    with suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 3)


_HASHING = ThreadPoolExecutor(1, thread_name_prefix="pin", initializer=_last_in_line)


class TooManyTries(Exception):
    """So many PINs wait to be looked at that this one is not."""


class Person(Struct, frozen=True, kw_only=True):
    name: str
    rank: Rank
    hash: str
    licence: str = ""
    must_change: bool = True
    badge: str = ""
    """Salt and digest of its number, in hex; empty = has none."""

    @property
    def stamp(self) -> str:
        """Of rank and PIN: who has another one now must sign in again."""
        return hashlib.sha256(f"{self.rank} {self.hash}".encode()).hexdigest()


class PersonLine(Struct, frozen=True, kw_only=True):
    """A person as the floor's page lists people."""

    name: str
    rank: str
    licence: str = ""
    state: str = ""


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    people: tuple[Person, ...] = ()


def check_name(name: str) -> str:
    """Raises: ConfigError unless it is a name that is seen as it is stored."""
    name = unicodedata.normalize("NFC", name.strip())
    if not name or len(name) > 60 or not name.isprintable() or not is_plain(name):
        raise ConfigError(
            "a person needs a name", do="Use at most 60 letters, no control characters"
        )
    return name


def check_licence(licence: str) -> str:
    """Raises: ConfigError for one that is not seen as it is stored."""
    if len(licence) > 40 or not is_plain(licence):
        raise ConfigError("a licence number has at most 40 letters, no control characters")
    return licence


class People:
    """The people file; it is read again when it was written, so that an edit needs no restart."""

    def __init__(self, path: Path, hasher: PasswordHasher = _HASHER) -> None:
        self._path, self._hasher = path, hasher
        self._nobody = _no_hash(hasher)
        self._read: tuple[tuple[int, ...], tuple[Person, ...]] | None = None
        self._waiting = 0

    @property
    def path(self) -> Path:
        """Where the file is, or will be."""
        return self._path

    def all(self) -> tuple[Person, ...]:
        """Raises: ConfigError when the file cannot be read or others may read it."""
        try:
            found = self._path.stat()
            seen = (found.st_ino, found.st_mtime_ns, found.st_size, found.st_mode)
            if self._read and self._read[0] == seen:
                return self._read[1]
            raw = read_regular(self._path)
        except FileNotFoundError:
            return ()
        except OSError as error:
            raise ConfigError.of_file(error, self._path) from error
        if found.st_mode & 0o077:
            raise ConfigError(
                "others may read the people file",
                where=str(self._path),
                do=f"Run chmod 600 {self._path}",
            )
        try:
            people = msgspec.json.decode(raw, type=_File).people
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise ConfigError(
                "the people file is damaged", where=str(self._path), do="Add the people anew"
            ) from error
        self._read = seen, people
        return people

    def find(self, name: str) -> Person | None:
        wanted = unicodedata.normalize("NFC", name.strip()).casefold()
        return next((p for p in self.all() if p.name.casefold() == wanted), None)

    def add(self, name: str, rank: Rank, pin: str, licence: str = "") -> Person:
        """Raises: ConfigError for a name that exists or a PIN that is no PIN."""
        hashed = self._hasher.hash(check_pin(pin))
        return self.enter(Person(name=check_name(name), rank=rank, hash=hashed, licence=licence))

    def enter(self, person: Person) -> Person:
        """Raises: ConfigError for a name that exists or a licence that is none."""
        check_licence(person.licence)
        with self._locked():
            if self.find(person.name):
                raise ConfigError(f"{person.name} is there already", do="Use: people change")
            self._write((*self.all(), person))
        return person

    async def hashed(self, pin: str) -> str:
        """Of a PIN that waits for a second person. Raises: ConfigError, TooManyTries."""
        check_pin(pin)
        return await self._in_turn(lambda: self._hasher.hash(pin))

    def remove(self, name: str) -> Person:
        """Raises: ConfigError for a name that is not there."""
        with self._locked():
            person = self.require(name)
            self._write(tuple(p for p in self.all() if p.name != person.name))
        return person

    def require(self, name: str) -> Person:
        """Raises: ConfigError for a name that is not there."""
        person = self.find(name)
        if person is None:
            do = f"See: dealer-assist people --file {self._path} list"
            raise ConfigError(f"nobody is called {name}", where=str(self._path), do=do)
        return person

    def edit(
        self,
        name: str,
        *,
        rank: Rank | None = None,
        licence: str | None = None,
        pin: str | None = None,
        hashed: str = "",
    ) -> Person:
        """Change what is given; a PIN that is given must be changed at the next sign-in.

        `hashed`: a PIN as `hashed` has made it. Raises: ConfigError.
        """
        if pin is not None:
            hashed = self._hasher.hash(check_pin(pin))
        check_licence(licence or "")
        return self._put(
            name,
            lambda p: msgspec.structs.replace(
                p,
                rank=rank or p.rank,
                licence=p.licence if licence is None else licence,
                hash=hashed or p.hash,
                must_change=p.must_change or bool(hashed),
            ),
        )

    def give_badge(self, name: str, number: bytes) -> Person:
        """An empty number takes it away. Raises: ConfigError for a number that another has."""
        if number and not 4 <= len(number) <= 64:
            raise ConfigError("a badge's number has 4 to 64 characters", do="Scan it again")
        had = self.of_badge(number) if number else None
        if had is not None and had.name != self.require(name).name:
            raise ConfigError(f"that is the badge of {had.name}", do="Take it away there first")
        badge = badge_digest(number, os.urandom(16)) if number else ""
        return self._put(name, lambda p: msgspec.structs.replace(p, badge=badge))

    def of_badge(self, number: bytes) -> Person | None:
        """Raises: ConfigError."""
        return next((p for p in self.all() if p.badge and _is_badge(p.badge, number)), None)

    async def verify(self, name: str, pin: str) -> Person | None:
        """Raises: ConfigError, TooManyTries."""
        person = self.find(name)
        stored = person.hash if person else self._nobody
        good = await self._in_turn(lambda: self._matches(stored, pin))
        return person if good and person else None

    async def change(self, name: str, pin: str) -> None:
        """The person's own choice. Raises: ConfigError for a PIN that is no PIN, TooManyTries."""
        check_own(pin, self.require(name).licence)

        def put() -> None:
            hashed = self._hasher.hash(pin)
            change = msgspec.structs.replace
            self._put(name, lambda p: change(p, hash=hashed, must_change=False))

        await self._in_turn(put)

    async def _in_turn(self, act: Callable[[], Found]) -> Found:
        if self._waiting >= _MOST_WAITING:
            raise TooManyTries
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(_HASHING, act)
        finally:
            self._waiting -= 1

    def _put(self, name: str, change: Callable[[Person], Person]) -> Person:
        with self._locked():
            person = self.require(name)
            changed = change(person)
            self._write(tuple(changed if p.name == person.name else p for p in self.all()))
        return changed

    def _matches(self, stored: str, pin: str) -> bool:
        try:
            return self._hasher.verify(stored, pin)
        except (VerificationError, InvalidHashError):
            return False

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """One writer at a time: the daemon and the command line. Raises: ConfigError."""
        try:
            folder = os.open(self._path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        except OSError as error:
            raise ConfigError.of_file(error, self._path.parent) from error
        try:
            fcntl.flock(folder, fcntl.LOCK_EX)
            yield
        finally:
            os.close(folder)

    def _write(self, people: tuple[Person, ...]) -> None:
        """Raises: ConfigError."""
        raw = msgspec.json.format(msgspec.json.encode(_File(people=people)), indent=2)
        try:
            descriptor, beside = mkstemp(prefix=f"{self._path.name}.", dir=self._path.parent)
        except OSError as error:
            raise _unwritten(self._path, error) from error
        try:
            with os.fdopen(descriptor, "wb") as file:
                self._as_before(file.fileno())
                file.write(raw + b"\n")
                file.flush()
                os.fsync(file.fileno())
            Path(beside).replace(self._path)
        except OSError as error:
            Path(beside).unlink(missing_ok=True)
            raise _unwritten(self._path, error) from error

    def _as_before(self, descriptor: int) -> None:
        """Owner and mode of the file that is replaced; a new one is its folder's owner's."""
        there = self._path if self._path.exists() else self._path.parent
        found, own = there.stat(), os.fstat(descriptor)
        if os.geteuid() == 0 and (found.st_uid, found.st_gid) != (own.st_uid, own.st_gid):
            os.fchown(descriptor, found.st_uid, found.st_gid)
        os.fchmod(descriptor, found.st_mode & 0o600 if there is self._path else 0o600)


def _unwritten(path: Path, error: OSError) -> ConfigError:
    what = f"cannot be written: {why(error)}"
    return ConfigError(what, where=str(path), do=what_to_do(error))


def badge_digest(number: bytes, salt: bytes) -> str:
    return salt.hex() + hashlib.blake2b(number, salt=salt, digest_size=32).hexdigest()


def _is_badge(kept: str, number: bytes) -> bool:
    salt = bytes.fromhex(kept[:32])
    return hmac.compare_digest(kept, badge_digest(number, salt))


def _no_hash(hasher: PasswordHasher) -> str:
    """Matches no PIN; verified when the name is unknown, so that both answers take as long."""
    costs = f"m={hasher.memory_cost},t={hasher.time_cost},p={hasher.parallelism}"
    salt, digest = bytes(hasher.salt_len), bytes(hasher.hash_len)
    return f"$argon2id$v=19${costs}${_base64(salt)}${_base64(digest)}"


def _base64(data: bytes) -> str:
    return b64encode(data).decode().rstrip("=")
