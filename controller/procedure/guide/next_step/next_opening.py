"""The next step of opening and closing, and of the decks up to a stack that may be shuffled."""

from __future__ import annotations

from typing import Literal

from controller.domain.structs import replace
from controller.domain.views.view import NextStep, Target
from controller.procedure.queries import checklist
from controller.procedure.reducers.opening import checklist_lines, reader_inspection, table_decks
from controller.procedure.state.house import House
from controller.procedure.state.play import Play
from controller.procedure.state.whole import Device

from .pack_line import line


def opening_step(p: Play, devices: tuple[Device, ...], house: House) -> NextStep | None:
    """What comes before the first wager; None = the cards may be shuffled or dealt."""
    if p.inspection == "testing":
        return _test_cards(p, house)
    if p.opening == "closed":
        return line(house, "open_table")
    if p.opening == "closing":
        return line(house, "closing")
    if p.opening == "checking":
        return _list_step(p, devices, house)
    return decks_step(p, house)


def _test_cards(p: Play, house: House) -> NextStep:
    """Which card lies up and which goes into the reader, and what it must say."""
    n = len(p.day.reader_answers)
    up, slot, yes = reader_inspection.TEST_CARDS[n]
    hint = house.line("test_cards_hint", n=n + 1, word="yes" if yes else "no")[1]
    return replace(line(house, "test_cards", up=up, slot=slot), hint=hint)


def _list_step(p: Play, devices: tuple[Device, ...], house: House) -> NextStep:
    missing = checklist.not_ready(p, devices)
    if missing:
        return line(house, "not_ready", device=missing[0])
    left = checklist.open_lines(p, devices, house)
    if checklist_lines.reference_due(p, house):
        return line(house, "layout_reference")
    if left and checklist.is_wrong(p, left[0]):
        return replace(line(house, "not_as_listed"), hint=left[0].text, clause=left[0].clause)
    if any(x.key != checklist.READER for x in left):
        return line(house, "checklist", "checklist_hint", n=len(left))
    return decks_step(p, house) or line(house, "reader_inspection")


def _each(p: Play) -> Literal["each_set", ""]:
    """Two sets that came together are never mixed with each other."""
    return "each_set" if p.day.sets > 1 else ""


def _looked(p: Play, house: House) -> NextStep:
    """The cards of an idle table: turned up for a player who asks, then as after the opening."""
    asked, wash = house.pack.opening, table_decks.wash_asked(p, house)
    step = line(house, "wash" if wash else "stack")
    if p.day.face_up and not asked.idle_turned_up.value:
        if not p.day.seen_up:
            return replace(line(house, "idle_turn"), hint=step.text)
        step = step if wash else line(house, "stack", "turn_down")
    return replace(step, clause=asked.idle_wash.clause)


def decks_step(p: Play, house: House) -> NextStep | None:
    match p.decks:
        case "none":
            return line(house, "receive")
        case "received":
            return line(house, "inspect", "inspect_hint")
        case "inspected":
            return line(house, "verify")
        case "verified":
            deck = table_decks.next_deck(p, house)
            if deck:
                return line(house, "spread_deck", deck=deck)
            return line(house, "spread", "spread_hint", decks=table_decks.decks_to_spread(p, house))
        case "spread":
            return replace(line(house, "first_player"), target=Target(mark="?"))
        case "idle":
            how = "face up" if p.day.face_up else "face down"
            return line(house, "idle", "idle_hint", how=how)
        case "arrived":
            return line(house, "idle_turn")
        case "looked" if p.day.idle:
            return _looked(p, house)
        case "looked":
            return line(house, "wash" if table_decks.wash_asked(p, house) else "stack", _each(p))
        case "washed":
            return line(house, "stack", _each(p))
    return None
