"""A card was read wrongly: its face as it lies, and whatever hung on the wrong one."""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain.sealed import Slot
from controller.domain.structs import replace
from controller.procedure.irregularities.standing import dealers, open_ones, rules
from controller.procedure.queries import after_double, inventory, legal, target
from controller.procedure.reducers.cards import set_aside
from controller.procedure.reducers.play import asked_hands, phase
from controller.procedure.reducers.settle import paid_early
from controller.procedure.reducers.wheel import spin_turns
from controller.procedure.state import refs
from controller.procedure.state.context import Context
from controller.procedure.state.play import Hand, Irregularity

from . import free_rulings

DECIDED = ("deciding", "turn_due")


def misread(c: Context, i: Irregularity, command: cmd.Ruled) -> None:
    """The face as it lies, in the place where the reading was wrong."""
    assert i.card is not None
    assert i.card.face is not None
    face = free_rulings.read_out(c, command.face or command.reason)
    right = Slot(i.card.id, i.card.seal, face)
    if face[0] == "T":
        _is_ten(c, i.card, right)
        return
    inventory.recount(c, i.card.face, face)
    was = c.play.dealer
    c.play = replace(
        c.play,
        entered=(*c.play.entered, (right.id, face)),
        dealer=tuple(right if s.id == right.id else s for s in was),
    )
    for at, hand in enumerate(c.play.hands):
        if any(s.id == right.id for s in hand.cards):
            cards = tuple(right if s.id == right.id else s for s in hand.cards)
            anew = replace(hand, cards=cards)
            chooses = after_double.after_card(c.play, c.house, anew)
            passed = hand.done and not hand.decided
            stands = passed and all(_stands_unasked(c, at, h) for h in (hand, anew))
            no_turn = stands or _gives_no_turn(c, hand)
            over = no_turn or free_rulings.ended(c, anew) or _blackjack(c, anew)
            unasked = passed and not over and legal.dealer_turned(c.play)
            left = replace(anew, done=over, hit_asked=hand.hit_asked or unasked)
            c.put_hand(at, chooses if hand.again and not no_turn else left)
    if c.play.dealer != was:
        _of_dealer(c)
    paid_early.anew(c)
    phase.triggers_anew(c)
    free_rulings.moved(c)


def _is_ten(c: Context, slot: Slot, right: Slot) -> None:
    """It has no value: the next card takes its place, once the ten is ruled (MA 15.b, MD 13.C)."""
    assert slot.face is not None
    inventory.recount(c, slot.face)
    c.play = replace(c.play, entered=(*c.play.entered, (right.id, right.face or "")))
    at = next((n for n, h in enumerate(c.play.hands) if slot in h.cards), None)
    if at is None:
        c.raise_(inventory.ten_kind(c), card=right)
        up, *others = c.play.dealer
        of_up = up.id == slot.id
        kept = tuple(others if of_up else (s for s in c.play.dealer if s.id != slot.id))
        c.play = replace(c.play, dealer=kept, up_owed=of_up)
        if of_up and c.play.round != "deciding":
            asked_hands.turn_back(c)
        elif not of_up:
            free_rulings.moved(c)
        return
    hand = c.play.hands[at]
    c.raise_(inventory.ten_kind(c), card=right, box=hand.box, hand=hand.number)
    left = tuple(s for s in hand.cards if s.id != slot.id)
    if hand.dead or hand.surrendered or hand.rescued:
        c.put_hand(at, replace(hand, cards=left))
        return
    owed = len(left) < 2 and not hand.split
    late = c.play.round not in ("deciding", *phase.BEFORE_DECISIONS)
    drawn = not owed and len(left) > 1
    c.put_hand(
        at,
        replace(hand, cards=left, owed=owed, done=False, again=False, hit_asked=drawn, last=late),
    )
    paid_early.anew(c)
    if c.play.round != "deciding":
        asked_hands.turn_back(c)


def _gives_no_turn(c: Context, hand: Hand) -> bool:
    """It is over for another reason than its cards: a face read anew asks nobody again."""
    if hand.dead or hand.ruled or hand.surrendered or hand.rescued or hand.barred:
        return True
    stood = hand.done and hand.decided and not free_rulings.ended(c, hand)
    return stood or bool(c.play.peek and c.play.peek_given)


def _stands_unasked(c: Context, at: int, hand: Hand) -> bool:
    """With this total nobody asks it in its turn (console/README 2.2); a Blackjack has none."""
    if target.value(c.house, hand).blackjack:
        return False
    in_turn = replace(hand, done=False)
    hands = (*c.play.hands[:at], in_turn, *c.play.hands[at + 1 :])
    return target.stand_assumed(replace(c.play, hands=hands), c.house, in_turn)


def _blackjack(c: Context, hand: Hand) -> bool:
    return len(hand.cards) == 2 and target.value(c.house, hand).blackjack


# ---- of the dealer's own cards ----
def _of_dealer(c: Context) -> None:
    _drawn_too_far(c)
    _answer_compared(c)
    _answer_not_asked(c)
    _too_late_to_insure(c)
    spin_turns.drop_untriggered(c)


def _drawn_too_far(c: Context) -> None:
    """He had enough before his last cards: they are as any that he draws on 17 or more."""
    p, kept = c.play, 2
    while kept < len(p.dealer) and legal.dealer_must_draw(
        replace(p, dealer=p.dealer[:kept]), c.house
    ):
        kept += 1
    c.play = replace(p, dealer=p.dealer[:kept])
    for slot in p.dealer[kept:]:
        assert slot.face is not None
        inventory.recount(c, slot.face)
        total = str(legal.dealer_value(c.play, c.house).total)
        i = c.raise_("dealer_drew_too_far", card=slot, about=total)
        if dealers(c.house, i.kind):
            only = rules(c.house, i.kind).rulings[0]
            c.put(replace(i, ruling=only, ruled_by="dealer", status="carried_out"))
            set_aside.rack(c, slot)


def _answer_compared(c: Context) -> None:
    """The check is compared with the hole card as it lies, not as it was read."""
    p = c.play
    if not p.peek_given or not isinstance(p.peek, bool) or not legal.dealer_turned(p):
        return
    two = replace(p, dealer=p.dealer[:2])
    if p.peek is not legal.dealer_value(two, c.house).blackjack:
        return
    for i in open_ones(p):
        if i.code == refs.ANSWER:
            c.put(replace(i, status="withdrawn"))


def _answer_not_asked(c: Context) -> None:
    """The reader was used with an up card that never asks for it (MA 15.l, MD 13.P)."""
    p = c.play
    used = p.peek_given and p.peek is not None and p.variant == "hole_card_reader"
    if not used or p.round not in DECIDED or phase.peek_due(p, c.house):
        return
    if legal.dealer_turned(p):
        return
    found = bool(p.peek)
    c.play = replace(p, peek=None, peek_given=False)
    c.raise_("reader_used")
    if found:
        asked_hands.reopen(c)


def _too_late_to_insure(c: Context) -> None:
    """Insurance comes before any further card (MA 11.b, MD 8.B)."""
    if any(h.decided or len(h.cards) > 2 for h in c.play.hands):
        c.play = replace(c.play, insurance_closed=True)
