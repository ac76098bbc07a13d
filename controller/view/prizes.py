"""Meters and jackpots on the floor's page and on the players' sign."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from controller.domain import commands as cmd
from controller.domain import money
from controller.domain.views import floor_view as floor_page
from controller.domain.wording import dollars
from controller.procedure.irregularities.rulings.jackpot_rulings import NAMES
from controller.procedure.state.house import House
from controller.procedure.state.inputs import Input
from controller.procedure.state.parts import meters as account
from controller.procedure.state.play import Play
from controller.rules.settlement.progressive import paytable
from controller.rules.wheels import offered


def meters(p: Play, house: House) -> tuple[floor_page.Meter, ...]:
    """Exact inside, rounded down here; a hit that is not paid yet is locked beside it."""
    if not house.by_paytables or not offered(house.pack):
        return ()
    pending = {h.meter for h in account.pending(p.prizes)}
    return tuple(
        floor_page.Meter(
            name=NAMES[g.name],
            cents=account.stands_at(g),
            locked=g.name in pending,
            mirrored=house.pack.wheel.meters.value == "mirror",
            note=_note(house, g),
        )
        for g in account.gauges(p.prizes, house.pack)
    )


def _note(house: House, g: account.Gauge) -> str:
    flow = f"{dollars(money.shown(g.added))} added, {dollars(money.shown(g.paid))} paid out"
    wheel = house.pack.wheel
    table = {"100": wheel.paytable_100.value, "500": wheel.paytable_500.value}.get(g.name)
    return f"paytable {table}, {flow}" if table else flow


def on_the_sign(p: Play, house: House) -> tuple[floor_page.Prize, ...]:
    """What each wager on the wheel may win, and what the others get beside it."""
    if not offered(house.pack) or not house.wheel:
        return ()
    if not house.by_paytables:
        return tuple(_by_sections(house))
    return (*_by_paytables(p, house), *_xtreme(p, house))


def _by_sections(house: House) -> Iterator[floor_page.Prize]:
    words, wheel = house.pack.sign, house.pack.wheel
    notes = [_amounts(sorted({s.cents for s in house.wheel}))]
    if wheel.ace_award_cents.value:
        notes.append(words.ace.value.format(amount=dollars(wheel.ace_award_cents.value)))
    for cents in wheel.bonus_spin_cents.value:
        name = words.bonus_spin.value.format(wager=dollars(cents))
        yield floor_page.Prize(name=name, notes=tuple(notes))


def _by_paytables(p: Play, house: House) -> Iterator[floor_page.Prize]:
    words, wheel = house.pack.sign, house.pack.wheel
    stands = {g.name: account.stands_at(g) for g in account.gauges(p.prizes, house.pack)}
    fixed = {100: wheel.prize_a_cents, 500: wheel.prize_c_cents}
    for wager in reversed(wheel.bonus_spin_cents.value):
        lines = paytable(house.pack, wager)
        if not lines or wheel.bonus_spin.value == "off":
            continue
        metered = str(wager) in stands
        alone = [x.cents for x in lines if x.cents and not x.each_cents]
        shared = " ".join(x.symbol for x in lines if x.each_cents)
        yield floor_page.Prize(
            name=words.bonus_spin.value.format(wager=dollars(wager)),
            label=(words.jackpot if metered else words.top_prize).value,
            cents=stands[str(wager)] if metered else fixed[wager].known(0),
            notes=(_amounts(alone), words.shared.value.format(amounts=shared)),
        )


def _xtreme(p: Play, house: House) -> Iterator[floor_page.Prize]:
    words, wheel = house.pack.sign, house.pack.wheel
    if not wheel.xtreme.value:
        return
    stands = {g.name: account.stands_at(g) for g in account.gauges(p.prizes, house.pack)}
    alone = _amounts([x.cents for x in wheel.xtreme_lines.value if not x.share])
    notes = [alone]
    if wheel.xtreme_model.value == "hot_spot":
        each = _amounts([x.each_cents for x in wheel.xtreme_community.value])
        notes.append(words.xtreme_shared.value.format(amounts=each))
    first, second = (x.share for x in wheel.xtreme_lines.value if x.share)
    notes.append(words.second_jackpot.value.format(amount=dollars(stands[second])))
    name = words.xtreme.value.format(wager=dollars(wheel.xtreme_cents.value[0]))
    yield floor_page.Prize(
        name=name, label=words.jackpot.value, cents=stands[first], notes=tuple(notes)
    )


def result(house: House, symbol: str) -> str:
    """What a spin won, as a player reads it: `$20`, `shared 100/15`, `jackpot`."""
    named = {} if house.by_paytables else {s.symbol: s.cents for s in house.wheel}
    if symbol in named:
        return dollars(named[symbol])
    if symbol.isdigit():
        return dollars(int(symbol) * 100)
    return house.pack.sign.shared.value.format(amounts=symbol).lower() if "/" in symbol else symbol


def _amounts(cents: Iterable[int]) -> str:
    """`$1,000 350 120`."""
    first, *others = (dollars(c) for c in cents)
    return " ".join((first, *(o.removeprefix("$") for o in others)))


def unread(p: Play, house: House) -> tuple[floor_page.Duty, ...]:
    """The day's account: each meter of the approved system is read once a gaming day."""
    mirrored = house.pack.wheel.meters.value == "mirror"
    if not mirrored or not house.by_paytables or not offered(house.pack):
        return ()
    left = account.unread(p.prizes, house.pack, p.day.date)
    clause = house.pack.wheel.meters.clause
    return tuple(
        floor_page.Duty(text=f"Read the meter: {NAMES[name]}", sub=clause, when="due", due=True)
        for name in left
    )


def hits(p: Play) -> tuple[floor_page.Duty, ...]:
    """The last jackpots, newest first; one that is neither paid nor found to be none is due."""
    pending = account.pending(p.prizes)
    return tuple(
        floor_page.Duty(
            text=f"Jackpot {dollars(h.cents)}, box {h.box}, round {h.round}",
            sub="not paid" if h in pending else _signed(h),
            when="red" if h in pending else "",
            due=h in pending,
        )
        for h in p.prizes.hits
    )


def _signed(h: account.Hit) -> str:
    if h.none:
        return f"none: {h.none}"
    seen = f", seen by {h.surveillance}" if h.surveillance else ""
    return f"slip {h.slip}, {h.verified_by} and {h.paid_by}{seen}"


def words(_play: Play, _house: House, item: Input) -> tuple[str, str]:
    if isinstance(item, cmd.MeterStated):
        return NAMES[item.meter].upper(), "enter what it shows"
    return "", ""
