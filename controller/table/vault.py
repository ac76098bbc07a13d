"""The vault: the one place that opens a concealed card, seals it, and opens seals again.

Sealing is the only randomness of the record, injected. Every seal has the same length: AES-GCM of
the face under a key of its own, wrapped by the table's key, the key's id in front.
"""

from __future__ import annotations

import hashlib
import hmac
import os
from collections import Counter
from collections.abc import Callable, Iterable

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from controller.domain.cards import EVERY_CARD
from controller.domain.sealed import Exposed, Sealed, Slot
from controller.procedure.state.context import CannotOpen

FACE_BYTES = 4
NONCE = bytes(12)
"""A key of its own seals one card once, so that its nonce may be fixed."""
DECK = frozenset(card.code for card in EVERY_CARD)

Random = Callable[[int], bytes]


class TableVault:
    """Seals and opens with the table's key."""

    def __init__(self, key: bytes, random: Random = os.urandom) -> None:
        self._key, self._random = key, random
        self._wrap = AESGCM(key)
        self._id = hashlib.sha256(key).digest()[:4]

    def seal(self, face: bytes) -> Sealed:
        own, nonce = self._random(32), self._random(12)
        ct = AESGCM(own).encrypt(NONCE, face.ljust(FACE_BYTES), None)
        return Sealed(ct, self._id + nonce + self._wrap.encrypt(nonce, own, self._id))

    def mac(self, name: str, raw: bytes) -> bytes:
        """Keyed, since a plain hash of two card bytes is guessed in 48 tries."""
        return hmac.digest(self._key, name.encode() + b"\0" + raw, "sha256")[:8]

    def open(self, card: int, seal: Sealed) -> tuple[str, bytes]:
        key_id, nonce, wrapped = seal.wrapped[:4], seal.wrapped[4:16], seal.wrapped[16:]
        try:
            own = self._wrap.decrypt(nonce, wrapped, key_id)
            return face_in(seal, own), own
        except (InvalidTag, ValueError) as error:
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
