"""The dealer who does what the page says next, from wherever the table stands.

Nothing is remembered between two acts: whoever dealt the last card, this one deals the next.
"""

from __future__ import annotations

from collections.abc import Callable

from controller.bench.consoles.screen import Disagreement, offered, told_by
from controller.domain.views.view import DealerView
from controller.procedure.reducers.cards import burns
from controller.procedure.state.house import House
from controller.procedure.state.play import Play
from drivers.sim.physical.world import HOLE, UP

from . import closing, dealing, opening, playing, shoe_work
from .notes import Bet, Notes
from .notes import Hand as Noted
from .pace import CLEAR_S, PICK_UP_S, THINK_S
from .post import Post


class ByPage:
    """`plays`: the players decide by the book; otherwise all stand where they may."""

    def __init__(
        self, post: Post, play: Callable[[], Play], house: House, *, plays: bool = False
    ) -> None:
        self.post, self._play, self._house, self._plays = post, play, house, plays

    async def act(self) -> None:
        """The one thing that is due. Raises: Disagreement, when the page asks for nothing."""
        view = await self.post.screen.at_rest()
        post, play = self.post, self._play()
        if play.opening != "open" or play.decks != "ready":
            await opening.open_table(post)
        elif play.shoe == "rest_due" or (play.shoe == "last_round" and play.round == "settled"):
            await self.collect()
            await shoe_work.end_shoe(post)
        elif play.shoe == "empty":
            await self._new_shoe(view, play)
        elif play.shoe == "burn_due" and burns.may_come(play, self._house):
            post.burn_waits = True
            await shoe_work.burn(post)
        elif view.round.phase == "wagers" and shoe_work.discards_due(post, view):
            await shoe_work.discards(post)
        elif offered(view, "ShuffleAsked") and (await post.world.look()).other_batch:
            await shoe_work.feed(post)
        else:
            await self._round(view, play)

    async def _new_shoe(self, view: DealerView, play: Play) -> None:
        post = self.post
        if shoe_work.method(view):
            await shoe_work.shuffle(post)
        elif shoe_work.to_be_cut(view):
            if (await post.world.look()).batch_ready:
                await post.world.take_shuffled()
            await shoe_work.cut(post)
        elif play.shuffle == "running":
            await post.screen.until("the shuffle", self._shuffled, shoe_work.SHUFFLE_S)
        else:
            await shoe_work.load(post)

    def _shuffled(self, _: DealerView) -> bool:
        return self._play().shuffle != "running"

    async def _round(self, view: DealerView, play: Play) -> None:
        post, phase = self.post, view.round.phase
        if phase == "wagers":
            await dealing.take_bets(post)
            await shoe_work.burn(post)
            await self._deal_next()
        elif phase == "deal":
            await self._deal_next()
        elif phase == "deal_ok":
            await self._deal_ok(view, play)
        elif phase == "match":
            await post.screen.press("MatchDone")
        elif phase == "peek":
            await dealing.before_decisions(post, _notes(play))
        elif phase == "deciding":
            await self._decide(view, play)
        elif phase == "turn" and play.variant == "no_hole_card":
            await playing.announce(post)
        elif phase == "turn":
            await post.turn_hole()
        elif phase == "dealer":
            await post.draw(playing.DEALERS)
        else:
            await self.collect()
            await post.screen.press("LayoutCleared")

    async def _deal_next(self) -> None:
        """The next card of the initial deal: two rounds, the dealer's last in each."""
        place = next_of_deal(self._play())
        if not place:
            raise Disagreement(f"the deal is out; {told_by(await self.post.screen.view())}")
        await self.post.draw(place)

    async def _deal_ok(self, view: DealerView, play: Play) -> None:
        """The large key, whatever must come before DEAL OK; boxes in doubt are the lit ones."""
        if offered(view, "BoxesConfirmed", boxes=list(play.boxes)) is not None:
            await self.post.screen.press("BoxesConfirmed", boxes=list(play.boxes))
            return
        large = next((e for e in view.allowed if e.slot == "act1" and e.body), None)
        if large is None:
            raise Disagreement(f"no DEAL OK; {told_by(view)}")
        await self.post.screen.press(large.command)

    async def _decide(self, view: DealerView, play: Play) -> None:
        target = view.next_step.target
        if target is None or not target.box:
            raise Disagreement(f"nobody's turn; {told_by(view)}")
        if self._plays and (hand := noted(play, target.box, target.hand or 1)) is not None:
            await post_decision(self.post, play, hand, view)
            return
        await self._stand(view, target.box, target.hand or 1)

    async def _stand(self, view: DealerView, box: int, number: int) -> None:
        """NEXT, where the hand has what it must have; a card that lies aside for it comes first."""
        if offered(view, "Next", box=box, hand=number) is not None:
            await self.post.screen.press("Next", box=box, hand=number)
        elif offered(view, "CardTaken", box=box, hand=number) is not None:
            await self.post.screen.press("CardTaken", box=box, hand=number)
        else:
            await self.post.draw(f"box {box}.{number}")

    async def collect(self) -> None:
        """Spins, then all cards of the layout to the rack."""
        await closing.spin(self.post, Notes(bets={}))
        await self.post.pace.rest(PICK_UP_S, least_s=CLEAR_S)
        await self.post.world.pick_up()


def next_of_deal(play: Play) -> str:
    """Where the next card of the initial deal lies; empty when all are out."""
    bank = play.bank.box if play.bank else 0
    boxes = [f"box {box}.1" for box in sorted(play.boxes, key=lambda box: (box < bank, box))]
    order = [*boxes, UP, *boxes, *([HOLE] if play.variant != "no_hole_card" else [])]
    return order[len(play.dealt)] if len(play.dealt) < len(order) else ""


def noted(play: Play, box: int, number: int) -> Noted | None:
    """A hand as its player sees it; none while it waits for its second card or a double's."""
    found = next((h for h in play.hands if (h.box, h.number) == (box, number)), None)
    if found is None or len(found.cards) < 2 or any(slot.face is None for slot in found.cards):
        return None
    cards = [slot.face for slot in found.cards if slot.face]
    return Noted(box=box, place=f"box {box}.{number}", cards=cards, split=found.split)


def wish(post: Post, play: Play, hand: Noted, view: DealerView) -> str:
    """What its player wants, of what the page offers."""
    number = int(hand.place.rpartition(".")[2])
    may = {
        what
        for what, command in playing.KEYS.items()
        if offered(view, command, box=hand.box, hand=number) is not None
    }
    up = next((slot.face for slot in play.dealer[:1] if slot.face), "")
    target = view.next_step.target
    if target is not None and (target.box, target.hand or 1) == (hand.box, number):
        may.add("hit")
    return post.players.decide(hand, number, up, may) if up else "stand"


async def post_decision(post: Post, play: Play, hand: Noted, view: DealerView) -> None:
    """The dealer does what the player of that hand wants, once."""
    number, box = int(hand.place.rpartition(".")[2]), hand.box
    now = next(h for h in play.hands if (h.box, h.number) == (box, number))
    what = "stand" if now.doubles else wish(post, play, hand, view)
    await post.pace.rest(THINK_S)
    if what == "stand" and offered(view, "Next", box=box, hand=number) is not None:
        await post.screen.press("Next", box=box, hand=number)
    elif what in ("double", "split", "surrender"):
        main = next((w.cents for w in play.wagers if (w.box, w.kind) == (box, "main")), None)
        typed: dict[str, str | int] = {"cents": main} if what == "double" and main else {}
        await post.screen.press(playing.KEYS[what], typed=typed, box=box, hand=number)
        if what == "split":
            split = 1 + sum(1 for h in play.hands if h.box == box)
            await post.world.move(hand.place, f"box {box}.{split}")
        elif what == "double":
            await post.draw(hand.place)
    else:
        await post.draw(hand.place)


def _notes(play: Play) -> Notes:
    """As much of the round as the reader and insurance need."""
    bets = {w.box: Bet(w.cents or 0) for w in play.wagers if w.kind == "main"}
    up = [slot.face for slot in play.dealer[:1] if slot.face]
    return Notes(bets=bets, dealer=up)
