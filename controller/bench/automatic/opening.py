"""What people say to open a table, from closed to cards that may be shuffled."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from controller.bench.consoles.screen import offered
from controller.domain import commands as cmd
from controller.domain.structs import replace
from controller.procedure.reducers.opening.reader_inspection import TEST_CARDS
from controller.procedure.state.house import House

from . import shoe_work
from .pace import STACK_S
from .post import Post

Test = tuple[str, str, bool]
"""Up card and card in the slot of the reader, and its answer."""
READER_S = 0.2

DEALER, FLOORPERSON = "Dana R.", "M. Okafor"
REFERENCE, SEAL = "LA-2026-17", "S-4711"
FIRST_BOX = 7
"""Where the first player sits down."""
OF_DECKS = (
    "DecksReceived", "DecksInspected", "DeckSpread", "SpreadTurned", "CardsWashed", "CardsStacked",
)  # fmt: skip
MOST_STEPS = 40
"""More than it takes to open a table with sixteen decks, each confirmed."""


def said_to_open(house: House, dealer: str = DEALER) -> Iterator[cmd.Command | Test]:
    """The commands of the checklist and the decks, and the test cards of the reader."""
    asked = house.pack.opening
    yield cmd.TableOpened(dealer=dealer)
    if asked.layout_reference.value:
        yield _by_floor(cmd.LayoutReferenced(reference=REFERENCE))
    yield cmd.AllAsListed()
    daily = house.pack.deal.reader_inspection.value == "daily"
    if daily and house.pack.deal.variant.value == "hole_card_reader":
        yield from said_of_reader()
    yield from said_of_decks(house)


def said_of_reader() -> Iterator[cmd.Command | Test]:
    """Its seal, then the test cards."""
    yield _by_floor(cmd.ReaderSealRead(seal=SEAL))
    yield from TEST_CARDS


def said_of_decks(house: House) -> Iterator[cmd.Command]:
    """From their receipt to a stack; of two batches both come."""
    asked = house.pack.opening
    decks = house.decks * house.pack.shuffle.batches.value
    yield cmd.DecksReceived()
    if asked.inspected.value:
        yield cmd.DecksInspected(tens=asked.tens_per_deck.value * decks)
    if asked.verified_by.value != "none":
        yield _verified(house)
    if asked.spread.value == "each_deck":
        yield from (cmd.DeckSpread(deck=deck) for deck in range(1, decks + 1))
    elif asked.spread.value == "together":
        yield cmd.DeckSpread()
    if asked.first_player.value:
        yield cmd.FirstPlayer(box=FIRST_BOX)
    if asked.wash.value:
        yield cmd.CardsWashed()
        yield cmd.CardsStacked()


def _verified(house: House) -> cmd.Command:
    torn = house.pack.opening.tens_then.value == "torn_and_boxed"
    return _by_floor(cmd.DecksVerified(torn=torn))


def _by_floor(command: cmd.Command) -> cmd.Command:
    return replace(command, by=FLOORPERSON, rank="floorperson", where="floor")


async def open_table(post: Post) -> None:
    """Open a table through the consoles, the floorperson's part too, from wherever it stands."""
    view, house = await post.screen.at_rest(), House(post.pack)
    if view.round.phase == "closed":
        await _say(post, said_to_open(house, post.name))
    elif offered(view, "AllAsListed"):
        await post.screen.press("AllAsListed")
    elif view.next_step.text == house.line("reader_inspection")[1]:
        await _say(post, said_of_reader())
    else:
        await _decks(post, house)


async def _decks(post: Post, house: House) -> None:
    """The decks as the page asks, from wherever they stand; up to a stack."""
    lines = [house.line(key)[1] for key in ("verify", "first_player", "idle_hint")]
    for _ in range(MOST_STEPS):
        view = await post.screen.at_rest()
        keys = [e for e in view.allowed if e.slot in ("act1", "act2") and e.command in OF_DECKS]
        if view.next_step.text == lines[0]:
            await post.floor(_verified(house))
        elif {view.next_step.text, view.next_step.hint} & set(lines[1:]):
            await post.screen.press("FirstPlayer", box=FIRST_BOX)
        elif keys:
            if keys[0].command == "DecksReceived" and not post.two_batches:
                await _old_decks_out(post)
            await post.pace.rest(STACK_S)
            await post.screen.touch(keys[0])
        else:
            return


async def _old_decks_out(post: Post) -> None:
    """Decks that leave play lie in the shoe and in the rack; new ones come in their place."""
    seen = await post.world.look()
    if not (seen.shoe_empty or seen.shoe_open):
        await shoe_work.end_shoe(post)
    if not (await post.world.look()).rack_empty:
        await post.world.change_decks()


async def _say(post: Post, every: Iterator[cmd.Command | Test]) -> None:
    for said in every:
        if isinstance(said, tuple):
            await _test(post, said)
        elif said.rank == "dealer":
            if not isinstance(said, cmd.TableOpened | cmd.AllAsListed):
                await post.pace.rest(STACK_S)
            await post.screen.press(type(said).__name__, **target(said))
        else:
            await post.floor(said)


def target(said: cmd.Command) -> dict[str, Any]:
    """What tells the key apart; the page knows no other dealer's name."""
    named: dict[str, Any] = msgspec.to_builtins(said)
    return {name: value for name, value in named.items() if name not in ("type", "dealer")}


async def _test(post: Post, test: Test) -> None:
    """A test card in the reader until its lamp answers."""
    up, slot, _ = test
    await post.screen.at_rest()
    await post.world.put_test_card(up, slot)
    while (await post.world.look()).shown["reader"] == "dark":
        await post.pace.rest(READER_S)
    await post.world.take_test_card()
