"""Physical trouble, put into the world itself so that every device sees its own part of it."""

from __future__ import annotations

from .pieces import COVER, CannotBe, Piece, Stack, WheelTouched
from .rotor import Throw
from .world import World


class Mischief:
    """Units: `at` counts from the end that comes out first."""

    def __init__(self, world: World) -> None:
        self._world = world

    def add_card(self, code: str, stack: str = "shoe", at: int = 0) -> None:
        """Smuggle in a card: one too many, a ten (`Th`), or one of no rank (`Jo`)."""
        self._stack(stack).insert(at, Piece(code))
        self._world.brought.append(code)

    def lose_card(self, stack: str = "shoe", at: int = 0) -> str:
        """Let a card vanish from a stack; it stays in the world as removed. Return its code."""
        piece = self._pop(stack, at)
        self._world.stacks["removed"].append(piece)
        return piece.code

    def swap_card(self, code: str, stack: str = "shoe", at: int = 0) -> str:
        """Put a foreign card in the place of a card of the set; return the code it replaces."""
        old = self.lose_card(stack, at)
        self.add_card(code, stack, at)
        return old

    def arrange(self, codes: list[str]) -> None:
        """Let the next cards of the shoe be these, in order, taken from deeper in the shoe."""
        shoe = self._stack("shoe")
        for at, code in enumerate(codes):
            found = next((i for i in range(at, len(shoe)) if shoe[i].code == code), None)
            if found is None:
                raise CannotBe(f"the shoe has no more cards like number {at + 1} of those arranged")
            shoe.insert(at, shoe.pop(found))

    def move_cover(self, at: int) -> None:
        """Let the cover card come out of the shoe after that many cards."""
        shoe = self._stack("shoe")
        now = next((i for i, piece in enumerate(shoe) if piece.code == COVER), None)
        if now is None or not 0 <= at < len(shoe):
            raise CannotBe("the cover card is not in the shoe, or there are fewer cards")
        shoe.insert(at, shoe.pop(now))

    def turn_card(self, stack: str = "shoe", at: int = 0) -> None:
        """Let a card lie face up in its stack."""
        self._peek(stack, at).face_up = True

    def change_back(self, stack: str = "shoe", at: int = 0) -> None:
        """Let a card be one of another set, with another back."""
        self._peek(stack, at).strange = True

    def stick(self, stack: str = "shoe", at: int = 0) -> None:
        """Let a card drag the one behind it along when it is drawn."""
        self._peek(stack, at).sticks = True

    def rig_wheel(
        self,
        section: str | None = None,
        turns: int | None = None,
        *,
        back: bool = False,
        edge: bool = False,
    ) -> None:
        """Make the next throw end on a section, after that many whole turns.

        `back`: the wrong way round; `edge`: on the border behind the section.
        """
        self._world.rotor.rig(Throw(section, turns, back, edge))

    def rig_prize(self, prize: str, community: str = "", box: int = 0) -> None:
        """Make the next spin of the two rings end so, for the player at this box.

        Without a `community` it is a spin of the prizes alone.
        """
        for ring, section in zip(self._world.rings, (prize, community), strict=True):
            if section:
                ring.rig(Throw(section))
        self._world.hot_spot = box

    def touch_wheel(self) -> None:
        """Drive it on with a hand while it turns, or take the cover off its works."""
        self._world.rotor.speed *= 1.25
        self._world.happen(WheelTouched())

    def hold_wheel(self, *, stuck: bool = True) -> None:
        """A hand on the wheel, or something under its clapper."""
        self._world.rotor.stuck = stuck

    def _stack(self, name: str) -> Stack:
        if name in self._world.stacks:
            return self._world.stacks[name]
        if name in self._world.layout:
            return self._world.layout[name]
        raise CannotBe(f"there is no place {name}")

    def _peek(self, name: str, at: int) -> Piece:
        stack = self._stack(name)
        if not 0 <= at < len(stack) or stack[at].code == COVER:
            raise CannotBe("there is no card there")
        return stack[at]

    def _pop(self, name: str, at: int) -> Piece:
        piece = self._peek(name, at)
        stack = self._stack(name)
        del stack[at]
        if not stack and name in self._world.layout:
            del self._world.layout[name]
        return piece
