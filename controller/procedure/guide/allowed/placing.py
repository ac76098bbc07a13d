"""One entry in one place: who keeps a place that several commands want.

A command that loses its place stands in the menu of its box, or in the menu `more`. The rail of
the keypad asks here too, so NEXT does what the page shows in its first place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from controller.domain import commands as cmd
from controller.procedure.state.inputs import Input

from .listing import FLOOR, Choice

MORE = "more"
ANY = "any"
"""Ends the slot of an entry that takes any place of its menu."""
ANSWERS = ("act3", "act4", "act5", "act2")
ASKED = "ask"
_LAST = (
    cmd.AllAsListed,
    cmd.ShuffleAsked,
    cmd.ShuffleStep,
    cmd.CutTaken,
    cmd.CutPlaced,
    cmd.RecutOrdered,
    cmd.DecksReceived,
    cmd.DecksInspected,
    cmd.DeckSpread,
    cmd.CardsWashed,
    cmd.CardsStacked,
    cmd.SpreadTurned,
    cmd.ShoeNoted,
)
"""What is done on the stack and on the list waits for what is done on the layout."""


def placed(choices: Iterable[Choice]) -> tuple[Choice, ...]:
    """Each choice with a place of its own, in the order of `choices`; what is listed twice once.

    The seat that is offered the cut first can be touched, and NEXT says the same.
    """
    every = tuple(_once(choices))
    taken: dict[str, int] = {}
    slots: dict[int, str] = {}
    for at in sorted(range(len(every)), key=lambda n: _claim(every[n])):
        slot = _free(every[at], taken)
        taken[slot] = at
        slots[at] = slot
    return tuple(
        c if c.slot == slots[at] else Choice(c.command, slots[at], c.play)
        for at, c in enumerate(every)
    )


def _once(choices: Iterable[Choice]) -> Iterator[Choice]:
    said: set[Input] = set()
    for choice in choices:
        if isinstance(choice.command, cmd.CutTaken) or choice.command not in said:
            said.add(choice.command)
            yield choice


def _claim(choice: Choice) -> int:
    item = choice.command
    if choice.slot.startswith(ASKED):
        return 0
    if isinstance(item, cmd.FirstPlayer):
        return 4
    if isinstance(item, cmd.LayoutCleared) and choice.play.round != "settled":
        return 3
    return 2 if isinstance(item, _LAST) else 1


def _free(choice: Choice, taken: dict[str, int]) -> str:
    slot = choice.slot
    if slot.startswith(FLOOR) or slot == "undo":
        return slot
    wishes = ANSWERS if slot.startswith(ASKED) else (slot,)
    for wish in wishes:
        if wish not in taken:
            return wish
    return f"{_menu(choice)}.{ANY}.{len(taken)}"


def _menu(choice: Choice) -> str:
    box = getattr(choice.command, "box", 0)
    if not box or isinstance(choice.command, cmd.FirstPlayer | cmd.CutTaken):
        return MORE
    return f"box{box}"
