"""Every change of the rules in a journal: from which row on, before and after, who signed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import tzinfo

from controller.domain.commands import RulesAccepted
from controller.journal.read import Reader
from controller.journal.rows import OPENING, Row
from controller.procedure.state.parts.rules_offer import changes, told
from controller.table.record import RULES
from controller.table.recovery import InForce, decoded

from .hand import local


def rule_changes(reader: Reader, zone: tzinfo | None = None) -> Iterator[str]:
    """Lines; times are local to `zone`. Raises: JournalError, PackError."""
    rules, signed = InForce(reader), list[str]()
    for row in reader.rows():
        if row.kind == OPENING and row.seq > rules.row:
            rules.take(row.seq)  # the same rules, at the head of the next file
            continue
        if row.seq == rules.row:
            yield _head(row, zone, f"opened under {rules.house.pack.name}")
        if row.kind == RulesAccepted.__name__:
            recorded = decoded(reader, row)
            item = recorded.stamped.input
            if isinstance(item, RulesAccepted) and recorded.outcome.verdict == "accepted":
                signed.append(f"{item.by}, {rules.house.word(item.rank)}")
        if row.kind == RULES:
            before = rules.house
            rules.take(row.seq)
            yield _head(row, zone, f"signed by {' and '.join(signed[-2:])}")
            for change in changes(before, rules.house):
                yield f"{'':>9}{told(rules.house, change)}"


def _head(row: Row, zone: tzinfo | None, what: str) -> str:
    return f"{row.seq:>7}  {local(row.at_us, zone):%Y-%m-%d %H:%M:%S}  {what}"
