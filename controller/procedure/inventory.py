"""What disclosed cards contradict: tens, foreign, a copy too many (MA 2.a~5, 15.b; TABLE 1.2).

A face-down card is a gap here and joins at its disclosure; only a burn card that is a ten or
foreign is named at once, since no hand can use it.
"""

from __future__ import annotations

from controller.domain.cards import EVERY_CARD
from controller.domain.sealed import Slot

from .context import CannotOpen, Context
from .state import Irregularity, Play

DECK = frozenset(card.code for card in EVERY_CARD)


def placed(play: Play) -> set[int]:
    """Ids of the cards that lie on the layout or wait aside."""
    hands = (s for h in play.hands for s in h.cards)
    aside = (*([play.pending] if play.pending else []), *play.behind)
    return {s.id for s in (*hands, *play.dealer, *play.dealt, *aside)}


def loose(play: Play) -> tuple[Irregularity, ...]:
    """Open irregularities whose card lies nowhere until they are ruled."""
    lying = placed(play)
    return tuple(
        i
        for i in play.irregularities
        if i.status == "raised"
        and i.card is not None
        and i.card.id not in lying
        and i.kind != "face_up_card_second"
        and i.about != "burn"
    )


def admit(c: Context, slot: Slot, *, box: int = 0, hand: int = 0) -> Slot | None:
    """Open a card for use; None when it may not be used and its irregularity is raised."""
    had = slot.face is not None and slot.id in dict(c.play.entered)
    shown = c.expose(slot)
    assert shown.face is not None
    if shown.face not in DECK:
        kind = "ten_found" if shown.face[0] == "T" else "foreign_card"
        c.raise_(kind, card=shown, box=box, hand=hand)
        return None
    if not had:
        count(c, shown, box=box, hand=hand)
    return shown


def count(c: Context, shown: Slot, *, box: int = 0, hand: int = 0) -> None:
    assert shown.face is not None
    counts = dict(c.play.counts)
    counts[shown.face] = counts.get(shown.face, 0) + 1
    c.set(counts=tuple(sorted(counts.items())))
    if counts[shown.face] > c.house.decks:
        c.raise_("copy_too_many", card=shown, box=box, hand=hand)


def check_burn(c: Context, slot: Slot) -> None:
    """Ask inside the seal whether a burn card is a ten or of no deck; nothing else is told."""
    if not slot.seal.ct:
        return
    try:
        foreign = c.ask("burn_is_foreign", (slot,))
    except CannotOpen:
        return
    if foreign:
        shown = c.expose(slot)
        ten = shown.face is not None and shown.face[0] == "T"
        c.raise_("ten_found" if ten else "foreign_card", card=shown, about="burn")
