"""The cards of played rounds, put back into a continuous shuffler."""

from __future__ import annotations

from .pieces import CannotBe, CardsPutIn
from .world import World


class Discards:
    def __init__(self, world: World) -> None:
        self._world = world

    def put_in_discards(self) -> int:
        """Put what lies in the rack into the shuffler, face down; return how many cards."""
        world = self._world
        if world.shuffling:
            raise CannotBe("the shuffler shuffles")
        rack, into = world.stacks["rack"], world.stacks["shuffler"]
        if not rack:
            raise CannotBe("there is no card in rack")
        count = len(rack)
        for piece in rack:
            piece.face_up = False
        into.extend(rack)
        rack.clear()
        world.happen(CardsPutIn(count))
        return count
