"""Commands of the floor: calls, facts, notices, rulings, devices, entries."""

from __future__ import annotations

from typing import Literal

from controller.domain.input_row import DESK, ROUND, Row
from controller.domain.wording import OUT_OF_SERVICE, dollars

from .base import Command

__all__ = [
    "Adjusted",
    "AsTheyLie",
    "BacklogConfirmed",
    "CardEntered",
    "FactAnswered",
    "FloorCalled",
    "LimitsChanged",
    "MeterStated",
    "Notified",
    "OutOfService",
    "PauseReason",
    "PauseSeen",
    "Paused",
    "Reported",
    "Resumed",
    "RoundVoided",
    "Ruled",
    "RulesAccepted",
    "RulesRefused",
    "RulingTakenBack",
]


class FloorCalled(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    row = Row("floor_called", DESK, in_hold=True, aside=True, beside_play=True)
    back: bool = False
    """The dealer takes the call back, as long as nobody has answered it."""


class Reported(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """What somebody saw that no device can: a kind of irregularity, of a box, of a hand."""

    row = Row("reported", DESK, in_hold=True)

    what: str
    box: int = 0
    """0 = the table, or the dealer's own cards."""
    hand: int = 0


class FactAnswered(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    row = Row("fact_answered", DESK, in_hold=True, aside=True)
    irr: str
    question: str
    answer: str


class Notified(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Who was told, in which role, how (`lamp`, `page`, `phone`, `badge`)."""

    row = Row("notified", DESK, in_hold=True, aside=True, beside_play=True)

    irr: str
    whom: str
    role: str
    how: str = "badge"


class Ruled(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    row = Row("ruled", DESK, in_hold=True, aside=True)
    irr: str
    ruling: str
    reason: str = ""
    face: str = ""
    """A card as a person read it out, where the ruling asks for one."""
    box: int = 0
    hand: int = 0
    """The hand that gets the card, where the ruling asks for one."""


class RulingTakenBack(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Not what was meant: the ruling goes, and what it was about is open again."""

    row = Row(
        "ruling_taken_back",
        DESK,
        rank="floorperson",
        in_hold=True,
        record="Ruling taken back",
        clause="refusal.undo",
    )

    irr: str


class CardEntered(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """A face read out by a person for a card that no device could name."""

    row = Row("card_entered", DESK, rank="floorperson", in_hold=True)

    card: int
    face: str


class LimitsChanged(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Other limits of a main wager, announced now and in force between two rounds after that."""

    row = Row(
        "limits_changed",
        DESK,
        rank="floorperson",
        in_hold=True,
        aside=True,
        clause="deal.main_min_cents",
        beside_play=True,
    )

    low_cents: int = 0
    high_cents: int = 0
    after_min: int = 0
    """0 = from the next round on."""
    kept: tuple[int, ...] = ()
    """Boxes that keep the old ones."""

    def in_record(self) -> str:
        when = f", from {self.after_min} minutes on" if self.after_min else ""
        boxes = " ".join(map(str, self.kept))
        kept = f", boxes {boxes} keep the old ones" if boxes else ""
        return f"Limits {dollars(self.low_cents)} to {dollars(self.high_cents)}{when}{kept}"


class MeterStated(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """What the approved system shows for a meter, as the floorperson reads it off."""

    row = Row(
        "meter_stated", DESK, rank="floorperson", in_hold=True, clause="wheel.meters", asks="shown"
    )

    meter: str
    shown: str
    """Dollars, as they stand there: `3,000.12`."""


class RoundVoided(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    row = Row(
        "round_voided",
        DESK,
        in_hold=True,
        record="Round void: {0.reason}",
        clause="refusal.void_rank",
    )
    reason: str


class Adjusted(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """A wrong payment of a closed round of this shoe is put right; the round stays closed."""

    row = Row(
        "adjusted",
        DESK,
        rank="casino_supervisor",
        in_hold=True,
        clause="refusal.adjust_round",
        asks="round box dollars form reason",
        beside_play=True,
    )

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

    row = Row(
        "paused",
        DESK,
        rank="floorperson",
        in_hold=True,
        aside=True,
        clause="line.paused",
        beside_play=True,
    )

    reason: PauseReason
    box: int = 0
    """0 = the whole table."""
    note: str = ""


class PauseSeen(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The surveillance room has seen that the table is paused."""

    row = Row(
        "pause_seen",
        DESK,
        in_hold=True,
        aside=True,
        record="Pause seen",
        clause="line.paused",
        beside_play=True,
    )


class Resumed(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Play goes on where it stood."""

    row = Row(
        "resumed",
        DESK,
        rank="floorperson",
        in_hold=True,
        aside=True,
        clause="line.paused",
        beside_play=True,
    )

    ruling: bool = False
    """What the pause was about is to be ruled first: it holds the table."""


class OutOfService(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    row = Row(
        "out_of_service",
        DESK,
        rank="floorperson",
        in_hold=True,
        aside=True,
        clause="irregularity.device_lost",
    )
    device: str
    out: bool
    how: str = ""
    """How it was put out of use, where the pack asks: `covered`, `sign`, `out`."""
    reason: str = ""

    def in_record(self) -> str:
        way = {"covered": ", covered", "sign": ", out-of-order sign up"}.get(self.how, "")
        how = f"{OUT_OF_SERVICE}{way}" if self.out else "back in service"
        return f"{self.device.capitalize()} {how}: {self.reason}".removesuffix(": ")


class RulesAccepted(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """One of two people signs for the other rules that wait; with the second they are in force."""

    row = Row("rules_accepted", DESK, rank="floorperson")

    offer: str


class RulesRefused(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """One who might sign for them does not: they wait no more until the controller starts anew."""

    row = Row("rules_refused", DESK, rank="floorperson", beside_play=True, asks="reason")

    offer: str
    reason: str = ""


class BacklogConfirmed(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The proposed order of what several devices kept is the order in which it happened."""

    row = Row(
        "backlog_confirmed",
        DESK,
        rank="floorperson",
        in_hold=True,
        aside=True,
        record="The order of what the devices kept is confirmed",
        clause="irregularity.backlog_order",
    )

    irr: str


class AsTheyLie(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The whole deal was begun at another box, or the bank is at another seat. No card moves."""

    row = Row("deal_told_anew", ROUND, rank="floorperson", clause="deal.first_box", asks="reason")

    first: int = 0
    """The box that got the first card; 0 = as the table has it."""
    bank: int = 0
    """The seat of the player-dealer; 0 = as the table has it."""
    reason: str = ""

    def on_key(self) -> tuple[str, str]:
        return (
            "AS THEY LIE",
            f"dealt from box {self.first}" if self.first else f"bank at box {self.bank}",
        )

    def in_record(self) -> str:
        at = f"dealt from box {self.first}" if self.first else f"the bank at box {self.bank}"
        return f"As the cards lie: {at} ({self.reason.strip()})"


EVERY: tuple[type[Command], ...] = (
    FloorCalled,
    Reported,
    FactAnswered,
    Notified,
    Ruled,
    RulingTakenBack,
    CardEntered,
    LimitsChanged,
    MeterStated,
    RoundVoided,
    Adjusted,
    Paused,
    PauseSeen,
    Resumed,
    OutOfService,
    RulesAccepted,
    RulesRefused,
    BacklogConfirmed,
    AsTheyLie,
)
