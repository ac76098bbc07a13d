"""The idle table: all cards spread, the first player's look, the batch from the shuffler.

MA 4.i; MD 5.H, 5.I.
"""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain.structs import replace
from controller.procedure.queries import continuous
from controller.procedure.reducers.wheel import lockout
from controller.procedure.state import follow_ups
from controller.procedure.state.context import Context, Why
from controller.procedure.state.house import House
from controller.procedure.state.play import Play

from .table_decks import cards_gathered


def why_not_idle(play: Play, house: House, *, face_up: bool) -> Why:
    how = house.pack.opening.idle_spread
    if how.value == "none":
        return how.clause, house.no("no_idle")[1]
    if continuous.exempts(play, house):
        return house.no("continuous")
    if face_up and how.value == "face_down":
        return how.clause, house.line("idle", how="face down")[1]
    if play.opening != "open":
        return house.no("not_open")
    shuffling = play.shuffle not in ("idle", "done")
    if play.round != "wagering" or play.dealt or shuffling:
        return house.no("not_now")
    return None


def gather(c: Context) -> None:
    """All cards out of shoe and rack; the old shoe is never resumed (MA 4.i~3)."""
    assert isinstance(c.input, cmd.NoPlay)
    cards_gathered(c)
    day = replace(c.play.day, idle=True, face_up=c.input.face_up, seen_up=False)
    day = replace(day, first_player=0, preshuffled=False)
    c.play = replace(c.play, day=day, boxes=(), wagers=lockout.left_alone(c))


def must_be_turned(c: Context) -> bool:
    return c.house.pack.opening.idle_turned_up.value and not c.play.day.face_up


def why_not_turned_up(play: Play, house: House) -> Why:
    """Face-down cards of an idle table, on request or because the text asks it."""
    return None if play.day.idle and not play.day.face_up else house.no("not_now")


def turn_up(c: Context) -> None:
    c.play = replace(c.play, day=replace(c.play.day, face_up=True))


def stack(c: Context) -> None:
    """The other batch, shuffled meanwhile, goes into play; this one takes its place (MD 5.I.2)."""
    asked = c.play.day.batch_asked
    c.play = replace(c.play, day=replace(c.play.day, idle=False, batch_asked=False))
    if not batch_waits(c.play):
        return
    if asked or c.pack.opening.idle_batch.value == "open":
        c.follow(follow_ups.Shuffle.BATCH_OPENED)
        c.follow(follow_ups.Decks.BATCH_SPREAD)
    else:
        c.follow(follow_ups.Shuffle.SHOE_ENDED)


def batch_waits(play: Play) -> bool:
    """The other batch lies shuffled in the machine."""
    return play.stack.other_inside and play.shuffle == "done"


def why_not_batch(play: Play, house: House) -> Why:
    secure = house.pack.opening.idle_batch.value == "secure"
    askable = secure and batch_waits(play) and not play.day.batch_asked
    return None if askable else house.no("not_now")


def ask_batch(c: Context) -> None:
    c.play = replace(c.play, day=replace(c.play.day, batch_asked=True))


def spread_batch(c: Context) -> None:
    """The batch from the shuffler is looked at and shuffled again like the one before."""
    c.play = replace(
        c.play, day=replace(c.play.day, idle=True, face_up=False, seen_up=False, first_player=0)
    )
