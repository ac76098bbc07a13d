"""Rulings on devices and their orders: without the device, again, it counts, nothing."""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain.orders import REPORTS
from controller.domain.sealed import Sealed, Slot
from controller.domain.structs import replace
from controller.domain.wagers import Payment
from controller.procedure.irregularities import catalog
from controller.procedure.irregularities.kinds.kind import DRAWN_OFF
from controller.procedure.queries import continuous
from controller.procedure.reducers.cards import continuous_shuffler as device
from controller.procedure.reducers.cards import keyed_cards, orders
from controller.procedure.reducers.opening import checklist_lines, reader_inspection
from controller.procedure.reducers.wheel import (
    lockout,
    progressive_system,
    seat_and_spin,
    spin_prizes,
    spin_turns,
    wheel_out,
)
from controller.procedure.state import follow_ups
from controller.procedure.state.context import Context, refuse
from controller.procedure.state.play import Device, Irregularity, Spin

from . import free_rulings, jackpot_rulings, system_told

OF_SPIN = ("spin_fault",)
OF_SHUFFLE = ("shuffler_fault",)


# ---- without a device ----
def go_on_without_reader(c: Context, i: Irregularity, _: cmd.Ruled) -> None:
    """From now on the table deals the variant without a reader (MA 15.k2).

    A check by eye has none: that it was wrong is entered, and no more.
    """
    if i.kind == "check_wrong":
        return
    without(c, "card_reader")


def out_of_service(c: Context, i: Irregularity, command: cmd.Ruled) -> None:
    """What the table does without the device; the ledger marks the device itself."""
    role = catalog.role_of(c.devices, device_of(c.devices, i))
    if role == "shoe_scanner":
        keyed_cards.put_out(c, "", command.by)
    without(c, role)


def device_of(devices: tuple[Device, ...], i: Irregularity) -> str:
    """The device that a ruling puts out of service; some faults name their reason instead."""
    role = {"shuffler_fault": "shuffler", "system_fault": progressive_system.ROLE}.get(i.kind, "")
    named = (d.name for d in devices if i.about == d.name or role == d.role)
    return next(named, "")


def without(c: Context, role: str) -> None:
    if role == "card_reader" and c.pack.deal.reader_fault.value == "stop":
        stop_for_reader(c)
        return
    if role == "card_reader":
        c.play = replace(c.play, next_variant="")
        if c.play.variant == "hole_card_reader":
            c.play = replace(c.play, variant="hole_card")
        if c.play.round == "peek_due":
            c.follow(follow_ups.Round.READER_GONE)
    if role == "wheel":
        _without_wheel(c)
    if role == progressive_system.ROLE:
        system_told.gone(c)
    if role == "shuffler":
        device.put_out(c)
        c.play = replace(c.play, stack=replace(c.play.stack, out=True))
    if role == "shuffler" and c.play.shuffle == "running":
        orders.close_order(c, "shuffle", "failed")
        c.follow(follow_ups.Shuffle.SHUFFLE_VOID)


def stop_for_reader(c: Context) -> None:
    """The text knows no play without it: repaired or replaced it is inspected before a round.

    The round that is open waits for it too; once it is settled the list says what is missing.
    """
    reader_inspection.forget(c)
    if checklist_lines.between_rounds(c.play) or c.play.round == "settled":
        return
    if not any(i.kind == "reader_fault" for i in catalog.open_ones(c.play)):
        c.raise_("reader_fault", about="out of service")


def _without_wheel(c: Context) -> None:
    """The wager is closed; a spin that was won survives, and its stake (console/README 1.5).

    Only where nobody knows which chips lay there in time do they go back (console/README 2.4).
    """
    c.play = replace(c.play, wheel_out=True)
    unlocked = [
        i
        for i in c.play.irregularities
        if i.kind == "lock_unconfirmed" and (catalog.is_open(i) or i.ruling == "out_of_service")
    ]
    for i in unlocked:
        c.put(replace(i, status="closed", ruling="out_of_service"))
    if c.play.round == "wagering":
        kept = tuple(w for w in c.play.wagers if w.kind not in lockout.ON_WHEEL)
        c.play = replace(c.play, wagers=kept, prizes=replace(c.play.prizes, acknowledged=()))
    elif unlocked:
        for box in sorted(
            {w.box for w in c.play.wagers} - {b for b, _ in spin_prizes.decided(c.play)}
        ):
            stake_back(c, box, c.house.no("void_returns")[0])
        orders.close_order(c, "spin", "closed")
        c.play = replace(c.play, spins=spin_turns.left_void(c.play))
    wheel_out.put_out(c)


def stake_back(
    c: Context, box: int, clause: str, kinds: tuple[str, ...] = lockout.ON_WHEEL
) -> None:
    """The stake on the wheel of a box goes back, once, and out of its meters again."""
    by_stake = c.house.by_paytables
    done = {
        p.kind
        for p in c.play.payments
        if p.box == box and (p.direction in spin_prizes.OF_STAKE or not by_stake)
    }
    stakes = [w for w in c.play.wagers if w.box == box and w.kind in kinds and w.kind not in done]
    c.pay(
        Payment(
            box=box,
            wagerer=w.wagerer,
            kind=w.kind,
            cents=w.cents,
            direction="void",
            clause=clause,
            text="stake back",
        )
        for w in stakes
    )
    spin_prizes.shares_back(c)


# ---- orders ----
def again(c: Context, i: Irregularity, _: cmd.Ruled) -> None:
    kind = order_kind(i)
    if kind in REPORTS:
        system_told.send_again(c, i.about)
        return
    orders.close_order(c, kind, "closed")
    if kind == "shuffle":
        if c.play.shuffle == "running":
            c.follow(follow_ups.Shuffle.SHUFFLE_VOID)
        # Cards are still drawn from it: the complete shuffle comes after the round.
        drawn_from = continuous.deals(c.play, c.house)
        c.follow(
            follow_ups.Shuffle.STACK_FORGOTTEN if drawn_from else follow_ups.Shuffle.SHUFFLE_ASKED
        )
        return
    spin = spin_turns.current(c.play)
    if spin is None:
        return
    spin_turns.put_spin(c, replace(spin, status="armed", order=""))
    if c.play.wheel == "spinning":
        c.follow(follow_ups.Wheel.SPIN_VOID)
    elif c.play.wheel == "faulted":
        c.follow(follow_ups.Wheel.SPIN_AGAIN)


def counts(c: Context, i: Irregularity, command: cmd.Ruled) -> None:
    """A person saw the result: the section, the shuffled batch, the cards drawn unseen."""
    if i.kind == "events_lost":
        drawn_off(c, i)
        return
    if i.kind == "dealer_drew_too_far":
        free_rulings.counts_for_dealer(c, i)
        return
    if order_kind(i) == "shuffle":
        orders.close_order(c, "shuffle", "done")
        c.play = replace(c.play, shuffle="miscounted")
        c.follow(follow_ups.Shuffle.COUNT_STANDS)
        return
    if (hit := jackpot_rulings.hit_of(c, wheel_out.of_hit(i))) is not None:
        jackpot_rulings.section_stands(c, hit, command.reason.strip())
        return
    spin, box, said = wheel_out.of_fault(c.play, i), command.box, command.reason.strip()
    if spin is not None and not spin.box and not box:
        seat, _, said = said.partition(" ")
        box = int(seat) if seat.isdecimal() else 0
    symbol, _, community = said.partition(" ")
    if not seat_and_spin.fits(c.play, c.house, spin, (box, symbol, community)):
        refuse(c.house.no("no_section"))
    if spin is None:
        orders.close_order(c, "spin", "done")
    else:
        seat_and_spin.rest_by_hand(c, spin, symbol, box, community)


def count_stands(c: Context, i: Irregularity, _: cmd.Ruled) -> None:
    """A stack whose count a person has explained is cut; any other count is only entered."""
    if i.kind == "count_differs" and c.play.shuffle == "miscounted":
        c.follow(follow_ups.Shuffle.COUNT_STANDS)


def drawn_off(c: Context, i: Irregularity) -> None:
    """Cards left a shoe that had no power: each is asked for, in order (console/README 2.4)."""
    number = int(dict(i.answers)[DRAWN_OFF.name])
    c.play = replace(c.play, drawn=c.play.drawn + number)
    for n in range(number):
        c.raise_("card_not_read", card=Slot(c.entry + 1 + n, Sealed(b"", b"")))


def seen(c: Context, i: Irregularity, _: cmd.Ruled) -> None:
    """It is entered in the record; a system that serves again is asked, a spin may be made."""
    if i.kind == "system_fault":
        system_told.back(c)
    elif i.kind == "lock_unconfirmed":
        seat_and_spin.call_next(c)


def none(c: Context, i: Irregularity, _: cmd.Ruled) -> None:
    """No result: nothing is sent, a Bonus Spin stake goes back."""
    kind = order_kind(i)
    if not kind:
        return
    if kind in REPORTS:
        orders.close_orders(c, {i.about}, "closed")
        return
    if (hit := jackpot_rulings.hit_of(c, wheel_out.of_hit(i))) is not None:
        spin_prizes.stake_of_earlier(c, hit, catalog.clause(c.house, i.kind))
        return
    orders.close_order(c, kind, "closed")
    if kind == "shuffle" and c.play.shuffle == "running":
        c.follow(follow_ups.Shuffle.SHUFFLE_VOID)
    spin = wheel_out.of_fault(c.play, i) if kind == "spin" else None
    if spin is not None:
        _no_spin(c, spin, catalog.clause(c.house, i.kind))


def _no_spin(c: Context, spin: Spin, clause: str) -> None:
    """The stake goes back; who was paid by the spin keeps that, and the house the stake for it."""
    spin_turns.put_spin(c, replace(spin, status="void"))
    paid = {p.box for p in spin.shared}
    for box in (spin.box,) if spin.box else sorted({w.box for w in c.play.wagers} - paid):
        stake_back(c, box, clause, (spin.kind,))
    if c.play.wheel in ("spinning", "faulted"):
        c.follow(follow_ups.Wheel.SPIN_VOID)
    else:
        seat_and_spin.go_on(c)


def order_kind(i: Irregularity) -> str:
    """What the ruling moves; a movement without cause has no order of the play behind it."""
    if i.kind in OF_SPIN:
        return "spin"
    if i.kind in OF_SHUFFLE:
        return "shuffle"
    if i.kind in ("order_in_doubt", "order_withheld"):
        return i.about.split("/")[1]
    return ""
