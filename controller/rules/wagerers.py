"""Several wagerers on one box: who calls, who may follow a double, a split, an insurance."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from controller.domain.wagers import Wager

from .decisions import No, why_not_insure
from .pack import Pack


class Caller(Struct, frozen=True):
    wagerer: str
    clause: str


def caller(pack: Pack, wagers: Sequence[Wager], *, seated: str | None) -> Caller:
    """Who decides for the cards of a box: the one seated there, else the highest wager.

    A tie goes to the earlier wager. Raises: ValueError when nobody wagered, or when it depends
    on an amount that was not counted.
    """
    mains = [w for w in wagers if w.kind == "main"]
    if not mains:
        raise ValueError("nobody wagered on this box")
    deal = pack.deal
    if seated is not None and any(w.wagerer == seated for w in mains):
        return Caller(seated, deal.caller_seated.clause)
    if len(mains) > 1 and any(w.cents is None for w in mains):
        raise ValueError("the highest wager decides: every amount is needed")
    highest = max(mains, key=lambda w: w.cents or 0)
    return Caller(highest.wagerer, deal.caller_unseated.clause)


def why_not_join(
    pack: Pack, first: Sequence[Wager], *, consent: bool, shared_boxes: int = 0
) -> No | None:
    """Whether another may wager on a box, with the first wagerer's consent.

    `shared_boxes` = other boxes of the table that have more than one wagerer.
    """
    deal = pack.deal
    present = len({w.wagerer for w in first if w.kind == "main"})
    if present >= deal.wagerers_per_box.number:
        most = deal.wagerers_per_box.number
        return No(deal.wagerers_per_box.clause, f"At most {most} to a box")
    if present == 1 and shared_boxes >= deal.shared_boxes.number:
        most = deal.shared_boxes.number
        return No(deal.shared_boxes.clause, f"At most {most} shared boxes at this table")
    if present and not consent:
        return No(deal.join_consent.clause, "Only if the first wagerer consents")
    return None


def why_not_follow_double(
    pack: Pack, *, caller_doubles: bool, original_cents: int | None, cents: int | None
) -> No | None:
    """Whether a co-wagerer may double: only when the caller does, up to his own original."""
    leaf = pack.deal.follow_double
    if leaf.value == "none":
        return No(leaf.clause, "One wagerer to a box")
    if not caller_doubles:
        return No(leaf.clause, "Only when the caller doubles")
    if original_cents == 0:
        return No(leaf.clause, "The original wager counts for nothing")
    if cents is not None and original_cents is not None and not 0 < cents <= original_cents:
        return No(leaf.clause, "At most one's own original wager")
    return None


def why_not_follow_split(pack: Pack, *, covers: int, hands: int, names_hand: bool) -> No | None:
    """After a split each co-wagerer covers every hand or names the one he stays on."""
    leaf = pack.deal.follow_split
    if leaf.value == "none":
        return No(leaf.clause, "One wagerer to a box")
    if covers == hands or (covers == 1 and names_hand):
        return None
    return No(leaf.clause, "Cover each hand, or name the one the wager stays on")


def why_not_insure_own(
    pack: Pack, up_rank: str, own: Wager, cents: int | None, *, closed: bool = False
) -> No | None:
    """Each wagerer insures his own wager, whatever the others do."""
    return why_not_insure(pack, up_rank, main_cents=own.cents, cents=cents, closed=closed)
