"""A case: one round as a file states it, money in cents, hands counted from 0."""

from __future__ import annotations

import codecs
from typing import Any, Literal

import msgspec
from msgspec import Struct

from controller.errors import TableError

Do = Literal["hit", "stand", "double", "rescue", "surrender", "split", "deal"]


class CaseError(TableError):
    """A case that cannot be read or that no table could have played; `clause` forbids it."""

    code = "T150"

    def __init__(self, what: str, *, where: str = "", clause: str = "", do: str = "") -> None:
        super().__init__(f"{what} ({clause})" if clause else what, where=where, do=do)
        self.clause = clause


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    do: Do
    hand: int = 0
    add: int | None = None
    card: str | None = None


class Seat(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    seat: int
    player: str = ""
    wager: int
    initial: tuple[str, str]
    script: tuple[Step, ...] = ()
    mtd: int | None = None
    insurance: int | None = None
    chip_unit: int | None = None
    break_bonus: int | None = None
    bonus_spin: int | None = None
    wheel: int | None = None


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    hole_card: bool = True
    card_reader: bool = True
    peek: Literal["none", "A", "A10", ""] = ""

    @property
    def variant(self) -> Literal["no_hole_card", "hole_card", "hole_card_reader"]:
        if not self.hole_card:
            return "no_hole_card"
        return "hole_card_reader" if self.card_reader else "hole_card"


class Dealer(Struct, frozen=True, forbid_unknown_fields=True):
    cards: tuple[str, ...]


class PlayerDealer(Struct, frozen=True, forbid_unknown_fields=True):
    """The bank of a player-dealer game; absent = ample cover from a seat of its own."""

    seat: int
    cents: int
    seats: int = 7


class Case(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: str = ""
    rules: str = ""
    decks: int
    options: Options = Options()
    seats: tuple[Seat, ...]
    dealer: Dealer
    shoe: tuple[str, ...] | None = None
    """The exact order of the cards; None = it is not checked."""
    player_dealer: PlayerDealer | None = None
    title: str = ""
    tags: tuple[str, ...] = ()
    cite: Any = None
    expected: Any = None
    ambiguous: Any = None
    """These five are notes of whoever states the case; nothing is settled by them."""


class _Cases(Struct, frozen=True):
    cases: tuple[Case, ...]


def decode(data: bytes) -> tuple[Case, ...]:
    """Read one case or `{"cases": [...]}`. Raises: CaseError with the place in it.

    A key that nobody reads is an error: a wager whose name was mistyped would be settled as none.
    """
    if not data.strip():
        raise CaseError("is empty", do="See: dealer-assist settle --help")
    try:
        raw = msgspec.json.decode(data.removeprefix(codecs.BOM_UTF8))
        if isinstance(raw, dict) and "cases" in raw:
            return msgspec.convert(raw, _Cases).cases
        return (msgspec.convert(raw, Case),)
    except (msgspec.DecodeError, RecursionError) as error:
        raise CaseError(str(error)) from error
