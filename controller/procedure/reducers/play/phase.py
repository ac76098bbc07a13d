"""What comes after the deal, the match wagers, the insurance, the check: one order (MA note A9).

Match wagers, then insurance, then the check of the hole card by the reader or, where the text
names no device, by the dealer, then decisions; each is left out where nothing asks for it.
`proceed` names the next stretch as a follow-up; it never moves a chart itself.
"""

from __future__ import annotations

from controller.domain import facts as fact
from controller.domain.sealed import Slot
from controller.domain.structs import replace
from controller.domain.wagers import Payment
from controller.procedure.queries import legal, target
from controller.procedure.reducers.deal import shared_boxes
from controller.procedure.reducers.settle import verified_payouts
from controller.procedure.reducers.wheel import seat_and_spin, spin_prizes, spin_turns
from controller.procedure.state import follow_ups, refs
from controller.procedure.state.context import NO_ANSWER, CannotOpen, Context
from controller.procedure.state.house import House
from controller.procedure.state.play import Play, Spin
from controller.rules import peek as rule_peek
from controller.rules.settlement import blackjacks_paid, insurance_lost

BEFORE_DECISIONS = ("match_due", "insurance", "peek_due")
"""What is settled, asked or looked at before any hand is asked."""


def up_rank(play: Play) -> str:
    """Rank of the up card; empty while there is none."""
    if not play.dealer or play.up_owed or play.dealer[0].face is None:
        return ""
    return play.dealer[0].face[0]


def match_open(play: Play) -> bool:
    """Whether a live hand with two cards has a match wager that nobody has settled.

    One whose cash is still cash stays open once the others are settled (MA 6.c~3).
    """
    left = _unsettled(play)
    return bool(left - shared_boxes.cash_waits(play) if play.match_done else left)


def match_in_cash(play: Play) -> set[tuple[int, str, str]]:
    """Those of them whose cash is still cash."""
    return _unsettled(play) & shared_boxes.cash_waits(play)


def _unsettled(play: Play) -> set[tuple[int, str, str]]:
    live = {h.box for h in play.hands if len(h.cards) >= 2 and not h.dead}
    own = {(w.box, w.kind, w.wagerer) for w in play.wagers if w.kind == "match" and w.box in live}
    settled = {(p.box, p.kind, p.wagerer) for p in play.payments}
    return own - settled


def match_due(play: Play, house: House) -> tuple[Payment, ...]:
    """What MATCH DONE settles: one whose cash is still cash is left open (MA 6.c~3)."""
    waits = shared_boxes.cash_waits(play)
    due = legal.match_payments(play, house)
    return tuple(x for x in due if (x.box, x.kind, x.wagerer) not in waits)


def reader_in_use(play: Play) -> bool:
    return play.variant == "hole_card_reader"


def match_waits(play: Play, house: House) -> bool:
    """Whether match wagers are settled before any further card; elsewhere they wait for the end."""
    after_deal = house.pack.settle.match_at.value == "after_deal"
    return after_deal and not play.up_owed and match_open(play)


def insurance_due(play: Play, house: House) -> bool:
    return bool(up_rank(play)) and rule_peek.insurance_offered(house.pack, up_rank(play))


def peek_due(play: Play, house: House) -> bool:
    """Whether this up card asks for the check, by whoever makes it here."""
    up = up_rank(play)
    return bool(up) and rule_peek.peek_due(house.pack, up, play.variant)


def check_ahead(play: Play, house: House) -> bool:
    """Whether the check comes before any further card, and its turn has not come or is now."""
    if play.round == "peek_due":
        return True
    return play.round in ("match_due", "insurance") and peek_due(play, house)


def proceed(c: Context) -> None:
    """Name the next stretch. Only called while the round chart is in `deciding`."""
    note_triggers(c)
    p = c.play
    if target.card_owed(p):
        return
    if match_waits(p, c.house):
        c.follow(follow_ups.Round.MATCH_CALLED)
        return
    if not p.insurance_closed and insurance_due(p, c.house):
        c.play = replace(c.play, insurance_closed=True)
        if reader_in_use(p) and p.peek is not None:
            c.raise_("reader_early", about="insurance")
            answer(c)
        else:
            c.follow(follow_ups.Round.INSURANCE_CALLED)
        return
    if not p.peek_given and peek_due(p, c.house):
        if p.peek is not None:
            answer(c)
        else:
            c.follow(follow_ups.Round.PEEK_CALLED)
        return
    if p.peek is not None and not p.peek_given:
        c.raise_("reader_used")
        c.play = replace(c.play, peek=None)
    advance(c)


def note_triggers(c: Context) -> None:
    """A blackjack with a Bonus Spin wager gets the wheel, once a seat (MA 16.d)."""
    if c.pack.wheel.spin_trigger.value != "blackjack":
        return
    has = {s.box for s in c.play.spins if s.kind == "bonus_spin"}
    back = {box for box, kind in spin_prizes.given_back(c.play) if kind == "bonus_spin"}
    staked = {w.box for w in c.play.wagers if w.kind == "bonus_spin"} - back
    for hand in c.play.hands:
        fits = len(hand.cards) == 2 and not hand.split and not hand.dead
        if hand.box in staked - has and fits and target.value(c.house, hand).blackjack:
            waits = c.pack.wheel.spin_at.value == "turn"
            c.play = replace(
                c.play, spins=(*c.play.spins, Spin(hand.box, "held" if waits else "button_due"))
            )


def triggers_anew(c: Context) -> None:
    """A face is known to be another: a blackjack that is none gets no wheel, a new one does.

    A spin that was made stands; one that is under way counts for nobody.
    """
    has = {
        h.box
        for h in c.play.hands
        if len(h.cards) == 2 and not h.split and target.value(c.house, h).blackjack
    }
    spins = (s for s in c.play.spins if s.kind == "bonus_spin" and s.box not in has)
    spin_turns.called_off(c, tuple(spins))
    note_triggers(c)
    if c.play.round in ("turn_due", "dealer_plays"):
        pay_blackjacks(c)


def as_read(entry: int, item: fact.Peeked) -> bool | Slot:
    """Sealed under the entry that brought it; rows of before tell it in clear."""
    return Slot(entry, item.answer) if item.blackjack is None else item.blackjack


def answer(c: Context) -> None:
    """Give the answer of the check at its turn (MA 7.i~3, 7.i~5)."""
    if isinstance(c.play.peek, Slot):
        try:
            says = c.reader_says(c.play.peek)
        except CannotOpen:
            ask_again(c)
            return
        c.play = replace(c.play, peek=says)
    _belied(c)
    c.play = replace(c.play, peek_given=True, answer_at=c.play.drawn)
    if c.play.peek:
        finish_all(c)
    elif c.pack.play.insurance_collected.value == "after_negative":
        c.pay(insurance_lost(c.pack, c.play.wagers))
    advance(c)


def _belied(c: Context) -> None:
    """A hole card that lies open answers for itself; a reader that says otherwise is at fault."""
    if len(c.play.dealer) != 2 or not legal.dealer_turned(c.play):
        return
    blackjack = legal.dealer_value(c.play, c.house).blackjack
    if c.play.peek is not blackjack:
        c.raise_("reader_fault", about=refs.ANSWER)
        c.play = replace(c.play, peek=blackjack)


def ask_again(c: Context) -> None:
    """The seal does not open: that reader has given no answer."""
    c.play = replace(c.play, peek=None)
    c.raise_("reader_fault", about=NO_ANSWER)
    if peek_due(c.play, c.house):
        c.follow(follow_ups.Round.PEEK_CALLED)
    else:
        advance(c)


def finish_all(c: Context) -> None:
    c.play = replace(c.play, hands=tuple(replace(h, done=True) for h in c.play.hands))


def advance(c: Context) -> None:
    """Call the turn when no hand takes a card any more.

    The chart may still stand where it came from: after the deal every hand may stand at once.
    """
    pay_blackjacks(c)
    left = target.index(c.play, c.house) is not None
    if not left and not target.dealers_owed(c.play) and c.play.round != "turn_due":
        c.follow(follow_ups.Round.HANDS_FINISHED)


def paid_at_turn(play: Play, house: House) -> bool:
    """Whether a blackjack is paid before the settlement here."""
    up = up_rank(play)
    cannot = bool(up) and up not in house.pack.deal.peek_up_ranks.value
    match house.pack.settle.blackjack_paid.value:
        case "turn_if_no_peek":
            return cannot
        case "early":
            return cannot or (play.peek_given and play.peek is False)
    return False


def pay_blackjacks(c: Context) -> None:
    """Paid before the settlement, by the pack.

    At the turn of the hand, where no check stands before it (MD 7.H); or as soon as the bank's
    own is excluded, where the house pays early (CA match.5.i).
    """
    p = c.play
    if target.owed(p) is not None or not paid_at_turn(p, c.house):
        return
    now = target.index(p, c.house)
    if c.pack.settle.blackjack_paid.value == "early":
        passed = tuple(h for h in p.hands if not h.split)
    else:
        passed = p.hands if now is None else p.hands[:now]
    paid = {x.box for x in p.payments if x.kind == "main"}
    boxes = {h.box for h in passed if not h.dead and not h.surrendered} - paid
    played = legal.played_round(p, c.house)
    hands = tuple(h for h in played.hands if h.box in boxes)
    due = blackjacks_paid(c.pack, replace(played, hands=hands))
    c.pay(due)
    c.play = replace(c.play, paid_now=(*c.play.paid_now, *(x.box for x in due)))
    verified_payouts.note(c)
    seat_and_spin.call_due(c)
