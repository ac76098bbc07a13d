"""Commands about people: who may sign in was changed."""

from __future__ import annotations

from typing import Literal

from controller.domain.input_row import DESK, Row

from .base import Command

__all__ = ["PersonAct", "PersonChanged"]

PersonAct = Literal[
    "pin",
    "asked",
    "withdrawn",
    "lapsed",
    "lost",
    "added",
    "changed",
    "new_pin",
    "removed",
    "not_done",
]


class PersonChanged(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Who may sign in was changed at a page; the console says so.

    It stands on the record; nothing at the table moves. What two people decide stands there before
    it is done: with the first as `asked`, with the second as what he signs for.
    """

    row = Row("person_changed", DESK, in_hold=True, beside_play=True, clause="refusal.void_rank")

    whom: str
    what: PersonAct = "pin"
    """`pin`: the person chose another one. `not_done`: the people file could not be written.
    `lapsed`: nobody signed in time. `lost`: what waited cannot be read at a start."""
    to: str = ""
    """What it is about: the change that is asked for, or rank and licence as they are now."""
    first: str = ""
    """Who had asked for it."""

    def in_record(self) -> str:
        told = _PERSON[self.what].format(self)
        return told + (f", asked for by {self.first}" if self.first else "")


_PERSON: dict[PersonAct, str] = {
    "pin": "{0.whom} has another PIN",
    "asked": "{0.to} is asked for {0.whom}",
    "withdrawn": "{0.to} is no longer asked for {0.whom}",
    "lapsed": "{0.to} for {0.whom} lapsed: nobody signed in time",
    "lost": "The file of changes that wait for a second person cannot be read: they are lost",
    "added": "{0.whom} is added: {0.to}",
    "changed": "{0.whom} is changed: {0.to}",
    "new_pin": "{0.whom} is given a PIN, to be changed at the next sign-in",
    "removed": "{0.whom} is removed",
    "not_done": "{0.to} of {0.whom} could not be written down",
}


EVERY: tuple[type[Command], ...] = (PersonChanged,)
