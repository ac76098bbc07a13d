"""Two batches of cards that alternate: one is dealt while the shuffler has the other.

The batches look alike but for their backs, which no device reads: what goes into the shuffler by
mistake is told by its count alone.
"""

from __future__ import annotations

from .pieces import CannotBe, a_pack
from .world import World

OTHER = "other"
"""Where the batch lies that is neither in play nor in the shuffler."""


class Batches:
    def __init__(self, world: World, decks: int, number: int) -> None:
        self._world = world
        if number > 1:
            world.stacks[OTHER] = a_pack(decks)

    def fill_with_other(self) -> int:
        """Put the batch that is not in play into the shuffler; return how many cards."""
        stacks = self._world.stacks
        if self._world.shuffling or stacks["tray"] or stacks["shuffler"]:
            raise CannotBe("the shuffler is not empty")
        self._move(OTHER, "shuffler")
        return len(stacks["shuffler"])

    def lay_aside(self) -> int:
        """Take the batch that was dealt out of the rack; return how many cards."""
        if self._world.stacks[OTHER]:
            raise CannotBe("the other batch lies there")
        self._move("rack", OTHER)
        return len(self._world.stacks[OTHER])

    def _move(self, name: str, into: str) -> None:
        stacks = self._world.stacks
        if not stacks[name]:
            raise CannotBe(f"there is no card in {name}")
        stacks[into].extend(stacks[name])
        stacks[name].clear()
        for piece in stacks[into]:
            piece.face_up = False
