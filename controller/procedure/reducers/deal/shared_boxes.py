"""Several wagerers on one box, one player on several, who may enter (MA 5.j, 13, 14; MD 6.C, 6.H).

One calls for the cards of a box; insurance, rescue, the money of a double or a split concern each
wagerer alone.
"""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain.settled import Cover
from controller.domain.structs import replace
from controller.procedure.queries import legal, target
from controller.procedure.reducers.bank import bank_fees, player_dealer
from controller.procedure.reducers.settle import settlement
from controller.procedure.reducers.wheel.lockout import ON_WHEEL
from controller.procedure.state.context import Context, Why, refuse
from controller.procedure.state.house import House
from controller.procedure.state.parts.wagerers import (
    LETTERS,
    People,
    Sharing,
    caller_of,
    sharing,
    spoken,
    with_link,
    with_sharing,
)
from controller.procedure.state.play import Hand, Play
from controller.rules import decisions, placing, wagerers
from controller.rules.decisions import No

from . import second_spots


def _why(no: No | None) -> Why:
    return (no.clause, no.text) if no else None


# ---- who may enter (MA 5.j, MD 6.C) ----
def why_not_enter(play: Play, house: House, box: int) -> Why:
    """A box that is lit, or lay unlit by a slip this round, is no newcomer."""
    held = play.people
    return _why(
        placing.why_not_enter(
            house.pack,
            wagered_last_round=box in held.played or box in play.boxes,
            first_round_of_shoe=not held.rounds,
            let_in=box in held.let_in,
        )
    )


def may_let_in(c: Context) -> None:
    assert isinstance(c.input, cmd.LetIn)
    if why_not_enter(c.play, c.house, c.input.box) is None:
        refuse(c.house.no("not_now"))


def let_in(c: Context) -> None:
    assert isinstance(c.input, cmd.LetIn)
    held = c.play.people
    c.play = replace(c.play, people=replace(held, let_in=(*held.let_in, c.input.box)))


def cash_waits(play: Play) -> set[tuple[int, str, str]]:
    """Wagers of this round whose cash is still cash."""
    return {(x.box, x.kind, x.wagerer) for x in play.people.cash if x.stands and not x.round}


# ---- several on one box (MA 13) ----
def on_box(play: Play, box: int) -> tuple[str, ...]:
    """Who has a main wager there, in the order of joining."""
    there = {w.wagerer for w in play.wagers if w.box == box and w.kind == "main"}
    return tuple(who for who in sharing(play.people, box).order if who in there)


def shared_boxes(play: Play, besides: int = 0) -> int:
    return sum(1 for b in play.boxes if b != besides and len(on_box(play, b)) > 1)


def named(box: int) -> tuple[str, ...]:
    return tuple(f"{box}{letter}" for letter in LETTERS)


def why_not_join(play: Play, house: House, box: int, kind: str, wagerer: str) -> Why:
    """Only with the first wagerer's consent, up to what the licensee allows (MA 13.a, 13.g)."""
    if wagerer in named(box) and kind in ON_WHEEL:
        return house.no("one_spin")
    if wagerer and not (wagerer in named(box) and kind in ("main", "match")):
        return house.no("unknown_wager")
    there = [w for w in play.wagers if w.box == box and w.kind == "main"]
    inside = {*(w.wagerer for w in there), *spoken(play.people, box)}
    if kind != "main" or wagerer in inside:
        return None
    if not there:
        return house.no("match_needs_main", box=box) if wagerer else None
    consent = sharing(play.people, box).consent
    others = shared_boxes(play, besides=box)
    return _why(wagerers.why_not_join(house.pack, there, consent=consent, shared_boxes=others))


def why_not_uncounted(play: Play, house: House, i: cmd.WagerSet) -> Why:
    """Where nobody sits at a shared box the highest wager calls: every one is counted."""
    unseated = sharing(play.people, i.box).seated is None
    others = (w for w in play.wagers if (w.box, w.kind) == (i.box, "main"))
    known = i.cents is not None and all(
        w.cents is not None for w in others if w.wagerer != i.wagerer
    )
    if unseated and i.kind == "main" and not known:
        return house.pack.deal.caller_unseated.clause, house.no("count_wagers", box=i.box)[1]
    return None


def line_up_again(c: Context, box: int) -> None:
    """Who joined last stands last; who left has left the line; who calls is worked out anew.

    Whose spoken cash waits keeps his place and his consent, and calls for nobody until it counts.
    """
    p = c.play
    one = sharing(p.people, box)
    mains = [w for w in p.wagers if w.box == box and w.kind == "main"]
    there = [w.wagerer for w in mains]
    inside = (*there, *spoken(p.people, box))
    order = tuple(who for who in one.order if who in inside)
    order += tuple(who for who in dict.fromkeys(inside) if who not in order)
    if not order:
        c.play = replace(c.play, people=alone(p.people, box))
        return
    consent = one.consent and order[0] == one.order[0]
    stays = one.seated in (None, *order) and len(order) > 1
    seated = one.seated if stays else order[0]
    ranked = sorted(mains, key=lambda w: order.index(w.wagerer))
    calls = seated or order[0]
    if ranked:
        sits = seated if seated in (None, *there) else ranked[0].wagerer
        calls = wagerers.caller(c.pack, ranked, seated=sits).wagerer
    c.play = replace(
        c.play, people=with_sharing(p.people, Sharing(box, consent, order, seated, calls))
    )


def alone(people: People, box: int) -> People:
    return with_sharing(people, Sharing(box))


def why_not_consent(play: Play, house: House, box: int) -> Why:
    leaf = house.pack.deal.wagerers_per_box
    if leaf.number < 2:
        return leaf.clause, house.no("one_wagerer")[1]
    return None if on_box(play, box) else house.no("match_needs_main", box=box)


def consent(c: Context) -> None:
    """Withdrawn, it keeps the next one out; those who have joined stay for this round."""
    assert isinstance(c.input, cmd.WagererConsents)
    one = sharing(c.play.people, c.input.box)
    c.play = replace(c.play, people=with_sharing(c.play.people, replace(one, consent=c.input.on)))


def why_not_seat(play: Play, house: House, i: cmd.CallerSeated) -> Why:
    """Without amounts nobody could say whose wager is the highest."""
    there = on_box(play, i.box)
    if i.wagerer not in there:
        return house.no("unknown_wager")
    if len(there) < 2 or (i.wagerer if i.on else None) == sharing(play.people, i.box).seated:
        return house.no("not_now")
    leaf = house.pack.deal.caller_unseated
    if not i.on and leaf.value == "none":
        return leaf.clause, house.no("one_wagerer")[1]
    mains = [w for w in play.wagers if w.box == i.box and w.kind == "main"]
    if not i.on and any(w.cents is None for w in mains):
        return leaf.clause, house.no("count_wagers", box=i.box)[1]
    return None


def seat(c: Context) -> None:
    assert isinstance(c.input, cmd.CallerSeated)
    i = c.input
    one = replace(sharing(c.play.people, i.box), seated=i.wagerer if i.on else None)
    c.play = replace(c.play, people=with_sharing(c.play.people, one))
    line_up_again(c, i.box)


# ---- one player on several boxes (MA 5.g~3, 14; MD 6.H; NH play.21) ----
def why_not_link(play: Play, house: House, boxes: tuple[int, ...]) -> Why:
    if not boxes or any(not 1 <= box <= house.boxes for box in boxes):
        return house.no("box_range", n=house.boxes)
    if len(boxes) == 1 and all(boxes[0] not in one for one in play.people.linked):
        return house.no("not_now")
    if no := second_spots.why_not_second(play, house, boxes):
        return no
    return _why(placing.why_not_boxes(house.pack, tuple(sorted(set(boxes)))))


def link(c: Context) -> None:
    """Until changed; a box has one player."""
    assert isinstance(c.input, cmd.PlayersLinked)
    c.play = replace(c.play, people=with_link(c.play.people, c.input.boxes))
    if c.play.round == "wagering":
        player_dealer.darken_own(c)
    bank_fees.refund(c)


def link_and_settle(c: Context) -> None:
    link(c)
    settlement.settle_again(c)


# ---- decisions on a shared box (MA 13.b, 13.d, 13.e) ----
def others(play: Play, hand: Hand) -> tuple[str, ...]:
    """Wagerers on the hand beside the one who calls."""
    off = {c.wagerer for c in hand.covers if not c.on}
    calls = caller_of(play.people, hand.box)
    return tuple(who for who in on_box(play, hand.box) if who != calls and who not in off)


def cover(hand: Hand, wagerer: str) -> Cover:
    return next((c for c in hand.covers if c.wagerer == wagerer), Cover(wagerer))


def put_cover(hand: Hand, one: Cover) -> Hand:
    kept = tuple(c for c in hand.covers if c.wagerer != one.wagerer)
    return replace(hand, covers=(*kept, one))


def follows(play: Play, i: cmd.Decision) -> bool:
    """Whether the decision is of another wagerer than the one who calls."""
    return i.wagerer is not None and i.wagerer != caller_of(play.people, i.box)


def why_not_follow(play: Play, house: House, i: cmd.Decision) -> Why:
    """Only doubles and rescues of another's own money are his; the cards are the caller's."""
    at = target.find(play, i.box, i.hand)
    if at is None or i.wagerer is None:
        return house.no("no_hand", box=i.box)
    hand = play.hands[at]
    own = [w for w in play.wagers if (w.box, w.kind, w.wagerer) == (i.box, "main", i.wagerer)]
    if i.wagerer not in others(play, hand) or not own:
        return house.no("unknown_wager")
    if isinstance(i, cmd.Double):
        if cover(hand, i.wagerer).doubled:
            return house.no("doubled")
        if unbounded := legal.why_not_bounded(play, house, i.box, i.wagerer):
            return unbounded
        return _why(
            wagerers.why_not_follow_double(
                house.pack,
                caller_doubles=target.doubling(hand) or _told_late(play, hand),
                original_cents=legal.bound_cents(play, i.box, i.wagerer),
                cents=i.cents,
            )
        )
    if isinstance(i, cmd.Rescue):
        return _why_not_rescue(play, house, hand, i.wagerer)
    deal, someone = house.pack.deal, sharing(play.people, i.box).seated is not None
    leaf = deal.caller_seated if someone else deal.caller_unseated
    return leaf.clause, house.no("caller")[1]


def _told_late(play: Play, hand: Hand) -> bool:
    """The caller's double was told after its card, which is the last one out (MA 13.d)."""
    last = bool(play.last and hand.cards and play.last.card == hand.cards[-1].id)
    return hand.told_late and last and not hand.rescued


def _why_not_rescue(play: Play, house: House, hand: Hand, wagerer: str) -> Why:
    one = cover(hand, wagerer)
    if not one.doubled or one.rescued or not (hand.done or hand.again):
        return house.no("not_doubled")
    return _why(decisions.why_not(house.pack, legal.situation(play, hand), "rescue"))


def follow_double(c: Context, at: int, i: cmd.Double) -> None:
    assert i.wagerer is not None
    own = next(w for w in c.play.wagers if (w.box, w.kind, w.wagerer) == (i.box, "main", i.wagerer))
    cents = own.cents if i.cents is None else i.cents
    one = Cover(i.wagerer, doubled=1, doubled_cents=cents)
    c.put_hand(at, put_cover(c.play.hands[at], one))


def follow_rescue(c: Context, at: int, i: cmd.Decision) -> None:
    assert i.wagerer is not None
    hand = c.play.hands[at]
    c.put_hand(at, put_cover(hand, replace(cover(hand, i.wagerer), rescued=True)))


def stay_single(play: Play, hand: Hand) -> Hand:
    """The caller doubles. The others do so only when they say so (MA 13.d)."""
    for who in others(play, hand):
        if all(c.wagerer != who for c in hand.covers):
            hand = put_cover(hand, Cover(who))
    return hand


def ask_covers(c: Context, box: int, first: int) -> None:
    """The caller splits: each other stays on the first hand until he has chosen (MA 13.e)."""
    p = c.play
    one, two = target.find(p, box, first), target.find(p, box, first + 1)
    assert one is not None
    assert two is not None
    asked = others(p, p.hands[one])
    second = p.hands[two]
    for who in asked:
        second = put_cover(second, Cover(who, on=False))
    for gone in p.hands[one].covers:
        second = put_cover(second, gone) if not gone.on else second
    c.put_hand(two, second)
    choosing = tuple((box, first, who) for who in asked)
    c.play = replace(c.play, people=replace(p.people, choosing=(*p.people.choosing, *choosing)))


def why_not_cover(play: Play, house: House, i: cmd.CoverChosen) -> Why:
    pair = next((n for b, n, who in play.people.choosing if (b, who) == (i.box, i.wagerer)), None)
    if pair is None:
        return house.no("not_now")
    if not i.hand and (unbounded := legal.why_not_bounded(play, house, i.box, i.wagerer)):
        return unbounded
    if not i.hand and legal.bound_cents(play, i.box, i.wagerer) == 0:
        return _why(decisions.why_not_split_wager(house.pack, 0))
    named = i.hand in (pair, pair + 1)
    covers = 1 if i.hand else 2
    return _why(wagerers.why_not_follow_split(house.pack, covers=covers, hands=2, names_hand=named))


def choose_cover(c: Context) -> None:
    assert isinstance(c.input, cmd.CoverChosen)
    i = c.input
    pair = next(n for b, n, who in c.play.people.choosing if (b, who) == (i.box, i.wagerer))
    for number in (pair, pair + 1):
        at = target.find(c.play, i.box, number)
        assert at is not None
        one = replace(cover(c.play.hands[at], i.wagerer), on=i.hand in (0, number))
        hand = c.play.hands[at]
        kept = tuple(x for x in hand.covers if x.wagerer != i.wagerer)
        c.put_hand(at, replace(hand, covers=kept) if one.on else put_cover(hand, one))
    left = tuple(x for x in c.play.people.choosing if x != (i.box, pair, i.wagerer))
    c.play = replace(c.play, people=replace(c.play.people, choosing=left))
