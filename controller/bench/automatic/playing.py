"""The players' decisions, the turn of the hole card and the dealer's draws."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from controller.bench.consoles.screen import offered
from controller.domain.views.view import DealerView

from . import closing
from .notes import Hand, Notes
from .pace import LOOK_S, THINK_S
from .post import Post

KEYS = {"double": "Double", "split": "Split", "surrender": "Surrender", "hit": "Hit"}
DEALERS = "dealer.draws"


async def players_hands(post: Post, notes: Notes) -> None:
    """From the box nearest the shoe on, each hand until it is done."""
    while (hand := next((h for h in notes.hands if not h.done), None)) is not None:
        await _spins(post)
        view = await post.screen.at_rest()
        if notes.peeked or hand.value(post.pack).blackjack:
            hand.done = True
        elif len(hand.cards) < 2 or _doubling(hand):
            await _card(post, notes, hand)
        else:
            await _decide(post, notes, hand, view)
    await _spins(post)


async def _spins(post: Post) -> None:
    if post.pack.wheel.spin_at.value == "turn":
        await closing.spin_when_lit(post)


def _doubling(hand: Hand) -> bool:
    return hand.doubled > 0 and not hand.done


async def _decide(post: Post, notes: Notes, hand: Hand, view: DealerView) -> None:
    number = notes.number_of(hand)
    may = {
        what
        for what, command in KEYS.items()
        if offered(view, command, box=hand.box, hand=number) is not None
    }
    takes = _is_next(view, hand, number)
    if takes:
        may.add("hit")
    what = post.players.decide(hand, number, notes.dealer[0], may)
    await post.pace.rest(THINK_S)
    if what == "stand":
        if takes and offered(view, "Next", box=hand.box, hand=number) is not None:
            await post.screen.press("Next", box=hand.box, hand=number)
        hand.done = True
    elif what == "hit":
        if not takes:
            await post.screen.press("Hit", box=hand.box, hand=number)
        await _card(post, notes, hand)
    elif what == "double":
        await _double(post, notes, hand, number)
    elif what == "split":
        await post.screen.press("Split", box=hand.box, hand=number)
        await _split(post, notes, hand)
    else:
        await post.screen.press("Surrender", box=hand.box, hand=number)
        hand.surrendered = hand.done = True


async def _double(post: Post, notes: Notes, hand: Hand, number: int) -> None:
    cents = post.players.double_cents(hand, number, notes.bets[hand.box])
    await post.screen.press("Double", typed={"cents": cents}, box=hand.box, hand=number)
    hand.doubled, hand.doubled_cents = hand.doubled + 1, hand.doubled_cents + cents


def _is_next(view: DealerView, hand: Hand, number: int) -> bool:
    """The line says that the next card is this hand's."""
    target = view.next_step.target
    return target is not None and target.box == hand.box and target.hand in (0, number)


async def _split(post: Post, notes: Notes, hand: Hand) -> None:
    place = f"box {hand.box}.{1 + len(notes.of(hand.box))}"
    await post.world.move(hand.place, place)
    new = Hand(box=hand.box, place=place, cards=[hand.cards.pop()], split=True)
    hand.split = True
    notes.hands.insert(notes.hands.index(hand) + 1, new)


async def _card(post: Post, notes: Notes, hand: Hand) -> None:
    """One card to this hand; then the page shows it there."""
    before = hand.value(post.pack)
    hand.cards.append(await post.draw(hand.place))
    number = notes.number_of(hand)
    view = await post.screen.until(
        f"{len(hand.cards)} cards at box {hand.box}, hand {number}",
        lambda v: v if _shown(v, hand.box, number) in _as_shown(hand.cards) else None,
    )
    value = hand.value(post.pack)
    await _own_card(post, view, hand.box)
    if hand.doubled:
        hand.done = True
        await _rescue(post, notes, hand, number)
        if post.players.doubles_again(hand, number):
            await _double(post, notes, hand, number)
            hand.done = False
        elif not hand.rescued:
            await _stands(post, hand, number)
    elif value.bust or (before.total >= 2 and value.hard and value.total >= 21):
        hand.done = True


async def _stands(post: Post, hand: Hand, number: int) -> None:
    """NEXT, where the page keeps a doubled hand that may double again."""
    view = await post.screen.view()
    if offered(view, "Next", box=hand.box, hand=number) is not None:
        await post.screen.press("Next", box=hand.box, hand=number)


async def _rescue(post: Post, notes: Notes, hand: Hand, number: int) -> None:
    if not post.players.rescues(hand, number, notes.dealer[0]):
        return
    view = await post.screen.view()
    if offered(view, "Rescue", box=hand.box, hand=number) is not None:
        await post.screen.press("Rescue", box=hand.box, hand=number)
        hand.rescued = True


async def _own_card(post: Post, view: DealerView, box: int) -> None:
    """`Last card: box 3 or 4?`, asked in amber after an unlikely hit: it was this box's."""
    mine = (e for e in view.allowed if e.command == "Ruled" and e.label.startswith(f"BOX {box}"))
    asked = next((e for e in mine if msgspec.json.decode(e.body).get("ruling") == "stands"), None)
    if asked is not None:
        await post.pace.rest(LOOK_S)
        await post.screen.touch(asked)


def _shown(view: DealerView, box: int, number: int) -> tuple[str, ...]:
    hands = view.boxes[box - 1].hands
    return hands[number - 1].cards if len(hands) >= number else ()


def _as_shown(cards: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The faces, or their backs where a house shows no face before the turn."""
    return tuple(cards), ("back",) * len(cards)


async def announce(post: Post) -> None:
    """NEXT where nothing but the second card is left: the last hand ended by itself (MA 7.g~2)."""
    view = await post.screen.until(
        "the end of the decisions", lambda v: v if v.round.phase != "deciding" else None
    )
    if view.round.phase == "turn":
        await post.pace.rest(LOOK_S)
        await post.screen.press("Next")


async def dealers_hand(post: Post, notes: Notes) -> None:
    """TURNED, then draw while the page says so (MA 12.b, 12.c)."""
    if post.pack.deal.variant.value != "no_hole_card":
        await post.screen.until(
            "TURNED", lambda v: offered(v, "Turned") or (v if v.round.phase == "turn" else None)
        )
        notes.dealer.extend(await post.turn_hole())
    else:
        await announce(post)
    while True:
        view = await post.screen.until(
            "the dealer's cards",
            lambda v: v if v.dealer_hand.cards == tuple(notes.dealer) else None,
        )
        if view.round.phase != "dealer":
            break
        notes.dealer.append(await post.draw(DEALERS))
