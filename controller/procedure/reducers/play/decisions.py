"""Decisions and hits (MA 7.e-7.f, 8-10, 12.a)."""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain.sealed import Slot
from controller.domain.structs import replace
from controller.domain.wording import of_hand
from controller.procedure.queries import after_double, inventory, legal, target
from controller.procedure.reducers.cards import set_aside
from controller.procedure.reducers.deal import shared_boxes
from controller.procedure.state import follow_ups, refs
from controller.procedure.state.context import Context, Refuse, Why, refuse
from controller.procedure.state.play import Hand, LastDraw, Play
from controller.rules.settlement import settle

from .phase import advance, insurance_due, peek_due, proceed

INSERTED = 0xFF
"""Of an entry's id: it was put before a card by a report after it."""


# ---- match wagers (MA 6.d, 6.e) ----


def match_may_wait(c: Context) -> bool:
    """A card drawn over unpaid match wagers is booked where nothing else comes before it."""
    p = c.play
    blocked = peek_due(p, c.house) or insurance_due(p, c.house)
    return not blocked and hand_may_draw(c)


def hit_unpaid(c: Context) -> None:
    c.raise_("match_unpaid")
    hit(c)


def no_check_and_hand_may_draw(c: Context) -> bool:
    return not peek_due(c.play, c.house) and hand_may_draw(c)


# ---- the hand that takes a card ----
def hand_may_draw(c: Context) -> bool:
    return target.taker(c.play, c.house) is not None or target.dealers_owed(c.play)


def first_hit(c: Context) -> None:
    hit(c)


def hit(c: Context) -> None:
    """A card drawn while a hand may take one is that hand's (MA 7.f, 12.a)."""
    assert c.card is not None
    if c.play.up_owed:
        up = inventory.admit(c, c.card)
        if up:
            last = LastDraw(c.card.id, mono=c.mono)
            c.play = replace(c.play, dealer=(up, *c.play.dealer), up_owed=False, last=last)
            proceed(c)
        return
    if c.play.hole_owed and target.owed(c.play) is None:
        hole = Slot(c.card.id, c.card.seal)
        last = LastDraw(c.card.id, mono=c.mono)
        c.play = replace(c.play, dealer=(*c.play.dealer, hole), hole_owed=False, last=last)
        proceed(c)
        return
    at = target.taker(c.play, c.house)
    assert at is not None
    give(c, at, c.card)


def give(c: Context, at: int, slot: Slot) -> None:
    before = c.play.hands[at]
    shown = inventory.admit(c, slot, box=before.box, hand=before.number)
    if shown is None:
        return
    hand = replace(before, cards=(*before.cards, shown), hit_asked=False, waits=False)
    c.play = replace(c.play, last=LastDraw(slot.id, before.box, before.number, c.mono))
    if before.owed:
        complete(c, at, hand)
        return
    close_before(c, len(c.play.hands) if before.waits else at)
    c.put_hand(at, replace(after_double.after_card(c.play, c.house, hand), decided=True))
    note_end(c, hand)
    doubt_attribution(c, at, before)
    advance(c)


def note_end(c: Context, hand: Hand) -> None:
    """The line tells what has become of the hand that had the last card or decision."""
    marks = replace(c.play.marks, ended=(hand.box, hand.number))
    c.play = replace(c.play, marks=marks)


def complete(c: Context, at: int, hand: Hand) -> None:
    """One of the first two cards came late (MA 15.h~2, 15.b).

    It belongs to the deal, so no hand has stood: those before it are still asked.
    """
    value = target.value(c.house, hand)
    lacks = len(hand.cards) < 2
    c.put_hand(at, replace(hand, owed=lacks, done=(hand.ruled or value.blackjack) and not lacks))
    note_end(c, hand)
    proceed(c)


def close_before(c: Context, at: int) -> None:
    """A hit for a later hand ends those that stood by assumption."""
    closed = tuple(
        replace(h, done=True)
        if i < at and not (h.done or h.owed or h.waits)
        else replace(h, again=h.again and not h.done)
        for i, h in enumerate(c.play.hands)
    )
    if closed != c.play.hands:
        c.play = replace(c.play, hands=closed)


def doubt_attribution(c: Context, at: int, before: Hand) -> None:
    """A draw on hard 17 asks, without stopping, whose card it was (console/README 2.2)."""
    if isinstance(c.input, cmd.CardKeyed):
        return  # Keyed beside the box's name on the screen.
    later = legal.next_taker(c.play, c.house, at)
    if later is None or before.doubles or len(before.cards) < 2:
        return
    value = target.value(c.house, before)
    if value.hard and value.total >= 17 and not before.hit_asked:
        same = later.box == before.box
        other = of_hand(later.box, later.number, alone=not same)
        ref = refs.SAME_BOX if same else ""
        c.raise_("whose_card", box=before.box, hand=before.number, about=other, ref=ref)


# ---- decisions ----
def _decision(c: Context) -> cmd.Decision:
    assert isinstance(c.input, cmd.Decision)
    return c.input


def _at(c: Context) -> int:
    i = _decision(c)
    at = target.find(c.play, i.box, i.hand)
    assert at is not None
    return at


def why_not(play: Play, c: Context, what: str, i: cmd.Decision) -> Why:
    if shared_boxes.follows(play, i):
        return shared_boxes.why_not_follow(play, c.house, i)
    return legal.why_not(play, c.house, what, i.box, i.hand)


def _asked_again(c: Context, what: str, i: cmd.Hit | cmd.Double | cmd.Surrender) -> None:
    """What the page asks twice the table takes only with the second answer. Raises: Refuse."""
    clause = legal.asked_again(c.play, c.house, what, i.box, i.hand)
    if clause and not i.confirmed:
        raise Refuse(clause, c.house.no("not_sure")[1])


def next_due(c: Context) -> None:
    i = _decision(c)
    refuse(why_not(c.play, c, "stand", i))
    if _at(c) != target.index(c.play, c.house):
        refuse(c.house.no("waits_turn", box=i.box))


def hit_due(c: Context) -> None:
    """Only for a hand that stands by assumption: elsewhere the card itself is the hit."""
    i = _decision(c)
    assert isinstance(i, cmd.Hit)
    refuse(why_not(c.play, c, "hit", i))
    _asked_again(c, "hit", i)
    if _at(c) == target.index(c.play, c.house):
        refuse(c.house.no("not_now"))


def double_due(c: Context) -> None:
    i = _decision(c)
    assert isinstance(i, cmd.Double)
    if shared_boxes.follows(c.play, i):
        refuse(shared_boxes.why_not_follow(c.play, c.house, i))
        return
    refuse(legal.why_not(c.play, c.house, "double", i.box, i.hand, cents=i.cents))
    _asked_again(c, "double", i)


def split_due(c: Context) -> None:
    refuse(why_not(c.play, c, "split", _decision(c)))


def surrender_due(c: Context) -> None:
    i = _decision(c)
    assert isinstance(i, cmd.Surrender)
    refuse(why_not(c.play, c, "surrender", i))
    _asked_again(c, "surrender", i)


def rescue_due(c: Context) -> None:
    refuse(why_not(c.play, c, "rescue", _decision(c)))


def stand(c: Context) -> None:
    at, p = _at(c), c.play
    hand = p.hands[at]
    c.play = replace(c.play, marks=replace(p.marks, stood=(hand.box, hand.number, p.drawn)))
    c.put_hand(at, replace(hand, done=True, decided=True, again=False))
    note_end(c, hand)
    advance(c)


def ask_hit(c: Context) -> None:
    at = _at(c)
    c.put_hand(at, replace(c.play.hands[at], hit_asked=True, decided=True))
    note_end(c, c.play.hands[at])


def double(c: Context) -> None:
    """The added wager goes beside the first; one more card, then the hand is done (MA 9.a)."""
    at, i = _at(c), _decision(c)
    assert isinstance(i, cmd.Double)
    if shared_boxes.follows(c.play, i):
        shared_boxes.follow_double(c, at, i)
        return
    add_double(c, at, i.cents)


def add_double(c: Context, at: int, cents: int | None) -> None:
    """None = all that a double of this hand adds."""
    hand = shared_boxes.stay_single(c.play, c.play.hands[at])
    before = hand.double_cents if hand.doubles else 0
    cents = cents or legal.full_double(c.play, c.house, hand)
    added = None if before is None or cents is None else before + cents
    doubled = replace(
        hand, doubles=hand.doubles + 1, double_cents=added, carded_cents=before, decided=True
    )
    late = bool(c.entry & INSERTED)
    c.put_hand(at, replace(doubled, done=False, again=False, told_late=late))
    note_end(c, hand)


def split(c: Context) -> None:
    """Two hands of the pair; the first is completed before the second gets its card (MA 10.b)."""
    at = _at(c)
    hand = c.play.hands[at]
    first = replace(hand, cards=hand.cards[:1], split=True, decided=True, hit_asked=False)
    second = Hand(hand.box, hand.number + 1, hand.cards[1:], split=True)
    later = tuple(
        replace(h, number=h.number + 1) if h.box == hand.box else h for h in c.play.hands[at + 1 :]
    )
    c.play = replace(c.play, hands=(*c.play.hands[:at], first, second, *later))
    note_end(c, first)
    shared_boxes.ask_covers(c, hand.box, hand.number)


def surrender(c: Context) -> None:
    at, p = _at(c), c.play
    hand = p.hands[at]
    if hand.done:
        c.play = replace(c.play, marks=replace(p.marks, given_up=(hand.box, hand.number, p.drawn)))
    c.put_hand(at, replace(c.play.hands[at], surrendered=True, done=True, decided=True))
    note_end(c, hand)
    settle_surrender(c, c.play.hands[at])
    if c.play.round == "deciding":
        advance(c)


def settle_surrender(c: Context, hand: Hand) -> None:
    """Under an up card that makes no blackjack half is taken and half returned (MA 8.a.1)."""
    if not legal.surrender_ends(c.play, c.house):
        return
    played = legal.played_round(c.play, c.house)
    mains = tuple(w for w in played.wagers if (w.box, w.kind) == (hand.box, "main"))
    one = replace(played, hands=(legal.played_hand(hand),), wagers=mains, dealer=played.dealer[:1])
    c.pay(settle(c.pack, one))


def rescue(c: Context) -> None:
    at, i = _at(c), _decision(c)
    if shared_boxes.follows(c.play, i):
        shared_boxes.follow_rescue(c, at, i)
        return
    hand, p = c.play.hands[at], c.play
    doubted = any(x.card is not None and x.status == "raised" for x in p.irregularities)
    if doubted or any(h.last for h in p.hands):  # the line speaks of another hand
        c.play = replace(p, marks=replace(p.marks, given_up=(hand.box, hand.number, p.drawn)))
    c.put_hand(at, replace(hand, rescued=True, done=True))
    note_end(c, hand)
    if c.play.round == "deciding":
        advance(c)


def reopen_hit(c: Context) -> None:
    ask_hit(c)
    c.follow(follow_ups.DealerHand.TURN_RECALLED)


def reopen_double(c: Context) -> None:
    double(c)
    c.follow(follow_ups.DealerHand.TURN_RECALLED)


def reopen_split(c: Context) -> None:
    split(c)
    c.follow(follow_ups.DealerHand.TURN_RECALLED)


# ---- a card that waits as the next one (MA 15.c, 15.d) ----
def why_not_take(play: Play, c: Context, box: int, number: int) -> Why:
    if play.pending is None:
        return c.house.no("no_aside")
    at = target.find(play, box, number)
    if at is None or at != target.index(play, c.house):
        return c.house.no("waits_turn", box=box)
    return c.house.no("doubled") if target.chooses(play.hands[at]) else None


def taking_due(c: Context) -> None:
    assert isinstance(c.input, cmd.CardTaken)
    refuse(why_not_take(c.play, c, c.input.box, c.input.hand))


def take_pending(c: Context) -> None:
    assert isinstance(c.input, cmd.CardTaken | cmd.OfferAnswered)
    slot = set_aside.take(c)
    at = target.find(c.play, c.input.box, c.input.hand)
    assert slot is not None
    assert at is not None
    give(c, at, slot)


# ---- the end of the decisions ----
def call_turn(c: Context) -> None:
    """NEXT on the last hand attests the announcement; a hand that ended by itself waits for it."""
    c.follow(follow_ups.DealerHand.TURN_CALLED)
    if c.play.variant == "no_hole_card" and isinstance(c.input, cmd.Next):
        c.follow(follow_ups.DealerHand.SECOND_CARD_CALLED)
