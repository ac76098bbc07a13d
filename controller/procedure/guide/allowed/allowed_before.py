"""Which commands are legal before the wagers: the opening checklist, closing."""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.procedure.queries import checklist
from controller.procedure.reducers.opening import (
    checklist_lines,
    other_rules,
    reader_inspection,
    table_decks,
)

from .listing import FLOOR, Listing


def of_rules(out: Listing) -> None:
    """One key for both who sign; who may is asked when it is pressed."""
    if other_rules.why_not_refuse(out.play, out.house) is None:
        out.add(cmd.RulesRefused(offer=out.play.offer.id), f"{FLOOR}rules_no")
    if other_rules.why_not_accept(out.play, out.house) is None:
        out.add(cmd.RulesAccepted(offer=out.play.offer.id), f"{FLOOR}rules")


def of_opening(out: Listing) -> None:
    p, house, devices = out.play, out.house, out.state.devices
    out.add(cmd.TableOpened(dealer=p.dealer_name or "dealer"), "act1")
    if p.opening == "checking":
        if checklist_lines.why_not_list(p, devices, house) is None:
            out.add(cmd.AllAsListed(), "act1")
        _of_list(out)
    of_count(out)
    if p.opening in ("checking", "open") and reader_inspection.why_not_inspect(p, house) is None:
        out.add(cmd.ReaderSealRead(seal=""), f"{FLOOR}reader")


def of_count(out: Listing) -> None:
    """The closing count, also while something holds the table."""
    if out.play.opening == "closing":
        cards = table_decks.cards_at_table(out.play, out.house)
        out.add(cmd.DecksCounted(cards=cards, seal=""), f"{FLOOR}count")


def _of_list(out: Listing) -> None:
    """A line for itself, and the reference that the layout's line needs."""
    p, house = out.play, out.house
    if house.pack.opening.layout_reference.value:
        out.add(cmd.LayoutReferenced(reference=""), f"{FLOOR}layout")
    for line in checklist.open_lines(p, out.state.devices, house):
        if line.key == checklist.READER:
            continue
        if line.key != "layout" or not checklist_lines.reference_due(p, house):
            out.add(cmd.LineAttested(line=line.key), f"{FLOOR}right.{line.key}")
        if not checklist.is_wrong(p, line):
            out.add(cmd.LineAttested(line=line.key, right=False), f"{FLOOR}wrong.{line.key}")
