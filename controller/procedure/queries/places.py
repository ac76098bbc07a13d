"""Where the cards of the initial deal lie: a pure function of boxes and reported slips.

The scanner knows the cards' order, not their places (console/README 1.1). Until DEAL OK the deal is
a list of drawn cards; box and burn slips change what this function is asked, not the record.
"""

from __future__ import annotations

from msgspec import Struct

from controller.domain.structs import replace
from controller.procedure.state.play import Play


class Place(Struct, frozen=True, array_like=True):
    what: str
    """`box`, `up`, `hole`."""
    box: int = 0
    deal_pass: int = 0


def places(
    boxes: tuple[int, ...],
    *,
    skipped: tuple[tuple[int, int], ...],
    dealer_missed: bool,
    hole: bool,
    bank: int,
) -> tuple[Place, ...]:
    """The places in the order in which they are dealt, from the left of `bank` on (0 = the house).

    Source: MA 7.d.1-3, 7.i, 15.f, 15.h; CA dealing.3.v, 3.vi.
    """
    boxes = tuple(sorted(boxes, key=lambda b: (b < bank, b)))
    first = [Place("box", b, 1) for b in boxes if (b, 1) not in skipped]
    second = [Place("box", b, 2) for b in boxes if (b, 2) not in skipped]
    own = [Place("up")]
    last = [Place("hole")] if hole else []
    if dealer_missed:
        return (*first, *second, *own, *last)
    return (*first, *own, *second, *last)


def of(play: Play) -> tuple[Place, ...]:
    return places(
        play.boxes,
        skipped=play.skipped,
        dealer_missed=play.dealer_missed,
        hole=play.variant != "no_hole_card",
        bank=play.dealt_from if play.dealt_from or play.bank is None else play.bank.box,
    )


def begun(play: Play) -> bool:
    """A round is there from its first card, whatever became of it, until its layout is cleared."""
    return play.round in ("dealing", "deal_out") or bool(play.dealt or play.hands)


def without_cards(play: Play, box: int) -> bool:
    """It was passed over twice, as far as was told."""
    return (box, 1) in play.skipped and (box, 2) in play.skipped


def passed_over(play: Play, box: int, deal_pass: int, *, skipped: bool) -> Play:
    """As reported; told one way and then the other, the boxes are looked at once more."""
    others = tuple(x for x in play.skipped if x != (box, deal_pass))
    if skipped:
        return replace(play, skipped=(*others, (box, deal_pass)))
    return replace(play, skipped=others, doubt=True)


def due(play: Play) -> int:
    """Cards still due (positive) or over (negative)."""
    return len(of(play)) - len(play.dealt)


def up_index(play: Play) -> int:
    return next(i for i, p in enumerate(of(play)) if p.what == "up")


def box_of(play: Play, card: int) -> int:
    """The box in which a card lies, as dealt or in a hand; 0 = in none."""
    dealt = zip(play.dealt, of(play), strict=False)
    found = (
        *((s.id, p.box) for s, p in dealt),
        *((s.id, h.box) for h in play.hands for s in h.cards),
    )
    return next((box for one, box in found if one == card), 0)
