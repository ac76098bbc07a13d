"""What fingers can do at the table, each one act of the world; physics refuses, rules do not."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress

from msgspec import Struct

from drivers.sim.hosting.client import WorldClient
from drivers.sim.line import Knob
from drivers.sim.physical.pieces import CannotBe
from drivers.sim.physical.world import FACE_DOWN, HOLE

HAND = "hand"
"""The place of a card between the shoe and the layout."""
FLOOR = "under the table"
DEVICES = ("shoe", "reader", "shuffler", "wheel", "keypad")


class Trouble(Struct, frozen=True):
    name: str
    label: str
    when: str
    text: str


TROUBLES = (
    Trouble("ten", "A ten", "next card", "A ten lies on top of the shoe."),
    Trouble("unread", "Unread card", "next card", "The scanner will not read the next card."),
    Trouble("face_up", "Face-up card", "next card", "The next card lies face up in the shoe."),
    Trouble("jam", "Shuffler jam", "next shuffle", "The next shuffle jams at 100 cards."),
    Trouble("lies", "Reader lies", "next peek", "The reader will give the wrong answer."),
    Trouble("stuck", "Wheel stuck", "next spin", "Something blocks the wheel."),
    Trouble("drop", "Drop card", "now", "The card in your hand fell under the table."),
)
KNOBS: dict[str, tuple[str, str, Knob]] = {
    "unread": ("shoe", "misread", ""),
    "jam": ("shuffler", "jam", 100),
    "lies": ("reader", "wrong_answer", 1),
    "stuck": ("wheel", "stuck", True),
}


class Gestures:
    """Raises: CannotBe from each, ConnectionError when the world is gone."""

    def __init__(self, world: WorldClient, tell: Callable[[str], None]) -> None:
        self.world, self._tell = world, tell
        self.unplugged: set[str] = set()
        world_ = world
        self._plain: dict[str, Callable[[], Awaitable[object]]] = {
            "show": lambda: world_.turn(HAND),
            "turn": lambda: world_.turn(HOLE),
            "put_back": lambda: world_.push_back(HAND),
            "pick_up": world.pick_up,
            "push_wheel": world.spin_by_hand,
            "fill": world.fill_shuffler,
            "start": world.press_start,
            "take": world.take_shuffled,
            "by_hand": world.shuffle_by_hand,
            "cut": world.cut,
            "cover": world.insert_cover,
            "load": world.load_shoe,
            "open": world.open_shoe,
            "close": world.close_shoe,
            "run_out": world.run_out,
            "new_decks": world.change_decks,
            "discards": world.put_in_discards,
            "open_shuffler": world.open_shuffler,
        }

    async def do(self, name: str, where: str = "") -> None:
        if name in self._plain:
            await self._plain[name]()
        elif name == "draw":
            await self._draw()
        elif name == "lay":
            await self.lay(where)
        elif name == "take":
            await self._take(where)
        elif name == "reader":
            await self._reader()
        elif name == "seat":
            await self.world.press_seat(int(where))
        elif name == "key":
            await self.world.press_key(where)
        elif name == "split":
            await self._split(int(where))
        elif name == "arrange":
            await self.world.mischief.arrange(where.split())
        elif name == "plug":
            await self._plug(where)
        elif name == "trouble":
            await self._make(where)
        else:
            raise CannotBe(f"fingers do not know {name!r}")

    async def _draw(self) -> None:
        seen = await self.world.look()
        if seen.layout.get(HAND):
            raise CannotBe("there is a card in your hand: lay it first")
        drawn = await self.world.draw(HAND, face_up=False)
        if drawn.cover:
            self._tell("The cutting card came out. It lies beside the shoe.")

    async def lay(self, place: str) -> None:
        """Lay the card that is in the hand: face down only as hole card or as burn."""
        if not (await self.world.look()).layout.get(HAND):
            raise CannotBe("there is no card in your hand: draw first")
        if place not in FACE_DOWN:
            await self.world.turn(HAND)
        await self.world.move(HAND, place)

    async def _take(self, place: str) -> None:
        """The last card that lies there goes back into the hand, as it lies."""
        seen = await self.world.look()
        if seen.layout.get(HAND):
            raise CannotBe("there is a card in your hand: lay it first")
        if not seen.layout.get(place):
            raise CannotBe("no card lies there")
        await self.world.move(place, HAND)

    async def _reader(self) -> None:
        if (await self.world.look()).in_reader:
            await self.world.slide_out()
        else:
            await self.world.slide_in()

    async def _split(self, box: int) -> None:
        """The second card of the first pair that lies there goes to a place of its own."""
        layout = (await self.world.look()).layout
        places = [f"box {box}.{n}" for n in range(1, 5)]
        free = next((p for p in places if not layout.get(p)), "")
        pair = next((p for p in places if len(layout.get(p, ())) == 2), "")
        if not free or not pair:
            raise CannotBe("no two cards to part lie there")
        await self.world.move(pair, free)

    async def _plug(self, device: str) -> None:
        if device not in DEVICES:
            raise CannotBe(f"there is no plug of {device!r}")
        back = device in self.unplugged
        await self.world.pull(device, "plugged", back)
        self.unplugged ^= {device}
        self._tell(f"The {device}'s plug is {'in again' if back else 'out'}.")

    async def _make(self, name: str) -> None:
        trouble = next((t for t in TROUBLES if t.name == name), None)
        if trouble is None:
            raise CannotBe(f"no trouble is called {name!r}")
        if name == "ten":
            await self.world.mischief.add_card("Th")
        elif name == "face_up":
            await self.world.mischief.turn_card("shoe", 0)
        elif name == "drop":
            await self.world.move(HAND, FLOOR)
        else:
            await self.world.pull(*KNOBS[name])
        self._tell(trouble.text)

    async def put_down(self, place: str) -> None:
        """A card still in the hand is laid where it belongs, before somebody else deals."""
        with suppress(CannotBe):
            await self.lay(place or "rack")
