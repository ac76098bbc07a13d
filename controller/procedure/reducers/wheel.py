"""Seat button, spin, section paid (MA 16.d), and the progressive prizes of a round (MD 12.D, 12.E).

Where the text prints the paytables a spin is made when the player's turn to be paid comes, one at
a time, and a jackpot pays its meter as it stands then.
"""

from __future__ import annotations

from msgspec.structs import replace

from controller.domain import facts as fact
from controller.domain.settled import Spin as Spun
from controller.domain.wagers import Payment, Wager
from controller.procedure import legal, meters
from controller.procedure.context import Context, faces
from controller.procedure.house import House
from controller.procedure.state import Play, Spin
from controller.procedure.wording import dollars
from controller.rules.settlement import settle as settle_round
from controller.rules.settlement.progressive import progressive, xtreme_triggered
from controller.rules.wheels import jackpot, why_not_result

from . import mirror
from .lockout import ON_WHEEL
from .orders import close_order

OF_SPIN = (*ON_WHEEL, "community")
OF_STAKE = ("take", "return", "void")
ACTIVE = ("button_due", "armed", "ordered")


# ---- whose spin it is ----
def due_boxes(play: Play) -> tuple[int, ...]:
    """Boxes whose seat button is still to be pressed (MA 16.d.1)."""
    return tuple(s.box for s in play.spins if s.status == "button_due")


def left_void(play: Play) -> tuple[Spin, ...]:
    """No spin is made any more; those that have come to rest stand."""
    return tuple(s if s.status == "rested" else replace(s, status="void") for s in play.spins)


def put_spin(c: Context, spin: Spin) -> None:
    c.set(
        spins=tuple(spin if (s.box, s.kind) == (spin.box, spin.kind) else s for s in c.play.spins)
    )


def note_xtreme(c: Context) -> None:
    """Known when the hole card lies open, never before (MD 6.G.3)."""
    p, wheel = c.play, c.pack.wheel
    staked = [w for w in p.wagers if w.kind == "xtreme" and not legal.undealt(p, w)]
    offered = wheel.xtreme.value and not p.wheel_out
    if not staked or not offered or any(s.kind == "xtreme" for s in p.spins):
        return
    if not xtreme_triggered(faces(s for s in p.dealer if s.face is not None)):
        return
    boxes = (0,) if wheel.xtreme_model.value == "hot_spot" else tuple(w.box for w in staked)
    c.set(spins=(*p.spins, *(Spin(box, "held", kind="xtreme") for box in boxes)))


def call_due(c: Context, *, over: bool = False) -> None:
    """Let the next spin come whose turn to be paid has come; the wheel waits for a jackpot.

    `over` = the hands are settled, so that the order of the settlement takes what is left.
    """
    p = c.play
    if any(s.status in ACTIVE for s in p.spins) or meters.pending(p.prizes) is not None:
        return
    held = [s for s in p.spins if s.status == "held"]
    if not over and p.round != ("settled",):
        paid = {x.box for x in p.payments if x.kind == "main" and x.direction == "pay"}
        held = [s for s in held if s.kind == "bonus_spin" and s.box in paid]
        held.sort(key=lambda s: s.box)
    else:
        held.sort(key=lambda s: (s.kind == "xtreme", -s.box))
    if not held:
        return
    alone = held[0].kind == "xtreme" and not held[0].box
    put_spin(c, replace(held[0], status="armed" if alone else "button_due"))
    if alone:
        call_next(c, over=True)


# ---- button and spin ----
def button_due(c: Context) -> bool:
    assert isinstance(c.input, fact.SeatButtonPressed)
    return c.input.box in due_boxes(c.play)


def arm_box(c: Context) -> None:
    assert isinstance(c.input, fact.SeatButtonPressed)
    box = c.input.box
    due = (s for s in c.play.spins if s.box == box and s.status == "button_due")
    put_spin(c, replace(next(due), status="armed"))
    call_next(c)


def call_next(c: Context, *, over: bool = False) -> None:
    """Only once the dealer has completed the hand is the wheel activated (MA 16.d.2).

    Nor before somebody has looked at chips that were not confirmed as locked (TABLE 2.4).
    """
    if any((i.kind, i.status) == ("lock_unconfirmed", "raised") for i in c.play.irregularities):
        return
    ready = over or c.play.round == ("settled",) or c.pack.wheel.spin_at.value == "turn"
    called = ("wheel", "spin_called") in c.then
    if ready and not called and any(s.status == "armed" for s in c.play.spins):
        c.follow("wheel", "spin_called")


def order_spin(c: Context) -> None:
    spin = next(s for s in c.play.spins if s.status in ("armed", "ordered"))
    order = c.want("spin", str(spin.box or ""), spin.kind)
    put_spin(c, replace(spin, status="ordered", order=order.name))


def current(play: Play) -> Spin | None:
    return next((s for s in play.spins if s.status == "ordered"), None)


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
    if item.turns is not None and item.turns < wheel.least_turns.known(0):
        return f"too few turns: {item.turns}"
    if item.direction and way not in ("any", item.direction):
        return f"turned {item.direction}"
    if spin is not None and not spin.box and not _wager(c.play, item.box, spin.kind):
        return f"no wager at box {item.box}"
    fits = result_fits(c, item.section, item.box, item.community)
    return "" if fits else "section not in the table"


def result_fits(c: Context, symbol: str, box: int = 0, community: str = "") -> bool:
    """The reported symbols are the only input; unknown or unstable = no payment (MD 12.D.5)."""
    return fits(c.play, c.house, current(c.play), (box, symbol, community))


def fits(play: Play, house: House, spin: Spin | None, result: tuple[int, str, str]) -> bool:
    """Whether a spin may rest so: box that it names, section, what the others get."""
    box, symbol, community = result
    if not house.by_paytables:
        return house.section(symbol) is not None
    if spin is None:
        return False
    at = spin.box or box
    own = _wager(play, at, spin.kind)
    others = any(w.kind == "xtreme" and w.box != at for w in play.wagers)
    shared = spin.kind == "xtreme" and not spin.box and others
    no = why_not_result(
        *(house.pack, spin.kind, own.cents if own else None, symbol),
        community=community if shared else None,
    )
    return own is not None and no is None


def bettors(play: Play, spin: Spin) -> tuple[int, ...]:
    """The boxes that the spin may be for."""
    return (spin.box,) if spin.box else tuple(w.box for w in play.wagers if w.kind == spin.kind)


def pay_spin(c: Context) -> None:
    assert isinstance(c.input, fact.SpinDone)
    close_order(c, "spin", "done")
    rest(c, c.input.section, c.input.box, c.input.community)


def rest(c: Context, symbol: str, box: int = 0, community: str = "") -> None:
    """Pay the section on which the wheel came to rest (MA 16.d.2~2)."""
    spin = current(c.play)
    assert spin is not None
    if c.house.by_paytables:
        _pay_prizes(c, spin, symbol, spin.box or box, community)
    else:
        section = c.house.section(symbol)
        assert section is not None
        put_spin(c, replace(spin, status="rested", section=symbol, cents=section.cents))
        c.pay(
            p
            for p in settle_round(c.pack, legal.played_round(c.play, c.house))
            if p.kind == "bonus_spin" and p.box == spin.box
        )
    c.set(last_results=(symbol, *c.play.last_results)[:12])
    go_on(c)


def go_on(c: Context) -> None:
    """The wheel is free for the next spin."""
    call_due(c)
    call_next(c)
    if c.play.round == ("settled",):
        _pay_stakes(c)


def _stake_waits(c: Context, p: Payment) -> bool:
    """Until its own spin is known; where a prize of any spin brings it back, until all are."""
    waits = [s for s in c.play.spins if s.status in ("held", *ACTIVE)]
    if c.pack.wheel.bonus_spin_stake.value == "returned":
        return bool(waits)
    return any(s.kind == p.kind and s.box in (0, p.box) for s in waits)


def _pay_stakes(c: Context) -> None:
    """Those that waited, once."""
    moved = {(p.box, p.kind) for p in c.play.payments if p.direction in OF_STAKE}
    played = legal.played_round(c.play, c.house)
    c.pay(
        p
        for p in (settle_round(c.pack, played) if c.house.by_paytables else ())
        if p.kind in ON_WHEEL
        and p.direction in OF_STAKE
        and (p.box, p.kind) not in moved
        and not _stake_waits(c, p)
    )


def _pay_prizes(c: Context, spin: Spin, symbol: str, box: int, community: str) -> None:
    """The spinner, then the others by their own wager; a jackpot is held and its meter starts."""
    played = replace(
        legal.played_round(c.play, c.house),
        spins=(Spun(box, symbol, None, spin.kind),),
        meters=meters.values(c.play.prizes, c.pack),
        community=community,
    )
    run = progressive(c.pack, played, {i.box: i.cards for i in played.initial})
    paid = [p for p in run.payments if p.direction == "pay"]
    own = paid[0]
    assert isinstance(own.cents, int)
    done = replace(
        spin, status="rested", box=box, section=symbol, cents=own.cents, community=community
    )
    c.set(spins=tuple(done if s == spin else s for s in c.play.spins))
    wager = _wager(c.play, box, spin.kind)
    assert wager is not None
    share = jackpot(c.pack, spin.kind, wager.cents or 0, symbol)
    if share is None:
        c.pay(paid)
        return
    c.pay([replace(own, direction="hold"), *paid[1:]])
    i = c.raise_("jackpot", box=box, about=_said(c.house, own.cents))
    hit = meters.Hit(
        id=i.id,
        spin=done.order,
        at=c.at,
        round=c.play.number,
        box=box,
        meter=share,
        cents=own.cents,
        cards=_cards(c.play, box, spin.kind),
    )
    c.set(prizes=meters.paid_out(c.play.prizes, c.pack, run.meters, hit))
    if share:
        mirror.hit(c, share, own.cents, box)


def unrest(c: Context, hit: meters.Hit) -> None:
    """A jackpot that was none: nothing of its spin is paid, and it is ruled as a fault."""
    won = (hit.spin, hit.box)
    spin = next((s for s in c.play.spins if (s.order, s.box) == won), None)
    if hit.round != c.play.number or spin is None or spin.status != "rested":
        return
    shared = spin.kind == "xtreme" and c.pack.wheel.xtreme_model.value == "hot_spot"
    boxes = {w.box for w in c.play.wagers} if shared else {hit.box}
    moved = (p for p in c.play.payments if p.kind == spin.kind and p.box in boxes)
    gone = [p for p in moved if p.direction in ("pay", "hold")]
    c.set(payments=tuple(p for p in c.play.payments if p not in gone), wheel=("faulted",))
    box = 0 if shared else spin.box
    again = replace(spin, box=box, status="ordered", section="", cents=0, community="")
    c.set(spins=tuple(again if s == spin else s for s in c.play.spins))
    c.raise_("spin_fault", box=hit.box, about="no jackpot")


def _said(house: House, cents: int) -> str:
    form = house.tax_form_from
    return dollars(cents) + (", tax form" if form is not None and cents >= form else "")


def _cards(play: Play, box: int, kind: str) -> tuple[str, ...]:
    """As they lie: the blackjack's own, or the dealer's that triggered."""
    slots = play.dealer[:2] if kind == "xtreme" else legal.initial(play, box)
    return tuple(s.face for s in slots if s.face is not None)


def _wager(play: Play, box: int, kind: str) -> Wager | None:
    return next((w for w in play.wagers if (w.box, w.kind) == (box, kind)), None)


def by_spin(c: Context, p: Payment) -> bool:
    """Whether the wheel pays it, not the picture of the settlement."""
    if c.house.by_paytables:
        if p.kind in ON_WHEEL and p.direction in OF_STAKE:
            return _stake_waits(c, p)
        return p.kind in OF_SPIN and p.direction in ("pay", "hold")
    spun = {s.box for s in c.play.spins if s.status != "void"}
    return p.kind == "bonus_spin" and p.box in spun


def settled_by_spin(c: Context) -> tuple[Payment, ...]:
    """What spins that have come to rest have moved: no void of the round turns the wheel back."""
    known = {(s.box, s.kind) for s in c.play.spins if s.status == "rested"}
    return tuple(
        p
        for p in c.play.payments
        if p.kind == "jackpot" or (p.box, p.kind) in known or by_spin(c, p)
    )


def result_doubted(c: Context) -> None:
    _fault(c, amiss(c))


def spin_failed(c: Context) -> None:
    assert isinstance(c.input, fact.SpinFaulted)
    _fault(c, c.input.reason)


def _fault(c: Context, about: str) -> None:
    close_order(c, "spin", "failed")
    spin = current(c.play)
    c.raise_("spin_fault", box=spin.box if spin else 0, about=about)
