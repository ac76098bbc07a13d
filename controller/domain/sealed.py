"""A card on the record: sealed at fixed length, with its face beside it only once it was turned."""

from __future__ import annotations

from msgspec import Struct


class Sealed(Struct, frozen=True, array_like=True):
    """AES-GCM of the face under a key of its own, that key wrapped by its shoe's key.

    Shape: `ct` and `wrapped` have the same length for every card. Source: controller/README 4.
    """

    ct: bytes
    wrapped: bytes


class Slot(Struct, frozen=True, array_like=True):
    """One physical card as the procedure holds it."""

    id: int
    """Entry id of the input that brought the card."""
    seal: Sealed
    face: str | None = None
    """Two characters, `As` .. `Kd`, `Th` for the forbidden ten; None = face down."""


class Exposed(Struct, frozen=True, array_like=True):
    """A card that a step turned, with the card's own key, so that replay needs no other."""

    id: int
    face: str
    key: bytes
