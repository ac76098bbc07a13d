"""The dealer who does what the page says, and players who stand, up to a point of the procedure."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from controller.bench import closing, dealing, opening, playing, shoe_work
from controller.bench.notes import Bet, Notes
from controller.bench.pace import CLEAR_S, PICK_UP_S
from controller.bench.screen import Disagreement, offered, told_by
from controller.bench.table import BenchTable
from controller.domain.view import DealerView
from controller.procedure.reducers.cards import burns
from controller.procedure.state.house import House
from controller.procedure.state.play import Play
from drivers.sim.batches import OTHER
from drivers.sim.world import HOLE, UP

from .names import PHASES

ROUNDS, SHOE_ROUNDS = 2, 80
"""How many rounds a point of the round, and one of the shoe, may be away."""
ACTS = 4000
"""More than people do in so many rounds: a page that asks for nothing ends here."""
SHOE_CHARTS = ("opening", "shuffle", "cut", "shoe")
SEEN_S = 0.5
"""What an act leads to is on the page by then."""


def reached(point: str, view: DealerView, play: Play, house: House) -> bool:
    chart, _, state = point.partition(" ")
    if state:
        return bool(getattr(play, chart) == state)
    if point in PHASES:
        waits = play.shoe == "burn_due" and not burns.may_come(play, house)
        in_use = point != "wagers" or waits or play.shoe in ("ready", "last_round")
        return play.opening == "open" and view.round.phase == point and in_use
    return {
        "closed": play.opening != "open",
        "open": play.opening == "open",
        "cover_card": play.shoe == "last_round",
        "shoe_end": play.shoe == "empty",
    }[point]


async def follow(table: BenchTable, point: str) -> None:
    """Raises: Disagreement, when the page asks what nobody does or the point does not come."""
    of_shoe = point in ("cover_card", "shoe_end") or point.partition(" ")[0] in SHOE_CHARTS
    last = _play(table).number + (SHOE_ROUNDS if of_shoe else ROUNDS)
    for _ in range(ACTS):
        view, play = await table.screen.view(), _play(table)
        if reached(point, view, play, table.daemon.house):
            return
        if play.number > last:
            break
        view, play = await table.screen.at_rest(), _play(table)
        if reached(point, view, play, table.daemon.house):
            return  # a ruling has brought it there
        await _act(table, view, play)
        await asyncio.sleep(SEEN_S)
    raise Disagreement(f"{point!r} did not come; {told_by(await table.screen.view())}")


def _play(table: BenchTable) -> Play:
    return table.daemon.table.current.state.play


async def _act(table: BenchTable, view: DealerView, play: Play) -> None:
    post = table.dealer.post
    if play.opening != "open" or play.decks != "ready":
        await opening.open_table(post)
    elif play.shoe == "rest_due" or (play.shoe == "last_round" and _over(play)):
        await collect(table)
        await shoe_work.end_shoe(post)
    elif play.shoe == "empty":
        await _new_shoe(table, view, play)
    elif play.shoe == "burn_due" and burns.may_come(play, table.daemon.house):
        post.burn_waits = True
        await shoe_work.burn(post)
    elif view.round.phase == "wagers" and shoe_work.discards_due(post, view):
        await shoe_work.discards(post)
    elif table.rig.world.stacks[OTHER] and offered(view, "ShuffleAsked"):
        await shoe_work.feed(post)
    else:
        await _round(table, view, play)


def _over(play: Play) -> bool:
    return play.round == "settled"


async def _new_shoe(table: BenchTable, view: DealerView, play: Play) -> None:
    post = table.dealer.post
    if shoe_work.method(view):
        await shoe_work.shuffle(post)
    elif shoe_work.to_be_cut(view):
        if table.rig.world.batch_ready:
            await post.world.take_shuffled()
        await shoe_work.cut(post)
    elif play.shuffle == "running":
        await post.screen.until("the shuffle", _shuffled(table), shoe_work.SHUFFLE_S)
    else:
        await shoe_work.load(post)


def _shuffled(table: BenchTable) -> Callable[[DealerView], bool]:
    return lambda _: _play(table).shuffle != "running"


async def _round(table: BenchTable, view: DealerView, play: Play) -> None:
    post, phase = table.dealer.post, view.round.phase
    if phase == "wagers":
        await dealing.take_bets(post)
        await shoe_work.burn(post)
        await _deal_next(table)
    elif phase == "deal":
        await _deal_next(table)
    elif phase == "deal_ok":
        await _deal_ok(table, view, play)
    elif phase == "match":
        await post.screen.press("MatchDone")
    elif phase == "peek":
        await dealing.before_decisions(post, _notes(play))
    elif phase == "deciding":
        await _stand(table, view)
    elif phase == "turn" and play.variant == "no_hole_card":
        await playing.announce(post)
    elif phase == "turn":
        await post.turn_hole()
    elif phase == "dealer":
        await post.draw(playing.DEALERS)
    else:
        await collect(table)
        await post.screen.press("LayoutCleared")


async def _deal_next(table: BenchTable) -> None:
    """The next card of the initial deal: two rounds, the dealer's last in each."""
    play = _play(table)
    bank = play.bank.box if play.bank else 0
    boxes = [f"box {box}.1" for box in sorted(play.boxes, key=lambda box: (box < bank, box))]
    order = [*boxes, UP, *boxes, *([HOLE] if play.variant != "no_hole_card" else [])]
    if len(play.dealt) >= len(order):
        raise Disagreement(f"the deal is out; {told_by(await table.screen.view())}")
    await table.dealer.post.draw(order[len(play.dealt)])


async def _deal_ok(table: BenchTable, view: DealerView, play: Play) -> None:
    """The large key, whatever must come before DEAL OK; boxes in doubt are the lit ones."""
    if offered(view, "BoxesConfirmed", boxes=list(play.boxes)) is not None:
        await table.screen.press("BoxesConfirmed", boxes=list(play.boxes))
        return
    large = next((e for e in view.allowed if e.slot == "act1" and e.body), None)
    if large is None:
        raise Disagreement(f"no DEAL OK; {told_by(view)}")
    await table.screen.press(large.command)


async def _stand(table: BenchTable, view: DealerView) -> None:
    """NEXT, where the hand has what it must have."""
    target = view.next_step.target
    if target is None or not target.box:
        raise Disagreement(f"nobody's turn; {told_by(view)}")
    number = target.hand or 1
    if offered(view, "Next", box=target.box, hand=number) is not None:
        await table.screen.press("Next", box=target.box, hand=number)
    else:
        await table.dealer.post.draw(f"box {target.box}.{number}")


def _notes(play: Play) -> Notes:
    """As much of the round as the reader and insurance need."""
    bets = {w.box: Bet(w.cents or 0) for w in play.wagers if w.kind == "main"}
    up = [slot.face for slot in play.dealer[:1] if slot.face]
    return Notes(bets=bets, dealer=up)


async def collect(table: BenchTable) -> None:
    """Spins, then all cards of the layout to the rack."""
    post = table.dealer.post
    await closing.spin(post, Notes(bets={}))
    await post.pace.rest(PICK_UP_S, least_s=CLEAR_S)
    await post.world.pick_up()
