"""The leaves of a pack: a value with the clause that gives it.

`Rule` is fixed by the text. `Choice` and `Amount` are the operator's: the allowed values stand in
the pack, the chosen one comes from devices.toml `[rules.options]`, with room for the approval.
`"ask"` is a value that has no default: it is asked for and never guessed.
"""

from __future__ import annotations

from typing import Generic, Literal, TypeVar

from msgspec import Struct

from controller.errors import PackError

T = TypeVar("T")
Ask = Literal["ask"]
ASK: Ask = "ask"


class Approval(Struct, frozen=True, forbid_unknown_fields=True):
    """The filing under which an operator departs from the pack's own value."""

    reference: str
    date: str
    expires: str = ""


class Rule(Struct, Generic[T], frozen=True, forbid_unknown_fields=True):
    value: T
    clause: str


class Choice(Struct, Generic[T], frozen=True, forbid_unknown_fields=True):
    value: T
    clause: str
    allow: tuple[T, ...]
    free: bool = False
    """True = the text itself leaves it open, so that no approval is asked for."""
    filed: tuple[T, ...] = ()
    """Values that need an approval although the choice is free."""
    approval: Approval | None = None


class Amount(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole number in the unit of the key's name, between `least` and `most`."""

    value: int | Ask
    clause: str
    least: int
    most: int
    free: bool = False
    approval: Approval | None = None

    @property
    def number(self) -> int:
        """Of a leaf that no pack leaves open. Raises: PackError."""
        if self.value == ASK:
            raise PackError(f"a number must be given ({self.clause})")
        return self.value

    def known(self, otherwise: int) -> int:
        return otherwise if self.value == ASK else self.value


class Odds(Struct, frozen=True, forbid_unknown_fields=True):
    """Odds such as `4:1` that the licensee may better, not below `least` nor above `most`.

    `none` as the value: the text has no such wager; as `most`: it names no ceiling.
    """

    value: str
    clause: str
    least: str
    most: str
    approval: Approval | None = None


class Fraction(Struct, frozen=True, forbid_unknown_fields=True):
    """A share such as `1/5`, or `ask`."""

    value: str
    clause: str
    approval: Approval | None = None
