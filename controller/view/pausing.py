"""The pause: to the dealer that there is one, to the floor all of it (console/README 3)."""

from __future__ import annotations

from typing import Final, get_args

from controller.domain import commands as cmd
from controller.domain.structs import replace
from controller.domain.views import floor_view as floor_page
from controller.domain.views import view as page
from controller.procedure.guide.next_step import next_step
from controller.procedure.state.house import House
from controller.procedure.state.parts.pausing import Pause
from controller.procedure.state.play import Play
from controller.procedure.state.whole import State
from controller.view.keys.dealer_keys import body

WORDS: Final = {
    "dispute": ("Dispute", "talk first, nothing moves"),
    "medical": ("Medical", "player or staff"),
    "security": ("Security", "someone at the table"),
    "camera": ("Camera", "a view is lost"),
    "fill": ("Fill", "chips to the table"),
    "credit": ("Credit", "chips from the table"),
    "colour_change": ("Colour change", "player changes chips"),
    "cards": ("Cards", "damaged, marked, on the floor"),
    "count": ("Count", "tray or cards are counted"),
    "other": ("Other", "say it in the note"),
}
REASONS: tuple[cmd.PauseReason, ...] = get_args(cmd.PauseReason)


def to_dealer(p: Play) -> page.Pause | None:
    return page.Pause(since=p.pause.since // 1000, by=p.pause.by) if p.pause.since else None


def to_floor(state: State, house: House) -> floor_page.Pausing:
    p = state.play
    if p.opening == "closed":
        return floor_page.Pausing(greyed_reason="The table is closed.")
    now = p.pause
    after = replace(state, play=replace(p, pause=Pause()))
    return floor_page.Pausing(
        since=now.since // 1000,
        by=now.by,
        reason=WORDS[now.reason][0] if now.reason else "",
        box=now.box,
        note=now.note,
        reasons=tuple(_reason(name, now) for name in REASONS),
        boxes=tuple(_box(box, now) for box in range(house.boxes + 1)),
        body=body(_told(now)) if now.since else '{"type":"Paused"}',
        resume=body(cmd.Resumed()) if now.since else "",
        to_rule=body(cmd.Resumed(ruling=True)) if now.since else "",
        then=next_step(after, house).text,
        line=house.line("paused")[1],
        seen_by=now.seen_by,
        seen_at=now.seen_at // 1000,
        called=now.called,
    )


def to_surveillance(state: State, house: House) -> floor_page.Pausing | None:
    """With the key that says it was seen, until somebody has."""
    if not state.play.pause.since:
        return None
    found = to_floor(state, house)
    return replace(
        found,
        reasons=(),
        boxes=(),
        resume="",
        to_rule="",
        body="" if found.seen_by else body(cmd.PauseSeen()),
    )


def in_words(pause: Pause) -> str:
    """`dispute, box 4`."""
    at = f", box {pause.box}" if pause.box else ""
    return f"{WORDS[pause.reason][0].lower()}{at}"


def _told(now: Pause) -> cmd.Paused:
    reason = next(one for one in REASONS if one == now.reason)
    return cmd.Paused(reason=reason, box=now.box, note=now.note)


def _reason(name: cmd.PauseReason, now: Pause) -> floor_page.PauseKey:
    label, sub = WORDS[name]
    item = cmd.Paused(reason=name, box=now.box, note=now.note)
    chosen = name == now.reason
    return floor_page.PauseKey(name=name, label=label, sub=sub, body=body(item), chosen=chosen)


def _box(box: int, now: Pause) -> floor_page.PauseKey:
    said = body(replace(_told(now), box=box)) if now.since else ""
    label = str(box) if box else "Whole table"
    return floor_page.PauseKey(name=str(box), label=label, body=said, chosen=box == now.box)
