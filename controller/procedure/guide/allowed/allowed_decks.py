"""Which commands are legal on the decks: receipt, inspection, spread, wash; the idle table."""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.procedure.reducers.opening import checklist_lines, idle_table, table_decks

from .listing import FLOOR, Listing


def of_decks(out: Listing) -> None:
    """Received, inspected, spread, looked at, washed, stacked; the idle table."""
    p, house = out.play, out.house
    if p.opening not in ("checking", "open"):
        return
    main = "act2" if any(c.slot == "act1" for c in out.found) else "act1"
    _of_receipt(out, main)
    tens = table_decks.tens_due(p, house)
    out.add(cmd.DecksInspected(tens=tens), main)
    if tens:
        out.add(cmd.DecksInspected(tens=0), "act3")
        for n in range(1, p.day.sets):
            out.add(cmd.DecksInspected(tens=tens * n // p.day.sets), f"act{3 + n}")
    torn = house.pack.opening.tens_then.value == "torn_and_boxed" and p.day.tens_out > 0
    out.add(cmd.DecksVerified(torn=torn), f"{FLOOR}verify")
    out.add(cmd.DeckSpread(deck=table_decks.next_deck(p, house)), main)
    _of_players(out)
    if table_decks.wash_asked(p, house):
        out.add(cmd.CardsWashed(), main)
    if p.decks == "washed" or not table_decks.wash_asked(p, house):
        out.add(cmd.CardsStacked(), main)
    if house.pack.opening.wash_again.value:
        out.add(cmd.CardShown(), "act3")
    if idle_table.why_not_batch(p, house) is None:
        out.add(cmd.BatchAsked(), "act3")
    for face_up, slot in ((False, "act4"), (True, "act5")):
        if idle_table.why_not_idle(p, house, face_up=face_up) is None:
            out.add(cmd.NoPlay(face_up=face_up), slot)
    if p.decks != "none" and checklist_lines.between_rounds(p):
        out.add(cmd.DecksTakenOut(), f"{FLOOR}decks.out")


def _of_receipt(out: Listing, main: str) -> None:
    p, house = out.play, out.house
    new = cmd.DecksReceived()
    out.add(new, main)
    same = cmd.DecksReceived(fresh=False)
    if table_decks.why_not_receive(p, house, same) is None:
        out.add(same, "act3")
    both = cmd.DecksReceived(preinspected=True, preshuffled=True)
    if house.pack.opening.preshuffled.value == "with_reference":
        out.add(both, f"{FLOOR}decks.shuffled")
    elif table_decks.why_not_receive(p, house, both) is None:
        out.add(both, "act4")


def _of_players(out: Listing) -> None:
    p, house = out.play, out.house
    for box in range(1, house.boxes + 1):
        if p.decks != "ready" or table_decks.why_not_known(p, house, box) is None:
            out.add(cmd.FirstPlayer(box=box), f"box{box}")
    if idle_table.why_not_turned_up(p, house) is None:
        out.add(cmd.SpreadTurned(), "act1" if p.decks == "arrived" else "act5")
