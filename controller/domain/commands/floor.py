"""Commands of the floor: calls, facts, notices, rulings, devices, entries."""

from __future__ import annotations

from typing import Literal

from .base import Command

__all__ = [
    "Adjusted",
    "AsTheyLie",
    "BacklogConfirmed",
    "CardEntered",
    "FactAnswered",
    "FloorCalled",
    "MeterStated",
    "Notified",
    "OutOfService",
    "PauseReason",
    "PauseSeen",
    "Paused",
    "PersonChanged",
    "Reported",
    "Resumed",
    "RoundVoided",
    "Ruled",
    "RulesAccepted",
]


class FloorCalled(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    back: bool = False
    """The dealer takes the call back, as long as nobody has answered it."""


class Reported(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """What somebody saw that no device can: a kind of irregularity, of a box, of a hand."""

    what: str
    box: int = 0
    """0 = the table, or the dealer's own cards."""
    hand: int = 0


class FactAnswered(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    irr: str
    question: str
    answer: str


class Notified(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Who was told, in which role, how (`lamp`, `page`, `phone`, `badge`)."""

    irr: str
    whom: str
    role: str
    how: str = "badge"


class Ruled(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    irr: str
    ruling: str
    reason: str = ""
    face: str = ""
    """A card as a person read it out, where the ruling asks for one."""
    box: int = 0
    hand: int = 0
    """The hand that gets the card, where the ruling asks for one."""


class CardEntered(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """A face read out by a person for a card that no device could name."""

    card: int
    face: str


class MeterStated(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """What the approved system shows for a meter, as the floorperson reads it off."""

    meter: str
    shown: str
    """Dollars, as they stand there: `3,000.12`."""


class RoundVoided(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    reason: str


class Adjusted(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """A wrong payment of a closed round of this shoe is put right; the round stays closed."""

    round: int = 0
    box: int = 0
    direction: Literal["pay", "take"] = "pay"
    """`pay` = to the player, `take` = back from the player."""
    recovered: bool = True
    """False = what was paid too much is not got back."""
    cents: int = 0
    form: str = ""
    """Number of the form or slip."""
    reason: str = ""


class PersonChanged(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Who may sign in was changed at a page; the console says so once it is done.

    It stands on the record; nothing at the table moves.
    """

    whom: str
    what: Literal["pin"] = "pin"
    """`pin`: the person chose another one."""


PauseReason = Literal[
    "dispute",
    "medical",
    "security",
    "camera",
    "fill",
    "credit",
    "colour_change",
    "cards",
    "count",
    "other",
]


class Paused(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The floor pauses the table; while it is paused, what the pause is about from now on."""

    reason: PauseReason
    box: int = 0
    """0 = the whole table."""
    note: str = ""


class PauseSeen(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The surveillance room has seen that the table is paused."""


class Resumed(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Play goes on where it stood."""

    ruling: bool = False
    """What the pause was about is to be ruled first: it holds the table."""


class OutOfService(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    device: str
    out: bool
    how: str = ""
    """How it was put out of use, where the pack asks: `covered`, `sign`, `out`."""
    reason: str = ""


class RulesAccepted(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """One of two people signs for the other rules that wait; with the second they are in force."""

    offer: str


class BacklogConfirmed(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The proposed order of what several devices kept is the order in which it happened."""

    irr: str


class AsTheyLie(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The whole deal was begun at another box, or the bank is at another seat. No card moves."""

    first: int = 0
    """The box that got the first card; 0 = as the table has it."""
    bank: int = 0
    """The seat of the player-dealer; 0 = as the table has it."""
    reason: str = ""
