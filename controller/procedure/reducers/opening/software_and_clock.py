"""The table's own software and clock: what a start or the system found out about them.

Other software waits for two people and holds the table until then. A clock that was set is told
with both times; until somebody has looked, the gaming day stays what it was.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final
from zoneinfo import ZoneInfo

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.structs import replace
from controller.procedure.queries import legal
from controller.procedure.state.context import Context, refuse
from controller.procedure.state.parts.software_clock import Clock, Software
from controller.procedure.state.play import Irregularity, Play

OTHER: Final = "other_software"
BEHIND: Final = "clock_behind"
STEPPED: Final = "clock_stepped"
SECOND_US = 1_000_000
UNITS = ((86400, "d"), (3600, "h"), (60, "min"), (1, "s"))


OfItself = fact.SoftwareFound | fact.ClockStepped | fact.ClockRead


def note(c: Context, item: OfItself) -> None:
    match item:
        case fact.SoftwareFound():
            found(c, item)
        case fact.ClockStepped():
            stepped(c, item)
        case fact.ClockRead():
            read = Clock(c.at, item.synchronised, item.offset_us, item.error_us)
            c.play = replace(c.play, clock=read)


# ---- software ----
def found(c: Context, item: fact.SoftwareFound) -> None:
    """What was accepted runs again, or another version waits from now on."""
    for i in c.play.irregularities:
        if i.kind == OTHER and i.status == "raised":
            c.put(replace(i, status="closed"))
    accepted = c.play.software.accepted
    if not item.changes:
        c.play = replace(c.play, software=Software(accepted or item.software, version=item.now))
        return
    c.play = replace(
        c.play, software=Software(accepted, item.software, item.was, item.changes, item.equal)
    )
    c.raise_(OTHER, about=f"{item.was} → {item.now}", ref=item.now)


def may_go_on(play: Play) -> bool:
    """A round that this version would have decided differently is finished with the one before."""
    before_deal = play.round == "wagering" and not play.dealt
    return play.software.equal or legal.is_void(play) or before_deal


def accept(c: Context, i: Irregularity, command: cmd.Ruled) -> None:
    """The second of two."""
    first = dict(i.answers).get("verified_by", "")
    if first.strip().casefold() == command.by.strip().casefold():
        refuse(c.house.no("second_person"))
    found = c.play.software.found
    if found:
        c.play = replace(c.play, software=Software(found, version=i.code))


# ---- clock ----
def stepped(c: Context, item: fact.ClockStepped) -> None:
    """Both times; two steps that cancel out are one that was put right."""
    if item.start:
        c.raise_(BEHIND, about=_both(c, item))
        return
    c.raise_(STEPPED, about=f"{_by(item.found - item.due)}: {_both(c, item)}")


def in_doubt(play: Play) -> bool:
    """Nobody has looked yet at a clock that was set."""
    return any(i.kind in (BEHIND, STEPPED) and i.status == "raised" for i in play.irregularities)


def _by(us: int) -> str:
    """`6 h forward`, `2 s back`: in the largest whole unit."""
    seconds = abs(us) // SECOND_US
    size, unit = next(((s, u) for s, u in UNITS if seconds >= 2 * s), UNITS[-1])
    return f"{seconds // size} {unit} {'back' if us < 0 else 'forward'}"


def _both(c: Context, item: fact.ClockStepped) -> str:
    zone = ZoneInfo(c.house.timezone)
    due, now = (
        datetime.fromtimestamp(at / 1e6, UTC).astimezone(zone) for at in (item.due, item.found)
    )
    day = "" if due.date() == now.date() else "%Y-%m-%d "
    return f"{due:{day}%H:%M:%S} → {now:{day}%H:%M:%S}"
