"""What a ruling's preview says is what its acceptance then does, and money asks once more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from controller.audit.move import Move
from controller.domain import commands as cmd
from controller.domain import money
from controller.domain.views import floor_view as floor_page
from controller.domain.wagers import Amount
from controller.domain.wording import dollars
from controller.procedure.irregularities import catalog
from controller.procedure.reducers.wheel.lockout import ON_WHEEL
from controller.procedure.state.play import Irregularity, Play
from controller.view.rulings import changes, ruling_views
from controller.view.rulings.previews import HIDDEN, preview


def true_preview(m: Move) -> Iterator[str]:
    """Cards, wagers, devices and money, as the floor's page had them before the ruling."""
    said = m.stamped.input
    if m.step.outcome.verdict != "accepted" or m.before.parked:
        return  # what the devices kept follows the ruling; the page lists it beside the key
    if isinstance(said, cmd.RoundVoided):
        yield from _void(m, said)
    if not isinstance(said, cmd.Ruled):
        return
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
    written = told[:1] == (ruling_views.WRITTEN,)
    if written:
        yield from _prize_untold(m, told)
    if (written or told == (HIDDEN,)) and said.reason:
        told, _ = preview(m.before, m.house, said)  # as it was once the words were written
    if told == (HIDDEN,):
        if not (m.step.outcome.exposed or m.step.outcome.answers):
            yield f"the preview of {said.ruling} waits for a card that none was"
    elif told != did:
        yield f"{said.ruling} previewed {_told(told)} and did {_told(did)}"
    if told != (HIDDEN,):
        yield from _moved_untold(m, told)


def _void(m: Move, said: cmd.RoundVoided) -> Iterator[str]:
    """The page has it beside whatever is open, and as a key of its own."""
    told = [r.preview for i in catalog.open_ones(m.before.play) for r in _always(m, i, said)]
    told = told or [preview(m.before, m.house, said)[0]]
    did = changes.lines(m.house, m.before, m.after)
    yield from (f"a void previewed {_told(x)} and did {_told(did)}" for x in told if x != did)
    yield from _moved_untold(m, told[0])


def _always(m: Move, i: Irregularity, said: cmd.RoundVoided) -> tuple[floor_page.Ruling, ...]:
    at_ms = m.stamped.at // 1000
    page = ruling_views.irregularity(m.before, m.house, i, rank=cmd.RANKS[-1], at_ms=at_ms)
    return tuple(r for r in page.always if json_type(r.body) == type(said).__name__)


def json_type(body: str) -> str:
    return str(msgspec.json.decode(body)["type"])


def _moved_untold(m: Move, told: tuple[floor_page.Preview, ...]) -> Iterator[str]:
    """Each counted stake or prize that moved stands in the preview, with its box and amount.

    Read off the payments, not off the page's own account of what differs.
    """
    for box, moved, cents, *_ in (_moved(m.is_) - _moved(m.was)).elements():
        amount = dollars(money.shown(cents)) if cents else ""
        if not any(x.what.startswith(f"Box {box}") and amount in x.after for x in told):
            yield f"Box {box}: {moved} {amount or 'chips'} moved and no preview said so"


def _prize_untold(m: Move, told: tuple[floor_page.Preview, ...]) -> Iterator[str]:
    """Where the section is written with it, the page lists beforehand what each one pays."""
    for box, moved, cents, kind, _ in (_moved(m.is_) - _moved(m.was)).elements():
        amount = dollars(money.shown(cents)) if cents else ""
        listed = any(f" {amount} " in f"{x.after} " for x in told)
        if moved in ("pay", "hold") and kind in ON_WHEEL and not listed:
            yield f"Box {box}: {moved} {amount} stood in no list of prizes"


def _moved(p: Play) -> Counter[tuple[str, str, Amount | None, str, int]]:
    """Chips of one stake that go back move alike, whatever clause sends them."""
    back = ("return", "void")
    found: Counter[tuple[str, str, Amount | None, str, int]] = Counter()
    for x in p.payments:
        moved = "back" if x.direction in back else x.direction
        found[x.wagerer or str(x.box), moved, x.cents, x.kind, x.hand] += 1
    return found


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
