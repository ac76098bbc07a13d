"""Commands about boxes, wagers and the bank, while bets are open."""

from __future__ import annotations

from typing import Literal

from controller.domain.input_row import DESK, ROUND, Row
from controller.domain.wording import at_box

from .base import Command

__all__ = [
    "AmountStated",
    "BankDeclined",
    "BankRuled",
    "BankSet",
    "BoxSet",
    "CallerSeated",
    "CashChanged",
    "CashConfirmed",
    "CouponRuled",
    "FeesTaken",
    "LayoutCleared",
    "LetIn",
    "PlayersLinked",
    "ProviderSeated",
    "ScheduleChanged",
    "SecondSpots",
    "SpotGiven",
    "WagerSet",
    "WagererConsents",
]


class LayoutCleared(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Paid, taken and picked up: bets are open. The next round's first card says the same."""

    row = Row(
        "layout_cleared", ROUND, clears=True, record="Layout cleared", clause="line.settle_hint"
    )


class BoxSet(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """A box is lit or unlit. Also `BOX n IN` and `BOX n OUT` during the deal."""

    row = Row("box_set", ROUND, undone=True)

    box: int
    lit: bool


class BankSet(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The player at this box takes the bank, changes what is put up, or gives the bank up.

    No amount = it covers all wagers.
    """

    row = Row("bank_set", ROUND, undone=True)

    box: int
    on: bool
    cents: int | None = None


class BankDeclined(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The player at this box was offered the bank and declines; 0 = so did everybody left."""

    row = Row("bank_declined", ROUND, undone=True)

    box: int


class BankRuled(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Nobody takes the bank: the last one may go on, or it is offered once more."""

    row = Row("bank_ruled", ROUND, rank="floorperson", clause="line.bank_nobody")

    goes_on: bool
    reason: str

    def in_record(self) -> str:
        how = "the last bank may go on" if self.goes_on else "the bank is offered again"
        return f"Ruled: {how} ({self.reason.strip()})"


class ProviderSeated(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """A third-party provider is registered at this box; no name = it has left."""

    row = Row(
        "provider_seated",
        ROUND,
        rank="floorperson",
        key=("PROVIDER", "box {0.box}, registered"),
        clause="line.bank_offer",
        asks="name",
    )

    box: int
    name: str

    def in_record(self) -> str:
        name = self.name.strip()
        return f"Box {self.box}: {f'provider {name}' if name else 'no provider any more'}"


class FeesTaken(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Players' fees are dropped and the bank's lies before its box."""

    row = Row("fees_taken", ROUND, undone=True)

    rate: int
    """Of the bank's fee, counted from 1 in the order of the schedule."""


class ScheduleChanged(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Another schedule of fees is in force from now on."""

    row = Row(
        "schedule_changed",
        ROUND,
        rank="floorperson",
        key=("FEE SCHEDULE {0.schedule}", "notices to be checked"),
        record="Schedule of fees {0.schedule} in force",
        clause="refusal.fee_schedule",
    )

    schedule: int


class AmountStated(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Chips counted at the settlement, because the bank's money reaches them."""

    row = Row("amount_stated", ROUND)

    box: int
    kind: str
    """`main`, `match`, or `double` for what doubles have added to the hand."""
    hand: int = 1
    cents: int = 0
    wagerer: str = ""
    """As of `WagerSet`."""


class WagerSet(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    row = Row("wager_set", ROUND, undone=True)
    box: int
    kind: str
    """`main`, `match`, `bonus_spin`, `break_bonus`."""
    on: bool
    cents: int | None = None
    wagerer: str = ""
    """Empty = the first of the box; another who joins it is called by box and letter, `2B`."""
    medium: Literal["chips", "coupon", "cash"] = "chips"
    """`cash`: a spoken wager, which others may have to confirm; without an amount it is bills."""


class WagererConsents(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The first wagerer of the box lets others join, until he withdraws it between two rounds."""

    row = Row("wagerer_consents", ROUND, undone=True, clause="line.consent")

    box: int
    on: bool

    def in_record(self) -> str:
        how = "lets others join" if self.on else "lets nobody else join"
        return f"Box {self.box}: its first wagerer {how}"


class CallerSeated(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """`CALLS`: this wagerer sits at the box; off = nobody does, so the highest wager calls."""

    row = Row("caller_seated", ROUND, undone=True)

    box: int
    wagerer: str = ""
    on: bool = True


class PlayersLinked(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """`SAME PLAYER`: one player has these boxes, until changed; a single box is unlinked.

    The player's own box stands first: the others may be given to a newcomer.
    """

    row = Row("players_linked", ROUND, undone=True)

    boxes: tuple[int, ...]


class CashConfirmed(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The dealer or a supervisor confirms a spoken wager with cash."""

    row = Row("cash_confirmed", DESK)

    box: int
    kind: str
    wagerer: str = ""


class CashChanged(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """The cash of a spoken wager has become chips."""

    row = Row(
        "cash_changed",
        DESK,
        in_hold=True,
        clause="line.cash_change",
    )

    box: int
    kind: str
    wagerer: str = ""
    round: int = 0
    """In which it was spoken, where that is an earlier one; 0 = in the one that is open."""

    def in_record(self) -> str:
        of_round = f" of round {self.round}" if self.round else ""
        return f"Box {at_box(self.box, self.wagerer)}: cash{of_round} changed into chips"


class CouponRuled(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Whether the value of a coupon counts for a threshold."""

    row = Row("coupon_ruled", DESK, rank="casino_supervisor", clause="line.coupon")

    box: int
    kind: str
    counts: bool
    wagerer: str = ""

    def on_key(self) -> tuple[str, str]:
        label = "COUPON COUNTS" if self.counts else "COUPON: NO VALUE"
        return label, f"box {at_box(self.box, self.wagerer)}"

    def in_record(self) -> str:
        how = "counts" if self.counts else "does not count"
        return f"Box {at_box(self.box, self.wagerer)}: the coupon's value {how}"


class LetIn(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """A box that sat out a round of this shoe may wager again."""

    row = Row(
        "let_in",
        ROUND,
        rank="floorperson",
        record="Box {0.box} may wager again",
        clause="line.let_in",
    )

    box: int


class SecondSpots(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Whether the player at this box may have another; 0 = anybody at the table."""

    row = Row("second_spots", ROUND, rank="floorperson", clause="refusal.one_hand")

    on: bool
    box: int = 0

    def on_key(self) -> tuple[str, str]:
        who = f"box {self.box}" if self.box else "whole table"
        return ("SECOND SPOTS" if self.on else "ONE HAND"), who

    def in_record(self) -> str:
        at = f"Box {self.box}" if self.box else "Table"
        return f"{at}: {'second spots' if self.on else 'one hand a player'}"


class SpotGiven(Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """A newcomer gets this second spot: no seat is free at any table."""

    row = Row(
        "spot_given",
        ROUND,
        rank="floorperson",
        key=("SPOT TO NEWCOMER", "box {0.box}"),
        clause="refusal.spot_given",
        asks="reason",
    )

    box: int
    reason: str

    def in_record(self) -> str:
        return f"Box {self.box} goes to another player ({self.reason.strip()})"


EVERY: tuple[type[Command], ...] = (
    LayoutCleared,
    BoxSet,
    BankSet,
    BankDeclined,
    BankRuled,
    ProviderSeated,
    FeesTaken,
    ScheduleChanged,
    AmountStated,
    WagerSet,
    WagererConsents,
    CallerSeated,
    PlayersLinked,
    CashConfirmed,
    CashChanged,
    CouponRuled,
    LetIn,
    SecondSpots,
    SpotGiven,
)
