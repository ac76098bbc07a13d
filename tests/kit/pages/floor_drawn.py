"""The floor's pages as a person finds them: each entry of the view drawn once, or greyed once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from controller.domain.views.floor_view import Fact, FloorView, Irregularity
from controller.domain.views.view import Allowed

from .drawn import Drawn

TYPED: dict[str, str] = {
    "reason": "as the dealer said it",
    "seal": "S-17",
    "cards": "48",
    "reference": "R-17",
    "name": "Bea K.",
    "section": "50",
    "face": "7h",
    "shown": "3,000.12",
    "round": "1",
    "box": "1",
    "dollars": "5",
    "form": "F-17",
    "low": "5",
    "high": "500",
    "after": "10",
    "boxes": "2",
}
"""What a person writes beside a key."""


class Key(Struct, frozen=True, kw_only=True):
    """Something that a page of the floor shows, and what a touch sends."""

    label: str
    body: str
    token: str = ""
    grey: str = ""
    clause: str = ""
    typed: str = ""

    @property
    def fill(self) -> dict[str, str]:
        return {name: TYPED[name] for name in self.typed.replace("?", "").split()}


def of_overview(view: FloorView) -> Iterator[Key]:
    yield from answers(view.reports)
    for entry in view.allowed:
        yield Key(
            label=f"{entry.label} {entry.sub}",
            body=entry.body,
            token=entry.token,
            grey=entry.greyed_reason,
            clause=entry.clause,
            typed=typed(entry),
        )


def answers(facts: tuple[Fact, ...]) -> Iterator[Key]:
    for fact in facts:
        for answer in fact.answers:
            yield Key(
                label=f"{fact.question} {answer.label}",
                body=answer.body,
                token=answer.token,
                grey=fact.greyed_reason,
                clause=fact.clause,
            )


def typed(entry: Allowed) -> str:
    return entry.typed or ("reason" if '"reason"' in entry.body else "")


def of_irregularity(irr: Irregularity) -> Iterator[Key]:
    yield from answers(irr.facts)
    for ruling in (*irr.rulings, *irr.always):
        fields = ("reason",) * ruling.reason_required + ("face",) * (ruling.picks == "face")
        yield Key(
            label=ruling.name,
            body=ruling.body,
            token=ruling.token,
            grey=ruling.greyed_reason,
            clause=ruling.clause,
            typed=" ".join(fields),
        )
    if irr.notify_needed is not None:
        note = irr.notify_needed
        yield Key(
            label="I AM NOTIFIED",
            body=note.body,
            token=note.token,
            grey=note.greyed_reason,
            clause=note.clause,
        )


def wrong(keys: list[Key], html: str) -> Iterator[str]:
    """What is not drawn exactly once, what is drawn and is none of the view's."""
    drawn = Drawn(html).reachable()
    pressed = Counter((b.token, b.body) for b in drawn if b.body and not b.picks)
    pressed.update({(b.token, b.body) for b in drawn if b.body and b.picks})
    live = {(k.token, k.body) for k in keys if not k.grey}
    for key in keys:
        times = pressed[key.token, key.body]
        if key.grey and times and (key.token, key.body) not in live:
            yield f"{key.label}: greyed and can be pressed"
        if not key.grey and times != 1:
            yield f"{key.label}: drawn {times} times"
        if key.grey and not any(b.why == key.grey for b in drawn):
            yield f"{key.label}: greyed, and the page does not say: {key.grey}"
    for token, body in pressed.keys() - live:
        yield f"{token} {body}: drawn and not offered"
