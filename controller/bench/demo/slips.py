"""Slips of the dealer and of those who sit there, by name: when each is made, and how.

The automatic dealer goes on by the page afterwards; what is to be ruled waits for a floorperson.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from msgspec import Struct

from controller.bench.automatic.post import Post
from controller.domain import commands as cmd
from controller.procedure.irregularities import reports
from controller.procedure.state.house import House
from controller.procedure.state.play import Play
from drivers.sim.physical.world import HOLE

ASIDE = "aside"
READS_S = 1.5
"""How long the hole card stays in the reader."""


class Slip(Struct, frozen=True):
    text: str
    kind: str
    """What it raises."""
    when: Callable[[Play, House], bool]
    do: Callable[[Post, Play, House], Awaitable[None]]


def _deciding(play: Play, _: House) -> bool:
    return play.round == "deciding" and len(play.dealer) > 1


def _no_peek(play: Play, house: House) -> bool:
    """The up card needs no reader."""
    return _deciding(play, house) and play.peek is None and play.variant == "hole_card_reader"


def _at_turn(play: Play, _: House) -> bool:
    return play.round == "turn_due"


def _passed_over(play: Play, house: House) -> bool:
    return play.round == "turn_due" and bool(reports.passed_over(play, house))


def _settled(play: Play, _: House) -> bool:
    return play.round == "settled"


def _before_cards(play: Play, _: House) -> bool:
    return play.round == "wagering" and len(play.boxes) > 1 and not play.dealt


async def _error_seen(post: Post, _: Play, __: House) -> None:
    await post.world.draw(ASIDE)
    await asyncio.sleep(READS_S)
    await post.screen.press("LastCard", what="error_seen")


async def _error_unseen(post: Post, _: Play, __: House) -> None:
    await post.world.draw(ASIDE, face_up=False)


async def _drew_too_far(post: Post, _: Play, __: House) -> None:
    await post.world.draw(ASIDE)


async def _passed(post: Post, play: Play, house: House) -> None:
    box, hand = reports.passed_over(play, house)[0]
    await post.floor(cmd.Reported(what="hand_not_asked", box=box, hand=hand))


async def _forgets(post: Post, play: Play, _: House) -> None:
    post.forgets = max(play.boxes)


async def _shown(post: Post, _: Play, __: House) -> None:
    """Turned over and down again: everybody saw it."""
    await post.world.turn(HOLE)
    await post.world.turn(HOLE)
    await post.screen.press("LastCard", what="shown")


async def _used(post: Post, _: Play, __: House) -> None:
    await post.world.slide_in(HOLE)
    await asyncio.sleep(READS_S)
    await post.world.slide_out(HOLE)


SLIPS = {
    "card-in-error-seen": Slip(
        "a card is drawn for nobody, and everybody sees it",
        *("card_drawn_in_error_seen", _deciding, _error_seen),
    ),
    "card-in-error": Slip(
        "a card is drawn for nobody, face down",
        *("card_drawn_in_error", _at_turn, _error_unseen),
    ),
    "dealer-drew-too-far": Slip(
        "the dealer draws on seventeen or more",
        *("dealer_drew_too_far", _settled, _drew_too_far),
    ),
    "hand-passed-over": Slip(
        "a player says that nobody asked him",
        *("hand_not_asked", _passed_over, _passed),
    ),
    "hand-with-one-card": Slip(
        "the last box gets no second card",
        *("hand_with_one_card", _before_cards, _forgets),
    ),
    "hole-card-shown": Slip(
        "the hole card is turned over and down again",
        *("hole_card_shown", _deciding, _shown),
    ),
    "reader-used": Slip(
        "the hole card goes into the reader under a low card",
        *("reader_used", _no_peek, _used),
    ),
}
