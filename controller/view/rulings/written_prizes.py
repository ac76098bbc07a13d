"""What each section pays where a person writes it: to the box, and to the others beside it.

Each is tried like any ruling, so the page shows the amounts before the key is pressed (MD 12.E).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from controller.domain import commands as cmd
from controller.domain import money
from controller.domain.structs import replace
from controller.domain.views.floor_view import Preview
from controller.domain.wagers import Payment
from controller.domain.wording import dollars
from controller.procedure.irregularities.rulings import may_stand
from controller.procedure.reducers.wheel import seat_and_spin, wheel_out
from controller.procedure.state.house import House
from controller.procedure.state.play import Irregularity, Play
from controller.procedure.state.whole import State
from controller.rules.pack.sections.wheel import Line
from controller.rules.wheels import xtreme_lines

from .previews import tried

WON = ("pay", "hold")
TAKEN_BACK = "community"
"""No stake: what is taken by its name was paid by an earlier result of the spin."""


def amounts(
    state: State, house: House, i: Irregularity, said: cmd.Ruled, at_ms: int
) -> Iterator[Preview]:
    """A line for each section, then one for each prize of the others."""
    for spun in _spun(state.play, i):
        yield from _amounts(state, house, said, at_ms, spun)


def _amounts(
    state: State, house: House, said: cmd.Ruled, at_ms: int, spun: _Spun
) -> Iterator[Preview]:
    shared, sections = house.pack.wheel.xtreme_community.value, xtreme_lines(house.pack)

    def won(section: Line, other: Line) -> tuple[Payment, ...]:
        reason = f"{section.symbol} {other.symbol}"
        after = tried(state, house, replace(said, box=spun.seat, reason=reason), at_ms)
        return () if after is None else _new(state.play, after.play)

    fits: list[Line] = []
    for section in sections:
        moved = won(section, shared[0])
        mine = [p for p in moved if p.box == spun.seat and p.direction in WON]
        if not mine:
            continue
        fits.append(section)
        what = "jackpot of" if section.share else "pay"
        more = "" if section.share else spun.more
        after = f"{what} {spun.name} {dollars(sum(map(_cents, mine)))}{more}"
        yield Preview(what=f"Section {section.symbol}", now="none yet", after=after)
    for other in shared if fits else ():
        others = [p for p in won(fits[0], other) if p.box != spun.seat]
        if spun.left:
            own = sum(_cents(p) for p in others if p.box == spun.left)
            after = f"pay box {spun.left} {dollars(own)}"
            yield Preview(what=f"Others {other.symbol}", now="none yet", after=after)
        elif others or spun.paid:
            now = "paid" if spun.paid else "none yet"
            after = _of_others(spun, others)
            yield Preview(what=f"Others {other.symbol}", now=now, after=after)


class _Spun(Struct, frozen=True):
    seat: int
    """The box that is paid for; any that has a wager there while nobody knows it."""
    name: str
    paid: bool = False
    """An earlier result of the spin has paid the others."""
    known: bool = False
    left: int = 0
    """Another box than the one of the earlier result is written: that one is one of the others."""

    @property
    def more(self) -> str:
        """It has been paid as one of the others."""
        return " more" if self.left else ""


def _spun(play: Play, i: Irregularity) -> tuple[_Spun, ...]:
    if (hit := may_stand.hit_of(play, i)) is not None:
        return (_Spun(hit.box, f"box {hit.box}", bool(hit.shared), known=True),)
    spin = wheel_out.of_fault(play, i)
    if spin is None:
        return (_Spun(0, "the box written"),)
    boxes, paid = seat_and_spin.bettors(play, spin), {p.box for p in spin.shared}
    if spin.box:
        return (_Spun(spin.box, f"box {spin.box}", bool(paid), known=True),)
    own = next((box for box in boxes if box not in paid), 0)
    if not paid or not own:
        return (_Spun(own or next(iter(boxes), 0), "the box written", bool(paid)),)
    other = min(paid)
    return _Spun(own, f"box {own}", paid=True), _Spun(other, "another box", paid=True, left=own)


def _of_others(spun: _Spun, won: list[Payment]) -> str:
    """What each of them gets now; what an earlier result has paid too much is taken."""
    who = f"box {' '.join(str(p.box) for p in won)}" if spun.known else "each other one"
    cents = next(map(_cents, won), 0)
    if not cents:
        return "as they were paid"
    if won[0].direction == "take":
        return f"take back from {who} {dollars(cents)}"
    return f"pay {who} {dollars(cents)}{' more' if spun.paid else ''}"


def _new(was: Play, now: Play) -> tuple[Payment, ...]:
    new = _won(now) - _won(was)
    return tuple(p for p in new.elements() if p.direction in WON or p.kind == TAKEN_BACK)


def _won(p: Play) -> Counter[Payment]:
    """Paid; and told, where a jackpot of an earlier turn of the wheel is held."""
    return Counter(p.payments) | Counter(x for group in p.spin_told for x in group)


def _cents(p: Payment) -> int:
    return money.shown(p.cents) if p.cents is not None else 0
