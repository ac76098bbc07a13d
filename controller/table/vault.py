"""The vault: the one place that opens a concealed card, seals it, and opens seals again.

Sealing is the only randomness of the record, injected. Every seal has the same length: AES-GCM of
the face under a key of its own, wrapped by the key of its shoe; in front stand the day key's id,
the file's number and the shoe's row.

Each gaming day's file has a random key, and that makes a key for each shoe (HKDF-SHA256): who is
given the key of one shoe, or of one day, opens no other. In files of before the table's key makes
the day's, and in older ones it wraps each card itself.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import struct
from collections import Counter
from collections.abc import Callable, Iterable

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from msgspec import Struct

from controller.domain.cards import EVERY_CARD
from controller.domain.sealed import Exposed, Sealed, Slot
from controller.errors import ConfigError
from controller.procedure.state.context import CannotOpen

FACE_BYTES = 4
NONCE = bytes(12)
"""A key of its own seals one card once, so that its nonce may be fixed."""
ID_BYTES, PLACE_BYTES, NONCE_BYTES = 4, 12, 12
KEPT_KEYS = 16
OLD_BYTES = ID_BYTES + NONCE_BYTES + 48
"""A wrapped key of before: it does not say in which shoe the card was."""
MAC = b"dealer-assist mac "
DECK = frozenset(card.code for card in EVERY_CARD)

Random = Callable[[int], bytes]


class Day(Struct, frozen=True):
    """What seals on the gaming day of one file."""

    id: bytes
    key: bytes
    mac: bytes
    """Of a key that is not the day's own, so that who may compare bytes opens no card."""


def key_id(key: bytes) -> bytes:
    return hashlib.sha256(key).digest()[:ID_BYTES]


def no_keys(_: int) -> bytes | None:
    """No file has a key of its own."""
    return None


def day_key(table_key: bytes, number: int) -> bytes:
    """Of a gaming day of before, whose file has that number."""
    return _derived(table_key, b"dealer-assist day " + struct.pack(">I", number))


def shoe_key(day: bytes, row: int) -> bytes:
    """Of the shoe that was loaded in that row; a day that began with a full one has its own."""
    return _derived(day, b"dealer-assist shoe " + struct.pack(">Q", row))


def _derived(key: bytes, info: bytes) -> bytes:
    return HKDF(algorithm=SHA256(), length=32, salt=None, info=info).derive(key)


class TableVault:
    """Seals with the key of the shoe that is dealt from, and opens what any of them sealed."""

    def __init__(
        self,
        key: bytes,
        random: Random = os.urandom,
        days: Callable[[int], bytes | None] = no_keys,
    ) -> None:
        """`days` = the random key of the file of that number; None = it has none."""
        self._key, self._random, self._keys = key, random, days
        self._old = AESGCM(key)
        self._id = key_id(key)
        self._days: dict[int, Day] = {}
        self._wraps: dict[bytes, AESGCM] = {}
        self.number, self._place = 1, struct.pack(">IQ", 1, 0)

    def go_over(self, number: int, row: int) -> None:
        """To another gaming day's file, or to the shoe that was loaded in that row.

        Raises: ConfigError when the file's key cannot be used.
        """
        self._day(number)
        self.number, self._place = number, struct.pack(">IQ", number, row)

    def seal(self, face: bytes) -> Sealed:
        own, nonce = self._random(32), self._random(NONCE_BYTES)
        ct = AESGCM(own).encrypt(NONCE, face.ljust(FACE_BYTES), None)
        front = self._day(self.number).id + self._place
        wrapped = self._of(front).encrypt(nonce, own, front)
        return Sealed(ct, front + nonce + wrapped)

    def _of(self, front: bytes) -> AESGCM:
        """Kept: a shoe has hundreds of cards."""
        if front not in self._wraps:
            number, row = struct.unpack(">IQ", front[ID_BYTES:])
            day = self._of_before(number) if front[:ID_BYTES] == self._id else self._day(number)
            if len(self._wraps) >= KEPT_KEYS:
                self._wraps.clear()
            self._wraps[front] = AESGCM(shoe_key(day.key, row))
        return self._wraps[front]

    def _day(self, number: int) -> Day:
        if number not in self._days:
            key = self._keys(number)
            own = None if key is None else Day(key_id(key), key, _derived(key, MAC))
            self._days[number] = own or self._of_before(number)
        return self._days[number]

    def _of_before(self, number: int) -> Day:
        return Day(self._id, day_key(self._key, number), self._key)

    def mac(self, name: str, raw: bytes, known: bytes = b"") -> bytes:
        """Keyed, since a plain hash of two card bytes is guessed in 48 tries.

        `known` = of an event of that name; a repeat may come when the file has changed since.
        """
        found = self._mac(self.number, name, raw)
        if known and known != found:
            before = self._mac(self.number - 1, name, raw)
            return before if before == known else found
        return found

    def _mac(self, number: int, name: str, raw: bytes) -> bytes:
        return hmac.digest(self._day(number).mac, name.encode() + b"\0" + raw, "sha256")[:8]

    def open(self, card: int, seal: Sealed) -> tuple[str, bytes]:
        old = len(seal.wrapped) == OLD_BYTES
        ends = ID_BYTES if old else ID_BYTES + PLACE_BYTES
        front, rest = seal.wrapped[:ends], seal.wrapped[ends:]
        try:
            wrap = self._old if old else self._of(front)
            own = wrap.decrypt(rest[:NONCE_BYTES], rest[NONCE_BYTES:], front)
            return face_in(seal, own), own
        except (ConfigError, InvalidTag, ValueError, struct.error) as error:
            raise CannotOpen(card) from error

    def ask(
        self, question: str, cards: tuple[Slot, ...], counts: tuple[tuple[str, int], ...]
    ) -> bool:
        faces = [self.open(s.id, s.seal)[0] for s in cards if s.seal.ct]
        name, _, decks = question.partition("/")
        if name == "burn_is_foreign":
            return any(face not in DECK for face in faces)
        if name == "rest_agrees":
            return rest_agrees(faces, counts, int(decks))
        raise ValueError("a question that the vault does not answer")


def rest_agrees(faces: Iterable[str], counts: Iterable[tuple[str, int]], decks: int) -> bool:
    """Whether turned and never turned cards together are of the set, no copy too many."""
    seen = Counter(dict(counts))
    seen.update(faces)
    return all(face in DECK and n <= decks for face, n in seen.items())


def face_in(seal: Sealed, own: bytes) -> str:
    return AESGCM(own).decrypt(NONCE, seal.ct, None).decode().strip()


class RecordVault:
    """Replay's vault: knows what the rows recorded, and checks each face against its seal."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[str, bytes]] = {}
        self._answers: list[tuple[str, bool]] = []

    def learn(self, exposed: Iterable[Exposed], answers: Iterable[tuple[str, bool]]) -> None:
        """Take what the next row recorded, before it is stepped."""
        self._known |= {e.id: (e.face, e.key) for e in exposed}
        self._answers = list(answers)

    def open(self, card: int, seal: Sealed) -> tuple[str, bytes]:
        if card not in self._known:
            raise CannotOpen(card)
        face, own = self._known[card]
        try:
            fits = face_in(seal, own) == face
        except (InvalidTag, ValueError) as error:
            raise CannotOpen(card) from error
        if not fits:
            raise CannotOpen(card)
        return face, own

    def ask(
        self,
        question: str,
        cards: tuple[Slot, ...],
        counts: tuple[tuple[str, int], ...],  # noqa: ARG002 - the row holds the answer
    ) -> bool:
        if not self._answers or self._answers[0][0] != question:
            raise CannotOpen(cards[0].id if cards else 0)
        return self._answers.pop(0)[1]
