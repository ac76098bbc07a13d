"""Ed25519 signatures of chain heads: a row of kind `signature` signs the row before it."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Self, TypeAlias

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec import Struct

from .rows import SIGNATURE, Draft, Head


class Signature(Struct, frozen=True, array_like=True):
    """Payload of a signature row. Shape: 32 and 64 bytes."""

    public_key: bytes
    signature: bytes


class Signer:
    def __init__(self, private: Ed25519PrivateKey) -> None:
        self._private = private
        self.public_key = private.public_key().public_bytes_raw()

    @classmethod
    def generate(cls) -> Self:
        """Make a key that is kept nowhere: for the bench."""
        return cls(Ed25519PrivateKey.generate())

    def link(self, head: Head, number: int, next_key: bytes) -> bytes:
        """Sign the key of the next file, which has that number and goes on from that head."""
        return self._private.sign(_key_message(head, number, next_key))

    def draft(self, head: Head, at_us: int) -> Draft:
        """Sign the head: the draft of the row that follows it."""
        signature = Signature(self.public_key, self._private.sign(_message(head)))
        payload = msgspec.msgpack.encode(signature)
        return Draft(head.seq + 1, at_us, "journal", SIGNATURE, payload)


Signers: TypeAlias = Signer | Callable[[int], Signer]
"""Of one file, or who knows that of each by the file's number."""


def signed(payload: bytes) -> Signature:
    """Raises: msgspec.MsgspecError when the payload is no signature."""
    return msgspec.msgpack.decode(payload, type=Signature)


def signature_key(head: Head, payload: bytes) -> bytes | None:
    """Return the public key under which the payload signs the head; None when it does not."""
    try:
        found = signed(payload)
        public = Ed25519PublicKey.from_public_bytes(found.public_key)
        public.verify(found.signature, _message(head))
    except (msgspec.MsgspecError, ValueError, InvalidSignature):
        return None
    return found.public_key


def is_linked(before: bytes, link: bytes, head: Head, number: int, key: bytes) -> bool:
    """Whether the key of the file before, which ends at the head, signs this file's key."""
    try:
        Ed25519PublicKey.from_public_bytes(before).verify(link, _key_message(head, number, key))
    except (ValueError, InvalidSignature):
        return False
    return True


def fingerprint(public_key: bytes) -> str:
    """Return what people compare: eight bytes of sha256, `1f03-...`."""
    text = sha256(public_key).hexdigest()[:16]
    return "-".join(text[i : i + 4] for i in range(0, 16, 4))


def _message(head: Head) -> bytes:
    return b"dealer-assist journal head\0" + head.seq.to_bytes(8, "big") + head.hash


def _key_message(head: Head, number: int, key: bytes) -> bytes:
    placed = head.seq.to_bytes(8, "big") + head.hash + number.to_bytes(8, "big")
    return b"dealer-assist journal key\0" + placed + key
