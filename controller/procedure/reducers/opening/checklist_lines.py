"""The opening checklist and the closing count."""

from __future__ import annotations

from typing import Final

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.structs import replace
from controller.procedure.queries import checklist, places
from controller.procedure.reducers.wheel import lockout
from controller.procedure.state import follow_ups
from controller.procedure.state.context import Context, Why, refuse
from controller.procedure.state.house import House
from controller.procedure.state.parts.day import (
    DUE_BEFORE_H,
    HOUR_US,
    SECOND_US,
    Attested,
    gaming_day,
    next_day,
)
from controller.procedure.state.play import Play
from controller.procedure.state.refs import TimerRef
from controller.procedure.state.whole import Device

from . import pause
from .software_and_clock import in_doubt as clock_in_doubt
from .table_decks import cards_at_table, cards_gathered

TOO_OLD: Final = "decks_too_old"
"""The timer by which a day that ends is noticed though nobody touches the table."""
AT_TABLE = ("checking", "open")


def between_rounds(play: Play) -> bool:
    return play.round == "wagering" and not play.dealt and not play.hands


# ---- what the clock and other inputs do to the list ----
def note_date(c: Context) -> None:
    """The gaming day of this input; decks too old are told before a new round, never in one.

    No day comes back, and none comes by a clock that was set before somebody has looked at it.
    """
    if isinstance(c.input, fact.ClockStepped) or clock_in_doubt(c.play):
        return
    date = gaming_day(c.at, c.house.gaming_day_start, c.house.timezone)
    if date > c.play.day.date:
        c.play = replace(c.play, day=replace(c.play.day, date=date))
    told = any(i.kind == TOO_OLD and i.status == "raised" for i in c.play.irregularities)
    if between_rounds(c.play) and not told and decks_too_old(c.play, c.house, c.at):
        c.raise_(TOO_OLD)


def decks_too_old(play: Play, house: House, at: int) -> bool:
    """Units: `at` us UTC."""
    most, opened = house.pack.cards.set_age_max_h.value, play.day.decks_opened_at
    in_use = play.opening == "open" and play.decks != "none"
    return bool(most and opened) and in_use and at > opened + most * HOUR_US


def keep_watch(c: Context) -> None:
    """Wake up at the next change that comes by itself; nothing is armed twice for one moment.

    After a restart, or woken early by a clock that was set, the time left is counted anew.
    """
    due = _next_change(c) if c.play.opening in AT_TABLE else 0
    anew = isinstance(c.input, fact.Started | fact.TimerFired)
    if not due:
        c.disarm("day")
    elif anew or all(t.ref != TimerRef("day", mark=due) for t in c.play.timers):
        c.arm("day", (due - c.at) / SECOND_US, mark=due)


def _next_change(c: Context) -> int:
    """The next gaming day, decks soon to be changed, decks too old. Units: us UTC, 0 = none."""
    most, opened = c.pack.cards.set_age_max_h.value, c.play.day.decks_opened_at
    moments = [next_day(c.at, c.house.gaming_day_start, c.house.timezone)]
    if c.play.limits.due > c.at:
        moments.append(c.play.limits.due)
    if most and opened and c.play.decks != "none":
        too_old = opened + most * HOUR_US
        moments += [too_old - DUE_BEFORE_H * HOUR_US, too_old + 1]
    return min((at for at in moments if at > c.at), default=0)


def list_event(c: Context) -> follow_ups.Opening | None:
    """The list is complete, or a line of it no longer reads as it was attested."""
    p = c.play
    if p.opening == "checking":
        left = checklist.open_lines(p, c.devices, c.house)
        return (
            None if left or checklist.not_ready(p, c.devices) else follow_ups.Opening.LIST_COMPLETE
        )
    if p.opening == "open" and between_rounds(p):
        left = checklist.open_lines(p, c.devices, c.house)
        return follow_ups.Opening.LIST_REOPENED if left else None
    return None


# ---- opening ----
def open_table(c: Context) -> None:
    """The list is new each time; the layout's reference and the reader's inspection stand."""
    assert isinstance(c.input, cmd.TableOpened)
    day = c.play.day
    kept = tuple(a for a in day.attested if a.line == checklist.READER)
    variant = c.pack.deal.variant.value
    c.play = replace(
        c.play,
        dealer_name=c.input.dealer,
        dealer_proof="",
        variant=variant,
        day=replace(day, attested=kept),
    )


def why_not_reference(house: House, text: str) -> Why:
    leaf = house.pack.opening.layout_reference
    if not leaf.value:
        return house.no("no_line")
    return None if text.strip() else (leaf.clause, house.no("reference_first")[1])


def reference_written(c: Context) -> None:
    assert isinstance(c.input, cmd.LayoutReferenced)
    refuse(why_not_reference(c.house, c.input.reference))


def reference(c: Context) -> None:
    assert isinstance(c.input, cmd.LayoutReferenced)
    c.play = replace(c.play, day=replace(c.play.day, layout_reference=c.input.reference.strip()))


def reference_due(play: Play, house: House) -> bool:
    return house.pack.opening.layout_reference.value and not play.day.layout_reference


def line_of(c: Context, key: str) -> checklist.Line | None:
    return next((x for x in checklist.lines(c.play, c.devices, c.house) if x.key == key), None)


def line_listed(c: Context) -> None:
    assert isinstance(c.input, cmd.LineAttested)
    key = c.input.line
    if line_of(c, key) is None or key == checklist.READER:
        refuse(c.house.no("no_line"))
    if key == "layout" and c.input.right and reference_due(c.play, c.house):
        refuse((c.pack.opening.layout_reference.clause, c.house.no("reference_first")[1]))


def attest(c: Context) -> None:
    """A notice that shows another value is a wrong line."""
    assert isinstance(c.input, cmd.LineAttested)
    line = line_of(c, c.input.line)
    assert line is not None
    shows = c.input.shows.strip()
    say(c, line, right=c.input.right and shows in ("", line.text), by=c.input.by)


def say(c: Context, line: checklist.Line, *, right: bool, by: str) -> None:
    kept = tuple(a for a in c.play.day.attested if a.line != line.key)
    said = Attested(line.key, line.text, right, by, c.at)
    c.play = replace(c.play, day=replace(c.play.day, attested=(*kept, said)))


def why_not_list(play: Play, devices: tuple[Device, ...], house: House) -> Why:
    """A wrong line is named and is put right by itself; a dead device blocks."""
    if missing := checklist.not_ready(play, devices):
        clause, text = house.no("not_ready", what=missing[0])
        return house.pack.deal.variant.clause if missing[0] == checklist.NO_READER else clause, text
    if reference_due(play, house):
        return house.pack.opening.layout_reference.clause, house.no("reference_first")[1]
    left = checklist.open_lines(play, devices, house)
    if left and checklist.is_wrong(play, left[0]):
        return left[0].clause, house.no("open_line", line=left[0].text)[1]
    if all(line.key == checklist.READER for line in left):
        return house.no("not_now")
    return None


def list_ready(c: Context) -> None:
    refuse(why_not_list(c.play, c.devices, c.house))


def attest_all(c: Context) -> None:
    assert isinstance(c.input, cmd.AllAsListed)
    for line in checklist.open_lines(c.play, c.devices, c.house):
        if line.key != checklist.READER:
            say(c, line, right=True, by=c.input.by)


# ---- closing ----
def why_not_close(play: Play, house: House) -> Why:
    if places.begun(play):
        return house.no("round_open")
    return None


def close_table(c: Context) -> None:
    """Every card comes out of shoe and shuffler for the count; nobody stands aside of that."""
    cards_gathered(c)
    c.play = replace(c.play, shuffle="idle", stack=replace(c.play.stack, inside=0))
    manual = replace(c.play.manual, aside_since=0, aside_by="", shoes=0)
    wagers = lockout.left_alone(c)
    c.play = replace(
        c.play, boxes=(), wagers=wagers, dealer_name="", dealer_proof="", manual=manual
    )
    pause.end(c)


def seal_written(c: Context) -> None:
    assert isinstance(c.input, cmd.DecksCounted)
    if not c.input.seal.strip():
        refuse(c.house.no("seal_first"))


def count(c: Context) -> None:
    """Cards of every set at the table against what they must hold; a set's age goes on."""
    assert isinstance(c.input, cmd.DecksCounted)
    expected = cards_at_table(c.play, c.house)
    if expected and c.input.cards != expected:
        c.raise_("count_differs", about=f"{c.input.cards} of {expected}")
    day = replace(c.play.day, decks_seal=c.input.seal.strip())
    c.play = replace(c.play, day=day, stack=replace(c.play.stack, other=False))
    if c.play.decks != "none":
        c.follow(follow_ups.Decks.TAKEN_OUT)
