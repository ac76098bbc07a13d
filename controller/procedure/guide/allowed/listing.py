"""A legal command, its place and its readable token (procedure/README).

A token names its target and never a face.
"""

from __future__ import annotations

from msgspec import Struct

from controller.domain import commands as cmd
from controller.procedure.charts.owners import OWNERS, knows
from controller.procedure.queries import target
from controller.procedure.state.house import House
from controller.procedure.state.inputs import Input
from controller.procedure.state.play import Play
from controller.procedure.state.whole import State

UNNAMED = (*cmd.Command.__struct_fields__, "cents", "dealer", "reason")
"""What does not tell one choice from another."""
FLOOR = "floor."
"""Begins the slots of what stands on the floor's page and not on the dealer's."""


class Choice(Struct, frozen=True):
    """One legal command and the place where the page shows it."""

    command: Input
    slot: str
    play: Play

    @property
    def token(self) -> str:
        return token(self.play, self.command)


def token(play_: Play, item: Input) -> str:
    """`command/round/target/version`, readable on purpose."""
    name = type(item).__name__.lower()
    match item:
        case cmd.Decision() | cmd.OfferAnswered() | cmd.CardTaken():
            who = item.wagerer or "" if isinstance(item, cmd.Decision) else ""
            shown = f".{item.shown}{item.drawn:d}" if isinstance(item, cmd.Signalled) else ""
            last = _last(play_, item.box, item.hand)
            return f"{name}/{play_.number}/{item.box}.{item.hand}{shown}{who and '.'}{who}/{last}"
        case cmd.CardKeyed() | cmd.CoverCardKeyed():
            return f"{name}/{play_.number}/{play_.drawn}"
        case cmd.DealOk() | cmd.BoxesConfirmed():
            boxes = ".".join(map(str, item.boxes))
            return f"{name}/{play_.number}/{boxes}/{len(play_.dealt)}"
        case cmd.BoxSet():
            return f"{name}/{play_.number}/{item.box}/{int(item.lit)}"
        case cmd.BankSet():
            return f"{name}/{play_.number}/{item.box}/{int(item.on)}"
        case cmd.AmountStated():
            who = f".{item.wagerer}" if item.wagerer else ""
            return f"{name}/{play_.number}/{item.box}.{item.kind}.{item.hand}{who}"
        case cmd.WagerSet():
            more = "".join(f".{x}" for x in (item.wagerer, item.medium) if x not in ("", "chips"))
            return f"{name}/{play_.number}/{item.box}.{item.kind}{more}/{int(item.on)}"
        case cmd.Insured():
            who = f".{item.wagerer}" if item.wagerer else ""
            return f"{name}/{play_.number}/{item.box}{who}/{int(item.on)}"
        case cmd.LayoutCleared() | cmd.CountReported():  # both clear a settled layout first
            return f"{name}/{play_.number + (play_.round == 'settled')}"
        case cmd.BoxSkipped():
            back = "" if item.skipped else "/0"
            return f"{name}/{play_.number}/{item.box}.{item.deal_pass}{back}"
        case cmd.PeekAttested():
            return f"{name}/{play_.number}/{int(item.blackjack)}"
        case cmd.BurnReported():
            return f"{name}/{play_.number}/{int(item.made)}"
        case cmd.LastCard():
            amount = "" if item.cents is None else f"/{item.cents}"
            return f"{name}/{play_.number}/{item.what}/{item.card}{amount}"
        case cmd.Undo():
            return f"{name}/{play_.number}/{item.entry}"
        case cmd.FactAnswered():
            return f"{name}/{item.irr}/{item.question}/{item.answer}"
        case cmd.Ruled():
            return f"{name}/{item.irr}/{item.ruling}"
    own = ".".join(_text(getattr(item, f)) for f in item.__struct_fields__ if f not in UNNAMED)
    return f"{name}/{play_.number}/{own}" if own else f"{name}/{play_.number}"


def _text(value: object) -> str:
    if isinstance(value, tuple):
        return "-".join(map(str, value))
    return str(int(value)) if isinstance(value, bool) else str(value)


def _last(play_: Play, box: int, number: int) -> int:
    at = target.find(play_, box, number)
    cards = play_.hands[at].cards if at is not None else ()
    return cards[-1].id if cards else 0


class Listing:
    def __init__(self, state: State, house: House) -> None:
        self.state, self.play, self.house = state, state.play, house
        self.found: list[Choice] = []

    def knows(self, item: Input) -> bool:
        event, charts = OWNERS[type(item)]
        return "desk" in charts or any(knows(self.play, chart, event) for chart in charts)

    def add(self, item: Input, slot: str) -> None:
        if self.knows(item):
            self.found.append(Choice(item, slot, self.play))


def choice(out: Listing, item: Input, slot: str) -> Choice:
    return Choice(item, slot, out.play)
