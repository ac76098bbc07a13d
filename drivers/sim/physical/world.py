"""The physical table: cards in stacks, and the fingers that move them.

No protocol here. Each method is one physical act of the people at the table; devices watch what
happens and see only their own part of it. An act that cannot be done raises `CannotBe`. What
people can see is `eyes.look`, the whole truth `eyes.truth`, trouble `mischief.Mischief`.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from msgspec import Struct

from .pieces import (
    COVER,
    CannotBe,
    CardLeft,
    CardReturned,
    ChipMoved,
    DoorOpened,
    GateClosed,
    GateOpened,
    Happening,
    KeyPressed,
    Piece,
    RestRun,
    SeatPressed,
    SlotEmptied,
    SlotFilled,
    Stack,
    StartPressed,
    WheelThrown,
    a_pack,
    cards,
    shuffle,
)
from .rotor import SECTIONS, Rotor, Sections

HOLE, UP, BURN = "dealer.hole", "dealer.up", "burn"
FACE_DOWN = (HOLE, BURN)


class Drawn(Struct, frozen=True):
    """What the dealer's fingers and eyes know of a draw."""

    place: str
    code: str | None
    """`None` = it lies face down."""
    pieces: int = 1
    cover: bool = False
    face_up_in_shoe: bool = False


class World:
    """Shape: `stacks` are the fixed places, `layout` whatever places the dealer names."""

    def __init__(
        self,
        rng: Random,
        *,
        decks: int = 6,
        sections: Sections = SECTIONS,
        rings: tuple[Sections, ...] = (),
    ) -> None:
        self.rng = rng
        self.stacks: dict[str, Stack] = {
            "case": a_pack(decks),
            "shuffler": [],
            "tray": [],
            "hands": [],
            "shoe": [],
            "reader": [],
            "rack": [],
            "removed": [],
            "other": [],
            "holder": [Piece(COVER)],
        }
        self.layout: dict[str, Stack] = {}
        self.brought: list[str] = []
        """Codes of the cards that came to the table later: by mischief, or as new decks."""
        self._decks = decks
        self.chips: set[int] = set()
        self.progressives: dict[tuple[int, str], int] = {}
        """(box, wager) to the cents that its device has taken."""
        self.rotor = Rotor(sections, rng)
        self.rings = tuple(Rotor(ring, rng) for ring in rings)
        """Of Xtreme 16: the prizes, and what the others share."""
        self.hot_spot = 0
        """The seat that the next prize falls on; 0 = left to chance."""
        self.shoe_open = True
        self.shoe_locked = False
        self.shuffling = False
        self.shown: dict[str, str] = {}
        """What each device shows on its own lamp or display."""
        self._watchers: list[Callable[[Happening], None]] = []

    def watch(self, sensor: Callable[[Happening], None], *, first: bool = False) -> None:
        self._watchers.insert(0 if first else len(self._watchers), sensor)

    def happen(self, what: Happening) -> None:
        for sensor in self._watchers:
            sensor(what)

    @property
    def batch_ready(self) -> bool:
        """The shuffled batch lies in the shuffler's tray."""
        return bool(self.stacks["tray"]) and not (self.shuffling or self.stacks["shuffler"])

    # ---- shuffle, cut, load ----
    def fill_shuffler(self) -> int:
        """Put new decks and all collected cards into the shuffler; return how many."""
        if self.shuffling or self.stacks["tray"]:
            raise CannotBe("the shuffler is not empty")
        for name in ("case", "rack", "hands"):
            self._empty(name, "shuffler")
        return len(self.stacks["shuffler"])

    def change_decks(self) -> int:
        """Take the collected cards out of play for good and open new decks; return how many."""
        if self.stacks["case"] or not self.stacks["rack"]:
            raise CannotBe("new decks are there already, or nothing is collected")
        self.stacks["removed"].extend(self.stacks["rack"])
        self.stacks["rack"].clear()
        self.stacks["case"] = a_pack(self._decks)
        self.brought += [piece.code for piece in self.stacks["case"]]
        return len(self.stacks["case"])

    def press_start(self) -> None:
        self.happen(StartPressed())

    def open_shuffler(self) -> None:
        """Open its door and take every card out of it into the rack."""
        for name in ("shuffler", "tray"):
            self._empty(name, "rack")
        self.shuffling = False
        self.happen(DoorOpened())

    def take_shuffled(self) -> int:
        if not self.batch_ready:
            raise CannotBe("there is no shuffled batch")
        self._empty("tray", "hands")
        return len(self.stacks["hands"])

    def shuffle_by_hand(self) -> int:
        for name in ("case", "rack"):
            self._empty(name, "hands")
        shuffle(self.stacks["hands"], self.rng)
        return len(self.stacks["hands"])

    def cut(self, at: int | None = None) -> None:
        """Bring the cards above the cut to the back. `at` counts from the front."""
        stack = self.stacks["hands"]
        where = self.rng.randint(len(stack) // 6, len(stack) * 5 // 6) if at is None else at
        stack[:] = stack[where:] + stack[:where]

    def insert_cover(self, from_back: int | None = None) -> int:
        """Insert the cover card, which may stand in the stack already, for a recut.

        By default about a quarter from the back; into the shoe, where a machine has loaded it.
        Return the depth.
        """
        stack = self.stacks["hands"] or self.stacks["shoe"]
        self.stacks["holder"] += [piece for piece in stack if piece.code == COVER]
        stack[:] = cards(stack)
        if not self.stacks["holder"] or len(stack) < 4:
            raise CannotBe("no cover card, or no stack to put it into")
        quarter = len(stack) // 4
        slack = quarter // 8
        depth = self.rng.randint(quarter - slack, quarter + slack)
        depth = depth if from_back is None else from_back
        stack.insert(len(stack) - min(depth, len(stack)), self.stacks["holder"].pop())
        return depth

    def load_shoe(self, stack: str = "hands") -> int:
        """Put the stack into the shoe and close its gate; return how many cards."""
        if not self.shoe_open or self.stacks["shoe"] or not self.stacks[stack]:
            raise CannotBe("the shoe is closed or holds cards, or there is nothing to load")
        self._empty(stack, "shoe")
        self.shoe_open = False
        self.happen(GateClosed(len(cards(self.stacks["shoe"]))))
        return len(cards(self.stacks["shoe"]))

    def close_shoe(self) -> None:
        """Close the gate on whatever is in the shoe."""
        if not self.shoe_open:
            raise CannotBe("the shoe is closed")
        self.shoe_open = False
        self.happen(GateClosed(len(cards(self.stacks["shoe"]))))

    def open_shoe(self) -> None:
        if self.shoe_open:
            raise CannotBe("the shoe is open")
        self.shoe_open = True
        self.happen(GateOpened())

    def empty_shoe(self, into: str = "rack") -> None:
        """Take the cards out of the open shoe, unread, into the rack or the dealer's hands."""
        if not self.shoe_open:
            raise CannotBe("the shoe is closed")
        self._empty("shoe", into)

    def run_out(self) -> int:
        """Run the rest of the shoe through the scanner into the rack; return how many cards."""
        if self.shoe_open or self.shoe_locked:
            raise CannotBe("the shoe is open or locked")
        rest = self.stacks["shoe"]
        count = len(cards(rest))
        self._empty("shoe", "rack")
        self.happen(RestRun(count))
        return count

    # ---- the deal ----
    def draw(self, place: str, *, face_up: bool | None = None, seen: bool = True) -> Drawn:
        """Draw what is at the mouth of the shoe and lay it down; the cover card goes to its holder.

        `seen=False`: it slips past the scanner.
        """
        shoe = self.stacks["shoe"]
        if not shoe or self.shoe_open or self.shoe_locked:
            raise CannotBe("the shoe is empty, open or locked")
        pieces = [shoe.pop(0)]
        while pieces[-1].sticks and shoe and pieces[-1].code != COVER:
            pieces[-1].sticks = False
            pieces.append(shoe.pop(0))
        if seen:
            self.happen(CardLeft(tuple(pieces)))
        first, turned = pieces[0], pieces[0].face_up
        up = place not in FACE_DOWN if face_up is None else face_up
        for piece in pieces:
            piece.face_up = up or piece.face_up
            home = self.stacks["holder"] if piece.code == COVER else self._place(place)
            home.append(piece)
        if first.code == COVER:
            return Drawn("holder", None, pieces=len(pieces), cover=True)
        code = first.code if first.face_up else None
        return Drawn(place, code, pieces=len(pieces), face_up_in_shoe=turned)

    def push_back(self, place: str) -> None:
        """Push the last card of a place back into the mouth of the shoe."""
        if self.shoe_open:
            raise CannotBe("the shoe is open")
        self.stacks["shoe"].insert(0, self._last(place))
        self.stacks["shoe"][0].face_up = False
        self.happen(CardReturned())

    def turn(self, place: str) -> tuple[str, ...]:
        """Turn every card of a place face up; return their codes."""
        if not self.layout.get(place):
            raise CannotBe(f"nothing lies at {place}")
        for piece in self.layout[place]:
            piece.face_up = True
        return tuple(piece.code for piece in self.layout[place])

    def lift(self, place: str) -> tuple[str, ...]:
        """Look under the cards of a place, which stay face down; return their codes."""
        if not self.layout.get(place):
            raise CannotBe(f"nothing lies at {place}")
        return tuple(piece.code for piece in self.layout[place])

    def move(self, place: str, to: str) -> None:
        """Move the last card of a place, as it lies, to another: a split, a card from aside."""
        piece = self._last(place)
        self._place(to).append(piece)

    def pick_up(self, *places: str) -> int:
        """Collect the cards of these places, or of all, in order into the rack; return how many."""
        count = 0
        for place in places or tuple(sorted(self.layout)):
            stack = self.layout.pop(place, [])
            count += len(stack)
            self.stacks["rack"].extend(stack)
        return count

    def remove(self, place: str) -> None:
        """Take the last card of a place out of the game for good: torn in half and boxed."""
        self.stacks["removed"].append(self._last(place))

    # ---- card reader ----
    def slide_in(self, place: str = HOLE) -> None:
        if self.stacks["reader"]:
            raise CannotBe("there is a card in the reader")
        piece = self._last(place)
        piece.face_up = False
        self.stacks["reader"].append(piece)
        up = self.layout.get(UP, [])
        self.happen(SlotFilled(piece.code, up[-1].code if up and up[-1].face_up else ""))

    def slide_out(self, place: str = HOLE) -> None:
        if not self.stacks["reader"]:
            raise CannotBe("there is no card in the reader")
        self._place(place).append(self.stacks["reader"].pop())
        self.happen(SlotEmptied())

    def put_test_card(self, up: str, slot: str) -> None:
        """Put the technician's test cards into the reader: one beside the slot, one in it."""
        if self.stacks["reader"]:
            raise CannotBe("there is a card in the reader")
        self.happen(SlotFilled(f"{slot}s", f"{up}h"))

    def take_test_card(self) -> None:
        self.happen(SlotEmptied())

    # ---- wheel, seats, keys ----
    def press_seat(self, box: int) -> None:
        self.happen(SeatPressed(box))

    def spin_by_hand(self) -> None:
        """Throw the wheel without its motor, as nobody has ordered."""
        if self.rotor.speed:
            raise CannotBe("the wheel turns")
        self.rotor.throw()
        self.happen(WheelThrown())

    def set_chip(self, box: int, *, on: bool) -> None:
        """Put the Bonus Spin chip on the sensor of a box, or take it off."""
        if (box in self.chips) == on:
            return
        self.chips ^= {box}
        self.happen(ChipMoved(box, on))

    def set_progressive(self, box: int, cents: int, kind: str = "bonus_spin") -> None:
        """Put a progressive wager on its device at the box; 0 cents takes it off."""
        lay = {k: v for k, v in self.progressives.items() if k != (box, kind)}
        self.progressives = lay | ({(box, kind): cents} if cents else {})
        self.happen(ChipMoved(box, bool(cents)))

    def press_key(self, key: str) -> None:
        self.happen(KeyPressed(key))

    def _place(self, place: str) -> Stack:
        return self.layout.setdefault(place, [])

    def _last(self, place: str) -> Piece:
        stack = self.layout.get(place, [])
        if not stack:
            raise CannotBe(f"nothing lies at {place}")
        piece = stack.pop()
        if not stack:
            del self.layout[place]
        return piece

    def _empty(self, name: str, into: str) -> None:
        """Move a whole stack, squared face down; on its way to the shoe it stays as it lies."""
        loading = into == "shoe"
        for piece in self.stacks[name]:
            target = "holder" if piece.code == COVER and not loading else into
            piece.face_up = piece.face_up and loading
            self.stacks[target].append(piece)
        self.stacks[name].clear()
