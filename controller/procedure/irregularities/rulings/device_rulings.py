"""Rulings on a device: the table goes on without it, as far as its text allows."""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain.structs import replace
from controller.domain.wording import OUT_OF_SERVICE
from controller.procedure.irregularities.standing import open_ones, role_of
from controller.procedure.reducers.cards import keyed_cards, orders
from controller.procedure.reducers.opening import checklist_lines, reader_inspection
from controller.procedure.reducers.wheel import (
    lockout,
    progressive_system,
    spin_prizes,
    spin_turns,
    wheel_out,
)
from controller.procedure.state import follow_ups
from controller.procedure.state.context import Context
from controller.procedure.state.play import Irregularity

from . import order_rulings, stack_rulings, system_told


def go_on_without_reader(c: Context, _: Irregularity, __: cmd.Ruled) -> None:
    """From now on the table deals the variant without a reader (MA 15.k2)."""
    without_reader(c)


def out_of_service(c: Context, i: Irregularity, command: cmd.Ruled) -> None:
    """What the table does without the device; the ledger marks the device itself."""
    role = role_of(c.devices, i.code)
    if role == "shoe_scanner":
        keyed_cards.put_out(c, "", command.by)
    without(c, role)


def shuffler_out(c: Context, _: Irregularity, __: cmd.Ruled) -> None:
    """Its fault names a reason and no device."""
    if any(d.role == "shuffler" for d in c.devices):
        stack_rulings.without_shuffler(c)


def system_out(c: Context, _: Irregularity, __: cmd.Ruled) -> None:
    if any(d.role == progressive_system.ROLE for d in c.devices):
        system_told.gone(c)


def without(c: Context, role: str) -> None:
    if role == "card_reader":
        without_reader(c)
    elif role == "wheel":
        _without_wheel(c)
    elif role == progressive_system.ROLE:
        system_told.gone(c)
    elif role == "shuffler":
        stack_rulings.without_shuffler(c)


def without_reader(c: Context) -> None:
    if c.pack.deal.reader_fault.value == "stop":
        stop_for_reader(c)
        return
    c.play = replace(c.play, next_variant="")
    if c.play.variant == "hole_card_reader":
        c.play = replace(c.play, variant="hole_card")
    if c.play.round == "peek_due":
        c.follow(follow_ups.Round.READER_GONE)


def stop_for_reader(c: Context) -> None:
    """The text knows no play without it: repaired or replaced it is inspected before a round.

    The round that is open waits for it too; once it is settled the list says what is missing.
    """
    reader_inspection.forget(c)
    if checklist_lines.between_rounds(c.play) or c.play.round == "settled":
        return
    if not any(i.kind == "reader_fault" for i in open_ones(c.play)):
        c.raise_("reader_fault", about=OUT_OF_SERVICE)


def _without_wheel(c: Context) -> None:
    """The wager is closed; a spin that was won survives, and its stake (console/README 1.5).

    Only where nobody knows which chips lay there in time do they go back (console/README 2.4).
    """
    c.play = replace(c.play, wheel_out=True)
    unlocked = lockout.given_up(c)
    if c.play.round == "wagering":
        lockout.close(c)
    elif unlocked:
        for box in sorted(
            {w.box for w in c.play.wagers} - {b for b, _ in spin_prizes.decided(c.play)}
        ):
            order_rulings.stake_back(c, box, c.house.no("void_returns")[0])
        orders.close_order(c, "spin", "closed")
        c.play = replace(c.play, spins=spin_turns.left_void(c.play))
    wheel_out.put_out(c)
