"""What a person has just ruled, for the page that follows: it says what the ruling did, then goes.

It is made of the views before and after, and decides nothing.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from controller.domain.commands import Ruled
from controller.domain.views.floor_view import (
    FloorView,
    Irregularity,
    NotifiedLine,
    Preview,
    Ruling,
)

BACK_S = 12
"""After so long the page goes back to the overview by itself."""


class Done(Struct, frozen=True, kw_only=True):
    headline: str
    ruling: str
    effect: str
    clause: str
    by: str
    at: int
    took_s: int
    reason: str
    changes: tuple[Preview, ...]
    notified: tuple[NotifiedLine, ...]
    facts: tuple[tuple[str, str], ...]
    row: int = 0


def done(before: FloorView, said: Ruled, at: int) -> Done | None:
    """`before`: the view in which the ruling was offered. Units: `at` UTC milliseconds."""
    irr = next((i for i in before.irregularities if i.id == said.irr), None)
    ruling = None if irr is None else _named(irr, said)
    if irr is None or ruling is None:
        return None
    return Done(
        headline=irr.headline,
        ruling=ruling.name,
        effect=ruling.effect,
        clause=ruling.clause or irr.clause,
        by=said.by,
        at=at,
        took_s=max(0, at - irr.raised_at) // 1000 if irr.raised_at else 0,
        reason=said.reason,
        changes=ruling.preview,
        notified=irr.notified,
        facts=tuple((f.question, a.label) for f in irr.facts for a in f.answers if a.chosen),
    )


def _named(irr: Irregularity, said: Ruled) -> Ruling | None:
    for ruling in (*irr.rulings, *irr.always):
        fields: dict[str, Any] = msgspec.json.decode(ruling.body) if ruling.body else {}
        named = fields.get("ruling"), fields.get("box", 0), fields.get("hand", 0)
        if named == (said.ruling, said.box, said.hand):
            return ruling
    return None
