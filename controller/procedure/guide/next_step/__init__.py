"""The one thing that the dealer does next: one short line, target, what to say, clause.

The words are the pack's `[line]`; nothing here tells a face that the table has not shown.
"""

from __future__ import annotations

from controller.domain.structs import replace
from controller.domain.views.view import NextStep, Target
from controller.procedure.irregularities import catalog, on_the_line
from controller.procedure.irregularities.kinds.every_kind import KINDS
from controller.procedure.queries import checklist
from controller.procedure.reducers.cards import shoe_in_play
from controller.procedure.reducers.opening.checklist_lines import between_rounds
from controller.procedure.state import ledger
from controller.procedure.state.house import House
from controller.procedure.state.parts.pausing import Pause
from controller.procedure.state.play import Irregularity, Play
from controller.procedure.state.whole import State
from controller.rules.pack.line_keys import LineKey

from . import ended_hands, next_changed, next_wheel
from .next_before import shoe_step
from .next_deal import wagers_step
from .next_hands import match_beside, round_step
from .next_keyed import aside_step, keyed
from .next_opening import opening_step
from .pack_line import line

ROLES = {
    "shoe_scanner": "shoe",
    "card_reader": "reader",
    "shuffler": "shuffler",
    "wheel": "wheel",
    "keys": "keypad",
}


CLOSES: tuple[LineKey, ...] = ("settle_hint_collect", "settle_hint")
"""What says the order of the settlement, and behind it that the next card closes it."""


class _Kept:
    """The last answer: the page asks for the line, and for each empty place why it is empty."""

    last: tuple[State, House, NextStep] | None = None


def next_step(state: State, house: House) -> NextStep:
    match _Kept.last:
        case (asked, of, found) if asked is state and of is house:
            return found
    found = _next_step(state, house)
    _Kept.last = (state, house, found)
    return found


def _next_step(state: State, house: House) -> NextStep:
    p = state.play
    if waiting := ledger.unheard(state):
        names = ROLES.get(waiting[0].role, waiting[0].name)
        return line(house, "wait_devices", device=names)
    held = catalog.hold(p, house, state.devices)
    if held is not None:
        return _held(house, held)
    if p.pause.since:
        return _paused(state, house)
    if (asked := _question(p, house) or aside_step(p, house)) is not None:
        return next_changed.told(p, house, _beside(asked, p, house))
    if between_rounds(p) and (step := opening_step(p, state.devices, house)):
        return step
    if shoe_in_play.has_line(p):
        step = shoe_step(p, house) or wagers_step(p, house)
        return next_changed.told(p, house, next_wheel.told_beside(p, house, step))
    step = round_step(p, house) or shoe_step(p, house) or wagers_step(p, house)
    step = next_wheel.told(p, house, step)
    return _warned(next_changed.told(p, house, keyed(step, p, house)), state, house)


def _beside(asked: NextStep, p: Play, house: House) -> NextStep:
    """What is to be paid or taken now stands beside a question too: the next card hides it.

    Not of the hand that may have got the card, beside the question whose the card was; once
    another card is out, what that one ended is told.
    """
    if p.round == "dealer_plays" and not asked.hint:
        return replace(asked, hint=ended_hands.insurance_taken(p, house, asked).hint)
    newest = None if p.last is None else (p.last.box, p.last.hand)
    doubted = any(
        i.kind == "whose_card" and (i.box, i.hand) == newest for i in catalog.open_ones(p)
    )
    if asked.hint or p.round not in ("deciding", "turn_due"):
        return asked
    if match := match_beside(p, house):
        return replace(asked, hint=match)
    return replace(asked, hint=ended_hands.told(p, house, asked, doubted=doubted).hint)


def _warned(step: NextStep, state: State, house: House) -> NextStep:
    """What comes once the layout is cleared is told before: a hold, a list, the end of the shoe.

    BETS waits for the first and leads to the others; no card closes the round then.
    """
    if state.play.round != "settled":
        return step
    later = catalog.hold_once_cleared(state.play, house, state.devices)
    if later is not None:
        return replace(step, hint=_held(house, later).text)
    ends = shoe_in_play.at_end(state.play)
    asked = checklist.after_round(state.play, state.devices, house) or (
        "last_round" if ends else None
    )
    told = next((t for t in (house.line(key)[1] for key in CLOSES) if t in step.hint), "")
    if asked is None or not told:
        return step
    order = told.partition(". ")[0].removesuffix(".")
    hint = step.hint.replace(told, f"{order}.")
    return replace(step, hint=f"{hint} {house.line(asked)[1]}.")


def _held(house: House, held: Irregularity) -> NextStep:
    """One line to the dealer, never facts, rulings or clauses (console/README 4)."""
    words = KINDS[held.kind].dealer or house.line("stop", what="Floor.")[1]
    name = ROLES.get(held.about, held.about)
    place = f"Box {held.box}" if held.box else "Card"
    teller = held.about.partition(" ")[0]
    device = teller if teller in ROLES.values() else "shoe"
    about = name.capitalize() if name else ""
    text = words.format(about=about, place=place, device=device.capitalize())
    sign = Target(box=held.box) if held.box else None
    return NextStep(text=text, target=sign, hint=beside(held) + house.line("as_they_lie")[1])


def beside(held: Irregularity) -> str:
    """Whose card it is, where the words of the line cannot say it."""
    return f"Box {held.box}. " if held.box and KINDS[held.kind].box_beside else ""


def _paused(state: State, house: House) -> NextStep:
    """No reason, since the players read it, too; but what comes afterwards."""
    after = next_step(replace(state, play=replace(state.play, pause=Pause())), house)
    hint = house.line("paused_hint", then=after.text[:1].lower() + after.text[1:])[1]
    return replace(line(house, "paused"), hint=hint)


def _question(p: Play, house: House) -> NextStep | None:
    """An amber question that the dealer answers stands in the band until it is answered."""
    i = on_the_line.question(p, house)
    if i is None:
        return None
    kind = KINDS[i.kind]
    return NextStep(
        text=catalog.fill(p, house, i, kind.dealer or kind.headline),
        target=Target(box=i.box) if i.box and not kind.of_two_hands else Target(mark="?"),
        clause=catalog.clause(house, i.kind),
        asks=True,
    )
