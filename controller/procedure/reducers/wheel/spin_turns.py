"""Whose spin it is, and what it waits for (MA 16.d, MD 7.H, 12.D.7, 12.E)."""

from __future__ import annotations

from controller.domain.structs import replace
from controller.procedure.queries import legal
from controller.procedure.reducers.cards.orders import close_order
from controller.procedure.state import follow_ups
from controller.procedure.state.context import Context, Why, faces
from controller.procedure.state.house import House
from controller.procedure.state.parts import meters
from controller.procedure.state.play import Play, Spin
from controller.rules.pack import Pack
from controller.rules.settlement.progressive import xtreme_triggered
from controller.rules.wheels import meters_at_stake

ACTIVE = ("button_due", "armed", "ordered")


def to_press(play: Play, box: int) -> Spin | None:
    """The spin that waits for this seat's button: due now, or after another's (MA 16.d.1)."""
    due = [s for s in play.spins if s.status == "button_due"]
    later = in_turn(play, over=play.round == "settled")
    return next((s for s in (*due, *later) if s.box == box and not s.pressed), None)


def pressed(play: Play, box: int) -> bool:
    """Its button was pressed and its spin is not at rest: once more changes nothing."""
    waits = ("held", "armed", "ordered")
    return any(s.box == box and s.pressed and s.status in waits for s in play.spins)


def left_void(play: Play) -> tuple[Spin, ...]:
    """No spin is made any more; those that have come to rest stand."""
    return tuple(s if s.status == "rested" else replace(s, status="void") for s in play.spins)


def put_spin(c: Context, spin: Spin) -> None:
    c.play = replace(
        c.play,
        spins=tuple(spin if (s.box, s.kind) == (spin.box, spin.kind) else s for s in c.play.spins),
    )


def note_xtreme(c: Context) -> None:
    """Known when the hole card lies open, never before (MD 6.G.3)."""
    p, wheel = c.play, c.pack.wheel
    staked = [w for w in p.wagers if w.kind == "xtreme" and not legal.undealt(p, w)]
    if not staked or not wheel.xtreme.value or any(s.kind == "xtreme" for s in p.spins):
        return
    if not xtreme_triggered(faces(s for s in p.dealer if s.face is not None)):
        return
    boxes = (0,) if wheel.xtreme_model.value == "hot_spot" else tuple(w.box for w in staked)
    c.play = replace(c.play, spins=(*p.spins, *(Spin(box, "held", kind="xtreme") for box in boxes)))


def drop_untriggered(c: Context) -> None:
    """The dealer's cards, as they are known now, give no such spin; one that was made stands."""
    if not xtreme_triggered(faces(s for s in c.play.dealer if s.face is not None)):
        called_off(c, tuple(s for s in c.play.spins if s.kind == "xtreme"))


def called_off(c: Context, spins: tuple[Spin, ...]) -> None:
    """Won by a face that was none: those that rested stand, one under way counts for nobody."""
    under_way = [s for s in spins if s.status == "ordered"]
    made = ("ordered", "rested", "void")
    kept = (s for s in c.play.spins if s not in spins or s.status in made)
    left = tuple(replace(s, status="void") if s in under_way else s for s in kept)
    c.play = replace(c.play, spins=left)
    if under_way:
        close_order(c, "spin", "closed")
        if c.play.wheel in ("spinning", "faulted"):
            c.follow(follow_ups.Wheel.SPIN_VOID)


def waits_for(play: Play, pack: Pack, spin: Spin) -> meters.Hit | None:
    """The jackpot that is not paid yet and whose meter this spin could empty (MD 12.D.7)."""
    staked = {w.cents for w in play.wagers if w.kind == spin.kind and spin.box in (0, w.box)}
    names = {n for cents in staked for n in meters_at_stake(pack, spin.kind, cents or 0)}
    return next((h for h in meters.pending(play.prizes) if h.meter in names), None)


def held_up(play: Play, house: House) -> tuple[Spin, meters.Hit] | None:
    """The spin that waits for a jackpot alone: its turn to be paid has come."""
    if not house.by_paytables or any(s.status in ACTIVE for s in play.spins):
        return None
    for spin in in_turn(play, over=play.round == "settled"):
        if (hit := waits_for(play, house.pack, spin)) is not None:
            return spin, hit
    return None


def in_turn(play: Play, *, over: bool) -> list[Spin]:
    """Spins that were won and whose turn to be paid has come, in their order."""
    held = [s for s in play.spins if s.status == "held"]
    if over:
        return sorted(held, key=lambda s: (s.kind == "xtreme", -s.box))
    paid = {x.box for x in play.payments if x.kind == "main" and x.direction == "pay"}
    return sorted(
        (s for s in held if s.kind == "bonus_spin" and s.box in paid), key=lambda s: s.box
    )


def active(play: Play) -> tuple[Spin, ...]:
    """One at a time where turns are paid in order; where all are paid at the end, several."""
    return tuple(s for s in play.spins if s.status in ACTIVE)


def why_not_cleared(c: Context) -> Why:
    """The layout is not paid while a spin is left."""
    if c.play.round != "settled":
        return None
    if (waits := held_up(c.play, c.house)) is not None:
        return c.house.no("spin_waits", box=waits[0].box or "?", first=waits[1].box)
    due = active(c.play)
    return c.house.no("spin_first", box=due[0].box or "?") if due else None


def current(play: Play) -> Spin | None:
    """The one that the wheel was asked for."""
    return next((s for s in play.spins if s.status == "ordered"), None)
