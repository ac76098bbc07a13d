"""Meters and jackpots on the floor's page and on the players' sign."""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain import floor_view as f
from controller.domain import money
from controller.procedure import meters as account
from controller.procedure.house import House
from controller.procedure.inputs import Input
from controller.procedure.irregularities.jackpots import NAMES
from controller.procedure.state import Play
from controller.procedure.wording import dollars
from controller.rules.settlement.progressive import paytable
from controller.rules.wheels import offered


def meters(p: Play, house: House) -> tuple[f.Meter, ...]:
    """Exact inside, rounded down here; a hit that is not paid yet is locked beside it."""
    if not house.by_paytables or not offered(house.pack):
        return ()
    pending = account.pending(p.prizes)
    return tuple(
        f.Meter(
            name=NAMES[g.name],
            cents=account.stands_at(g),
            locked=pending is not None and pending.meter == g.name,
            mirrored=house.pack.wheel.meters.value == "mirror",
            note=_note(house, g),
        )
        for g in account.gauges(p.prizes, house.pack)
    )


def _note(house: House, g: account.Gauge) -> str:
    flow = f"+{dollars(_down(g.added))} -{dollars(_down(g.paid))}"
    wheel = house.pack.wheel
    table = {"100": wheel.paytable_100.value, "500": wheel.paytable_500.value}.get(g.name)
    return f"paytable {table}, {flow}" if table else flow


def _down(cents: int | str) -> int:
    return money.meter_cents(money.exact(cents))


def on_the_sign(p: Play, house: House) -> tuple[f.Meter, ...]:
    """What players may win, and what the others get beside it."""
    shared = {
        name: " ".join(x.symbol for x in paytable(house.pack, int(name)) if x.each_cents)
        for name in ("100", "500")
    }
    found = []
    for g, one in zip(account.gauges(p.prizes, house.pack), meters(p, house), strict=False):
        note = f"Shared {shared[g.name]}" if g.name in shared else ""
        found.append(f.Meter(name=one.name, cents=one.cents, note=note))
    return tuple(found)


def unread(p: Play, house: House) -> tuple[f.Duty, ...]:
    """The day's account: each meter of the approved system is read once a gaming day."""
    mirrored = house.pack.wheel.meters.value == "mirror"
    if not mirrored or not house.by_paytables or not offered(house.pack):
        return ()
    left = account.unread(p.prizes, house.pack, p.day.date)
    clause = house.pack.wheel.meters.clause
    return tuple(
        f.Duty(text=f"Read the meter: {NAMES[name]}", sub=clause, when="due", due=True)
        for name in left
    )


def hits(p: Play) -> tuple[f.Duty, ...]:
    """The last jackpots, newest first; one that is not paid is due."""
    return tuple(
        f.Duty(
            text=f"Jackpot {dollars(h.cents)}, box {h.box}, round {h.round}",
            sub=_signed(h) if h.paid_by else "not paid",
            when="" if h.paid_by else "red",
            due=not h.paid_by,
        )
        for h in p.prizes.hits
    )


def _signed(h: account.Hit) -> str:
    seen = f", seen by {h.surveillance}" if h.surveillance else ""
    return f"slip {h.slip}, {h.verified_by} and {h.paid_by}{seen}"


def words(item: Input) -> tuple[str, str]:
    if isinstance(item, cmd.MeterStated):
        return "METER", f"{NAMES[item.meter]}: the system shows"
    return "", ""


def typed(item: Input) -> str:
    """The field that a person writes beside the key."""
    return "shown" if isinstance(item, cmd.MeterStated) else ""
