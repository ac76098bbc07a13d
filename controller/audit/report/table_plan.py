"""The layout as it lay at one step, drawn small: what nobody had seen by then is a back."""

from __future__ import annotations

import re
from collections.abc import Iterator

from controller.audit.explain import Story, Told
from controller.domain.views.floor_view import SmallLayout
from controller.domain.views.view import Box
from controller.domain.wording import text_of

from .marked import text

PLACES = ((6, 62), (52, 38), (98, 24), (144, 18), (190, 24), (236, 38), (282, 62))
"""Of box 1 to 7 from the dealer's left; x, y of the upper left corner."""
FACE = re.compile(r"[2-9TJQKA][shdc]")


def frozen(story: Story) -> tuple[Told, str] | None:
    """The first hold, else the settlement, else the last step with a layout; and its name."""
    drawn = [t for t in story.told if t.snapshot.boxes]
    for told in drawn:
        if told.holds:
            return told, "the hold"
    for told in drawn:
        if any(x.sort == "money" for x in told.lines) and _turned(told.snapshot):
            return told, "the settlement"
    return (drawn[-1], "the last step of the round") if drawn else None


def _turned(layout: SmallLayout) -> bool:
    return len(layout.dealer_hand.cards) > 1 and all(map(FACE.match, layout.dealer_hand.cards))


def plan(told: Told, when: str) -> Iterator[str]:
    """Of a hold, the box that it names is filled."""
    layout = told.snapshot
    about = told.box or next((x.box for x in told.lines if x.box), 0) if told.holds else 0
    label = text(f"the table at {when}, as the dealer saw it")
    yield f'<svg class="plan" viewBox="0 0 330 160" role="img" aria-label="{label}">'
    yield '<path class="f" d="M2 70Q165 -40 328 70V158H2Z"/>'
    for box in layout.boxes:
        if 1 <= box.no <= len(PLACES):
            yield _box(box, asked=box.no == about)
    yield '<text class="c" x="8" y="152">box 1 = dealer\u2019s left</text>'
    yield '<text class="c e" x="322" y="152">dealer\u2019s right = box 7</text>'
    cards = layout.dealer_hand.cards
    step = min(36, 170 // max(len(cards), 1))
    left = 165 - (step * (len(cards) - 1) + 30) / 2
    for n, card in enumerate(cards):
        yield _card(card, left + n * step)
    yield "</svg>"


def _box(box: Box, *, asked: bool) -> str:
    x, y = PLACES[box.no - 1]
    said = "/".join(filter(None, (_hand(box, n) for n in range(len(box.hands)))))
    there = bool(box.hands or box.wagers or box.lit)
    how, height = ("h" if asked else "b", 42) if there else ("o", 20)
    return (
        f'<g class="{how}"><rect x="{x}" y="{y}" width="40" height="{height}" rx="4"/>'
        f'<text class="n" x="{x + 20}" y="{y + 13}">{box.no}</text>'
        f'<text class="t{" s" if len(said) > 5 else ""}" x="{x + 20}" y="{y + 33}">'
        f"{text(said)}</text></g>"
    )


def _hand(box: Box, n: int) -> str:
    hand = box.hands[n]
    return "BJ" if hand.blackjack else hand.total or ("\u2013" if hand.cards else "")


def _card(card: str, x: float) -> str:
    known = FACE.fullmatch(card)
    rect = f'<rect class="{"k" if known else "x"}" x="{x:g}" y="92" width="30" height="44" rx="4"/>'
    if not known:
        return rect
    red = " red" if card[1] in "hd" else ""
    return f'{rect}<text class="a{red}" x="{x + 15:g}" y="120">{text(text_of(card))}</text>'
