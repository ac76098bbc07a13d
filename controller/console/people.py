"""Who may sign on or in: names, ranks, licence numbers and argon2 hashes of PINs.

The file is JSON with mode 0600, written whole and renamed into place. There is no default PIN; the
one given at adding must be changed at the first sign-in. Hashing takes its time on a thread.
"""

from __future__ import annotations

import asyncio
import os
from base64 import b64encode
from pathlib import Path
from typing import Literal

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from msgspec import Struct

from controller.errors import ConfigError

Rank = Literal["dealer", "floorperson", "casino_supervisor", "surveillance"]
_HASHER = PasswordHasher()


class Person(Struct, frozen=True, kw_only=True):
    name: str
    rank: Rank
    hash: str
    licence: str = ""
    must_change: bool = True


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    people: tuple[Person, ...] = ()


def check_pin(pin: str) -> str:
    """Raises: ConfigError unless the PIN is 4 to 12 digits and not one digit over and over."""
    if not (pin.isascii() and pin.isdigit() and 4 <= len(pin) <= 12) or len(set(pin)) == 1:
        raise ConfigError("a PIN is 4 to 12 digits, not all the same", do="choose another")
    return pin


class People:
    """The people file; it is read again at each question, so that an edit needs no restart."""

    def __init__(self, path: Path, hasher: PasswordHasher = _HASHER) -> None:
        self._path, self._hasher = path, hasher
        self._nobody = _no_hash(hasher)

    def all(self) -> tuple[Person, ...]:
        """Raises: ConfigError when the file cannot be read or others may read it."""
        try:
            raw = self._path.read_bytes()
            mode = self._path.stat().st_mode
        except FileNotFoundError:
            return ()
        except OSError as error:
            raise ConfigError("the people file cannot be read", where=str(self._path)) from error
        if mode & 0o077:
            raise ConfigError(
                "others may read the people file", where=str(self._path), do="chmod 600 it"
            )
        try:
            return msgspec.json.decode(raw, type=_File).people
        except msgspec.MsgspecError as error:
            raise ConfigError(
                "the people file is damaged", where=str(self._path), do="add the people anew"
            ) from error

    def find(self, name: str) -> Person | None:
        wanted = name.strip().casefold()
        return next((p for p in self.all() if p.name.casefold() == wanted), None)

    def add(self, name: str, rank: Rank, pin: str, licence: str = "") -> Person:
        """Raises: ConfigError for a name that exists or a PIN that is no PIN."""
        if not name.strip() or not name.isprintable():
            raise ConfigError("a person needs a name")
        if self.find(name):
            raise ConfigError(f"{name} is there already", do="remove and add again")
        person = Person(
            name=name.strip(), rank=rank, hash=self._hasher.hash(check_pin(pin)), licence=licence
        )
        self._write((*self.all(), person))
        return person

    def remove(self, name: str) -> None:
        """Raises: ConfigError for a name that is not there."""
        person = self.find(name)
        if person is None:
            raise ConfigError(f"nobody is called {name}")
        self._write(tuple(p for p in self.all() if p is not person and p.name != person.name))

    async def verify(self, name: str, pin: str) -> Person | None:
        person = self.find(name)
        stored = person.hash if person else self._nobody
        good = await asyncio.to_thread(self._matches, stored, pin)
        return person if good and person else None

    async def change(self, name: str, pin: str) -> None:
        """Raises: ConfigError for a PIN that is no PIN."""
        hashed = await asyncio.to_thread(self._hasher.hash, check_pin(pin))
        self._write(
            tuple(
                msgspec.structs.replace(p, hash=hashed, must_change=False) if p.name == name else p
                for p in self.all()
            )
        )

    def _matches(self, stored: str, pin: str) -> bool:
        try:
            return self._hasher.verify(stored, pin)
        except (VerificationError, InvalidHashError):
            return False

    def _write(self, people: tuple[Person, ...]) -> None:
        raw = msgspec.json.format(msgspec.json.encode(_File(people=people)), indent=2)
        beside = self._path.with_name(self._path.name + ".new")
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(raw + b"\n")
            file.flush()
            os.fsync(file.fileno())
        beside.replace(self._path)


def _no_hash(hasher: PasswordHasher) -> str:
    """Matches no PIN; verified when the name is unknown, so that both answers take as long."""
    costs = f"m={hasher.memory_cost},t={hasher.time_cost},p={hasher.parallelism}"
    salt, digest = bytes(hasher.salt_len), bytes(hasher.hash_len)
    return f"$argon2id$v=19${costs}${_base64(salt)}${_base64(digest)}"


def _base64(data: bytes) -> str:
    return b64encode(data).decode().rstrip("=")
