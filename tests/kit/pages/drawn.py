"""The dealer's page as a person finds it: which buttons can be seen, and which entries they press.

The HTML is parsed and its menus are opened as `console.js` opens them, so that what is counted is
what is drawn and not what the view lists.
"""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser

from msgspec import Struct

from controller.domain.views.view import Allowed, DealerView

CHIPS = frozenset({"WagerSet", "BankSet", "AmountStated"})
"""Commands of the pad on which chips are counted."""
VOID = frozenset({"hr", "br", "input", "rect", "path", "meta", "link", "img"})


class Button(Struct, frozen=True):
    no: int
    token: str
    body: str
    opens: str | None
    why: str
    text: str
    picks: bool
    """One of four suits; all of them send the same body, and the face beside it."""
    within: tuple[tuple[str, str], ...]
    """`data-menu` and `data-tab` of what it stands in."""


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.buttons: list[Button] = []
        self.menus: set[str] = set()
        self._stack: list[dict[str, str]] = []
        self._at: dict[str, str] | None = None
        self._text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        have = {name: value or "" for name, value in attrs}
        if "data-menu" in have:
            self.menus.add(have["data-menu"])
        if tag in VOID:
            return
        self._stack.append(have | {"": tag})
        if tag == "button":
            self._at, self._text = have, ""

    def handle_data(self, data: str) -> None:
        self._text += data

    def handle_endtag(self, tag: str) -> None:
        while self._stack and self._stack.pop()[""] != tag:
            pass
        if tag == "button" and self._at is not None:
            self.buttons.append(self._button(self._at))
            self._at = None

    def _button(self, have: dict[str, str]) -> Button:
        marks = ("data-menu", "data-tab")
        return Button(
            no=len(self.buttons),
            token=have.get("data-token", ""),
            body=have.get("data-body", ""),
            opens=have.get("data-opens"),
            why=have.get("data-why", ""),
            picks="data-pick" in have,
            text=" ".join((have.get("aria-label", "") + " " + self._text).split()),
            within=tuple((m, e[m]) for e in self._stack for m in marks if m in e),
        )


class Drawn:
    """The page of one view; `layers` are the states it can be brought to by touch."""

    def __init__(self, html: str) -> None:
        reader = _Reader()
        reader.feed(html)
        self.buttons, self._menus = reader.buttons, reader.menus
        self.layers = dict(self._walk())

    def _walk(self) -> Iterator[tuple[str, list[Button]]]:
        waiting, seen = [""], {""}
        while waiting:
            name = waiting.pop(0)
            shown = [b for b in self.buttons if self._visible(b, name)]
            yield name, shown
            for button in shown:
                to = button.opens
                if to is not None and not to.startswith("why") and to not in seen:
                    seen.add(to)
                    waiting.append(to)

    def _visible(self, button: Button, shown: str) -> bool:
        base = shown.partition(":")[0]
        wanted = base if base in self._menus else ""
        for mark, name in button.within:
            if mark == "data-tab" and name != shown:
                return False
            if mark == "data-menu" and name != wanted:
                return False
        return True

    def reachable(self) -> list[Button]:
        """Each button that can be brought into sight, once."""
        return list(dict.fromkeys(b for shown in self.layers.values() for b in shown))


def faults(view: DealerView, html: str) -> list[str]:
    """What is offered and not drawn exactly once, and what is drawn and not offered."""
    drawn = Drawn(html).reachable()
    found = [f"{e.slot} {e.label}, {e.sub}: {no}" for e in view.allowed if (no := _why(e, drawn))]
    offered = {(entry.token, entry.body) for entry in view.allowed}
    tokens = {entry.token for entry in view.allowed if _of_chips(entry)}
    for button in drawn:
        known = (button.token, button.body) in offered or button.token in tokens
        if button.body and not known:
            found.append(f"{button.text}: drawn and not offered")
    return found


def _why(entry: Allowed, drawn: list[Button]) -> str:
    """`FLOOR` stands in every menu; chips are as many buttons as there are amounts."""
    if entry.opens:
        times = sum(1 for b in drawn if b.opens == entry.opens and not _is_tab(b))
    elif _of_chips(entry):
        return "" if any(b.token == entry.token for b in drawn) else "not drawn"
    else:
        times = sum(1 for b in drawn if (b.token, b.body) == (entry.token, entry.body))
    once = entry.slot == "act8" or entry.command == "CutTaken"
    return "" if times == 1 or (times and once) else f"drawn {times} times"


def _is_tab(button: Button) -> bool:
    return any(mark == "data-tab" for mark, _ in button.within)


def _of_chips(entry: Allowed) -> bool:
    place = entry.slot.split(".")[1:2]
    return entry.command in CHIPS and not (place and place[0].isdigit())
