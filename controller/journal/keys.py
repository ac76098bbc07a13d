"""The key files of a table: one seals hidden cards, one for each file of the record signs it.

`table.key`: 32 random bytes in hex. `signing.key`: Ed25519, PKCS8 PEM. Both mode 0600; who holds
the first can read hidden cards. `signing.pub` goes to the auditor, who needs no other.

`signing-0002.key` signs the second file, and so on. Each is made at the change to its file, and the
one before signs it there. Two files later it is gone: who steals the machine cannot write an old
day anew. Public keys stay.

`cards-0001.key` seals the hidden cards of the first file, and so on: 32 random bytes that nothing
else leads to. Where it is destroyed, cards of that day that were never turned stay so for ever.
"""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Iterable
from pathlib import Path

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from controller.errors import ConfigError, why

from .files import force
from .regular import Linked, read_regular, require_one_name
from .seal import Signer

TABLE_KEY, SIGNING_KEY, PUBLIC_KEY = "table.key", "signing.key", "signing.pub"
ASK = "Check the path, or ask the house for signing.pub"


def new_keys(directory: Path) -> Signer:
    """Make the three files; the directory is made when it is missing.

    Raises: ConfigError; a key that exists is never overwritten.
    """
    private = Ed25519PrivateKey.generate()
    contents = (
        (TABLE_KEY, 0o600, secrets.token_hex(32).encode() + b"\n"),
        (SIGNING_KEY, 0o600, _pem(private)),
        (PUBLIC_KEY, 0o644, _public_pem(private.public_key())),
    )
    made: list[str] = []
    try:
        for name, _, _ in contents:
            if (directory / name).exists():
                do = "Keys are never overwritten: name another directory, or move these away"
                raise ConfigError("exists already", where=str(directory / name), do=do)
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        for name, mode, content in contents:
            made.append(name)
            _write(directory / name, mode, content)
    except OSError as error:
        for name in made:
            (directory / name).unlink(missing_ok=True)
        raise _unmade(directory, error) from error
    return Signer(private)


class KeyRing:
    """The keys of a record's files, in one folder: of each one that signs, and one for cards."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._to_be: dict[int, bytes] = {}

    def signer(self, number: int) -> Signer:
        """Of the file of that number. Raises: ConfigError."""
        return Signer(load_private_key(self._of(number)))

    def new(self, number: int) -> Signer:
        """For the file that comes next; one that was made for it before is taken.

        Raises: ConfigError.
        """
        path = self._of(number)
        if not path.exists():
            private = Ed25519PrivateKey.generate()
            half = path.with_name(f"{path.name}.half")
            try:
                half.unlink(missing_ok=True)
                path.with_suffix(".pub").unlink(missing_ok=True)
                _write(half, 0o600, _pem(private))
                _write(path.with_suffix(".pub"), 0o644, _public_pem(private.public_key()))
                half.rename(path)
                force(self._directory)
            except OSError as error:
                half.unlink(missing_ok=True)
                raise _unmade(self._directory, error) from error
        self.keep_cards(number)
        return self.signer(number)

    # ---- of hidden cards ----
    def cards(self, number: int) -> bytes | None:
        """None = the file was begun by software of before, or the key is destroyed.

        Raises: ConfigError when there is one that cannot be used.
        """
        path = self.cards_path(number)
        return _hex_key(path) if path.exists() else None

    def cards_to_be(self, number: int) -> bytes:
        """Of a file that comes next; `new` or `keep_cards` writes it down. Raises: ConfigError."""
        known = self.cards(number) or self._to_be.get(number)
        self._to_be[number] = known or secrets.token_bytes(32)
        return self._to_be[number]

    def keep_cards(self, number: int) -> None:
        """Durable when it returns; one that is there stays. Raises: ConfigError."""
        self.make_cards(number)
        self.name_cards(number)

    def make_cards(self, number: int) -> None:
        """Durable, but without its name: that says that the file is begun. Raises: ConfigError."""
        path, said = self.cards_path(number), self._to_be.get(number)
        key = self.cards_to_be(number)
        if said not in (None, key):
            raise ConfigError("was made meanwhile", where=str(path), do="It is tried again")
        if path.exists():
            return
        half = path.with_name(f"{path.name}.half")
        try:
            half.unlink(missing_ok=True)
            _write(half, 0o600, key.hex().encode() + b"\n")
            force(self._directory)
        except OSError as error:
            half.unlink(missing_ok=True)
            raise _unmade(self._directory, error) from error

    def name_cards(self, number: int) -> None:
        """Nothing to do where it has its name, or none was made. Raises: ConfigError."""
        path = self.cards_path(number)
        half = path.with_name(f"{path.name}.half")
        if path.exists() or not half.exists():
            return
        try:
            half.rename(path)
            force(self._directory)
        except OSError as error:
            raise _unmade(self._directory, error) from error

    def of_files(self) -> tuple[Path, ...]:
        """Keys that are made for a file of a record and for nothing else, the newest first."""
        cards, signing = self._directory.glob("cards-*.key"), self._directory.glob("signing-*")
        named = (path for path in signing if path.suffix in (".key", ".pub"))
        return (*sorted(cards, reverse=True), *sorted(named, reverse=True))

    def destroy_cards(self, numbers: Iterable[int]) -> tuple[int, ...]:
        """Of these files; which had one. Raises: ConfigError."""
        found = self.may_be_destroyed(numbers)
        try:
            for number in found:
                self.cards_path(number).unlink()
            force(self._directory)
        except OSError as error:
            raise ConfigError.of_file(error, self._directory) from error
        return found

    def may_be_destroyed(self, numbers: Iterable[int]) -> tuple[int, ...]:
        """Those of these files that have a key of cards. Raises: ConfigError for a linked one."""
        found = tuple(number for number in numbers if self.cards_path(number).exists())
        for path in map(self.cards_path, found):
            try:
                require_one_name(path)
            except Linked as error:
                do = f"It would not be gone: find / -xdev -samefile {path}"
                raise ConfigError(why(error), where=str(path), do=do) from error
        return found

    def cards_path(self, number: int) -> Path:
        return self._directory / f"cards-{number:04d}.key"

    def begun(self, number: int) -> None:
        """That file is written now. The key before it stays: a copy put back may need it."""
        for old in self._directory.glob("signing*.key"):
            if 0 < _number(old) < number - 1:
                with contextlib.suppress(OSError):
                    old.unlink()

    def _of(self, number: int) -> Path:
        name = SIGNING_KEY if number == 1 else f"signing-{number:04d}.key"
        return self._directory / name


def _number(key: Path) -> int:
    """0 = not one of ours."""
    if key.name == SIGNING_KEY:
        return 1
    number = key.stem.removeprefix("signing-")
    return int(number) if number.isdecimal() else 0


def load_table_key(directory: Path) -> bytes:
    """Shape: 32 bytes. Raises: ConfigError."""
    return _hex_key(directory / TABLE_KEY)


def _hex_key(path: Path) -> bytes:
    try:
        key = bytes.fromhex(_private(path).decode("ascii"))
    except ValueError:
        key = b""
    if len(key) != 32:
        raise _damaged(path, "64 hexadecimal digits")
    return key


def load_private_key(path: Path) -> Ed25519PrivateKey:
    """Raises: ConfigError."""
    try:
        key = serialization.load_pem_private_key(_private(path), None)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise _damaged(path, "an Ed25519 private key in PEM") from error
    if not isinstance(key, Ed25519PrivateKey):
        raise _damaged(path, "an Ed25519 private key in PEM")
    return key


def load_public_key(path: Path) -> bytes:
    """Shape: 32 bytes. Raises: ConfigError."""
    try:
        key = serialization.load_pem_public_key(_read(path, ASK))
    except (ValueError, UnsupportedAlgorithm) as error:
        raise _damaged(path, "an Ed25519 public key in PEM", ASK) from error
    if not isinstance(key, Ed25519PublicKey):
        raise _damaged(path, "an Ed25519 public key in PEM", ASK)
    return key.public_bytes_raw()


def _unmade(directory: Path, error: OSError) -> ConfigError:
    if isinstance(error, FileExistsError):
        return ConfigError("is a file", where=str(directory), do="Name a folder")
    return ConfigError.of_file(error, directory)


def _pem(key: Ed25519PrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )


def _public_pem(key: Ed25519PublicKey) -> bytes:
    return key.public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    )


def _write(path: Path, mode: int, content: bytes) -> None:
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode)
    with os.fdopen(fd, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(fd)


def _private(path: Path) -> bytes:
    content = _read(path)
    mode = path.stat().st_mode & 0o777
    if mode & 0o077:
        what = f"is open to others (mode {mode:04o})"
        raise ConfigError(what, where=str(path), do=f"Run chmod 600 {path}")
    return content


def _read(path: Path, missing: str = "") -> bytes:
    try:
        return read_regular(path)
    except FileNotFoundError as error:
        do = missing or f"Make keys: dealer-assist keys new {path.parent}"
        raise ConfigError("does not exist", where=str(path), do=do) from error
    except OSError as error:
        raise ConfigError.of_file(error, path) from error


def _damaged(path: Path, due: str, do: str = "Restore it from the safe copy") -> ConfigError:
    return ConfigError(f"is not {due}", where=str(path), do=do)
