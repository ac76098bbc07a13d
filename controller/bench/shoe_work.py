"""Between two shoes: run out the rest, shuffle, cover card, load, burn."""

from __future__ import annotations

from drivers.sim.world import BURN

from .pace import STACK_S
from .post import Post
from .screen import offered

SHUFFLE_S = 600.0


async def open_table(post: Post) -> None:
    """Open a closed table."""
    view = await post.screen.at_rest()
    if view.round.phase == "closed":
        await post.screen.press("TableOpened")


async def end_shoe(post: Post) -> None:
    """All cards to the rack, through the scanner, which counts them (after the last round)."""
    await post.screen.at_rest()
    await post.pace.rest(STACK_S)
    left = await post.world.run_out()
    post.say(f"{left} cards run out and counted")
    await post.world.open_shoe()
    post.cover_out = False


async def new_shoe(post: Post) -> None:
    await shuffle(post)
    await cut(post)
    await load(post)
    await burn(post)


async def shuffle(post: Post) -> None:
    """All cards into the machine, until it has shuffled them."""
    await post.screen.until("SHUFFLE", lambda view: offered(view, "ShuffleAsked"))
    await post.pace.rest(STACK_S)
    count = await post.world.fill_shuffler()
    post.say(f"{count} cards go into the shuffler")
    await post.screen.press("ShuffleAsked")
    await post.screen.until("the shuffle", lambda view: offered(view, "CutPlaced"), SHUFFLE_S)


async def cut(post: Post) -> None:
    """The cutting card into the stack."""
    await post.pace.rest(STACK_S)
    await post.world.take_shuffled()
    await post.pace.rest(STACK_S)
    behind = await post.world.insert_cover(post.cover)
    post.say(f"shuffled; the cutting card {behind} from the back")
    await post.screen.press("CutPlaced")


async def load(post: Post) -> None:
    await post.pace.rest(STACK_S)
    loaded = await post.world.load_shoe()
    post.say(f"{loaded} cards loaded")
    await post.screen.until("the load", lambda view: view.round.phase != "shuffle")


async def burn(post: Post) -> None:
    await post.draw(BURN)
    await post.pace.rest(1.0)
    await post.world.pick_up(BURN)
    await post.screen.until("bets", lambda view: view.round.phase == "wagers")
