"""Who wagers at which box: several on one box, one on several, spoken cash, coupons, entry.

The first wagerer of a box has no name (`""`), the others are called by box and letter: `2B`, `2C`.
Who calls stands here, worked out by the pack whenever the wagers change.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from controller.domain.structs import replace
from controller.domain.wagers import Wager

KEPT_ROUNDS = 128
"""A shoe of eight decks has fewer; a continuous device deals without end."""
FIRST = ""
LETTERS = ("B", "C")


class Sharing(Struct, frozen=True, array_like=True):
    """A box that may have several wagerers."""

    box: int
    consent: bool = False
    """Of its first wagerer, until it is withdrawn between two rounds."""
    order: tuple[str, ...] = (FIRST,)
    """In which they joined."""
    seated: str | None = FIRST
    """None = nobody sits there."""
    caller: str = FIRST


class Cash(Struct, frozen=True, array_like=True):
    """A spoken wager with cash: no wager until confirmed, open until changed into chips."""

    box: int
    kind: str
    wagerer: str
    cents: int
    by: tuple[str, ...] = ()
    """Ranks that have confirmed it."""
    stands: bool = False
    round: int = 0
    """In which it was spoken, once that is closed; 0 = in the one that is open."""


class Coupon(Struct, frozen=True, array_like=True):
    box: int
    kind: str
    wagerer: str = FIRST
    counts: bool | None = None
    """Whether its value counts for a threshold; None = the casino supervisor is asked."""


class People(Struct, frozen=True, omit_defaults=True):
    shared: tuple[Sharing, ...] = ()
    linked: tuple[tuple[int, ...], ...] = ()
    """Boxes of one player, the own one first, until changed."""
    cash: tuple[Cash, ...] = ()
    coupons: tuple[Coupon, ...] = ()
    choosing: tuple[tuple[int, int, str], ...] = ()
    """(box, first hand of the pair, wagerer): cover each hand or stay on one (MA 13.e)."""
    rounds: int = 0
    """Played since the shuffle."""
    played: tuple[int, ...] = ()
    """Boxes with a wager in the last of them."""
    part: tuple[tuple[int, tuple[int, ...]], ...] = ()
    """Which boxes had chips in which of them, the newest last."""
    let_in: tuple[int, ...] = ()
    one_hand: tuple[tuple[int, str], ...] = ()
    """(box, who decided so): its player has no second spot; box 0 = nobody at the table has."""
    given: tuple[int, ...] = ()
    """Second spots that were given to another player."""
    giving: tuple[int, ...] = ()
    """Those that change their player when the round is over."""


def sharing(people: People, box: int) -> Sharing:
    return next((s for s in people.shared if s.box == box), Sharing(box))


def caller_of(people: People, box: int) -> str:
    return sharing(people, box).caller


def line_up(people: People, box: int) -> tuple[str, ...]:
    """Nearest the dealer's side first: who calls, then the others as they joined (MA 13.c)."""
    one = sharing(people, box)
    off = (one.caller, *spoken(people, box))
    return (one.caller, *(who for who in one.order if who not in off))


def spoken(people: People, box: int) -> tuple[str, ...]:
    """Who has said a main wager with cash there that nobody has confirmed yet."""
    waits = (x for x in people.cash if (x.box, x.kind) == (box, "main") and not x.stands)
    return tuple(x.wagerer for x in waits)


def letter(wagerer: str) -> str:
    return wagerer[-1:] or "A"


def with_sharing(people: People, one: Sharing) -> People:
    kept = tuple(s for s in people.shared if s.box != one.box)
    plain = one == Sharing(one.box)
    return replace(people, shared=kept if plain else (*kept, one))


def without(people: People, gone: Iterable[Wager]) -> People:
    """Those wagers were taken back: their marks go with them; cash of earlier rounds stays."""
    keys = {(w.box, w.kind, w.wagerer) for w in gone}
    return replace(
        people,
        cash=tuple(x for x in people.cash if x.round or (x.box, x.kind, x.wagerer) not in keys),
        coupons=tuple(x for x in people.coupons if (x.box, x.kind, x.wagerer) not in keys),
    )


def recounted(people: People, gone: Iterable[Wager]) -> People:
    """Other chips lie in their places: a coupon is none any more, bills stay to be changed."""
    return replace(without(people, gone), cash=people.cash)


def unsaid(people: People, wanted: tuple[int, str, str]) -> People:
    """Cash that was said there is none, if nobody has confirmed it; a change stays open."""
    left = (x for x in people.cash if x.stands or (x.box, x.kind, x.wagerer) != wanted)
    return replace(people, cash=tuple(left))


def coupon_asked(people: People, box: int, wagerer: str) -> bool:
    """Nobody has said yet what the coupon on the main wager counts for."""
    mine = (x for x in people.coupons if (x.box, x.kind, x.wagerer) == (box, "main", wagerer))
    return any(x.counts is None for x in mine)


def with_coupon_ruled(people: People, wanted: tuple[int, str, str], *, counts: bool) -> People:
    return replace(
        people,
        coupons=tuple(
            replace(x, counts=counts) if (x.box, x.kind, x.wagerer) == wanted else x
            for x in people.coupons
        ),
    )


def cash_open(people: People) -> tuple[Cash, ...]:
    return tuple(x for x in people.cash if x.stands)


def with_link(people: People, boxes: tuple[int, ...]) -> People:
    """One player has these boxes, the own one first, and no other has them; one is unlinked."""
    others = (tuple(b for b in one if b not in boxes) for one in people.linked)
    linked = [one for one in (*others, tuple(dict.fromkeys(boxes))) if len(one) > 1]
    return replace(people, linked=tuple(sorted(linked)))


def next_round(
    people: People, played: Iterable[int], *, number: int, part: Iterable[int]
) -> People:
    """Who sits where, consents and links stay; cash stays until it is changed."""
    return People(
        part=(*people.part, (number, tuple(part)))[-KEPT_ROUNDS:],
        shared=people.shared,
        linked=people.linked,
        cash=tuple(replace(x, round=x.round or number) for x in cash_open(people)),
        rounds=people.rounds + 1,
        played=tuple(played),
        let_in=people.let_in,
        one_hand=people.one_hand,
        given=people.given,
        giving=people.giving,
    )


def reshuffled(people: People) -> People:
    """A reshuffle ends the bar (MA 5.j, MD 6.C.2)."""
    return replace(people, rounds=0, played=(), part=(), let_in=())
