"""What a wager is made of: spoken cash and coupons (MA 5.c, 6.c; MD 6.A, 6.B).

Spoken cash is no wager until those whom the pack names have confirmed it; then it stays open
until it has become chips. A coupon is a mark; whether its value counts is a setting or is asked.
"""

from __future__ import annotations

from controller.domain import commands as cmd
from controller.domain.structs import replace
from controller.domain.wagers import Wager
from controller.domain.wording import at_box
from controller.procedure.queries import legal
from controller.procedure.reducers.settle import settlement
from controller.procedure.state.context import Context, Refuse, Why, refuse
from controller.procedure.state.house import House
from controller.procedure.state.parts.wagerers import Cash, Coupon, with_coupon_ruled, without
from controller.procedure.state.play import Play
from controller.rules import placing

from . import shared_boxes, wagers

KINDS = ("main", "match")
Key = tuple[int, str, str]


def key(one: Cash | Coupon | cmd.WagerSet | cmd.CashConfirmed | cmd.CashChanged) -> Key:
    return one.box, one.kind, one.wagerer


def find(play: Play, wanted: Key, spoken_in: int = 0) -> Cash | None:
    """Spoken in this round, or in that earlier one."""
    there = (x for x in play.people.cash if key(x) == wanted and x.round == spoken_in)
    return next(there, None)


def before_deal(play: Play) -> bool:
    return play.round == "wagering"


def why_not_medium(play: Play, house: House, i: cmd.WagerSet) -> Why:
    """Bills that lie in a box are no wager; neither is cash where the text knows no spoken one."""
    if i.medium == "chips":
        return None
    if i.kind not in KINDS:
        return house.no("unknown_wager")
    if i.medium == "coupon":
        known = len(house.pack.deal.coupon_counts.allow) > 1
        return _why_not_over(play, house, i) if known else house.no("unknown_wager")
    if i.cents is None:
        return house.no("bills")
    ranks = confirmers(house, i.kind)
    no = placing.why_not_spoken(house.pack, i.kind, ranks, before_first_card=before_deal(play))
    return (no.clause, no.text) if no else None


def _why_not_over(play: Play, house: House, i: cmd.WagerSet) -> Why:
    """A match wager that lies there already is within what the coupon counts for."""
    if i.kind != "main" or house.pack.deal.match_cap.value != "main":
        return None
    beside = [w for w in play.wagers if (w.box, w.kind, w.wagerer) == (i.box, "match", i.wagerer)]
    counts = COUNTS[house.pack.deal.coupon_counts.value]
    if beside and counts is None:
        who = house.word("casino_supervisor")
        return house.no("coupon_first", box=at_box(i.box, i.wagerer), who=who)
    main = Wager(i.box, i.wagerer, "main", i.cents if counts else 0)
    over = (placing.why_not_over_main(house.pack, match, main) for match in beside)
    no = next((one for one in over if one), None)
    return (no.clause, no.text) if no else None


def confirmers(house: House, kind: str) -> tuple[str, ...]:
    """Who must confirm."""
    deal = house.pack.deal
    return (deal.spoken_match_cash if kind == "match" else deal.spoken_cash).value


def wager_settable(c: Context) -> None:
    assert isinstance(c.input, cmd.WagerSet)
    i = c.input
    refuse(wagers.why_not_tapped(c.play, c.house, i.box, i.kind))
    if not i.on:
        refuse(wagers.why_not_off(c.play, c.house, i.box, i.kind, i.wagerer))
    if i.on:
        refuse(wagers.why_not_wager(c.play, c.house, i.box, i.kind, i.cents, i.wagerer))
        refuse(why_not_medium(c.play, c.house, i))
        refuse(shared_boxes.why_not_uncounted(c.play, c.house, i))


def set_wager(c: Context) -> None:
    assert isinstance(c.input, cmd.WagerSet)
    i = c.input
    if i.on and i.medium == "cash":
        speak(c, i)
        return
    wagers.put_wager(c, i.box, i.kind, i.on, i.cents, i.wagerer)
    if i.on and i.medium == "coupon":
        mark_coupon(c, i)


def speak(c: Context, i: cmd.WagerSet) -> None:
    """Chips that were marked for it were none: it is cash, and waits for its confirmations."""
    assert i.cents is not None
    p = c.play
    same = [w for w in p.wagers if (w.box, w.kind, w.wagerer) == key(i)]
    one = Cash(i.box, i.kind, i.wagerer, i.cents)
    held = without(p.people, same)
    held = replace(held, cash=(*_besides(held.cash, key(i)), one))
    c.play = replace(c.play, people=held, wagers=tuple(w for w in p.wagers if w not in same))
    if not any(w.box == i.box and w.kind == "main" for w in c.play.wagers):
        c.play = replace(c.play, boxes=tuple(b for b in p.boxes if b != i.box))
    if i.kind == "main":
        shared_boxes.line_up_again(c, i.box)
    confirm(c, one, i.rank)


def confirm(c: Context, one: Cash, rank: str) -> None:
    """Both where the pack says both; then the wager stands."""
    by = tuple(dict.fromkeys((*one.by, rank)))
    missing = placing.why_not_spoken(c.pack, one.kind, by, before_first_card=True)
    if missing is None:
        refuse(wagers.why_not_wager(c.play, c.house, one.box, one.kind, one.cents, one.wagerer))
        wagers.put_wager(c, one.box, one.kind, True, one.cents, one.wagerer)
    kept = _besides(c.play.people.cash, key(one))
    now = replace(one, by=by, stands=missing is None)
    c.play = replace(c.play, people=replace(c.play.people, cash=(*kept, now)))


def _besides(cash: tuple[Cash, ...], wanted: Key) -> tuple[Cash, ...]:
    """What is said once more in this round replaces what was said; earlier bills stay."""
    return tuple(x for x in cash if x.round or key(x) != wanted)


def why_not_confirm(play: Play, house: House, i: cmd.CashConfirmed) -> Why:
    one = find(play, key(i))
    ranks = confirmers(house, i.kind)
    if not before_deal(play):
        no = placing.why_not_spoken(house.pack, i.kind, ranks, before_first_card=False)
        return (no.clause, no.text) if no else None
    if one is None or one.stands:
        return house.no("not_now")
    if i.rank not in ranks:
        no = placing.why_not_spoken(house.pack, i.kind, one.by, before_first_card=True)
        return (no.clause, no.text) if no else house.no("not_now")
    return None


def act(c: Context) -> None:
    i = c.input
    match i:
        case cmd.CashConfirmed():
            refuse(why_not_confirm(c.play, c.house, i))
            one = find(c.play, key(i))
            assert one is not None
            confirm(c, one, i.rank)
        case cmd.CashChanged():
            change(c, i)
        case cmd.CouponRuled():
            count_coupon(c, i)


def change(c: Context, i: cmd.CashChanged) -> None:
    """The task closes; a match wager that waited for it is settled now (MA 6.c~3)."""
    one = find(c.play, key(i), i.round)
    if one is None or not one.stands:
        raise Refuse(*c.house.no("not_now"))
    kept = tuple(x for x in c.play.people.cash if x != one)
    c.play = replace(c.play, people=replace(c.play.people, cash=kept))
    if one.kind == "match" and c.play.match_done and not one.round:
        done = {(p.box, p.kind, p.wagerer) for p in c.play.payments}
        due = legal.match_payments(c.play, c.house)
        now = tuple(p for p in due if (p.box, p.kind, p.wagerer) == key(i) and key(i) not in done)
        c.pay(now)
        c.play = replace(c.play, changed=c.play.changed.with_come(now))


# ---- coupons ----
COUNTS: dict[str, bool | None] = {"ask": None, "yes": True, "no": False}


def mark_coupon(c: Context, i: cmd.WagerSet) -> None:
    counts = COUNTS[c.pack.deal.coupon_counts.value]
    one = Coupon(i.box, i.kind, i.wagerer, counts)
    c.play = replace(c.play, people=replace(c.play.people, coupons=(*c.play.people.coupons, one)))


def asked(play: Play) -> tuple[Coupon, ...]:
    """Of main wagers: no threshold and no bound goes by what a match wager is made of (MA 5.c)."""
    return tuple(x for x in play.people.coupons if x.counts is None and x.kind == "main")


def count_coupon(c: Context, i: cmd.CouponRuled) -> None:
    wanted = (i.box, i.kind, i.wagerer)
    if all(key(x) != wanted for x in asked(c.play)):
        raise Refuse(*c.house.no("not_now"))
    people = with_coupon_ruled(c.play.people, wanted, counts=i.counts)
    c.play = replace(c.play, people=people)
    if c.play.round == "settled":
        settlement.settle_again(c)
