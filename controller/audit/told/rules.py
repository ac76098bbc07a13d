"""Other rules in people's words: what the configuration changes, who signed, since when."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from controller.audit.scene import Line, Scene
from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.facts import Change
from controller.procedure.irregularities import catalog
from controller.procedure.state.parts.rules_offer import told as change_told


def told(s: Scene) -> Line | None:
    """None = nothing of other rules."""
    clause = s.house.pack.line.rules_change.clause
    match s.item:
        case fact.RulesOffered() as item if item.offer:
            return Line(f"The configuration holds other rules: {_all(s, item.changes)}", clause)
        case fact.RulesOffered():
            return Line("The configuration holds the rules in force again", clause)
        case cmd.RulesAccepted() if s.now.offer.accepted:
            return Line(f"Other rules in force from here: {_all(s, s.now.offer.changes)}", clause)
        case cmd.RulesAccepted():
            return Line("First of two signatures for the other rules", clause)
    return None


def of_itself(s: Scene) -> Line | None:
    """What the table found out about its own software and clock."""
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
        case fact.ClockRead() as item:
            kept = "synchronised" if item.synchronised else "not synchronised"
            wrong = f"at most {item.error_us / 1e6:.3f} s wrong"
            return Line(f"Clock {kept}, {wrong}", catalog.clause(s.house, "clock_stepped"))
    return None


def _time(s: Scene, at_us: int) -> str:
    zone = ZoneInfo(s.house.timezone)
    return f"{datetime.fromtimestamp(at_us / 1e6, UTC).astimezone(zone):%Y-%m-%d %H:%M:%S}"


def _all(s: Scene, changes: tuple[Change, ...]) -> str:
    return "; ".join(change_told(s.house, change) for change in changes)
