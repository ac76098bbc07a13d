"""Rulings on payments: made late, released, or paid as the record says."""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.procedure.queries import legal
from controller.procedure.reducers.deal import wagers
from controller.procedure.reducers.play import hole_check
from controller.procedure.reducers.settle import settlement, verified_payouts
from controller.procedure.state.context import Context
from controller.procedure.state.play import Irregularity


def insurance_late(c: Context, i: Irregularity, _: cmd.Ruled) -> None:
    """Paid and taken after a further card was drawn (MA 6.d, 11.d); the next round's is not."""
    if not i.round:
        settlement.collect_insurance(c)


def match_late(c: Context, i: Irregularity, _: cmd.Ruled) -> None:
    if not i.round:
        hole_check.pay_match_late(c)


def no_match(c: Context, i: Irregularity, _: cmd.Ruled) -> None:
    """The mark was lit and no chip lies there."""
    _put_match(c, i.box, on=False)


def match_not_counted(c: Context, i: Irregularity, _: cmd.Ruled) -> None:
    """Another amount lies there: nobody guesses it, the odds are told."""
    _put_match(c, i.box, on=True)


def _put_match(c: Context, box: int, *, on: bool) -> None:
    """Not once it is settled: money that has moved is put right as paid wrongly."""
    due = (x for x in legal.match_payments(c.play, c.house) if x.box == box)
    for one in due:
        wagers.put_wager(c, box, "match", on, None, one.wagerer)


def released(c: Context, i: Irregularity, _: cmd.Ruled) -> None:
    """What is above the limit is verified and paid."""
    verified_payouts.release(c, i)


def paid_right(c: Context, i: Irregularity, _: cmd.Ruled) -> None:
    """What the record says is paid; the difference is made good at the table.

    Of a round that is closed meanwhile nothing is settled here: hands of this one go on.
    """
    if c.play.round == "settled" and not i.round:
        settlement.settle_again(c)
