"""Questions that the dealer answers, and corrections of what was just done."""

from __future__ import annotations

from contextlib import suppress

from controller.domain import commands as cmd
from controller.procedure.engine import amend, last_card, lifting, undo
from controller.procedure.irregularities import catalog
from controller.procedure.state import refs
from controller.procedure.state.context import Refuse
from controller.procedure.state.play import Irregularity
from controller.procedure.state.whole import Entry

from .listing import Listing, choice


def questions(out: Listing) -> None:
    """Questions that the dealer answers: only those whose ruling is the dealer's."""
    for i in catalog.open_ones(out.play):
        if catalog.rules(out.house, i.kind).needs != "dealer" and i.kind != "whose_card":
            continue
        if i.kind == "face_up_card":
            continue  # the next card ends it
        for q in catalog.unanswered(out.play, i):
            for n, answer in enumerate(q.answers):
                item = cmd.FactAnswered(irr=i.id, question=q.name, answer=answer)
                out.add(item, f"ask{n + 3}")
        if i.kind == "card_drawn_in_error_seen" or _waits_for_floor(out, i):
            continue
        for n, offer in enumerate(catalog.offers(out.play, out.house, i)):
            if not offer.grey:
                out.add(cmd.Ruled(irr=i.id, ruling=offer.ruling.name), f"ask{n + 3}")


def _waits_for_floor(out: Listing, i: Irregularity) -> bool:
    """Whether an answer would move cards under a hold that is not the dealer's to lift."""
    play, house = out.play, out.house
    rulings = (cmd.Ruled(irr=i.id, ruling=o.ruling.name) for o in catalog.offers(play, house, i))
    if not any(amend.is_amendment(out.state, said) for said in rulings):
        return False
    held = catalog.held_by(play, house, out.state.devices)
    return any(not catalog.dealers(house, other.kind) for other in held)


def own_report(out: Listing) -> None:
    """A report of the dealer's that holds the table, and is the dealer's to rule, is taken back."""
    held = catalog.hold(out.play, out.house, out.state.devices)
    if held is None or not catalog.dealers(out.house, held.kind):
        return
    with suppress(Refuse):
        entry = undo.undoable(out.house, out.state)
        if entry == refs.irregularity(held.id).entry:
            out.found.append(choice(out, cmd.Undo(entry=entry), "undo"))


def corrections(out: Listing) -> None:
    with suppress(Refuse):
        out.found.append(choice(out, cmd.Undo(entry=undo.undoable(out.house, out.state)), "undo"))
    try:
        entry = last_card.last_draw(out.house, out.state)
    except Refuse:
        return
    if (hole := last_card.hole_down(out.play)) is not None:
        out.add(cmd.LastCard(what="shown", card=hole.id), "last.shown")
    if last_card.asked_again(out.play) is not None:
        _doubled(out, entry)
        return
    for what in last_card.WHATS:
        amounts = (
            last_card.doubles_told(out.house, out.state, entry) if what == "double" else (None,)
        )
        for place, cents in enumerate(amounts, 1):
            item = cmd.LastCard(what=what, card=entry.id, cents=cents)
            with suppress(Refuse):
                last_card.edits_of(out.house, out.state, entry, item)
                if lifting.lifts(out.house, out.state, entry, item):
                    continue
                slot = f"last.{what}" if len(amounts) == 1 else f"double.{place}"
                out.found.append(choice(out, item, slot))


def _doubled(out: Listing, entry: Entry) -> None:
    """Of a card that no hand took: the further double that it was drawn for, by amount."""
    amounts = last_card.doubles_told(out.house, out.state, entry)
    for place, cents in enumerate(amounts, 1):
        slot = "last.double" if len(amounts) == 1 else f"double.{place}"
        out.found.append(choice(out, cmd.LastCard(what="double", card=entry.id, cents=cents), slot))
