"""The sections on which a wheel may have come to rest, where a person says which it was."""

from __future__ import annotations

from controller.procedure.reducers.wheel import seat_and_spin, spin_of_earlier, wheel_out
from controller.procedure.state.house import House
from controller.procedure.state.parts.meters import Hit
from controller.procedure.state.play import Irregularity, Play
from controller.rules.wheels import jackpot, why_not_result


def sections(play: Play, house: House, i: Irregularity) -> tuple[str, ...]:
    """Those of the wager that this is about; another wager's were never rested on."""
    symbols = (s.symbol for s in house.wheel)
    if (hit := hit_of(play, i)) is not None:
        return tuple(s for s in symbols if may_have_been(play, house, hit, s))
    spin = wheel_out.of_fault(play, i)
    box = spin.box if spin is not None else 0
    return tuple(s for s in symbols if seat_and_spin.fits(play, house, spin, (box, s, "")))


def hit_of(play: Play, i: Irregularity) -> Hit | None:
    """The jackpot of an earlier round that was none, whose section is ruled now."""
    of = wheel_out.of_hit(i)
    return next((h for h in play.prizes.hits if of and h.id == of), None)


def may_have_been(
    play: Play, house: House, hit: Hit, symbol: str, community: str | None = None
) -> bool:
    """A section of its wager, and no jackpot that it was found not to be."""
    own = hit.wager.cents or 0
    if why_not_result(house.pack, hit.kind, own, symbol, community) is not None:
        return False
    share = jackpot(house.pack, hit.kind, own, symbol)
    turn = hit.round, hit.spin, hit.kind, hit.box
    return share is None or share not in spin_of_earlier.found_none(play.prizes, turn)
