"""The menus of the dealer's page: each entry that has no place of its own stands in one of them.

A menu has six places; the other two lead back and to the floor. What does not fit goes to a further
page of the menu. Touching a box does the one thing that the phase asks of a box, else it opens the
menu of that box; a box with several hands has a menu for each.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from controller.domain import commands as cmd
from controller.domain.structs import replace
from controller.domain.views import view as shown
from controller.domain.wording import NTH
from controller.procedure.guide.allowed import ANY, MORE
from controller.procedure.state.inputs import Input
from controller.procedure.state.play import Play

PLACES = (1, 2, 3, 4, 5, 7)
FREE = ("act2", "act3", "act4", "act5", "act7")
"""Places of the page for the key that opens `more`, best first."""
WIDE = ("act5", "act3", "act4", "act2", "act7")
"""The same for a key that says what is behind it."""
OF_CHIPS, OF_BOX = 3, 4
"""Places of the pad of a box: chips that are not counted, and the box itself."""
BESIDE: dict[type, int] = {cmd.Hit: 2, cmd.Double: 3, cmd.Split: 4, cmd.Surrender: 5}
OF_WORD = {"declines": 5, "out": OF_BOX, "touched": 1, "missed": 7, "burn": 7}
MARKS = frozenset({"main", "match", "bonus_spin", "break_bonus", "bank", "double"})


class Key(Struct, frozen=True):
    """An entry with the command behind it; none for one that opens a menu."""

    entry: shown.Allowed
    command: Input | None = None

    @property
    def menu(self) -> str:
        """Empty for what stands on the page itself."""
        name, dot, rest = self.entry.slot.partition(".")
        marked = name.startswith("box") and rest.partition(".")[0] in MARKS
        return "" if not dot or marked or name == "pad" else name

    @property
    def wish(self) -> int:
        """The place of the menu that it asks for; 0 = any."""
        rest = self.entry.slot.partition(".")[2].split(".")
        if rest[0] in OF_WORD:
            return OF_WORD[rest[0]]
        if rest[0].isdigit() and len(rest) == 1:
            return int(rest[0])
        return BESIDE.get(type(self.command), 0)


def arranged(play: Play, keys: Iterable[Key]) -> list[shown.Allowed]:
    """Every entry in a place of its own, with the keys that open the menus."""
    page = _Page(play, keys)
    page.boxes()
    page.hands()
    page.further()
    page.more()
    return page.entries()


class _Page:
    def __init__(self, play: Play, keys: Iterable[Key]) -> None:
        self._play = play
        self._plain: dict[str, Key] = {}
        self._menus: dict[str, list[Key]] = {}
        for key in keys:
            self._add(key)

    def _add(self, key: Key) -> None:
        slot = key.entry.slot
        if key.menu:
            self._menus.setdefault(key.menu, []).append(key)
        elif slot not in self._plain:
            self._plain[slot] = key
        else:
            box = getattr(key.command, "box", 0)
            self._add(_at(key, f"box{box}" if box else MORE, ANY))

    def boxes(self) -> None:
        """Touching a box opens its menu, if that is not what the phase asks of each box."""
        for no in range(1, 10):
            name = f"box{no}"
            own = self._plain.get(name)
            asked = own is not None and isinstance(own.command, cmd.Insured | cmd.CutTaken)
            if asked and not self._play.dealt:
                self._move(name, MORE)
                continue
            pad = self._pad(name)
            if own is not None and (pad or self._menus.get(name)):
                del self._plain[name]
                self._menus.setdefault(name, []).insert(0, _at(own, name, _own_place(self._play)))
            if pad or self._menus.get(name):
                self._plain[name] = opener(name, name, f"box {no}")

    def _pad(self, name: str) -> bool:
        """Whether chips are counted at the box: a wager only where the box is lit."""
        marks = [k for s, k in self._plain.items() if s.startswith(f"{name}.")]
        lit = int(name[3:]) in self._play.boxes
        return any(lit or not isinstance(k.command, cmd.WagerSet) for k in marks)

    def _move(self, name: str, to: str) -> None:
        for key in self._menus.pop(name, []):
            self._add(_at(key, to, ANY))

    def hands(self) -> None:
        """Of a box with several hands each has a menu."""
        for no in self._play.boxes:
            count = sum(1 for h in self._play.hands if h.box == no)
            own = self._menus.get(f"box{no}", [])
            if count < 2:
                continue
            rest: list[Key] = []
            for hand in range(1, count + 1):
                of_hand = [k for k in own if getattr(k.command, "hand", 0) == hand]
                name = f"box{no}-{hand}"
                if not of_hand:
                    continue
                self._menus[name] = [_at(k, name, k.wish or ANY) for k in of_hand]
                label = f"{NTH[hand].upper()} HAND"
                rest.append(opener(f"box{no}.{hand}", name, label, f"box {no}"))
            rest += [k for k in own if not getattr(k.command, "hand", 0)]
            if rest:
                self._menus[f"box{no}"] = rest

    def further(self) -> None:
        """What does not fit goes to a further page."""
        for name in [n for n in self._menus if n != MORE]:
            self._cut(name)

    def _cut(self, name: str) -> None:
        keys, room = self._menus[name], self._room(name)
        if len(keys) <= len(room):
            return
        stay, go = keys[: len(room) - 1], keys[len(room) - 1 :]
        further = f"{name}+"
        self._menus[name] = [*stay, opener(f"{name}.{room[-1]}", further, "MORE", "other keys")]
        self._menus[further] = [_at(k, further, ANY) for k in go]
        self._cut(further)

    def more(self) -> None:
        """The key of `more` takes a free place, else the one of an entry that moves there too."""
        if not self._menus.get(MORE):
            return
        says = _says(self._menus[MORE])
        order = FREE if says == _OTHER else WIDE
        slot = next((s for s in order if s not in self._plain), "")
        if not slot:
            slot = next(s for s in reversed(FREE[:-1]) if s in self._plain)
            self._add(_at(self._plain.pop(slot), MORE, ANY))
            says = _says(self._menus[MORE])
        self._plain[slot] = opener(slot, MORE, *says)
        self._cut(MORE)

    def _room(self, name: str) -> tuple[int, ...]:
        chips = any(s in self._plain for s in (f"{name}.main", f"{name}.bank"))
        return tuple(n for n in PLACES if n != OF_CHIPS or not chips)

    def entries(self) -> list[shown.Allowed]:
        found = [k.entry for k in self._plain.values()]
        for name, keys in self._menus.items():
            found.extend(_seated(name, keys, self._room(name)))
        return found


def _says(keys: list[Key]) -> tuple[str, str]:
    """One thing for several boxes says what it is."""
    labels = {key.entry.label for key in keys}
    of_boxes = len(keys) > 1 and all(getattr(key.command, "box", 0) for key in keys)
    return (labels.pop(), "for which box") if of_boxes and len(labels) == 1 else _OTHER


_OTHER = ("MORE", "other keys")


def _seated(name: str, keys: list[Key], room: tuple[int, ...]) -> list[shown.Allowed]:
    """First who asks for a place that is free, then the others."""
    seats: dict[int, Key] = {}
    late = []
    for key in keys:
        if key.wish in room and key.wish not in seats:
            seats[key.wish] = key
        else:
            late.append(key)
    free = (n for n in room if n not in seats)
    seats |= dict(zip(free, late, strict=False))
    return [replace(seats[n].entry, slot=f"{name}.{n}", key="") for n in sorted(seats)]


def _own_place(play: Play) -> int:
    return OF_BOX if play.round in ("wagering", "settled") else 1


def _at(key: Key, menu: str, place: int | str) -> Key:
    return Key(replace(key.entry, slot=f"{menu}.{place}", key=""), key.command)


def opener(slot: str, opens: str, label: str, sub: str = "", of: Input | None = None) -> Key:
    """A key that opens a menu; `of` is what that menu is about."""
    return Key(shown.Allowed(command="menu", slot=slot, label=label, sub=sub, opens=opens), of)


def menu_names(entries: Iterable[shown.Allowed]) -> list[str]:
    """The menus that the entries open."""
    return sorted({entry.opens for entry in entries if entry.opens})
