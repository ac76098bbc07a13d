"""What enters a step and what it decided: inputs, their stamp, the outcome beside them.

Source: DESIGN section 2.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.orders import Order
from controller.domain.sealed import Exposed


class Edit(Struct, frozen=True, array_like=True):
    """Put `inputs` before entry `anchor`, or instead of it (empty = struck out)."""

    anchor: int
    how: Literal["before", "instead"]
    inputs: tuple[Input, ...]


class Amended(cmd.Command, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Edits of the open round's entries, with who and why."""

    edits: tuple[Edit, ...]
    why: str


# fmt: off
Input: TypeAlias = (
    fact.CardDrawn | fact.CardNotRead | fact.CardPushedBack | fact.CoverCardSeen | fact.ShoeLoaded
    | fact.ShoeOpened | fact.RestCounted | fact.Peeked | fact.ReaderFaulted
    | fact.ShuffleDone | fact.ShuffleFaulted | fact.CardsTakenIn | fact.SeatButtonPressed
    | fact.WagerSensed | fact.SpinDone | fact.SpinFaulted | fact.UnknownEvent | fact.EventsOverrun
    | fact.MeterRead | fact.SystemFaulted
    | fact.DeviceUp | fact.DeviceLost | fact.OrderAnswered | fact.TimerFired | fact.Started
    | fact.LevelLate | fact.RulesOffered | fact.Noted
    | fact.SoftwareFound | fact.ClockStepped | fact.ClockRead | fact.Exported
    | cmd.TableOpened | cmd.ShuffleAsked | cmd.CutPlaced | cmd.CountReported
    | cmd.TableClosed | cmd.LayoutCleared | cmd.BoxSet | cmd.WagerSet | cmd.BurnReported
    | cmd.BankDeclined | cmd.BankRuled | cmd.ProviderSeated | cmd.FeesTaken
    | cmd.ScheduleChanged | cmd.AmountStated | cmd.SecondSpots | cmd.SpotGiven | cmd.AsTheyLie
    | cmd.WagererConsents | cmd.CallerSeated | cmd.PlayersLinked | cmd.CashConfirmed
    | cmd.CashChanged | cmd.CouponRuled | cmd.LetIn | cmd.CoverChosen | cmd.Signalled
    | cmd.BankSet | cmd.BoxSkipped | cmd.DealerMissed | cmd.BoxesConfirmed | cmd.DealOk
    | cmd.MatchDone | cmd.PeekAttested | cmd.Insured | cmd.InsuranceClosed | cmd.Next
    | cmd.Hit | cmd.Double | cmd.Split | cmd.Surrender | cmd.Rescue | cmd.CardTaken
    | cmd.Turned | cmd.LastCard | cmd.Undo
    | cmd.MissedDraw | cmd.CardsTouched | cmd.DealerSignedOn | cmd.BurnAnswered
    | cmd.BurnShown | cmd.ShoeEmptied
    | cmd.CutTaken | cmd.RecutOrdered | cmd.ShuffleOrdered | cmd.ShuffleStep
    | cmd.ShufflerSetAside
    | cmd.FloorCalled | cmd.Reported | cmd.OfferAnswered | cmd.FactAnswered | cmd.Notified
    | cmd.Ruled | cmd.CardEntered | cmd.RoundVoided | cmd.OutOfService | cmd.BacklogConfirmed
    | cmd.MeterStated | cmd.RulesAccepted | cmd.Adjusted | cmd.PersonChanged
    | cmd.CardKeyed | cmd.CoverCardKeyed | cmd.ShoeNoted | cmd.SpinAttested | cmd.StoodAside
    | cmd.AllAsListed | cmd.CardShown | cmd.CardsStacked | cmd.CardsWashed | cmd.DeckSpread
    | cmd.DecksCounted | cmd.DecksInspected | cmd.DecksReceived | cmd.DecksTakenOut
    | cmd.DecksVerified | cmd.FirstPlayer | cmd.LayoutReferenced | cmd.LineAttested | cmd.NoPlay
    | cmd.ReaderSealRead | cmd.SpreadTurned | cmd.BatchAsked
    | cmd.KeyPressed | cmd.MenuAsked | Amended
)
# fmt: on


class Stamped(Struct, frozen=True, array_like=True):
    """An input as the door stamped it. Units: `at` us UTC, `mono` ms of the table's own clock."""

    seq: int
    at: int
    mono: int
    source: str
    input: Input


class Raised(Struct, frozen=True, array_like=True):
    id: str
    kind: str


class Outcome(Struct, frozen=True, omit_defaults=True):
    """What a step decided: recorded beside its input, compared on every replay."""

    verdict: Literal["accepted", "refused", "dropped", "parked", "fault"]
    clause: str = ""
    text: str = ""
    raised: tuple[Raised, ...] = ()
    withdrawn: tuple[Raised, ...] = ()
    orders: tuple[Order, ...] = ()
    exposed: tuple[Exposed, ...] = ()
    answers: tuple[tuple[str, bool], ...] = ()
    """Questions that the vault answered inside the seal."""
    lost: tuple[int, ...] = ()
    """Entries that fell away in an amended fold."""


class Recorded(Struct, frozen=True, array_like=True):
    """The payload of a journal row of kind `input`."""

    stamped: Stamped
    outcome: Outcome
    came_to: str = ""
    """Where it left the table, in short; empty in rows of before."""
