"""The play as the rules read it: situations of hands, the played round, the dealer's draws."""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain.hands import HandValue
from controller.domain.sealed import Slot
from controller.domain.settled import Initial, PlayedHand, PlayedRound
from controller.domain.settled import Spin as SettledSpin
from controller.domain.structs import replace
from controller.domain.wagers import Payment, Wager
from controller.domain.wording import at_box
from controller.procedure.state.context import Why, faces
from controller.procedure.state.house import House
from controller.procedure.state.parts.wagerers import caller_of, coupon_asked
from controller.procedure.state.play import Hand, Play
from controller.rules import decisions, peek, wagerers
from controller.rules import hands as rule_hands
from controller.rules.draw import dealer_draws
from controller.rules.match import match_payments as rule_match

from . import chips, limits, target


def situation(play: Play, hand: Hand) -> decisions.Situation:
    """Of a hand whose cards are face up."""
    at = target.find(play, hand.box, hand.number)
    later = play.hands[(at or 0) + 1 :]
    two = len(hand.cards) == 2
    moved = not hand.last and any(h.decided for h in later)
    return decisions.Situation(
        cards=faces(hand.cards),
        split=hand.split,
        doubles=hand.doubles,
        hands=sum(1 for h in play.hands if h.box == hand.box),
        first_decision=not hand.decided or (refused(hand) and two),
        stood=hand.decided and hand.done and not (hand.doubles or refused(hand)) and two,
        up_rank=play.dealer[0].face[0] if play.dealer and play.dealer[0].face else "2",
        peek="positive" if play.peek and play.peek_given else "not_due",
        rescue_closed=moved or play.dealer_hand not in ("down", "due"),
        barred=hand.barred,
        original_cents=bound_cents(play, hand.box),
        added_cents=hand.double_cents,
    )


def refused(hand: Hand) -> bool:
    """Said no to a card drawn in error and nothing else: no wish of his own (MA 15.d~2)."""
    return hand.barred and not (hand.hit_asked or hand.doubles or hand.split)


def bound_cents(play: Play, box: int, wagerer: str | None = None) -> int | None:
    """What the main wager counts for, which bounds others; of a coupon what was ruled of it."""
    who = caller_of(play.people, box) if wagerer is None else wagerer
    coupon = next(
        (x for x in play.people.coupons if (x.box, x.kind, x.wagerer) == (box, "main", who)), None
    )
    if coupon is not None and not coupon.counts:
        return None if coupon.counts is None else 0
    return chips.main_cents(play, box, who)


def why_not_bounded(play: Play, house: House, box: int, wagerer: str | None = None) -> Why:
    """Whether what the main wager counts for bounds another one yet: a coupon is ruled on first."""
    who = caller_of(play.people, box) if wagerer is None else wagerer
    if not coupon_asked(play.people, box, who):
        return None
    return house.no("coupon_first", box=at_box(box, who), who=house.word("casino_supervisor"))


def full_double(play: Play, house: House, hand: Hand) -> int | None:
    """What a double in full adds to the hand; None = not counted. Units: cents."""
    main = bound_cents(play, hand.box)
    if not main:
        return None
    added = hand.double_cents if hand.doubles else 0
    if not decisions.doubles_all(house.pack):
        return main
    return None if added is None else main + added


def finished(house: House, hand: Hand, *, doubled: bool) -> bool:
    """Whether a card just ended the hand: over, doubled, or a total that takes no card.

    The second card of a split hand leaves it open: it may still be doubled or split.
    """
    value = target.value(house, hand)
    limit = house.pack.play.hit_hard_below.value
    full = value.hard and value.total >= limit and len(hand.cards) > 2
    return value.bust or doubled or full


def why_not(
    play: Play, house: House, what: str, box: int, number: int, *, cents: int | None = None
) -> Why:
    """The reason against a decision on that hand now; None = legal."""
    at = target.find(play, box, number)
    if at is None:
        return house.no("no_hand", box=box)
    hand = play.hands[at]
    if hand.ruled:
        return house.no("no_hand", box=box)
    if play.marks.dealt_out and what in ("hit", "double", "split"):
        return house.no("no_card_left")
    if what == "rescue":
        return _why_not_rescue(play, house, hand)
    if what == "surrender" and (no := _why_no_more_surrender(play, house, hand)):
        return no
    if any(chosen[0] == box for chosen in play.people.choosing):
        return house.no("choose_first", box=box)
    if what == "double" and (unbounded := why_not_bounded(play, house, box)):
        return unbounded
    if hand.barred and (barred := decisions.why_not(house.pack, situation(play, hand), what)):
        return barred.clause, barred.text
    if what == "surrender" and refused(hand) and hand.done:
        begun = situation(play, hand).rescue_closed or hand.surrendered or hand.dead
        return house.no("rescue_late") if begun else None
    if what == "double" and target.chooses(hand):
        return _why_not_again(play, house, hand, cents)
    if hand.done and (ended := _why_ended(play, house, hand, what)):
        return ended
    late = what == "surrender" and _surrender_open(play, house, at)
    if not late and (no := target.why_not_target(play, house, box, number)):
        return no
    if target.dealers_owed(play) or hand.owed or hand.waits or len(hand.cards) < 2:
        return house.no("card_first")
    if target.doubling(hand):
        return house.no("doubled")
    s = situation(play, hand)
    no_ = decisions.why_not(house.pack, s, what)
    if no_ is None and what == "double":
        no_ = decisions.why_not_double_amount(house.pack, s, cents)
    if no_ is None and what == "split" and (unbounded := why_not_bounded(play, house, box)):
        return unbounded
    return (no_.clause, no_.text) if no_ else None


def _surrender_open(play: Play, house: House, at: int) -> bool:
    """Whether a hand that was passed may still be given up (CA options.6, options.7.b).

    Not right after its own NEXT while the next hand is asked: UNDO takes that NEXT back.
    """
    until = house.pack.play.surrender_until.value
    now = target.index(play, house)
    hand = play.hands[at]
    passed = (now is None or at < now) and not (hand.dead or hand.surrendered)
    open_ = until == "hole_card_exposed" and play.dealer_hand in ("down", "due")
    return open_ and passed and not just_stood(play, hand)


def just_stood(play: Play, hand: Hand) -> bool:
    """Its NEXT was the last one, no card is out since, and another hand is asked."""
    deciding = play.round == "deciding"
    return deciding and play.marks.stood == (hand.box, hand.number, play.drawn)


def asked_again(play: Play, house: House, what: str, box: int, number: int) -> str:
    """The clause by which the player is asked again before that decision; empty = he is not."""
    at = target.find(play, box, number)
    if at is None or not play.hands[at].cards or any(s.face is None for s in play.hands[at].cards):
        return ""
    return decisions.confirm(house.pack, situation(play, play.hands[at]), what)


def _why_ended(play: Play, house: House, hand: Hand, what: str) -> Why:
    """What a hand that is done may not do any more is refused by its own clause."""
    if hand.dead or hand.surrendered or len(hand.cards) < 2:
        return None
    no = decisions.why_not(house.pack, situation(play, hand), what)
    return (no.clause, no.text) if no else None


def _why_no_more_surrender(play: Play, house: House, hand: Hand) -> Why:
    """What was indicated before ends it, even where the hand has no turn any more."""
    if house.pack.play.surrender.value == "none" or hand.surrendered or hand.dead:
        return None
    until = house.pack.play.surrender_until.value
    if until == "hole_card_exposed" and dealer_turned(play):
        return house.no("hole_open")
    if not hand.decided and not hand.split:
        return None
    s = situation(play, hand)
    no = decisions.surrender_forgone(house.pack, s) or (
        decisions.no_surrender_after_stand(house.pack) if just_stood(play, hand) else None
    )
    return (no.clause, no.text) if no else None


def _why_not_rescue(play: Play, house: House, hand: Hand) -> Why:
    known = house.pack.play.rescue.value != "none"
    if known and (not hand.doubles or hand.rescued):
        return house.no("not_doubled")
    if known and target.doubling(hand):
        return house.no("card_first")
    no = decisions.why_not(house.pack, situation(play, hand), "rescue")
    if no is None and hand.done and house.pack.play.rescue_until.value == "own_turn":
        return house.no("turn_over")
    return (no.clause, no.text) if no else None


def _why_not_again(play: Play, house: House, hand: Hand, cents: int | None) -> Why:
    s = situation(play, hand)
    no = decisions.why_not(house.pack, s, "double")
    if no is None and s.rescue_closed:
        return house.no("rescue_late")
    no = no or decisions.why_not_double_amount(house.pack, s, cents)
    return (no.clause, no.text) if no else None


def next_taker(play: Play, house: House, at: int) -> Hand | None:
    """Whose a card is that was not for the hand at `at`: the next that takes one.

    One that stands by assumption takes it only where no other does.
    """
    later = [h for h in play.hands[at + 1 :] if not h.done]
    live = [h for h in later if not target.stand_assumed(play, house, h)]
    live.sort(key=lambda h: h.waits)
    may = (h for h in later if decisions.why_not(house.pack, situation(play, h), "hit") is None)
    return live[0] if live else next(may, None)


def stood_before(play: Play, house: House, box: int, number: int) -> tuple[cmd.Next | cmd.Hit, ...]:
    """What was decided where the hand stood and the card was the next taker's."""
    at = target.find(play, box, number)
    taker = next_taker(play, house, at) if at is not None else None
    stood = cmd.Next(box=box, hand=number)
    if taker is None or not target.stand_assumed(play, house, taker):
        return (stood,)
    return stood, cmd.Hit(box=taker.box, hand=taker.number)


def is_void(play: Play) -> bool:
    """Every hand is dead, or there never was one; what stands and what is turned back is listed."""
    return play.round == "settled" and all(h.dead for h in play.hands)


def surrender_ends(play: Play, house: House) -> bool:
    """Whether a surrender is settled at its turn: the up card makes no blackjack."""
    up = play.dealer[0].face if play.dealer else None
    at_once = house.pack.settle.surrender_settled.value == "at_once"
    return at_once and up is not None and not peek.up_card_can_make_blackjack(up[0])


def why_not_insure(play: Play, house: House, box: int, cents: int | None, wagerer: str = "") -> Why:
    up = play.dealer[0].face if play.dealer else None
    if up is None or not peek.insurance_offered(house.pack, up[0]):
        return house.no("no_ace")
    if not any(h.box == box and not h.dead for h in play.hands):
        return house.no("no_hand", box=box)
    mains = [w for w in play.wagers if (w.box, w.kind, w.wagerer) == (box, "main", wagerer)]
    if not mains:
        return house.no("unknown_wager")
    if unbounded := why_not_bounded(play, house, box, wagerer):
        return unbounded
    own = replace(mains[0], cents=bound_cents(play, box, wagerer))
    no = wagerers.why_not_insure_own(limits.pack(play, house, box), up[0], own, cents)
    return (no.clause, no.text) if no else None


def dealer_turned(play: Play) -> bool:
    """Both first cards lie there and every card is known."""
    return len(play.dealer) > 1 and all(s.face is not None for s in play.dealer)


def hole_to_turn(play: Play) -> bool:
    """False where it lies open, and where it was a ten and its place is empty."""
    return len(play.dealer) > 1 and play.dealer[1].face is None


def dealer_value(play: Play, house: House) -> HandValue:
    return rule_hands.value(house.pack, faces(play.dealer), split=False)


def played_hand(hand: Hand) -> PlayedHand:
    return PlayedHand(
        box=hand.box,
        hand=hand.number,
        cards=faces(hand.cards),
        split=hand.split,
        doubled=hand.doubles,
        doubled_cents=hand.double_cents if hand.doubles else 0,
        rescued=hand.rescued,
        surrendered=hand.surrendered,
        dead=hand.dead,
        covers=hand.covers,
    )


def initial(play: Play, box: int) -> tuple[Slot, ...]:
    """The first two cards that the box was dealt, wherever a split has moved them."""
    own = (s for h in play.hands if h.box == box for s in h.cards)
    return tuple(sorted(own, key=lambda s: s.id))[:2]


def undealt(play: Play, wager: Wager) -> bool:
    """A side wager on first cards that its box never got: nothing decides it (MA 15.h)."""
    return wager.kind in ("match", "bonus_spin", "xtreme") and len(initial(play, wager.box)) < 2


def played_round(play: Play, house: House) -> PlayedRound:
    boxes = {h.box for h in play.hands}
    return PlayedRound(
        decks=house.decks,
        hands=tuple(played_hand(h) for h in play.hands),
        wagers=tuple(w for w in play.wagers if w.box in boxes and not undealt(play, w)),
        initial=tuple(
            Initial(b, faces(two)) for b in sorted(boxes) if len(two := initial(play, b)) == 2
        ),
        dealer=faces(s for s in play.dealer if s.face is not None),
        peeked=bool(play.peek) if play.peek_given and play.peek is not None else None,
        variant=play.variant,
        bank=play.bank,
        same_player=play.people.linked,
        coupons=tuple(
            (x.box, x.wagerer, x.counts) for x in play.people.coupons if x.kind == "main"
        ),
        spins=tuple(
            SettledSpin(s.box, s.section, s.cents, s.kind)
            for s in play.spins
            if s.status == "rested"
        ),
        community=next((s.community for s in play.spins if s.community), ""),
    )


def match_payments(play: Play, house: House) -> tuple[Payment, ...]:
    """What is not settled yet, by the first two cards of each box (MA 6.d, 6.e)."""
    done = {(p.box, p.kind, p.wagerer) for p in play.payments}
    dead = {h.box for h in play.hands if h.dead}
    first = {h.box: faces(initial(play, h.box)) for h in play.hands if h.box not in dead}
    wagers = [
        w
        for w in play.wagers
        if w.kind == "match"
        and len(first.get(w.box, ())) == 2
        and (w.box, w.kind, w.wagerer) not in done
    ]
    return rule_match(house.pack, wagers, first, faces(play.dealer[:1])[0], house.decks)


def dealer_must_draw(play: Play, house: House) -> bool:
    """Source: MA 12.b, 12.c: under 17, and only while a card can change a result."""
    if not play.dealer or any(s.face is None for s in play.dealer):
        return False
    if len(play.dealer) < 2:
        return True
    if play.marks.dealt_out:
        return False
    hands = [played_hand(h) for h in play.hands]
    return dealer_draws(house.pack, faces(play.dealer), hands, play.wagers).must
