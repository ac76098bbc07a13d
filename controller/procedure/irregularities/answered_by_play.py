"""Irregularities that the play itself has answered since: they close without a ruling."""

from __future__ import annotations

from controller.procedure.irregularities.kinds.kinds_of_reader import NO_ANSWER
from controller.procedure.irregularities.rulings.acts import close, to_rack
from controller.procedure.queries import target
from controller.procedure.reducers.play.phase import match_open
from controller.procedure.state.context import Context
from controller.procedure.state.play import Irregularity

from . import catalog


def close_all(c: Context) -> None:
    """Close what the play itself has answered since."""
    for i in catalog.open_ones(c.play):
        if i.kind == "cards_due" and c.play.round not in ("dealing", "deal_out"):
            close(c, i, "continue", "table")
        if i.kind == "hand_with_one_card" and not _lacks_card(c, i):
            close(c, i, "second_card_last", "table")
        if i.kind == "face_up_card" and catalog.dealers(c.house, i.kind) and _replaced(c, i):
            to_rack(c, i)
            close(c, i, "rack", "dealer")
        if i.kind == "reader_fault" and _answered_late(c, i):
            close(c, i, "try_again", "table")
        if i.kind == "match_unpaid" and not match_open(c.play):
            close(c, i, "settle_late", "table")
        offered = i.kind == "card_drawn_in_error_seen" and catalog.dealers(c.house, i.kind)
        if offered and not _still_offered(c, i):
            close(c, i, "aside", "table")


def _still_offered(c: Context, i: Irregularity) -> bool:
    aside = (c.play.pending, *c.play.behind)
    return i.card is not None and any(s is not None and s.id == i.card.id for s in aside)


def _replaced(c: Context, i: Irregularity) -> bool:
    """The next card has left the shoe."""
    return i.card is not None and c.card is not None and c.card.id != i.card.id


def _answered_late(c: Context, i: Irregularity) -> bool:
    """It was waited for and has answered after all, before anybody froze the table."""
    return i.about == NO_ANSWER and c.play.peek is not None and not dict(i.answers).get("frozen")


def _lacks_card(c: Context, i: Irregularity) -> bool:
    at = target.find(c.play, i.box, i.hand)
    return at is not None and len(c.play.hands[at].cards) < 2 and not c.play.hands[at].dead
