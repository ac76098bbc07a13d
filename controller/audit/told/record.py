"""What the table found out about itself: software, clock, evidence, who signed in."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from controller.audit.printed import utc
from controller.audit.scene import Line, Scene
from controller.domain import facts as fact
from controller.domain.facts import Change
from controller.procedure.irregularities import catalog


def told(s: Scene) -> Line | None:
    """None = no fact of these."""
    match s.item:
        case fact.SoftwareFound() as item if item.changes:
            clause = catalog.clause(s.house, "other_software")
            return Line(f"Other software runs: {item.was} → {item.now}", clause)
        case fact.SoftwareFound() as item:
            clause = catalog.clause(s.house, "other_software")
            return Line(f"The accepted software runs: {item.now}", clause)
        case fact.ClockStepped() as item:
            way = "is behind the record" if item.start else "was set"
            times = " → ".join(_time(s, at) for at in (item.due, item.found))
            return Line(f"The clock {way}: {times}", catalog.clause(s.house, "clock_stepped"))
        case fact.Exported() as item:
            what = f"{item.what}, rows {item.first} to {item.last}"
            text = f"Evidence made for {item.who}: {what} ({item.reason})"
            return Line(text, catalog.clause(s.house, "recording_failed"))
        case fact.DayHeld() as item:
            return Line(_held(item), catalog.clause(s.house, "recording_failed"))
        case fact.CardKeysDestroyed() as item:
            which = ", ".join(f"file {number} of {day}" for number, day in item.files)
            text = f"Keys of hidden cards destroyed by {item.who}: {which}"
            return Line(text, catalog.clause(s.house, "recording_failed"))
        case fact.SignInTried() as item:
            return Line(_tried(s, item), s.house.pack.refusal.void_rank.clause)
        case fact.PeopleFound() as item:
            said = "; ".join(map(_person, item.changes)) or f"{len(item.people)} may sign in"
            return Line(f"People: {said}", s.house.pack.refusal.void_rank.clause)
        case fact.ClockRead() as item:
            kept = "synchronised" if item.synchronised else "not synchronised"
            wrong = f"at most {item.error_us / 1e6:.3f} s wrong"
            return Line(f"Clock {kept}, {wrong}", catalog.clause(s.house, "clock_stepped"))
    return None


def _time(s: Scene, at_us: int) -> str:
    return f"{utc(at_us).astimezone(ZoneInfo(s.house.timezone)):%Y-%m-%d %H:%M:%S}"


def _held(item: fact.DayHeld) -> str:
    if not item.released:
        return f"Gaming day {item.day} is kept by {item.who} ({item.reason})"
    said = [text for text in (item.who, item.reason) if text]
    return f"Gaming day {item.day} is kept no longer ({': '.join(said) or 'nobody named'})"


def _tried(s: Scene, item: fact.SignInTried) -> str:
    at = f" at {item.place}" if item.place not in ("", "own") else ""
    more = f"; {item.missed} more before it" if item.missed else ""
    if not item.right:
        return f"Sign-in failed: {item.name}{at}{more}"
    return f"Signed in: {item.name}, {s.house.word(item.rank)}{at}{more}"


def _person(change: Change) -> str:
    if not change.before:
        return f"{change.name} added, {change.after}"
    if not change.after:
        return f"{change.name} removed, {change.before}"
    if change.before != change.after:
        return f"{change.name}: {change.before} → {change.after}"
    return f"{change.name}: another PIN or licence"
