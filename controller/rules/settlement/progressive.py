"""Bonus Spin and Xtreme 16 with printed paytables, community pay and progressive meters.

Order in a round: contributions at the closing of the wagers, then the payments as the turn to be
paid comes to each box. A jackpot pays the meter as it stands at that turn, then the meter is at
its reset amount, so a second jackpot of the round is paid that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction as Exact

from msgspec import Struct

from controller.domain import money
from controller.domain.cards import Card
from controller.domain.settled import Meter, PlayedRound, Spin
from controller.domain.wagers import Payment, Wager
from controller.rules.hands import is_blackjack
from controller.rules.pack import Pack
from controller.rules.pack.leaf import Amount
from controller.rules.pack.sections.wheel import Line
from controller.rules.stakes import Item, never_dealt

NAMES = ("100", "500", "primary", "secondary")
"""The meters: of the one-dollar and five-dollar wager, and the two of Xtreme 16."""


class Progressive(Struct, frozen=True):
    items: tuple[Item, ...]
    """The stakes."""
    payments: tuple[Payment, ...]
    """The prizes, in the order of their turn."""
    meters: tuple[Meter, ...]
    """After the round."""


def paytable(pack: Pack, wager_cents: int) -> tuple[Line, ...]:
    wheel = pack.wheel
    name = (wheel.paytable_100 if wager_cents == 100 else wheel.paytable_500).value
    tables = {
        "A": wheel.paytable_a,
        "B": wheel.paytable_b,
        "C": wheel.paytable_c,
        "D": wheel.paytable_d,
    }
    return tables[name].value if name in tables else ()


def initial_meters(pack: Pack) -> tuple[Meter, ...]:
    return _meters(_values(pack, ()))


def metered(pack: Pack) -> tuple[str, ...]:
    """The meters of the paytables that are chosen."""
    wheel = pack.wheel
    spun = wheel.bonus_spin_on_meters
    found = ["100"] if spun and wheel.paytable_100.value == "B" else []
    found += ["500"] if spun and wheel.paytable_500.value == "D" else []
    return (*found, *(("primary", "secondary") if wheel.xtreme.value else ()))


def contribute(pack: Pack, meters: Sequence[Meter], wagers: Sequence[Wager]) -> tuple[Meter, ...]:
    """Add each wager's share to its meters, exactly. Done once, when the wagers close."""
    values = _values(pack, meters)
    for wager in wagers:
        for name, share in _shares(pack, wager).items():
            values[name] += share
    return _meters(values)


def run_progressive(
    pack: Pack, played: PlayedRound, first: Mapping[int, Sequence[Card]]
) -> Progressive:
    """Work out stakes and prizes; `played.meters` already hold the round's contributions."""
    values = _values(pack, played.meters)
    payments: list[Payment] = []
    won: set[tuple[int, str]] = set()
    for spin in _in_turn(pack, played):
        if spin.kind == "xtreme":
            payments += _xtreme(pack, played, spin, values)
        else:
            payments += _bonus_spin(pack, played, spin, values, first)
    payments += _missing(pack, played, first)
    won |= {(p.box, p.kind) for p in payments}
    won |= {(p.box, "bonus_spin") for p in payments if p.kind == "community"}
    kept = pack.wheel.bonus_spin_stake.value == "kept"
    items = [
        never_dealt(pack, w)
        if len(first.get(w.box, ())) < 2
        else _stake(pack, w, lost=kept or (w.box, w.kind) not in won)
        for w in played.wagers
        if w.kind in ("bonus_spin", "xtreme")
    ]
    return Progressive(tuple(items), tuple(payments), _meters(values))


def _in_turn(pack: Pack, played: PlayedRound) -> list[Spin]:
    """From the first box where a blackjack is paid at its turn, else in the order of settlement."""
    wheel = pack.wheel
    checked = played.dealer[0].rank in pack.deal.peek_up_ranks.value
    turns = wheel.spin_at.value == "turn" and not checked
    return sorted(
        played.spins,
        key=lambda spin: spin.box if turns and spin.kind == "bonus_spin" else -spin.box,
    )


def xtreme_triggered(dealer: Sequence[Card]) -> bool:
    """A six and a ten-value card as the dealer's first two, in either order."""
    first = sorted(card.value for card in dealer[:2])
    return first == [6, 10]


def _stake(pack: Pack, wager: Wager, *, lost: bool) -> Item:
    cents = wager.cents if wager.cents is not None else 0
    return Item(
        box=wager.box,
        wagerer=wager.wagerer,
        kind=wager.kind,
        stake=cents,
        lost=cents if lost else 0,
        clause=pack.wheel.bonus_spin_stake.clause,
    )


def _bonus_spin(
    pack: Pack,
    played: PlayedRound,
    spin: Spin,
    values: dict[str, Exact],
    first: Mapping[int, Sequence[Card]],
) -> list[Payment]:
    wager = _wager(played, spin.box, "bonus_spin")
    if wager is None or wager.cents is None or not is_blackjack(first.get(spin.box, ())):
        return [_hold(pack, spin, "no spin is due here")]
    lines = paytable(pack, wager.cents)
    line = next((x for x in lines if x.symbol == spin.section), None)
    if line is None:
        return [_hold(pack, spin, "the wheel's section is not in the paytable")]
    cents = _line_cents(pack, line, str(wager.cents), values)
    paid = [_pay(spin.box, wager.wagerer, "bonus_spin", cents, line)]
    if line.each_cents:
        paid += _community(pack, played, spin.box, line, lines)
    return paid


def _line_cents(pack: Pack, line: Line, meter: str, values: dict[str, Exact]) -> int:
    """What the line pays now; a progressive line empties its meter to the reset amount."""
    wheel = pack.wheel
    if not line.share:
        return line.cents
    if line.share == "jackpot":
        table = (wheel.paytable_100 if meter == "100" else wheel.paytable_500).value
        if table in ("A", "C"):
            prize = wheel.prize_a_cents if table == "A" else wheel.prize_c_cents
            return prize.known(0)
    name = meter if line.share == "jackpot" else line.share
    value = money.meter_cents(values[name])
    values[name] = Exact(reset(pack, name))
    return value


def _community(
    pack: Pack, played: PlayedRound, spinner: int, line: Line, lines: Sequence[Line]
) -> list[Payment]:
    """Each other player with the wager gets the amount of his own wager's table, same tier."""
    tier = [x.symbol for x in lines if x.each_cents].index(line.symbol)
    paid: list[Payment] = []
    for wager in sorted(played.wagers, key=lambda w: -w.box):
        if wager.kind != "bonus_spin" or wager.box == spinner or wager.cents is None:
            continue
        own = [x for x in paytable(pack, wager.cents) if x.each_cents]
        if tier < len(own):
            paid.append(
                _pay(wager.box, wager.wagerer, "community", own[tier].each_cents, own[tier])
            )
    return paid


def _xtreme(pack: Pack, played: PlayedRound, spin: Spin, values: dict[str, Exact]) -> list[Payment]:
    wager = _wager(played, spin.box, "xtreme")
    line = next((x for x in pack.wheel.xtreme_lines.value if x.symbol == spin.section), None)
    if wager is None or line is None or not xtreme_triggered(played.dealer):
        return [_hold(pack, spin, "no such prize is due here")]
    cents = _line_cents(pack, line, "", values)
    paid = [_pay(spin.box, wager.wagerer, "xtreme", cents, line)]
    if pack.wheel.xtreme_model.value != "hot_spot":
        return paid
    each = next(
        (x for x in pack.wheel.xtreme_community.value if x.symbol == played.community), None
    )
    others = sorted(
        (w for w in played.wagers if w.kind == "xtreme" and w.box != spin.box),
        key=lambda w: -w.box,
    )
    if others and each is None:
        return [*paid, _hold(pack, spin, "the community symbol is not in the table")]
    if each is not None:
        paid += [_pay(w.box, w.wagerer, "xtreme", each.each_cents, each) for w in others]
    return paid


def _missing(pack: Pack, played: PlayedRound, first: Mapping[int, Sequence[Card]]) -> list[Payment]:
    """Spins that are due and were not reported: held, never guessed."""
    spun = {(s.box, s.kind) for s in played.spins}
    held = [
        _hold(pack, Spin(w.box, ""), "spin due")
        for w in played.wagers
        if w.kind == "bonus_spin"
        and is_blackjack(first.get(w.box, ()))
        and (w.box, w.kind) not in spun
    ]
    xtremes = [w for w in played.wagers if w.kind == "xtreme"]
    if xtremes and xtreme_triggered(played.dealer) and not any(k == "xtreme" for _, k in spun):
        held += [_hold(pack, Spin(w.box, "", None, "xtreme"), "spin due") for w in xtremes]
    return held


def _wager(played: PlayedRound, box: int, kind: str) -> Wager | None:
    return next((w for w in played.wagers if w.box == box and w.kind == kind), None)


def _pay(box: int, wagerer: str, kind: str, cents: int, line: Line) -> Payment:
    return Payment(
        box=box,
        wagerer=wagerer,
        kind=kind,
        cents=cents,
        direction="pay",
        clause=line.clause,
        text=line.symbol,
    )


def _hold(pack: Pack, spin: Spin, why: str) -> Payment:
    clause = pack.wheel.wheel_table.clause
    return Payment(box=spin.box, kind=spin.kind, direction="hold", clause=clause, text=why)


def _shares(pack: Pack, wager: Wager) -> dict[str, Exact]:
    """Meter -> share of this wager in cents."""
    wheel = pack.wheel
    if wager.cents is None:
        return {}
    if wager.kind == "xtreme" and wheel.xtreme.value:
        return {
            "primary": wager.cents * Exact(wheel.xtreme_primary_rate.value),
            "secondary": wager.cents * Exact(wheel.xtreme_secondary_rate.value),
        }
    if wager.kind != "bonus_spin":
        return {}
    if wager.cents == 100 and wheel.paytable_100.value == "B":
        return {"100": wager.cents * Exact(wheel.meter_100_rate.value)}
    if wager.cents == 500 and wheel.paytable_500.value == "D":
        return {"500": wager.cents * Exact(wheel.meter_500_rate.value)}
    return {}


def reset(pack: Pack, name: str) -> int:
    """What a meter starts at again."""
    return _resets(pack)[name].known(0)


def least(pack: Pack, name: str) -> tuple[str, int]:
    """Clause and cents below which a meter never stands: the lower of its two starts."""
    wheel = pack.wheel
    first = {
        "100": wheel.meter_100_initial_cents,
        "500": wheel.meter_500_initial_cents,
        "primary": wheel.xtreme_primary_initial_cents,
        "secondary": wheel.xtreme_secondary_initial_cents,
    }[name]
    return first.clause, min(first.known(0), reset(pack, name))


def _resets(pack: Pack) -> dict[str, Amount]:
    wheel = pack.wheel
    return {
        "100": wheel.meter_100_reset_cents,
        "500": wheel.meter_500_reset_cents,
        "primary": wheel.xtreme_primary_reset_cents,
        "secondary": wheel.xtreme_secondary_reset_cents,
    }


def _values(pack: Pack, meters: Sequence[Meter]) -> dict[str, Exact]:
    wheel = pack.wheel
    values = {
        "100": Exact(wheel.meter_100_initial_cents.known(0)),
        "500": Exact(wheel.meter_500_initial_cents.known(0)),
        "primary": Exact(wheel.xtreme_primary_initial_cents.known(0)),
        "secondary": Exact(wheel.xtreme_secondary_initial_cents.known(0)),
    }
    values.update({meter.name: Exact(meter.cents) for meter in meters})
    return values


def _meters(values: Mapping[str, Exact]) -> tuple[Meter, ...]:
    return tuple(Meter(name, money.text(values[name])) for name in NAMES)
