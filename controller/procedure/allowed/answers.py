"""Questions that the dealer answers, and corrections of what was just done."""

from __future__ import annotations

from contextlib import suppress

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.procedure import amend, last_card
from controller.procedure.context import Refuse
from controller.procedure.irregularities import catalog

from .listing import PLACES, Listing, choice


def questions(out: Listing) -> None:
    """Questions that the dealer answers: only those whose ruling is the dealer's."""
    for i in catalog.open_ones(out.play):
        if catalog.rules(out.house, i.kind).needs != "dealer" and i.kind != "whose_card":
            continue
        for q in catalog.unanswered(out.play, i):
            for n, answer in enumerate(q.answers):
                item = cmd.FactAnswered(irr=i.id, question=q.name, answer=answer)
                out.add(item, f"ask{n + 3}")
        if i.kind == "card_drawn_in_error_seen":
            continue
        for n, offer in enumerate(catalog.offers(out.play, out.house, i)):
            if not offer.grey:
                out.add(cmd.Ruled(irr=i.id, ruling=offer.ruling.name), f"ask{n + 3}")


def corrections(out: Listing) -> None:
    with suppress(Refuse):
        out.found.append(choice(out, cmd.Undo(entry=amend.undoable(out.house, out.state)), "undo"))
    try:
        entry = last_card.last_draw(out.house, out.state)
    except Refuse:
        return
    last = out.play.last
    to_hand = last is not None and last.card == entry.id and last.box > 0
    hole = out.play.dealer[1:2]
    if hole and hole[0].face is None:
        out.add(cmd.LastCard(what="shown", card=hole[0].id), "last.shown")
    in_deal = any(s.id == entry.id for s in out.play.dealt)
    to_dealer = any(s.id == entry.id for s in out.play.dealer[2:])
    drawn = entry.input
    due = isinstance(drawn, fact.CardDrawn) and drawn.how == "due"
    if not due or not (to_hand or in_deal or to_dealer):
        return
    for what in ("box", "double", "split", "not_this") if not in_deal else ():
        amounts = last_card.doubles_told(out.house, out.state) if what == "double" else (None,)
        for place, cents in zip(PLACES, amounts, strict=False):
            item = cmd.LastCard(what=what, card=entry.id, cents=cents)
            with suppress(Refuse):
                amend.edits_of(out.house, out.state, item)
                slot = f"last.{what}" if len(amounts) == 1 else f"double.{place}"
                out.found.append(choice(out, item, slot))
    for what in ("error", "error_seen", "face_up"):
        out.found.append(choice(out, cmd.LastCard(what=what, card=entry.id), f"last.{what}"))
