"""Seat button, spin, and where it came to rest (MA 16.d, MD 12.D, 12.E).

Where the text prints the paytables a spin is made when the player's turn to be paid comes, one at
a time. A press out of turn counts too: it is kept until the wheel is free for it.
"""

from __future__ import annotations

from controller.domain import facts as fact
from controller.domain.structs import replace
from controller.domain.wagers import Wager
from controller.procedure.reducers.cards.orders import close_order
from controller.procedure.state import follow_ups
from controller.procedure.state.context import Context
from controller.procedure.state.house import House
from controller.procedure.state.play import Play, Spin
from controller.rules.wheels import jackpot, why_not_result

from . import lockout, spin_of_earlier, spin_prizes, wheel_out
from .spin_turns import ACTIVE, active, current, in_turn, put_spin, to_press, waits_for


def call_due(c: Context, *, over: bool = False) -> None:
    """Let the next spin come whose turn to be paid has come.

    One whose meter pays a jackpot that is not settled yet waits for it. `over` = the hands are
    settled, so that the order of the settlement takes what is left.
    """
    p, over = c.play, over or c.play.round == "settled"
    if any(s.status in ACTIVE for s in p.spins):
        return
    turns = in_turn(p, over=over)
    spin = next((s for s in turns if waits_for(p, c.pack, s) is None), None)
    if spin is None:
        return
    ready = spin.pressed or (spin.kind == "xtreme" and not spin.box)
    put_spin(c, replace(spin, status="armed" if ready else "button_due"))
    if p.wheel_out:
        wheel_out.ask_people(c, active(c.play))
    elif ready:
        call_next(c, over=over)


def button_due(c: Context) -> bool:
    assert isinstance(c.input, fact.SeatButtonPressed)
    return to_press(c.play, c.input.box) is not None


def arm_box(c: Context) -> None:
    """The press counts at once, or when the wheel is free for it: none is lost."""
    assert isinstance(c.input, fact.SeatButtonPressed)
    spin = to_press(c.play, c.input.box)
    assert spin is not None
    due = spin.status == "button_due"
    put_spin(c, replace(spin, pressed=True, status="armed" if due else "held"))
    if due and c.play.wheel == "locked":
        _heard(c)
        call_next(c)


def _heard(c: Context) -> None:
    """The button of the next spin acknowledges what the spin before it paid, by eye too.

    In a hold no line has told it.
    """
    if not c.line_was_seen:
        return
    told, changed = {x for group in c.play.spin_told for x in group}, c.play.changed
    come = tuple(x for x in changed.come if x not in told)
    c.play = replace(c.play, spin_told=(), changed=replace(changed, come=come))


def call_next(c: Context, *, over: bool = False) -> None:
    """Only once the dealer has completed the hand is the wheel activated (MA 16.d.2).

    Nor before somebody has looked at chips that were not confirmed as locked (console/README 2.4).
    """
    if c.play.wheel_out or lockout.unconfirmed(c.play):
        return
    ready = over or c.play.round == "settled" or c.pack.wheel.spin_at.value == "turn"
    called = follow_ups.Wheel.SPIN_CALLED in c.then
    if ready and not called and any(s.status == "armed" for s in c.play.spins):
        c.follow(follow_ups.Wheel.SPIN_CALLED)


def order_spin(c: Context) -> None:
    spin = next(s for s in c.play.spins if s.status in ("armed", "ordered"))
    order = c.want("spin", str(spin.box or ""), spin.kind)
    put_spin(c, replace(spin, status="ordered", order=order.name))


# ---- where it came to rest ----
def result_stands(c: Context) -> bool:
    return not amiss(c)


def amiss(c: Context) -> str:
    """What is wrong with a result; empty = it is paid. What the wheel does not tell is right."""
    item, spin, wheel = c.input, current(c.play), c.pack.wheel
    assert isinstance(item, fact.SpinDone)
    way = wheel.direction.value
    if spin is not None and item.wager not in ("", spin.kind):
        return "spun for another wager"
    if spin is not None and spin.box and item.box not in (0, spin.box):
        return f"result for box {item.box}"
    if item.turns is not None and item.turns < wheel.least_turns.number:
        return f"too few turns: {item.turns}"
    if item.direction and way not in ("any", item.direction):
        return f"turned {item.direction}"
    if spin is not None and not spin.box and not _wager(c.play, item.box, spin.kind):
        return f"no wager at box {item.box}"
    result = (item.box, item.section, item.community)
    return "" if fits(c.play, c.house, spin, result) else "section not in the table"


def fits(play: Play, house: House, spin: Spin | None, result: tuple[int, str, str]) -> bool:
    """Whether a spin may rest so: box that it names, section, what the others get.

    The reported symbols are the only input; unknown or unstable = no payment (MD 12.D.5).
    """
    box, symbol, community = result
    if not house.by_paytables:
        return house.section(symbol) is not None
    if spin is None:
        return False
    at = spin.box or box
    own = _wager(play, at, spin.kind)
    others = any(w.box != at for w in _staked(play, "xtreme"))
    shared = spin.kind == "xtreme" and not spin.box and others
    no = why_not_result(
        *(house.pack, spin.kind, own.cents if own else None, symbol),
        community=community if shared else None,
    )
    return own is not None and no is None and not _was_none(play, house, spin, own, symbol)


def _was_none(play: Play, house: House, spin: Spin, own: Wager, symbol: str) -> bool:
    """Two people have found that this turn of the wheel won no jackpot for the box."""
    none = spin_of_earlier.found_none(play.prizes, (play.number, spin.order, spin.kind, own.box))
    return jackpot(house.pack, spin.kind, own.cents or 0, symbol) in none


def bettors(play: Play, spin: Spin) -> tuple[int, ...]:
    """The boxes that the spin may be for."""
    return (spin.box,) if spin.box else tuple(w.box for w in _staked(play, spin.kind))


def pay_spin(c: Context) -> None:
    assert isinstance(c.input, fact.SpinDone)
    close_order(c, "spin", "done")
    rest(c, c.input.section, c.input.box, c.input.community)


def rest(c: Context, symbol: str, box: int = 0, community: str = "") -> None:
    """Pay the section on which the wheel came to rest (MA 16.d.2~2)."""
    spin = current(c.play)
    assert spin is not None
    if c.house.by_paytables:
        done = spin_prizes.pay_prizes(c, replace(spin, box=spin.box or box), symbol, community)
        c.play = replace(c.play, spins=tuple(done if s == spin else s for s in c.play.spins))
    else:
        section = c.house.section(symbol)
        assert section is not None
        put_spin(c, replace(spin, status="rested", section=symbol, cents=section.cents))
        spin_prizes.tell(c, spin_prizes.pay_section(c, spin))
    c.play = replace(c.play, last_results=(symbol, *c.play.last_results)[:12])
    go_on(c)


def rest_by_hand(c: Context, spin: Spin, symbol: str, box: int, community: str) -> None:
    """A person has seen where it came to rest: the wheel itself is left alone."""
    close_order(c, "spin", "done")
    put_spin(c, replace(spin, status="ordered"))
    rest(c, symbol, box, community)
    if c.play.wheel in ("spinning", "faulted"):
        c.then.clear()
        c.follow(follow_ups.Wheel.SPIN_VOID)


def go_on(c: Context) -> None:
    """The wheel is free for the next spin."""
    call_due(c)
    call_next(c)
    if c.play.round == "settled":
        spin_prizes.pay_stakes(c)


def _wager(play: Play, box: int, kind: str) -> Wager | None:
    return next((w for w in _staked(play, kind) if w.box == box), None)


def _staked(play: Play, kind: str) -> tuple[Wager, ...]:
    """A stake that has gone back with its hand takes no part, though its chip was in."""
    gone = spin_prizes.given_back(play)
    return tuple(w for w in play.wagers if w.kind == kind and (w.box, w.kind) not in gone)


def result_doubted(c: Context) -> None:
    _fault(c, amiss(c))


def spin_failed(c: Context) -> None:
    assert isinstance(c.input, fact.SpinFaulted)
    _fault(c, c.input.reason)


def _fault(c: Context, about: str) -> None:
    close_order(c, "spin", "failed")
    spin = current(c.play)
    c.raise_("spin_fault", box=spin.box if spin else 0, about=about)
