"""What can be seen of the world: by people at the table, and by a test that knows everything."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from .batches import OTHER
from .world import World

BACK = "??"


class Seen(Struct, frozen=True):
    """What everybody at the table sees; a card that lies face down is `??`."""

    layout: dict[str, tuple[str, ...]]
    in_reader: bool
    shoe_open: bool
    shoe_empty: bool
    next_face_up: str | None
    """The face of the next card in the shoe when it lies the wrong way round."""
    batch_ready: bool
    other_batch: bool
    """Another batch lies beside the shuffler."""
    rack_empty: bool
    cover_in_holder: bool
    chips: tuple[int, ...]
    wheel: str | None
    """The section under the clapper; `None` = the wheel turns."""
    shown: dict[str, str]
    """What each device shows on its own lamp or display."""


class Truth(Struct, frozen=True):
    """Every card and where it is, face up or down; first = comes out first."""

    stacks: dict[str, tuple[str, ...]]
    layout: dict[str, tuple[str, ...]]
    face_up: dict[str, tuple[bool, ...]]
    """Of each place of the layout."""
    brought: tuple[str, ...]

    def everything(self) -> Counter[str]:
        places = (*self.stacks.values(), *self.layout.values())
        return Counter(code for stack in places for code in stack)


def look(world: World) -> Seen:
    shoe = world.stacks["shoe"]
    return Seen(
        layout={
            place: tuple(piece.code if piece.face_up else BACK for piece in stack)
            for place, stack in sorted(world.layout.items())
        },
        in_reader=bool(world.stacks["reader"]),
        shoe_open=world.shoe_open,
        shoe_empty=not shoe,
        next_face_up=shoe[0].code if shoe and shoe[0].face_up else None,
        batch_ready=world.batch_ready,
        other_batch=bool(world.stacks[OTHER]),
        rack_empty=not world.stacks["rack"],
        cover_in_holder=bool(world.stacks["holder"]),
        chips=tuple(sorted(world.chips)),
        wheel=None if world.rotor.speed else world.rotor.section,
        shown=dict(world.shown),
    )


def truth(world: World) -> Truth:
    return Truth(
        stacks={name: tuple(p.code for p in stack) for name, stack in world.stacks.items()},
        layout={place: tuple(p.code for p in stack) for place, stack in world.layout.items()},
        face_up={place: tuple(p.face_up for p in stack) for place, stack in world.layout.items()},
        brought=tuple(world.brought),
    )
