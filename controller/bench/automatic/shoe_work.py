"""Between two shoes: run out the rest, shuffle, cover card, load, burn."""

from __future__ import annotations

from controller.bench.consoles.screen import offered
from controller.domain.views.view import DealerView
from drivers.sim.physical.world import BURN
from drivers.sim.rig import Rig

from .pace import STACK_S
from .post import Post

SHUFFLE_S = 600.0
CUTS = ("CutTaken", "CutPlaced")


async def end_shoe(post: Post) -> None:
    """All cards to the rack, through the scanner, which counts them (after the last round)."""
    await post.screen.at_rest()
    await post.pace.rest(STACK_S)
    left = await post.world.run_out()
    post.say(f"{left} cards run out and counted")
    await post.world.open_shoe()
    if post.two_batches and not (await post.world.look()).other_batch:
        await post.world.lay_aside()
    post.cover_out = False


async def new_shoe(post: Post) -> None:
    await shuffle(post)
    await cut(post)
    await load(post)
    if post.pack.shoe.burn_at.value == "shoe_loaded":
        await burn(post)


async def shuffle(post: Post) -> None:
    """By machine or by hand, as the page asks, up to one stack of all cards.

    Of two batches the other one may lie shuffled in the machine, or be about to.
    """
    by_hand = await post.screen.until("SHUFFLE", lambda v: method(v) or to_be_cut(v), SHUFFLE_S)
    await post.pace.rest(STACK_S)
    if by_hand in CUTS:
        await take(post)
    elif by_hand == "ShuffleStep":
        await shuffle_by_hand(post)
    else:
        await shuffle_by_machine(post)


def due(view: DealerView) -> bool:
    """Whether the large key is a shuffle or a cut: there is no shoe to deal from."""
    return bool(method(view) or to_be_cut(view))


def method(view: DealerView) -> str | None:
    return _large(view, "ShuffleAsked", "ShuffleStep")


def to_be_cut(view: DealerView) -> str | None:
    return _large(view, *CUTS)


def _shuffled(view: DealerView) -> str | None:
    return _large(view, "ShuffleStep", *CUTS)


def loaded(view: DealerView) -> bool:
    return view.round.phase != "shuffle" and to_be_cut(view) is None


def _large(view: DealerView, *commands: str) -> str | None:
    keys = [e.command for e in view.allowed if e.slot == "act1" and e.command in commands]
    return keys[0] if keys else None


def discards_due(post: Post, view: DealerView) -> bool:
    """Whether the page says that the cards of the round go back into the device."""
    words = post.pack.line
    told = (words.discards.value, words.pick_up_device.value.rpartition("}")[2])
    return view.next_step.hint.endswith(told)


async def discards(post: Post) -> None:
    """Back into the device, whose count nobody waits for."""
    if not discards_due(post, await post.screen.view()) or (await post.world.look()).rack_empty:
        return
    count = await post.world.put_in_discards()
    post.say(f"{count} cards go back into the device")
    await post.screen.until("open bets", lambda v: v.round.phase != "settle")


async def shuffle_by_hand(post: Post) -> None:
    """Each step group as the page names it, one tap each; all cards out of a device that failed."""
    if post.endless:
        await _empty_device(post)
    count = await post.world.shuffle_by_hand()
    post.say(f"{count} cards shuffled by hand")
    while to_be_cut(await post.screen.at_rest()) is None:
        await post.pace.rest(STACK_S)
        await post.screen.press("ShuffleStep")


async def _empty_device(post: Post) -> None:
    await post.world.open_shuffler()
    seen = await post.world.look()
    if not seen.shoe_open:
        await post.world.open_shoe()
    if not seen.shoe_empty:
        await post.world.empty_shoe()


async def shuffle_by_machine(post: Post) -> None:
    """All cards into the machine, until it has shuffled them; by hand where it fails for good."""
    count = await post.world.fill_shuffler()
    post.say(f"{count} cards go into the shuffler")
    await post.screen.press("ShuffleAsked")
    await post.screen.until("the shuffle", lambda v: _shuffled(v) or loaded(v), SHUFFLE_S)
    await post.pace.rest(STACK_S)
    if method(await post.screen.at_rest()) == "ShuffleStep":
        await post.world.open_shuffler()
        await shuffle_by_hand(post)
    await take(post)


async def take(post: Post) -> None:
    """The shuffled stack out of the machine, unless it lies on the table or in the shoe."""
    if (await post.world.look()).batch_ready:
        await post.world.take_shuffled()


async def feed(post: Post) -> None:
    """Of two batches the other one into the machine, while this one is dealt."""
    if post.two_batches and offered(await post.screen.view(), "ShuffleAsked"):
        await post.pace.rest(STACK_S)
        if (await post.world.look()).other_batch:
            await post.world.fill_with_other()
        await post.screen.press("ShuffleAsked")


async def cut(post: Post) -> None:
    """The one who is offered it first cuts, where there is a cut; then the cover card goes in.

    It goes where the page says, about a quarter from the back where it says nothing.
    """
    await post.pace.rest(STACK_S)
    if to_be_cut(await post.screen.at_rest()) is None:
        return
    if to_be_cut(await post.screen.at_rest()) == "CutTaken":
        await post.screen.press("CutTaken")
        await post.world.cut()
    page = (await post.screen.at_rest()).cut
    place = page.min_behind if page is not None and page.min_behind else None
    behind = await post.world.insert_cover(place if post.cover is None else post.cover)
    post.say(f"shuffled; the cutting card {behind} from the back")
    await post.screen.press("CutPlaced")


async def load(post: Post) -> None:
    """Where the machine has not loaded it itself."""
    await post.pace.rest(STACK_S)
    if (await post.world.look()).shoe_open:
        cards = await post.world.load_shoe()
        post.say(f"{cards} cards loaded")
    if offered(await post.screen.at_rest(), "ShoeNoted") is not None:
        await post.screen.press("ShoeNoted")
    post.burn_waits = post.pack.shoe.burn_on_new_shoe_cards.value > 0
    await post.screen.until("the load", loaded)


async def burn(post: Post) -> None:
    """The burn that the pack asks of a new shoe, once."""
    if not post.burn_waits:
        return
    post.burn_waits = False
    await post.draw(BURN)
    await post.pace.rest(1.0)
    await post.world.pick_up(BURN)
    await post.screen.until("the round", lambda view: view.round.phase != "shuffle")


async def arrange(post: Post, rig: Rig, cards: list[str]) -> None:
    """Let the next cards of the shoe be these; a burn that is still to come goes before them."""
    burn = [piece.code for piece in rig.world.stacks["shoe"][: int(post.burn_waits)]]
    await post.world.mischief.arrange([*burn, *cards])
