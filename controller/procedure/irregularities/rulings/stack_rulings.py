"""Rulings on the cards as a whole: shuffled, cut again, out of play, their count explained."""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain.sealed import Sealed, Slot
from controller.domain.structs import replace
from controller.procedure.charts.owners import knows
from controller.procedure.irregularities.kinds.questions import DRAWN_OFF
from controller.procedure.queries import continuous, places
from controller.procedure.reducers.cards import continuous_shuffler, cut, orders, shuffle
from controller.procedure.state import follow_ups
from controller.procedure.state.context import Context, refuse
from controller.procedure.state.play import Irregularity


def decks_out(c: Context, i: Irregularity, command: cmd.Ruled) -> None:
    """The decks leave play when the open round is closed."""
    if places.begun(c.play):
        reshuffle(c, i, command)
        c.play = replace(c.play, decks_due=True)
    elif knows(c.play, "decks", "taken_out"):
        c.follow(follow_ups.Decks.TAKEN_OUT)


def reshuffle(c: Context, _: Irregularity, __: cmd.Ruled) -> None:
    """The open round is finished first."""
    if places.begun(c.play):
        c.play = replace(c.play, stack=replace(c.play.stack, ordered=True))
    else:
        all_shuffled(c)


def all_shuffled(c: Context) -> None:
    """No new round from this shoe; a stack that is not in it yet is shuffled from the start.

    What a machine is shuffling is shuffled whole anyway.
    """
    if knows(c.play, "shoe", "reshuffle_due"):
        c.follow(follow_ups.Shoe.RESHUFFLE_DUE)
    elif knows(c.play, "shuffle", "stack_forgotten") and knows(c.play, "cut", "unstacked"):
        c.follow(follow_ups.Shuffle.STACK_FORGOTTEN)
        shuffle.shuffle_stack_again(c)


def recut(c: Context, _: Irregularity, command: cmd.Ruled) -> None:
    """As ordered without a report: by rank, until the cards are in the shoe (MD 5.F, MA 4.f)."""
    ordered = cmd.RecutOrdered(rank=command.rank, reason=command.reason)
    refuse(cut.why_not_recut(c.play, c.house, ordered))
    c.follow(follow_ups.Cut.RECUT_ORDERED)


def count_stands(c: Context, _: Irregularity, __: cmd.Ruled) -> None:
    """A stack whose count a person has explained is cut; any other count is only entered."""
    if c.play.shuffle == "miscounted":
        c.follow(follow_ups.Shuffle.COUNT_STANDS)


def drawn_off(c: Context, i: Irregularity, _: cmd.Ruled) -> None:
    """Cards left a shoe that had no power: each is asked for, in order (console/README 2.4)."""
    number = int(dict(i.answers)[DRAWN_OFF.name])
    c.play = replace(c.play, drawn=c.play.drawn + number)
    for n in range(number):
        c.raise_("card_not_read", card=Slot(c.entry + 1 + n, Sealed(b"", b"")))


# ---- the machine ----
def shuffle_all(c: Context, _: Irregularity, __: cmd.Ruled) -> None:
    """Cleared: a complete shuffle from the start."""
    orders.close_order(c, "shuffle", "closed")
    if c.play.shuffle == "running":
        c.follow(follow_ups.Shuffle.SHUFFLE_VOID)
    # Cards are still drawn from it: the complete shuffle comes after the round.
    drawn_from = continuous.deals(c.play, c.house)
    c.follow(follow_ups.Shuffle.STACK_FORGOTTEN if drawn_from else follow_ups.Shuffle.SHUFFLE_ASKED)


def shuffle_counts(c: Context) -> None:
    """A person saw the shuffled batch."""
    orders.close_order(c, "shuffle", "done")
    c.play = replace(c.play, shuffle="miscounted")
    c.follow(follow_ups.Shuffle.COUNT_STANDS)


def no_shuffle(c: Context) -> None:
    orders.close_order(c, "shuffle", "closed")
    if c.play.shuffle == "running":
        c.follow(follow_ups.Shuffle.SHUFFLE_VOID)


def without_shuffler(c: Context) -> None:
    continuous_shuffler.put_out(c)
    c.play = replace(c.play, stack=replace(c.play.stack, out=True))
    if c.play.shuffle == "running":
        orders.close_order(c, "shuffle", "failed")
        c.follow(follow_ups.Shuffle.SHUFFLE_VOID)
