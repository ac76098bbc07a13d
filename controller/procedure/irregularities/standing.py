"""How an irregularity stands: open or not, under which clause, ruled by whom, of which device."""

from __future__ import annotations

from controller.domain.structs import replace
from controller.procedure.state.house import House
from controller.procedure.state.play import Irregularity, Play
from controller.procedure.state.whole import Device
from controller.rules.pack import Irregularity as Rules

AGAIN = "doubled again?"
"""Of a card that no hand takes, while one may still double again."""


def rules(house: House, kind: str) -> Rules:
    found: Rules = house.pack.irregularity[kind]  # type: ignore[index]
    if kind == "player_gone":
        return replace(found, needs=house.pack.play.player_gone_by.value)
    return found


def clause(house: House, kind: str) -> str:
    return rules(house, kind).clause


def clause_of(play: Play, house: House, i: Irregularity) -> str:
    """Under which this one is ruled; a jackpot under that of its own wager."""
    hit = next((h for h in play.prizes.hits if h.id == i.id), None)
    return hit.clause if hit is not None and hit.clause else clause(house, i.kind)


def dealers(house: House, kind: str) -> bool:
    """Whether the text fixes the course: the dealer carries it out at once (console/README 3)."""
    return rules(house, kind).needs == "dealer"


def is_open(i: Irregularity) -> bool:
    return i.status == "raised"


def open_ones(play: Play) -> tuple[Irregularity, ...]:
    return tuple(i for i in play.irregularities if is_open(i))


def waits(play: Play, kind: str, code: str) -> bool:
    """Whether one of that kind about the same thing is open: it is asked once."""
    return any(i.kind == kind and i.code == code for i in open_ones(play))


def role_of(devices: tuple[Device, ...], name: str) -> str:
    return next((d.role for d in devices if d.name == name), "")


def out_of_service(devices: tuple[Device, ...], name: str) -> bool:
    return any(d.name == name and d.out_of_service for d in devices)


def unseen(i: Irregularity) -> bool:
    """A card that was told by its back alone, or not read at all."""
    return i.card is not None and i.card.face is None
