"""What disclosed cards contradict: tens, foreign, a copy too many.

Source: MA 2.a~5, 15.b; console/README 1.2.

A face-down card is a gap here and joins at its disclosure; only a burn card that is a ten or
foreign is named at once, since no hand can use it.
"""

from __future__ import annotations

from collections import Counter

from controller.domain.cards import EVERY_CARD
from controller.domain.sealed import Slot
from controller.domain.structs import replace
from controller.procedure.state import refs
from controller.procedure.state.context import CannotOpen, Context
from controller.procedure.state.play import Play
from controller.rules.pack.sections.irregularity import Kind

TENS = ("ten_found", "ten_found_second")
DECK = frozenset(card.code for card in EVERY_CARD)


def lying(play: Play) -> tuple[Slot, ...]:
    """The cards that lie on the layout or wait aside."""
    hands = (s for h in play.hands for s in h.cards)
    aside = (*([play.pending] if play.pending else []), *play.behind)
    return (*hands, *play.dealer, *play.dealt, *aside)


def to_load(play: Play, shoe_cards: int) -> int:
    """Cards of the stack: the whole batch, or the rack where a round is to be finished."""
    return play.racked if play.marks.short else shoe_cards - play.removed


def disclosed(play: Play) -> tuple[tuple[str, int], ...]:
    """What the open cards on the layout count, when the others are shuffled again."""
    faces = Counter(s.face for s in lying(play) if s.face in DECK)
    return tuple(sorted((face, n) for face, n in faces.items() if face is not None))


def admit(c: Context, slot: Slot, *, box: int = 0, hand: int = 0) -> Slot | None:
    """Open a card for use; None when it may not be used and its irregularity is raised."""
    shown = c.expose(slot)
    assert shown.face is not None
    if shown.face not in DECK:
        c.raise_(anomaly(c, shown), card=shown, box=box, hand=hand)
        return None
    count(c, shown, box=box, hand=hand)
    return shown


def anomaly(c: Context, shown: Slot) -> Kind:
    """The kind of a card that no hand can use."""
    if shown.face is None or shown.face[0] != "T":
        return "foreign_card"
    return ten_kind(c)


def ten_kind(c: Context) -> Kind:
    """The second ten of the window voids (MA 15.b~2)."""
    limit = c.pack.shoe.ten_void_at.value
    waiting = sum(1 for i in c.play.irregularities if i.kind in TENS and i.status == "raised")
    second = limit and c.play.tens + waiting + 1 >= limit
    return "ten_found_second" if second else "ten_found"


def count(c: Context, shown: Slot, *, box: int = 0, hand: int = 0) -> None:
    assert shown.face is not None
    counts = dict(c.play.counts)
    counts[shown.face] = counts.get(shown.face, 0) + 1
    c.play = replace(c.play, counts=tuple(sorted(counts.items())))
    if counts[shown.face] > c.house.decks:
        c.raise_("copy_too_many", card=shown, box=box, hand=hand)


def recount(c: Context, was: str, now: str = "") -> None:
    """A card that was counted is another one, or lies nowhere until it is ruled."""
    counts = dict(c.play.counts)
    counts[was] -= 1
    if now:
        counts[now] = counts.get(now, 0) + 1
    c.play = replace(c.play, counts=tuple(sorted((f, n) for f, n in counts.items() if n)))


def check_burn(c: Context, slot: Slot) -> None:
    """Ask inside the seal whether a burn card is a ten or of no deck; nothing else is told."""
    if not slot.seal.ct:
        return
    if c.amending:
        # It was asked when it was burned: one that no hand could use has been named since.
        if slot.id in c.seen:
            name_burn(c, slot)
        return
    try:
        foreign = c.ask("burn_is_foreign", (slot,))
    except CannotOpen:
        return
    if foreign:
        name_burn(c, slot)


def name_burn(c: Context, slot: Slot) -> None:
    """A burn card whose face is known now: raise it when no hand could use it."""
    shown = c.expose(slot)
    if shown.face not in DECK:
        c.raise_(anomaly(c, shown), card=shown, about=refs.BURN)
