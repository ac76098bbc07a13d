"""How the views of the console tests are built: by hand, as the procedure would fill them."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec

from controller.domain import commands
from controller.domain.commands import Command
from controller.domain.views.view import (
    Allowed,
    Box,
    DealerHand,
    DealerName,
    DealerView,
    Device,
    Hand,
    NextStep,
    Rack,
    RoundName,
    Shoe,
    TableName,
    Wager,
)

ROUND = 118


def at(clock: str) -> int:
    """Units: UTC milliseconds of a time of one evening."""
    hours, minutes, seconds = (int(part) for part in clock.split(":"))
    return int(datetime(2026, 11, 27, hours, minutes, seconds, tzinfo=UTC).timestamp() * 1000)


def body(command: Command) -> str:
    return msgspec.json.encode(command).decode()


def entry(command: Command, slot: str, label: str, sub: str = "", key: str = "") -> Allowed:
    name = type(command).__name__
    return Allowed(
        command=name,
        slot=slot,
        label=label,
        sub=sub,
        key=key,
        token=f"{name}/{ROUND}/{slot}/412",
        body=body(command),
    )


FLOOR = entry(commands.FloorCalled(), "act8", "FLOOR", "call", "*")


def hand(
    cards: str, total: str = "", state: str = "waiting", result: str = "", **more: bool
) -> Hand:
    return msgspec.convert(
        {"cards": cards.split(), "total": total, "state": state, "result": result, **more}, Hand
    )


def main(box: int, cents: int | None) -> Wager:
    return Wager(box=box, kind="main", cents=cents)


def side(box: int, kind: str, cents: int | None, state: str = "open", text: str = "") -> Wager:
    return msgspec.convert(
        {"box": box, "kind": kind, "cents": cents, "state": state, "text": text}, Wager
    )


def box(no: int, wagers: tuple[Wager, ...], *hands: Hand, was: str = "") -> Box:
    return Box(no=no, lit=True, wagers=wagers, hands=hands, was=was)


def empty(no: int) -> Box:
    return Box(no=no)


def dealer(
    cards: str, label: str = "", total: str = "", peek: str = "", note: str = ""
) -> DealerHand:
    return msgspec.convert(
        {"cards": cards.split(), "label": label, "total": total, "peek": peek, "note": note},
        DealerHand,
    )


DEVICES = tuple(
    Device(role=r, name=r.capitalize()) for r in ("reader", "shoe", "shuffler", "wheel")
)


def view(phase: str, step: NextStep, boxes: tuple[Box, ...], **more: object) -> DealerView:
    values: dict[str, object] = {
        "seq": 41200,
        "at": at("21:46:12"),
        "table": TableName(id="S21-14", pack="Massachusetts, Bonus Spin"),
        "round": RoundName(no=ROUND, phase=phase),
        "next_step": step,
        "boxes": boxes,
        "dealer": DealerName(name="Dana R."),
        "devices": DEVICES,
        "shoe": Shoe(fifths=3, note="Cut card not seen"),
        "rack": Rack(fifths=2),
        "allowed": (FLOOR,),
    }
    return DealerView(**(values | more))  # type: ignore[arg-type]
