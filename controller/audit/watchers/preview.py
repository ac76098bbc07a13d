"""What a ruling's preview says is what its acceptance then does, and money asks once more."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from controller.audit.move import Move
from controller.domain import commands as cmd
from controller.domain import floor_view as floor_page
from controller.procedure.irregularities import catalog
from controller.view.rulings import changes, ruling_views
from controller.view.rulings.previews import HIDDEN, preview


def true_preview(m: Move) -> Iterator[str]:
    """Cards, wagers, devices and money, as the floor's page had them before the ruling."""
    said = m.stamped.input
    if not isinstance(said, cmd.Ruled) or m.step.outcome.verdict != "accepted":
        return
    if m.before.parked:
        return  # what the devices kept follows the ruling; the page lists it beside the key
    shown = _shown(m, said)
    if shown is None:
        yield f"{said.ruling} was ruled and stands on no page"
        return
    costs = changes.costs(m.before.play, m.after.play)
    if costs and not (shown.confirm or shown.picks or shown.preview == (HIDDEN,)):
        yield f"{said.ruling} moves money or ends a hand and was not asked once more"
    if shown.picks:
        return  # the face is written with it: nothing can be said before
    did = changes.lines(m.house, m.before, m.after)
    told = shown.preview
    if told == (HIDDEN,) and said.reason:
        told, _ = preview(m.before, m.house, said)  # as it was once the words were written
    if told == (HIDDEN,):
        if not (m.step.outcome.exposed or m.step.outcome.answers):
            yield f"the preview of {said.ruling} waits for a card that none was"
    elif told != did:
        yield f"{said.ruling} previewed {_told(told)} and did {_told(did)}"


def _shown(m: Move, said: cmd.Ruled) -> floor_page.Ruling | None:
    i = next((x for x in catalog.open_ones(m.before.play) if x.id == said.irr), None)
    if i is None:
        return None
    at_ms = m.stamped.at // 1000
    page = ruling_views.irregularity(m.before, m.house, i, rank=cmd.RANKS[-1], at_ms=at_ms)
    own = [r for r in (*page.rulings, *page.always) if _is(r.body, said)]
    return next((r for r in own if not r.greyed_reason), None)


def _is(body: str, said: cmd.Ruled) -> bool:
    key = msgspec.json.decode(body)
    named = all(key.get(n, 0) in (0, getattr(said, n)) for n in ("box", "hand"))
    section = key.get("reason", "") in ("", said.reason)
    return key["type"] == "Ruled" and key["ruling"] == said.ruling and named and section


def _told(lines: tuple[floor_page.Preview, ...]) -> str:
    return "; ".join(f"{line.what}: {line.now} -> {line.after}" for line in lines) or "nothing"
