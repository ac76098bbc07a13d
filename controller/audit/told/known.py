"""By what a step is known: a device said it, a person pressed it, or somebody of the floor did it.

And the people that a step names, with the rank each of them had.
"""

from __future__ import annotations

from collections.abc import Iterator

from controller.audit.scene import Scene
from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure.irregularities import catalog

ATTESTED, TABLE = "attested", "table"
DEVICES = {"shoe_scanner": "scanner", "card_reader": "reader"}


def known_by(s: Scene) -> str:
    """`scanner`, `attested`, `table`, or the name of whoever of the floor did it."""
    if isinstance(s.item, cmd.Command):
        return ATTESTED if s.item.rank == "dealer" else s.item.by
    if not isinstance(s.item, fact.Fact):
        return ATTESTED
    role = catalog.role_of(s.after.devices, getattr(s.item, "device", ""))
    return DEVICES.get(role, role.replace("_", " ")) or TABLE


def people(s: Scene) -> Iterator[tuple[str, str]]:
    """Rank and name; who is nobody's name is not told."""
    if s.outcome.verdict != "accepted":
        return
    match s.item:
        case cmd.Notified() as item:
            yield s.house.word(item.role), item.whom
        case fact.SignInTried(right=True) as item if item.rank:
            yield s.house.word(item.rank), item.name
    if isinstance(s.item, cmd.Command) and s.item.rank != "dealer" and s.item.by:
        yield s.house.word(s.item.rank), s.item.by
