"""A round that a seed chooses, up to the turn; which cards lie face down is another's choice."""

from __future__ import annotations

import asyncio
from random import Random

from msgspec import Struct

from controller.domain.structs import replace
from drivers.sim.physical.pieces import COVER, RANKS, SUITS, makes_blackjack
from drivers.sim.rig import Rig
from tests.secrecy.by_kind.troubles import AMONG_DECISIONS

from .people import clear_hold
from .stage import Scene

TROUBLE = (
    "",
    "",
    "error",
    "reader_used",
    "drawn_while_held",
    "wheel_lost",
    "shoe_lost",
    "reader_lost",
    *AMONG_DECISIONS,
)
DECK = tuple(rank + suit for rank in RANKS for suit in SUITS)


class Hidden(Struct, frozen=True):
    """The cards that nobody at the table sees before the turn."""

    burn: str
    hole: str
    error: str
    rest: int
    """Seed of the order of the cards that stay in the shoe."""


class Plan(Struct, frozen=True):
    seed: int
    boxes: tuple[int, ...]
    shown: tuple[str, ...]
    """First cards, up card, second cards."""
    more: tuple[str, ...]
    """What is drawn after the deal."""
    blackjack: bool
    """The reader's answer, whatever lies in it."""
    trouble: str


def plan_of(seed: int) -> Plan:
    rng = Random(f"{seed}/plan")
    trouble = TROUBLE[seed % len(TROUBLE)]
    boxes = tuple(sorted(rng.sample(range(1, 8), rng.randint(1, 7))))
    ranks = "23456789" if trouble in {"reader_used", "drawn_while_held"} else "AJQK"
    ranks = RANKS if trouble in {"", "error"} else ranks
    ranks = "23456789" if trouble in AMONG_DECISIONS else ranks
    shown = [rng.choice(DECK) for _ in range(2 * len(boxes) + 1)]
    shown[len(boxes)] = rng.choice(ranks) + rng.choice(SUITS)
    more = tuple(rng.choice(DECK) for _ in range(12))
    return Plan(seed, boxes, tuple(shown), more, rng.random() < 0.15, trouble)


def hidden_of(plan: Plan, variant: int) -> Hidden:
    """Variant 0 is the first; each other one differs in at least one card."""
    rng = Random(f"{plan.seed}/hidden/{variant}")
    tens = () if variant == 0 else ("Th", "Td")
    found = Hidden(
        rng.choice(DECK), rng.choice((*DECK, *tens)), rng.choice((*DECK, *tens)), variant
    )
    if variant == 0:
        return found
    same, first = rng.sample(("burn", "hole", "error"), rng.randint(0, 2)), hidden_of(plan, 0)
    return replace(found, **{name: getattr(first, name) for name in same})


def place(rig: Rig, *codes: str) -> None:
    """Let these come next; a ten is smuggled in."""
    rig.mischief.arrange([code for code in codes if code[0] != "T"])
    for at, code in enumerate(codes):
        if code[0] == "T":
            rig.mischief.add_card(code, "shoe", at)


def lay(rig: Rig, plan: Plan, hidden: Hidden) -> None:
    """Put the shoe in order: what is shown is the same in every variant."""
    codes = (hidden.burn, *plan.shown, hidden.hole, *plan.more)
    place(rig, *codes)
    shoe = rig.world.stacks["shoe"]
    places = [i for i in range(len(codes), len(shoe)) if shoe[i].code != COVER]
    pieces = [shoe[i] for i in places]
    Random(hidden.rest).shuffle(pieces)
    for i, piece in zip(places, pieces, strict=True):
        shoe[i] = piece


class Round:
    def __init__(self, scene: Scene, plan: Plan, hidden: Hidden) -> None:
        self._scene, self._table, self._hands = scene, scene.table, scene.hands
        self._plan, self._hidden = plan, hidden
        self._rng = Random(f"{plan.seed}/people")
        self.steps: list[str] = []

    async def play(self) -> None:
        """Up to the moment before the hole card is turned."""
        await self._deal()
        happens = AMONG_DECISIONS.get(self._plan.trouble)
        if happens is not None and self._table.phase == "deciding":
            await happens(self._table, self._rng)
            assert self._table.state.play.irregularities, self._plan.trouble
        for _ in range(30):
            if not await self._step():
                break
            await self._clear()
        await self._late()
        self._scene.stop()

    async def _deal(self) -> None:
        plan, table = self._plan, self._table
        lay(table.rig, plan, self._hidden)
        natural = makes_blackjack(self._hidden.hole, plan.shown[len(plan.boxes)])
        if natural != plan.blackjack:
            await self._hands.pull("reader", "wrong_answer", 99)
        await table.draw("burn")
        await self._hands.pick_up("burn")
        for box in plan.boxes:
            await table.press(f"box{box}")
        first = [f"box {box}.1" for box in plan.boxes]
        await table.draw(*first, "dealer.up", *first)
        await self._lose("wheel_lost", "wheel")
        await table.draw("dealer.hole")
        if not table.offered("act1"):
            await table.press("act3")  # a pause in the deal: the boxes are tapped again
        await table.press("act1")
        await self._lose("shoe_lost", "shoe")
        if plan.trouble in {"reader_used", "drawn_while_held"}:
            await self._slide()
            if plan.trouble == "drawn_while_held":
                await self._error()
            await self._clear()

    async def _step(self) -> bool:
        """One act of the dealer, by the page. False = the hole card is due, or nothing may be."""
        view, table = self._table.view, self._table
        phase = view.round.phase
        self.steps.append(f"{phase}: {view.next_step.text}")
        if view.hold is not None or phase not in {"match", "peek", "deciding"}:
            return False
        if phase == "match":
            await table.press("act1")
        elif phase == "peek":
            await self._lose("reader_lost", "reader")
            await self._slide()
        elif not await self._answered():
            await self._decide()
        return True

    async def _decide(self) -> None:
        view, table = self._table.view, self._table
        target = view.next_step.target
        takes = target is not None and target.box and self._rng.random() < 0.5
        if takes or not table.offered("act1"):
            assert target is not None
            await table.draw(f"box {target.box}.{target.hand or 1}")
        else:
            await table.press("act1")

    async def _answered(self) -> bool:
        """An amber question of the dealer's, such as whose card it was."""
        asked = [a for a in self._table.view.allowed if a.slot.startswith("ask") and a.body]
        if not asked:
            return False
        chosen = self._rng.choice([a for a in asked if '"SEEN"' not in a.body])
        await self._table.tap(chosen)
        await asyncio.sleep(1)
        return True

    async def _slide(self) -> None:
        await self._hands.slide_in()
        await asyncio.sleep(1)
        await self._hands.slide_out()
        await asyncio.sleep(1)

    async def _lose(self, trouble: str, device: str) -> None:
        if self._plan.trouble == trouble:
            await self._hands.pull(device, "plugged", value=False)
            await asyncio.sleep(6)
            await self._hands.pull(device, "plugged", value=True)
            await asyncio.sleep(8)

    async def _error(self) -> None:
        """A card slips out face down that nobody is due."""
        place(self._table.rig, self._hidden.error)
        await self._table.hands.draw("aside", face_up=False)
        await asyncio.sleep(1)

    async def _late(self) -> None:
        if self._plan.trouble == "error" and self._table.view.round.phase == "turn":
            await self._error()
            await self._answered()
        await self._clear()
        await asyncio.sleep(5)

    async def _clear(self) -> None:
        if self._table.view.hold is not None:
            await clear_hold(self._table, self._rng)
