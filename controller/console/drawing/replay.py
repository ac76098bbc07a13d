"""A round step by step: which steps are shown, where it opens, and what the box was paid."""

from __future__ import annotations

from urllib.parse import urlencode

from msgspec import Struct

from controller.domain.views.floor_view import SmallLayout, Step

VIDEO_S = 60
"""Of the video, before the first card and after the last step of a round."""


class Wanted(Struct, frozen=True):
    """What the address asks for. `step` 0 = where the round is looked at first."""

    step: int = 0
    box: int = 0
    rulings: bool = False

    @property
    def query(self) -> str:
        more = {"box": self.box} if self.box else {"rulings": 1} if self.rulings else {}
        return urlencode(more)


class Replay(Struct, frozen=True):
    steps: tuple[Step, ...]
    """Those that are shown."""
    here: Step
    place: int
    """Of this step among them, counted from 1."""
    boxes: tuple[int, ...]
    wanted: Wanted
    video: tuple[int, int]
    """UTC milliseconds: from when to when the camera saw it."""
    pays: str = ""
    """Address of the calculator with the cards of this box filled in."""

    def at(self, place: int) -> str:
        place = min(max(place, 1), len(self.steps))
        return f"?step={place}" + (f"&{self.wanted.query}" if self.wanted.query else "")


def replay(steps: tuple[Step, ...], wanted: Wanted) -> Replay | None:
    """A box opens at its last card, any other round at its first."""
    if not steps:
        return None
    shown = tuple(step for step in steps if _fits(step, wanted)) or steps
    placed = [n for n, step in enumerate(shown, 1) if step.box]
    first = (placed[-1] if wanted.box else placed[0]) if placed else 1
    place = min(max(wanted.step or first, 1), len(shown))
    cards = [step.at for step in steps if step.box] or [steps[0].at]
    return Replay(
        steps=shown,
        here=shown[place - 1],
        place=place,
        boxes=tuple(sorted({step.box for step in steps if step.box})),
        wanted=wanted,
        video=(cards[0] - VIDEO_S * 1000, steps[-1].at + VIDEO_S * 1000),
        pays=_pays(steps[-1].snapshot, wanted.box),
    )


def _fits(step: Step, wanted: Wanted) -> bool:
    if wanted.rulings:
        return step.flag
    return not wanted.box or step.box == wanted.box or step.flag


def _pays(layout: SmallLayout, no: int) -> str:
    box = next((b for b in layout.boxes if b.no == no), None)
    dealer = layout.dealer_hand.cards
    if box is None or not box.hands or not all(len(card) == 2 for card in dealer):
        return ""
    form = {"dealer": " ".join(dealer)}
    main = next((w.cents for w in box.wagers if w.kind == "main"), None)
    if main:
        form["wager"] = f"{main // 100}" + (f".{main % 100:02d}" if main % 100 else "")
    for n, hand in enumerate(box.hands, 1):
        form[f"cards{n}"] = " ".join(hand.cards)
    return f"/floor/pays?{urlencode(form)}" if all(map(_open, box.hands)) else ""


def _open(hand: object) -> bool:
    return all(len(card) == 2 for card in getattr(hand, "cards", ()))
