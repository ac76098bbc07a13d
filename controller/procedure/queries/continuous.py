"""The continuous shuffler (MD 5.J, 5.K): whether it serves the table now.

It may fail like any other and be replaced by hand while a shoe of the one or the other kind is
dealt. So there are two questions: where the cards go next, and where those in play came from.
"""

from __future__ import annotations

from controller.procedure.state.house import House
from controller.procedure.state.play import Play

IN_USE = ("burn_due", "ready", "last_round")


def fitted(house: House) -> bool:
    return house.pack.shuffle.continuous_device.value == "on"


def serves(play: Play, house: House) -> bool:
    """The next shuffle is the device's."""
    return fitted(house) and not play.stack.set_aside


def shuffled(play: Play, house: House) -> bool:
    """The last shuffle was the device's."""
    return fitted(house) and play.stack.by == "machine"


def deals(play: Play, house: House) -> bool:
    """Cards are drawn from the device."""
    return shuffled(play, house) and play.shoe in IN_USE


def all_due(play: Play, house: House) -> bool:
    """Once the round is over: ordered, or the round was finished with the shuffled rack."""
    return deals(play, house) and (play.stack.ordered or play.marks.last)


def exempts(play: Play, house: House) -> bool:
    """No cut, recut or idle spread (MD 5.K); a stack that was shuffled by hand is cut."""
    waits = play.shoe == "empty" and play.cut == "none"
    return deals(play, house) or (waits and serves(play, house))


def face_up_window(play: Play, house: House) -> str:
    """In what a second face-up card voids: by the round, of a continuous shuffler (MD 5.K)."""
    return "round" if deals(play, house) else house.pack.shoe.face_up_count_window.value
