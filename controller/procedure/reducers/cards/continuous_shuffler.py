"""The continuous shuffler: discards back in, all shuffled anew, a fault.

Discards go in round after round and nobody waits for their count: the next card may be drawn and a
burn card racked before the device has told it. Cards drawn and not told back lie outside, so that a
face may come again once it went in, and until then no oftener than the set has it. A full shuffle
is ordered like a batch shuffler's; its count settles what the single counts may have left open.
"""

from __future__ import annotations

from controller.domain import facts as fact
from controller.domain.structs import replace
from controller.procedure.queries import continuous, inventory
from controller.procedure.state import follow_ups
from controller.procedure.state.context import Context
from controller.procedure.state.parts.detector_memory import next_shoe
from controller.procedure.state.parts.shoe_marks import Marks
from controller.procedure.state.play import Play


def serves(c: Context) -> bool:
    return continuous.serves(c.play, c.house)


def deals(c: Context) -> bool:
    return continuous.deals(c.play, c.house)


def _between(play: Play) -> bool:
    return play.round == "wagering" and not play.dealt


# ---- the discards ----
def gather(c: Context) -> None:
    """The cards of a round lie in the rack: they are to go in."""
    c.play = replace(c.play, marks=replace(c.play.marks, discards=c.play.racked))


def take_in(c: Context) -> None:
    """All discards, and with them what was racked meanwhile or not; else the count differs.

    A card that is missing is asked about; it is not kept in mind as lying in the rack, where the
    dealer has left none.
    """
    assert isinstance(c.input, fact.CardsTakenIn)
    p, told = c.play, c.input.cards
    least = min(p.marks.discards, p.racked)
    if not least <= told <= p.racked:
        c.raise_("count_differs", about=f"{told} of {p.racked}")
    into = min(max(told, least), p.racked)
    left = p.racked - into
    c.play = replace(
        c.play,
        drawn=p.drawn - into,
        racked=left,
        unturned=p.unturned[max(0, len(p.unturned) - left) :],
        counts=inventory.disclosed(p),
        marks=replace(p.marks, discards=0, confirmed=max(p.marks.confirmed - into, -1)),
    )
    if not left:
        _forget_burn(c)
    if _between(p) and len(p.watch.faces) // 2 >= p.loaded:
        # As many cards as a shoe holds: what is remembered and counted by the shoe begins anew.
        c.play = replace(c.play, watch=next_shoe(p.watch), marks=replace(c.play.marks, late=0))


def _forget_burn(c: Context) -> None:
    """A burn card that went in is found no more, and is no slip of the deal."""
    c.play = replace(c.play, burn=None, marks=replace(c.play.marks, burnt=None, asked=0))


# ---- all cards shuffled anew (MD 5.A) ----
def in_round(c: Context) -> bool:
    return deals(c) and not _between(c.play)


def all_due(c: Context) -> bool:
    return continuous.all_due(c.play, c.house)


def order_all(c: Context) -> None:
    """As soon as the round is over."""
    c.play = replace(c.play, stack=replace(c.play.stack, ordered=True))


def shuffle_all(c: Context) -> None:
    """No card is dealt before the device has shuffled and counted all of them."""
    p = c.play
    c.play = replace(
        c.play,
        stack=replace(p.stack, ordered=False, why="order", by="", steps=0),
        racked=p.loaded,
        burn=None,
        marks=Marks(not_gathered=p.marks.not_gathered),
    )


# ---- cover card ----
def cover(c: Context) -> None:
    """None was put in: it is no card of any hand and ends nothing."""
    c.raise_("cover_card_unexpected")


# ---- a fault ----
def fail(c: Context) -> None:
    """Cards that still come finish the round; then all are shuffled (MD 13.R)."""
    assert isinstance(c.input, fact.ShuffleFaulted)
    c.raise_("shuffler_fault", about=c.input.reason)
    order_all(c)
    if _between(c.play):
        c.follow(follow_ups.Shoe.RESHUFFLE_DUE)


def put_out(c: Context) -> None:
    """No card comes from the device any more: a round that needs some is finished by hand."""
    if not deals(c):
        return
    if _between(c.play):
        c.follow(follow_ups.Shoe.RESHUFFLE_DUE)
    elif c.play.round == "settled":
        order_all(c)
    else:
        c.follow(follow_ups.Shoe.DEVICE_OUT)


def suspend(c: Context) -> None:
    """All cards but those on the layout come out of device and rack and are shuffled by hand."""
    p = c.play
    c.play = replace(
        c.play,
        drawn=p.loaded,
        racked=p.racked + p.loaded - p.drawn,
        unturned=(),
        marks=replace(p.marks, short=True, burnt=None),
    )
