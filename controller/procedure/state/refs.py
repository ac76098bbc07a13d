"""What irregularities, orders and timers are called: put together and read here, nowhere else.

The record and the commands carry the text: `512/jackpot/1`, `512/spin/3`, `order_unseen/spin/512`.
"""

from __future__ import annotations

from typing import Literal, get_args

from msgspec import Struct

TimerName = Literal["deal_gap", "reader_answer", "order_unseen", "notify", "day", "pause"]
_TIMERS: dict[str, TimerName] = {name: name for name in get_args(TimerName)}


class IrregularityRef(Struct, frozen=True):
    """The entry that raised it, its kind then, and the how many-eth of that entry it is."""

    entry: int
    kind: str
    n: int = 0

    def __str__(self) -> str:
        return f"{self.entry}/{self.kind}/{self.n}"


class OrderRef(Struct, frozen=True):
    """The entry that wants it, its kind, and its target: a box, or a meter with an amount."""

    entry: int
    kind: str
    target: str = ""

    def __str__(self) -> str:
        return f"{self.entry}/{self.kind}/{self.target}"


class TimerRef(Struct, frozen=True):
    """What it waits for, and which time it was armed: two of one name are never the same."""

    name: TimerName | Literal[""]
    of: str = ""
    """The kind of order that has brought no result."""
    mark: int = 0
    """The entry that armed it; of the day, the moment that is due, in us UTC."""

    def __str__(self) -> str:
        return "/".join(part for part in (self.name, self.of, str(self.mark)) if part)


POWER, FAULT, BACK = "power", "fault ", "back "
"""Of `events_lost`: its device was without power. Of `order_without_cause`: what it reported, and
before it that its order had been taken back meanwhile."""
BURN, ANSWER, EVACUATION, SHOE = "burn", "answer", "evacuation", "shoe"
"""The burn card; the reader's answer; why the hands were left; the shoe as its device told it."""


SAME_BOX = "same box"
"""Of `whose_card`: both hands are of one box."""


def hands_of_before(about: str) -> tuple[int, int, str] | None:
    """The hand and the other, as a row of before noted whose card it is: `3/1/3, 2nd`."""
    box, hand, other = _parts(about)
    return (int(box), int(hand), other) if other and box.isdecimal() and hand.isdecimal() else None


def taken_back(code: str) -> bool:
    """Its order had been taken back before the device reported."""
    return code.startswith(BACK)


def fault_of(code: str) -> str:
    """What a machine reported that was to be at rest; empty = it moved."""
    told = code.removeprefix(BACK)
    return told.removeprefix(FAULT) if told.startswith(FAULT) else ""


def before(kind: str, about: str) -> str:
    """The `ref` of an irregularity that was raised when there was none: from its words."""
    match kind:
        case "events_lost":
            return POWER if about.endswith("its power") else ""
        case "fees_late":
            return about.partition(",")[0].removeprefix("round ")
        case "order_without_cause":
            fault = about.partition(": ")[2]
            moved = about if order(about).entry else about.rpartition("/")[2]
            return f"{FAULT}{fault}" if fault else moved
        case "other_software":
            return about.rpartition(" → ")[2]
        case "whose_card":
            return SAME_BOX if "," in about else about
    return about


def irregularity(text: str) -> IrregularityRef:
    """Of a text that is none, entry 0 and no kind: no entry of a round has that number."""
    entry, kind, n = _parts(text)
    return IrregularityRef(_number(entry), kind, _number(n))


def order(text: str) -> OrderRef:
    entry, kind, target = _parts(text)
    return OrderRef(_number(entry), kind, target)


def timer(text: str) -> TimerRef:
    """Of a text that is none, no name."""
    name, _, rest = text.partition("/")
    of, _, mark = rest.rpartition("/")
    return TimerRef(_TIMERS.get(name, ""), of, _number(mark))


def _parts(text: str) -> tuple[str, str, str]:
    first, _, rest = text.partition("/")
    second, _, third = rest.partition("/")
    return first, second, third


def _number(text: str) -> int:
    return int(text) if text.isdecimal() else 0
