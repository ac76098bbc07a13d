"""Other rules in people's words: what the configuration changes, who signed, since when."""

from __future__ import annotations

from controller.audit.scene import Line, Scene
from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.facts import Change
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
        case cmd.RulesRefused(reason=reason):
            return Line(f"Other rules refused: {reason}", clause)
        case cmd.RulesAccepted():
            return Line("First of two signatures for the other rules", clause)
    return None


def _all(s: Scene, changes: tuple[Change, ...]) -> str:
    return "; ".join(change_told(s.house, change) for change in changes)
