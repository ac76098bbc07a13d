"""Settlement, pick-up, the next round (MA 5.e-5.g, 7.h, 7.j, 9.b-10.e, 11.c)."""

from __future__ import annotations

from collections.abc import Sequence

from controller.domain import commands as cmd
from controller.domain import facts as fact
from controller.domain.structs import replace
from controller.domain.wagers import Payment, Wager
from controller.procedure.queries import continuous, legal, limits
from controller.procedure.reducers.bank import bank_fees, player_dealer
from controller.procedure.reducers.deal import second_spots
from controller.procedure.reducers.wheel import lockout, seat_and_spin, spin_prizes, spin_turns
from controller.procedure.state import follow_ups
from controller.procedure.state.context import Context, Why
from controller.procedure.state.house import House
from controller.procedure.state.parts.banking import Asked
from controller.procedure.state.parts.meters import after_round
from controller.procedure.state.parts.shoe_marks import in_next_round
from controller.procedure.state.parts.wagerers import next_round
from controller.procedure.state.play import Irregularity, Play, without_round
from controller.procedure.state.timers import beyond_round
from controller.rules import decisions, placing
from controller.rules.pack.line_keys import LineKey
from controller.rules.settlement import amount_due, insurance_lost, settle_so_far

from . import verified_payouts

SPINNING = ("held", "button_due", "armed", "ordered")
"""A round with such a spin is not paid yet."""


def settle(c: Context) -> None:
    """Settle every wager but those that wait for the wheel, or to be counted."""
    c.play = replace(c.play, paid_before=len(c.play.payments))
    paid = {_whose(p) for p in c.play.payments if not spin_prizes.by_spin(c, p)}
    spin_turns.note_xtreme(c)
    back = back_undealt(c)
    played = legal.played_round(c.play, c.house)
    made = settle_so_far(c.pack, played)
    c.pay(p for p in made if _whose(p) not in paid and not spin_prizes.by_spin(c, p))
    asked = amount_due(c.pack, played)
    due = (asked.box, _to_count(c.play, asked.box, asked.kind), asked.hand, "") if asked else None
    c.play = replace(c.play, banking=replace(c.play.banking, due=due or _threshold(c.play, made)))
    c.pay(p for p in back if _whose(p) not in paid)
    c.pay(bank_fees.more_due(c.play, c.house))
    spin_prizes.shares_back(c)
    c.play = replace(c.play, match_done=True)
    verified_payouts.note(c)
    seat_and_spin.call_due(c, over=True)
    seat_and_spin.call_next(c, over=True)


def _threshold(play: Play, made: Sequence[Payment]) -> Asked | None:
    """The first wager that nobody counted and that decides a fixed payment (MA 5.g)."""
    for p in made:
        hangs = p.kind == verified_payouts.SUPER and p.cents is None
        if hangs and amount_of(play, p.box, "main", p.hand, p.wagerer) is None:
            return p.box, "main", p.hand, p.wagerer
    return None


def _whose(p: Payment) -> tuple[int, str, str]:
    return p.box, p.kind, p.wagerer


def settle_again(c: Context) -> None:
    """The picture of the settlement made anew: the difference is paid or taken. A void stays."""
    if not all(h.dead for h in c.play.hands):
        settle_anew(c)


def settle_anew(c: Context) -> None:
    first = c.play.paid_before
    c.play = replace(c.play, payments=(*c.play.payments[:first], *since_settled(c)))
    settle(c)
    c.play = replace(c.play, paid_before=first)


def take_back(c: Context) -> None:
    """The picture of the settlement is withdrawn: hands go on. What the wheel moved stays."""
    first = c.play.paid_before
    c.play = replace(
        c.play,
        payments=(*c.play.payments[:first], *since_settled(c)),
        paid_before=0,
        banking=replace(c.play.banking, due=None, stated=()),
    )


def since_settled(c: Context) -> tuple[Payment, ...]:
    """What the wheel has moved in the settlement: no new picture and no void turns it back."""
    before = c.play.payments[: c.play.paid_before]
    return tuple(p for p in spin_prizes.settled_by_spin(c) if p not in before)


# ---- amounts that a bank's cover reaches, or that decide a fixed payment ----
def _to_count(play: Play, box: int, kind: str) -> str:
    """Of a doubled hand first the wager itself, then what was added to it."""
    counted = any(w.box == box and w.kind == kind and w.cents is not None for w in play.wagers)
    return "double" if counted else kind


def amount_of(play: Play, box: int, kind: str, hand: int, wagerer: str = "") -> int | None:
    if kind == "double":
        return next((h.double_cents for h in play.hands if (h.box, h.number) == (box, hand)), None)
    mine = (w for w in play.wagers if (w.box, w.kind, w.wagerer) == (box, kind, wagerer))
    return next((w.cents for w in mine), None)


def why_not_amount(play: Play, house: House, i: cmd.AmountStated) -> Why:
    """Only what is asked now, or was counted a moment ago."""
    if (i.box, i.kind, i.hand, i.wagerer) not in (play.banking.due, *play.banking.stated):
        return house.no("not_now")
    if i.cents <= 0:
        return house.no("amount")
    if i.kind != "double":
        own = [w for w in play.wagers if (w.box, w.wagerer) == (i.box, i.wagerer)]
        beside = [w for w in own if w.kind != i.kind]
        no = placing.why_not_place(
            limits.pack(play, house, i.box), Wager(i.box, i.wagerer, i.kind, i.cents), beside
        )
    else:
        at = next(h for h in play.hands if (h.box, h.number) == (i.box, i.hand))
        s = replace(legal.situation(play, at), added_cents=0)
        no = decisions.why_not_double_amount(house.pack, s, i.cents)
    return (no.clause, no.text) if no else None


def state_amount(c: Context) -> None:
    """The picture goes on from there; a further chip corrects the count."""
    assert isinstance(c.input, cmd.AmountStated)
    i, p = c.input, c.play
    if i.kind == "double":
        c.play = replace(
            c.play,
            hands=tuple(
                replace(h, double_cents=i.cents) if (h.box, h.number) == (i.box, i.hand) else h
                for h in p.hands
            ),
        )
    else:
        c.play = replace(
            c.play,
            wagers=tuple(
                replace(w, cents=i.cents)
                if (w.box, w.kind, w.wagerer) == (i.box, i.kind, i.wagerer)
                else w
                for w in p.wagers
            ),
        )
    one = (i.box, i.kind, i.hand, i.wagerer)
    kept = tuple(s for s in p.banking.stated if s != one)
    c.play = replace(c.play, banking=replace(p.banking, stated=(*kept, one)))
    settle_again(c)
    bank_fees.compare(c)


def collect_insurance(c: Context) -> None:
    """Losing insurance that still lay there is taken now, once (MD 8.F, MA 11.d)."""
    taken = {(p.box, p.kind) for p in c.play.payments}
    lost = insurance_lost(c.pack, c.play.wagers)
    c.pay(p for p in lost if (p.box, p.kind) not in taken)


def back_undealt(c: Context) -> tuple[Payment, ...]:
    """Side wagers on first cards that a dead hand never had go back with its wager (MA 15.h)."""
    boxes = {h.box for h in c.play.hands}
    return tuple(
        Payment(
            box=w.box,
            wagerer=w.wagerer,
            kind=w.kind,
            cents=w.cents,
            direction="void",
            clause=c.pack.settle.dead_hand.clause,
        )
        for w in c.play.wagers
        if w.box in boxes and legal.undealt(c.play, w)
    )


def open_(i: Irregularity) -> bool:
    return i.status in ("raised", "ruled")


def _stays(p: Play, wager: Wager) -> bool:
    """Lit as last round; a Bonus Spin chip lies on its sensor before its box is lit."""
    if wager.kind in lockout.ON_WHEEL:
        return True
    return wager.kind in ("main", "match", "break_bonus") and wager.box in p.boxes


def _by_a_card(c: Context) -> bool:
    """The next draw said that the layout is cleared, where only gathering the cards may."""
    drawn = isinstance(c.input, fact.CardDrawn | fact.CardNotRead)
    return drawn and c.pack.settle.gathered_first.value


def watch_gathered(c: Context) -> None:
    if c.play.marks.not_gathered:
        c.play = replace(c.play, marks=replace(c.play.marks, not_gathered=False))
        c.raise_("cards_not_gathered")


def clear(c: Context) -> None:
    """Pick up the cards; what belongs to the shoe stays, what belongs to the round goes."""
    p = c.play
    next_ = lockout.between_rounds(p, c.house)
    on_table = sum(len(h.cards) for h in p.hands) + len(p.dealer) + len(p.dealt)
    c.play = replace(
        without_round(p),
        number=p.number + 1 + p.passed_over,
        passed_over=0,
        variant=p.next_variant or p.variant,
        next_variant="",
        wagers=tuple(w for w in next_.wagers if _stays(p, w)),
        late=next_.late,
        racked=p.racked + on_table,
        unturned=(*p.unturned, *(s for s in (*p.dealer, *p.dealt) if s.face is None)),
        tens=0 if c.pack.shoe.ten_count_window.value == "round" else p.tens,
        face_up=0 if continuous.face_up_window(p, c.house) == "round" else p.face_up,
        marks=in_next_round(p.marks, not_gathered=_by_a_card(c)),
        irregularities=tuple(
            replace(i, round=i.round or p.number) for i in p.irregularities if open_(i)
        ),
        timers=beyond_round(p.timers),
        wanted=tuple(o for o in p.wanted if o.status in ("open", "accepted")),
        last_round=_ended(p, c.house),
        prizes=after_round(p.prizes, p.number, spin_prizes.given_back(p)),
    )
    _seat_again(c, p)
    c.follow(follow_ups.DealerHand.CLEARED)
    c.follow(follow_ups.Wheel.CLEARED)
    c.follow(follow_ups.Shoe.ROUND_OVER)
    if p.decks_due and p.decks == "ready":
        c.follow(follow_ups.Decks.TAKEN_OUT)


def _seat_again(c: Context, p: Play) -> None:
    """Who banks and who sits where, after the round `p`."""
    of_bank, hands, banking = player_dealer.after_round(p, c.pack)
    dealt = {h.box for h in p.hands}
    staked = {
        one.box
        for one in (*p.wagers, *p.late, *p.payments, *p.reversed, *([p.bank] if p.bank else ()))
    }
    people = next_round(
        p.people, sorted(dealt or p.boxes), number=p.number, part=sorted(dealt | staked)
    )
    c.play = replace(c.play, bank=of_bank, bank_hands=hands, banking=banking, people=people)
    player_dealer.darken_own(c)
    if people.giving:
        second_spots.hand_over(c)


def _ended(p: Play, house: House) -> str:
    """The dealer's hand as it was turned; empty = nobody has read it.

    Where there are no hands the deal was called off.
    """
    if all(h.dead for h in p.hands):
        return house.line("ended_void")[1]
    if not legal.dealer_turned(p):
        return ""
    value = legal.dealer_value(p, house)
    if value.blackjack:
        return house.line("ended_blackjack", blackjack=house.pack.words.blackjack.value)[1]
    key: LineKey = "ended_bust" if value.bust else "ended_total"
    return house.line(key, total=value.total)[1]
