"""Keys are made once, kept private, and every fault of a key file says what to do."""

from __future__ import annotations

from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)
from pytest_mock import MockerFixture

from controller.errors import ConfigError
from controller.journal.keys import KeyRing, load_public_key, load_table_key, new_keys
from controller.journal.rows import Head
from controller.journal.seal import fingerprint, signature_key


@pytest.fixture
def keys(tmp_path: Path) -> Path:
    new_keys(tmp_path / "keys")
    return tmp_path / "keys"


def test_keys_come_back_as_they_were_made(tmp_path: Path) -> None:
    """What the signing key signs, the public key proves."""
    made = new_keys(tmp_path / "keys")

    signer = KeyRing(tmp_path / "keys").signer(1)
    public = load_public_key(tmp_path / "keys" / "signing.pub")

    head = Head(7, bytes(32))
    assert made.public_key == signer.public_key == public
    assert signature_key(head, signer.draft(head, 0).payload) == public
    assert len(load_table_key(tmp_path / "keys")) == 32


def test_keys_are_private_and_different_each_time(tmp_path: Path) -> None:
    one, other = new_keys(tmp_path / "a"), new_keys(tmp_path / "b")

    assert one.public_key != other.public_key
    assert load_table_key(tmp_path / "a") != load_table_key(tmp_path / "b")
    modes = {p.name: p.stat().st_mode & 0o777 for p in (tmp_path / "a").iterdir()}
    assert modes == {"table.key": 0o600, "signing.key": 0o600, "signing.pub": 0o644}
    assert (tmp_path / "a").stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("name", ["table.key", "signing.key", "signing.pub"])
def test_keys_are_never_overwritten(keys: Path, name: str) -> None:
    """A table key that is lost makes hidden cards unreadable for ever."""
    kept = (keys / name).read_bytes()
    for other in {"table.key", "signing.key", "signing.pub"} - {name}:
        (keys / other).unlink()

    with pytest.raises(ConfigError, match=rf"{name}: exists already\. Keys are never overwritten"):
        new_keys(keys)

    assert [p.name for p in keys.iterdir()] == [name]
    assert (keys / name).read_bytes() == kept


def test_new_keys_say_so_when_the_directory_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    with pytest.raises(ConfigError, match=r"file/keys: not a directory\. Check the path"):
        new_keys(tmp_path / "file" / "keys")


def test_key_names_the_command_when_it_is_missing(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=rf"table.key: does not exist\. Make keys: .* {tmp_path}"):
        load_table_key(tmp_path)


def test_key_is_refused_when_others_may_read_it(keys: Path) -> None:
    (keys / "signing.key").chmod(0o604)

    with pytest.raises(ConfigError, match=r"open to others \(mode 0604\)\. Run chmod 600"):
        KeyRing(keys).signer(1)


def test_key_is_refused_when_it_cannot_be_read(keys: Path, mocker: MockerFixture) -> None:
    """Root may read everything, so the answer of the system is played."""
    mocker.patch.object(Path, "read_bytes", side_effect=PermissionError(13, "Permission denied"))

    with pytest.raises(ConfigError, match=r"permission denied\. Check its owner and mode"):
        load_table_key(keys)


@pytest.mark.parametrize("content", [b"", b"not hex", b"ab" * 31, b"\xff" * 64])
def test_table_key_is_refused_when_it_is_damaged(keys: Path, content: bytes) -> None:
    (keys / "table.key").write_bytes(content)

    with pytest.raises(ConfigError, match=r"is not 64 hexadecimal digits\. Restore it"):
        load_table_key(keys)


def test_signing_key_is_refused_when_it_is_damaged_or_of_another_kind(keys: Path) -> None:
    other = X25519PrivateKey.generate().private_bytes(
        Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()
    )
    for content in (b"", b"-----BEGIN PRIVATE KEY-----\n", other):
        (keys / "signing.key").write_bytes(content)
        with pytest.raises(ConfigError, match="is not an Ed25519 private key in PEM"):
            KeyRing(keys).signer(1)


def test_public_key_is_refused_when_it_is_damaged_or_of_another_kind(keys: Path) -> None:
    other = X25519PrivateKey.generate().public_key()
    for content in (b"", other.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)):
        (keys / "signing.pub").write_bytes(content)
        with pytest.raises(ConfigError, match="is not an Ed25519 public key in PEM"):
            load_public_key(keys / "signing.pub")


def test_fingerprint_can_be_read_out(keys: Path) -> None:
    text = fingerprint(load_public_key(keys / "signing.pub"))

    assert [len(part) for part in text.split("-")] == [4, 4, 4, 4]
