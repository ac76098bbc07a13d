"""A spin that is ruled by the record alone: the wheel has turned again since, or its round is over.

A jackpot that was none may have been another section, or the other jackpot of its table.
Source: MD 12.D.5, 12.D.6, 12.E; console/README 6.
"""

from __future__ import annotations

from controller.domain import money
from controller.domain.cards import Card
from controller.domain.settled import PlayedRound
from controller.domain.structs import replace
from controller.domain.wagers import Payment
from controller.domain.wording import dollars
from controller.procedure.state.context import Context
from controller.procedure.state.parts import meters
from controller.rules.settlement.progressive import reset
from controller.rules.wheels import jackpot, jackpot_clause

from . import progressive_system, spin_prizes


def found_none(prizes: meters.Prizes, of: tuple[int, str, str, int]) -> frozenset[str]:
    """The meters of which two people have found that a turn of the wheel did not win them.

    `of` = its round, order, wager and box. Empty = a fixed prize.
    """
    none = (h for h in prizes.hits if h.none)
    return frozenset(h.meter for h in none if (h.round, h.spin, h.kind, h.box) == of)


def earlier(c: Context, one: meters.Hit) -> PlayedRound:
    """The round of a hit, as far as its spin needs it."""
    return PlayedRound(
        decks=c.house.decks,
        hands=(),
        wagers=one.wagers,
        dealer=tuple(Card.parse(face) for face in one.cards),
    )


def pay_earlier(c: Context, one: meters.Hit, symbol: str, community: str) -> None:
    """The section on which the wheel had come to rest, less what the others were paid then.

    Another jackpot than the one that was none is verified like any, and then paid.
    """
    played = replace(earlier(c, one), community=community)
    result = (one.box, symbol, one.kind)
    run = spin_prizes.run_spin(c, played, result, {one.box: played.dealer}, one.stood)
    own, *others = (p for p in run.payments if p.direction == "pay")
    stake = one.wager.cents or 0
    share = jackpot(c.pack, one.kind, stake, symbol)
    own = own if share is None else replace(own, direction="hold")
    moved = tuple(
        replace(p, text=f"{p.text}, round {one.round}")
        for p in (own, *spin_prizes.less_paid(one.shared, others))
    )
    c.pay(p for p in moved if p.direction != "hold")
    spin_prizes.tell(c, moved)
    if share is not None:
        assert isinstance(own.cents, int)
        clause = jackpot_clause(c.pack, one.kind, stake, symbol)
        hit = replace(one, meter=share, cents=own.cents, shared=tuple(others), clause=clause)
        _hit_after_all(c, hit)


def _hit_after_all(c: Context, one: meters.Hit) -> None:
    """Nobody has looked at it as this jackpot yet."""
    said = spin_prizes.jackpot_said(c.house, one.cents)
    i = c.raise_("jackpot", box=one.box, about=said, of_round=one.round)
    later = meters.won_since(c.play.prizes, one.meter, one)
    anew = replace(one, id=i.id, at=c.at, agreed=False, back=(), emptied=0, none="")
    anew = replace(anew, verified_by="", surveillance="", paid_by="", slip="")
    if later is not None:
        _won_before(c, anew, later)
        return
    c.play = replace(c.play, prizes=_off_its_meter(c, anew))
    if one.meter:
        progressive_system.hit(c, one.meter, one.cents, one.box)


def _won_before(c: Context, one: meters.Hit, later: meters.Hit) -> None:
    """Another has won the meter since: its jackpot is worth what this one would have left.

    The meter was emptied once, here and at the system, and stays as it is. What the later winner
    has been paid above its worth is for people to get back.
    """
    stood = next(m.cents for m in one.stood if m.name == one.meter)
    first = money.exact(stood) - reset(c.pack, one.meter)
    emptied = money.text(money.plain(max(money.exact(0), min(first, money.exact(later.emptied)))))
    less = money.shown(later.emptied) - money.shown(meters.less(later.emptied, emptied))
    now = replace(later, emptied=meters.less(later.emptied, emptied))
    one = replace(one, emptied=emptied, agreed=True)
    c.play = replace(c.play, prizes=meters.hit(meters.hit(c.play.prizes, now), one))
    if not later.paid_by:
        spin_prizes.other_amount(c, replace(now, cents=later.cents - less))
    elif less:
        c.raise_("paid_wrong", box=later.box, about=dollars(less), of_round=later.round)


def _off_its_meter(c: Context, one: meters.Hit) -> meters.Prizes:
    """What its meter stood at when the wheel rested comes off it.

    What has come in since stays, and it stands no lower than it starts at. In its own round it has
    won the shares that were in it.
    """
    prizes, found = c.play.prizes, []
    for g in meters.gauges(prizes, c.pack):
        if g.name != one.meter:
            found.append(g)
            continue
        stood = next((m.cents for m in one.stood if m.name == g.name), g.cents)
        most = min(money.exact(stood), money.exact(g.cents)) - reset(c.pack, g.name)
        emptied = money.text(money.plain(max(money.exact(0), most)))
        one = replace(one, emptied=emptied)
        found.append(
            replace(g, cents=meters.less(g.cents, emptied), paid=meters.plus(g.paid, emptied))
        )
    own = one.round == c.play.number
    won = [s for s in one.shares if own and s.meter == one.meter]
    left = tuple(s for s in prizes.shares if s not in won)
    prizes = replace(prizes, gauges=tuple(found), shares=left)
    return meters.hit(prizes, one)


def stake_of_earlier(c: Context, one: meters.Hit, clause: str) -> None:
    """No result: the stake that was taken then goes back, and its share out of the meters."""
    wager = one.wager
    back = Payment(
        box=one.box,
        wagerer=wager.wagerer,
        kind=one.kind,
        cents=wager.cents,
        direction="pay",
        clause=clause,
        text=f"stake back, round {one.round}",
    )
    c.pay([back])
    spin_prizes.tell(c, [back])
    own = tuple(s for s in one.shares if (s.box, s.kind) == (one.box, one.kind))
    there = tuple(s for s in own if meters.won_since(c.play.prizes, s.meter, one) is None)
    now = meters.back_of(c.play.prizes, c.pack, one, own)
    left = now.shares if one.round != c.play.number else (s for s in now.shares if s not in own)
    c.play = replace(c.play, prizes=replace(now, shares=tuple(left)))
    progressive_system.taken_out(c, there)
