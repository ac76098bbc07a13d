"""The vault: the one place that opens a concealed card, seals it, and opens seals again.

Sealing is the only randomness of the record, injected. Every seal has the same length: AES-GCM of
the face under a key of its own, wrapped by the key of its shoe; in front stand the table key's id,
the file's number and the shoe's row.

The table's key makes one key for each gaming day, that one a key for each shoe (HKDF-SHA256): who
is given the key of one shoe, or of one day, opens no other. Seals of before hold no shoe; the
table's key itself wraps them.
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

from controller.domain.cards import EVERY_CARD
from controller.domain.sealed import Exposed, Sealed, Slot
from controller.procedure.state.context import CannotOpen

FACE_BYTES = 4
NONCE = bytes(12)
"""A key of its own seals one card once, so that its nonce may be fixed."""
ID_BYTES, PLACE_BYTES, NONCE_BYTES = 4, 12, 12
KEPT_KEYS = 16
OLD_BYTES = ID_BYTES + NONCE_BYTES + 48
"""A wrapped key of before: it does not say in which shoe the card was."""
DECK = frozenset(card.code for card in EVERY_CARD)

Random = Callable[[int], bytes]


def day_key(table_key: bytes, number: int) -> bytes:
    """Of the gaming day whose file has that number."""
    return _derived(table_key, b"dealer-assist day " + struct.pack(">I", number))


def shoe_key(day: bytes, row: int) -> bytes:
    """Of the shoe that was loaded in that row; a day that began with a full one has its own."""
    return _derived(day, b"dealer-assist shoe " + struct.pack(">Q", row))


def _derived(key: bytes, info: bytes) -> bytes:
    return HKDF(algorithm=SHA256(), length=32, salt=None, info=info).derive(key)


class TableVault:
    """Seals with the key of the shoe that is dealt from, and opens what any of them sealed."""

    def __init__(self, key: bytes, random: Random = os.urandom) -> None:
        self._key, self._random = key, random
        self._old = AESGCM(key)
        self._id = hashlib.sha256(key).digest()[:ID_BYTES]
        self._wraps: dict[bytes, AESGCM] = {}
        self.go_over(1, 0)

    def go_over(self, number: int, row: int) -> None:
        """To another gaming day's file, or to the shoe that was loaded in that row."""
        self.number, self._place = number, struct.pack(">IQ", number, row)

    def seal(self, face: bytes) -> Sealed:
        own, nonce = self._random(32), self._random(NONCE_BYTES)
        ct = AESGCM(own).encrypt(NONCE, face.ljust(FACE_BYTES), None)
        front = self._id + self._place
        wrapped = self._of(self._place).encrypt(nonce, own, front)
        return Sealed(ct, front + nonce + wrapped)

    def _of(self, place: bytes) -> AESGCM:
        """Kept: a shoe has hundreds of cards."""
        if place not in self._wraps:
            number, row = struct.unpack(">IQ", place)
            if len(self._wraps) >= KEPT_KEYS:
                self._wraps.clear()
            self._wraps[place] = AESGCM(shoe_key(day_key(self._key, number), row))
        return self._wraps[place]

    def mac(self, name: str, raw: bytes) -> bytes:
        """Keyed, since a plain hash of two card bytes is guessed in 48 tries."""
        return hmac.digest(self._key, name.encode() + b"\0" + raw, "sha256")[:8]

    def open(self, card: int, seal: Sealed) -> tuple[str, bytes]:
        old = len(seal.wrapped) == OLD_BYTES
        ends = ID_BYTES if old else ID_BYTES + PLACE_BYTES
        front, rest = seal.wrapped[:ends], seal.wrapped[ends:]
        try:
            wrap = self._old if old else self._of(front[ID_BYTES:])
            own = wrap.decrypt(rest[:NONCE_BYTES], rest[NONCE_BYTES:], front)
            return face_in(seal, own), own
        except (InvalidTag, ValueError, struct.error) as error:
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
